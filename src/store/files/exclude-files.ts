/* Decides what is no note where the notes of a person are the workspace. */
import { join } from 'node:path';
import type { Ignore } from 'ignore';
import { isRulesFile } from '../../notes/kinds/agent-files.js';
import { loadIgnoreRules } from '../../platform/assets.js';
import { decode } from '../../platform/encoding.js';
import { readFile } from '../../platform/file-io.js';
import type { FileSystem, FolderItem } from '../../platform/file-system.js';
import { catchErrors } from '../../platform/system-errors.js';

/** The rules of a `.gitignore`, and the folder that it is in, with a slash at its end; empty for the root. */
interface IgnoreRules {
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules that apply in a folder, the nearest first. */
export type Exclusion = readonly IgnoreRules[];

export const IGNORE_FILE = '.gitignore';
const LONGEST_FILE = 1024 * 1024;
const UNREADABLE = ['ENOENT', 'EACCES', 'EPERM'];

/** Folders with files of programs, and with forms for new notes. */
const OTHER_FOLDERS = /^(?:node_modules|logseq|_?templates?)$/i;

/** A drawing that an app keeps in a Markdown file. */
const DRAWING = /\.excalidraw\.md$/i;

/** Adds the rules of a folder's `.gitignore`; null if the folder is a repository of its own, whose files are no notes here. */
export function enterFolder(
  port: FileSystem,
  root: string,
  folder: string,
  items: readonly FolderItem[],
  above: Exclusion,
): Exclusion | null {
  if (folder !== '' && items.some(({ name }) => name === '.git')) return null;
  if (!items.some((item) => item.name === IGNORE_FILE && item.isFile())) return above;
  const file = join(root, folder, IGNORE_FILE);
  const read = catchErrors(UNREADABLE, null, () => readFile(port, file, LONGEST_FILE));
  const text = read && decode(read.bytes)?.text;
  return text
    ? [{ folder: folder && `${folder}/`, rules: loadIgnoreRules().parseIgnoreRules(text) }, ...above]
    : above;
}

/** Returns true for a file or folder that is no note and has none: git ignores it, or it belongs to a program or an agent. */
export function isExcluded(path: string, item: FolderItem, exclusion: Exclusion): boolean {
  const isFolder = item.isDirectory();
  if (isFolder ? OTHER_FOLDERS.test(item.name) : isRulesFile(item.name) || DRAWING.test(item.name))
    return true;
  for (const { folder, rules } of exclusion) {
    const { ignored, unignored } = rules.test(path.slice(folder.length) + (isFolder ? '/' : ''));
    if (ignored || unignored) return ignored;
  }
  return false;
}
