import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFresh } from './file-io.js';
import { nodeFileSystem } from './file-system.js';
import { findProgram } from './find-program.js';
import { spawnDetached } from './run-program.js';

/** How long the file with the link stays, in ms: as long as its token serves. */
const FILE_MS = 60_000;

/** Programs that open a file in the user's browser, by platform. */
const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer'],
};

/**
 * Opens a link in the user's browser, through a file that only the user can read, since everybody on the machine can
 * read the arguments of a program. Programs in the folders `outside` are not run. Returns false if there is no program.
 */
export function openInBrowser(link: string, outside: readonly string[]): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-'));
  const file = join(folder, 'open.html');
  const page = `<!doctype html><meta charset="utf-8"><title>Daybook</title><meta http-equiv="refresh" content="0;url=${link}">`;
  writeFresh(nodeFileSystem, file, Buffer.from(page), 0o600, 'off');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const words = OPENERS[process.platform] ?? ['xdg-open'];
  const program = findProgram(nodeFileSystem, words[0] ?? '', process.env.PATH ?? '', outside);
  const isStarted = program !== null;
  if (program)
    spawnDetached([program.path, ...words.slice(1), file], {
      cwd: folder,
      env: { PATH: program.searchPath },
    });
  if (isStarted) setTimeout(remove, FILE_MS).unref();
  else remove();
  return isStarted;
}
