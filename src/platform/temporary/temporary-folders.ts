import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catchErrors, getErrorCode, ignoreErrors } from '../system-errors.js';

/** What a folder in the temporary directory is for. */
type Purpose = 'git' | 'sync' | 'copy';

/** The names of such folders; those of earlier versions have no process number. */
const NAME = /^daybook-(?:git|sync|copy)-(?:(\d+)-)?\w{6}$/;
/** So old is what a dead process left, at least: programs that it started may still use it. In milliseconds. */
const LEAST_AGE_MS = 10 * 60_000;
const LEAST_AGE_WITHOUT_PROCESS_MS = 24 * 60 * 60_000;

/**
 * Creates a folder in the temporary directory, and deletes those that killed processes of this user left there. The
 * caller deletes the folder.
 */
export function createTemporaryFolder(purpose: Purpose): string {
  removeLeftFolders(tmpdir());
  return mkdtempSync(join(tmpdir(), `daybook-${purpose}-${process.pid}-`));
}

/** Deletes folders of killed processes; links in them are not followed. */
function removeLeftFolders(directory: string): void {
  for (const name of catchErrors(['ENOENT', 'EACCES'], [], () => readdirSync(directory))) {
    const [isOurs, pid] = NAME.exec(name) ?? [];
    if (isOurs !== undefined && isLeft(join(directory, name), pid))
      ignoreErrors(() => rmSync(join(directory, name), { recursive: true, force: true }));
  }
}

function isLeft(folder: string, pid: string | undefined): boolean {
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory() || (process.getuid && stat.uid !== process.getuid())) return false;
  const age = Date.now() - stat.mtimeMs;
  return pid === undefined ? age > LEAST_AGE_WITHOUT_PROCESS_MS : age > LEAST_AGE_MS && isGone(Number(pid));
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return getErrorCode(error) === 'ESRCH';
  }
}
