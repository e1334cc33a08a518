/* Temporary folders. The configuration of vitest runs this module before each test file, which removes them at its end. */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** In memory if the system has such a place: the tests make thousands of small files. */
export const TEMPORARY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Folders of the test file that runs; kept globally, since vitest may load this module twice. */
const made: string[] = (globalThis as unknown as { freshFolders: string[] }).freshFolders ?? [];
Object.assign(globalThis, { freshFolders: made });

afterAll(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Creates a folder that is removed at the end of the test file. */
export function freshFolder(): string {
  const dir = realpathSync(mkdtempSync(join(TEMPORARY, 'daybook-')));
  made.push(dir);
  return dir;
}
