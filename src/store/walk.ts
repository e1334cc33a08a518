import { join } from 'node:path';
import { unless } from './failure.js';
import { statAt } from './file.js';
import type { Ground } from './layout.js';

export interface FileStat {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** A wiki of more notes still works, slowly; `doctor` says so (guide/store.md › What is read). */
export const MOST_NOTES = 10_000;

/** Paths of all notes below the content folder, sorted by code unit; dot-folders and links are passed over. */
export function listNotes(ground: Ground): readonly string[] {
  return listFiles(ground, ({ name }) => name.endsWith('.md') && !name.startsWith('.'));
}

/** Paths of the files below the content folder that a test of their name lets through. */
export function listFiles(
  { port, root }: Ground,
  wanted: (file: { readonly name: string }) => boolean,
): readonly string[] {
  const found: string[] = [];
  const folders = [root.content];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const inside = folder;
    for (const item of unless(['ENOENT', 'ENOTDIR', 'EACCES'], [], () =>
      port.list(join(root.root, inside)),
    )) {
      const path = `${inside}/${item.name}`;
      if (item.isDirectory() && !item.name.startsWith('.')) folders.push(path);
      if (item.isFile() && wanted(item)) found.push(path);
    }
  }
  return found.sort();
}

/** Size and time of every note, for whoever keeps a catalogue; nothing is read. */
export function statNotes({ port, root }: Ground, paths: readonly string[]): readonly FileStat[] {
  const found: FileStat[] = [];
  for (const path of paths) {
    const stat = statAt(port, `${root.root}/${path}`); // `join` would take longer than the call
    if (stat) found.push({ path, size: stat.size, mtimeMs: stat.mtimeMs });
  }
  return found;
}
