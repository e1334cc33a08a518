import { join } from 'node:path';
import { decode } from '../platform/encoding.js';
import { readFile, statAt } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { readFolder } from '../platform/read-folder.js';
import type { Publication } from './publish.js';

/**
 * Reads a shipped template by the name of its kind or file. Templates are beside the bundle, and beside `src` in the
 * repository.
 */
export function readTemplate(name: string): string {
  const path = shipped(/\.\w+$/.test(name) ? name : `${name}.md`);
  const read = path === null ? null : readFile(nodeFileSystem, nodeFileSystem.realpath(path));
  const text = read && decode(read.bytes)?.text;
  if (!text) throw new Error(`the template ${name} is missing from this installation`);
  return text;
}

/** Reads all files of a shipped folder, by their paths in it. */
export function readTemplates(folder: string): Publication['files'] {
  const path = shipped(folder);
  const found = path === null ? null : readFolder(nodeFileSystem, path, '.');
  if (!found) throw new Error(`the templates ${folder} are missing from this installation`);
  return found.files;
}

/** Returns the path of a shipped file: beside the bundle, or beside `src` in the repository; null if missing. */
function shipped(name: string): string | null {
  const folders = [['..'], ['..', '..']].map((up) => join(import.meta.dirname, ...up, 'templates', name));
  return folders.find((one) => statAt(nodeFileSystem, one)) ?? null;
}
