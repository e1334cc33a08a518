import { join, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import { listFolder } from '../../platform/file-io.js';
import { type FileSystem, nodeFileSystem } from '../../platform/file-system.js';
import { findHomeFolder } from '../../platform/home-folder.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { type Exclusion, enterFolder, isExcluded } from '../files/exclude-files.js';
import { addRegistration, findRoot, parseNoteFolders, type RootLookup } from './find-workspace.js';
import { findGlobalRoot } from './global-root.js';

type NoteFolders = Pick<WorkspaceRoot, 'content' | 'notes'>;

/**
 * Returns the folder that `init` turns into a workspace: `--workspace`, else the current one. Never the home folder.
 */
export function initRoot({ cwd, env, workspace, port = nodeFileSystem }: RootLookup): WorkspaceRoot {
  const named = resolve(cwd, workspace ?? '.');
  const root = folderAt(port, named);
  if (root === findHomeFolder(port, env)) {
    throw new UserError(
      'home',
      'the home folder cannot be a workspace',
      'go to the folder of a project, then: daybook init',
    );
  }
  const there = findWorkspace({ cwd: root, env, port });
  const known = there?.root === root ? there : null;
  return addRegistration(port, {
    root,
    reason: 'made here',
    ...(known ? pickFolders(known) : chooseFolders(port, root)), // an existing workspace keeps its own
    ...(known?.foreign === undefined ? {} : { foreign: known.foreign }),
    worktree: root,
    global: findGlobalRoot(port, env),
  });
}

const pickFolders = ({ content, notes }: WorkspaceRoot): NoteFolders =>
  notes === undefined ? { content } : { content, notes };

/** Returns the folders of a new workspace: in a folder of notes, Daybook's have a folder of their own. */
const chooseFolders = (port: FileSystem, root: string): NoteFolders =>
  parseNoteFolders(isFolderOfNotes(port, root) ? 'content: .' : '');

/** Finds the workspace for a start folder, or null. */
export function findWorkspace(start: RootLookup): WorkspaceRoot | null {
  try {
    return findRoot(start);
  } catch (error) {
    if (error instanceof UserError && error.code === 'no-workspace') return null;
    throw error;
  }
}

function folderAt(port: FileSystem, path: string): string {
  try {
    return port.realpath(path);
  } catch {
    throw new UserError('no-folder', `${path} is not a folder`, 'make it first, then: daybook init');
  }
}

/** Folders that Obsidian, zk and Logseq keep beside the notes. */
const NOTE_APPS: readonly string[] = ['.obsidian', '.zk', 'logseq'];
/** A folder with fewer notes is no collection of notes. */
const FEWEST_NOTES = 10;
/** Larger projects are looked at up to here. */
const MOST_FILES = 50_000;

/** Returns true for a folder with the notes of a person: an app for notes has its settings there, or most of its files are notes. */
function isFolderOfNotes(port: FileSystem, root: string): boolean {
  const items = listFolder(port, root, 'EACCES', 'EPERM');
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
    const items = listFolder(port, join(root, folder), 'EACCES', 'EPERM');
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
