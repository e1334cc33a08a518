import { join } from 'node:path';
import type { FileSystem } from '../../platform/file-system.js';
import { catchErrors } from '../../platform/system-errors.js';
import { type Exclusion, enterFolder, isExcluded } from '../files/exclude-files.js';

/** Folders that Obsidian, zk and Logseq keep beside the notes. */
const NOTE_APPS: readonly string[] = ['.obsidian', '.zk', 'logseq'];
/** A folder with fewer notes is no collection of notes. */
const FEWEST_NOTES = 10;
/** Larger projects are looked at up to here. */
const MOST_FILES = 50_000;

/** Returns true for a folder with the notes of a person: an app for notes has its settings there, or most of its files are notes. */
export function isFolderOfNotes(port: FileSystem, root: string): boolean {
  const items = listFolder(port, root);
  if (items.some((item) => item.isDirectory() && NOTE_APPS.includes(item.name))) return true;
  if (items.some(({ name }) => name === 'content')) return false;
  const { notes, files } = countFiles(port, root);
  return notes >= FEWEST_NOTES && notes * 2 > files;
}

/** Counts the notes and the files of a folder, without what git ignores and hidden folders. */
function countFiles(port: FileSystem, root: string): { readonly notes: number; readonly files: number } {
  let [notes, files] = [0, 0];
  const left: { readonly folder: string; readonly above: Exclusion }[] = [{ folder: '', above: [] }];
  for (let next = left.pop(); next !== undefined && files < MOST_FILES; next = left.pop()) {
    const { folder, above } = next;
    const items = listFolder(port, join(root, folder));
    const exclusion = enterFolder(port, root, folder, items, above);
    for (const item of exclusion === null ? [] : items) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`;
      if (exclusion === null || isExcluded(path, item, exclusion)) continue;
      if (item.isDirectory() && !item.name.startsWith('.')) left.push({ folder: path, above: exclusion });
      if (!item.isFile() || item.name.startsWith('.')) continue;
      files++;
      if (item.name.endsWith('.md')) notes++;
    }
  }
  return { notes, files };
}

const listFolder = (port: FileSystem, folder: string) =>
  catchErrors(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'], [], () => port.list(folder));
