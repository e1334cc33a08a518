import { dirname, join, relative, resolve } from 'node:path';
import { isInnerPath } from '../../config/check-setting.js';
import { UserError } from '../../errors.js';
import { findLinkedWorktree, findWorktreeFolder } from '../../git/worktree.js';
import { HOME_FOLDER } from '../../notes/kinds/note-paths.js';
import { readSmallText } from '../../platform/encoding.js';
import { isPresent, statAt } from '../../platform/file-io.js';
import { isOwn, isWorldWritable } from '../../platform/file-owner.js';
import { type FileSystem, nodeFileSystem } from '../../platform/file-system.js';
import { type Env, findHomeFolder, MARKER, resolveRealPath, STATE } from '../../platform/home-folder.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import {
  isHistoryGone,
  isTrusted,
  readRegistration,
  rememberRegistration,
} from '../registry/recognize-workspace.js';
import { checkDefaultHome, findGlobalRoot } from './global-root.js';

export interface RootLookup {
  readonly cwd: string;
  readonly env: Env;
  /** `--workspace DIR`. */
  readonly workspace?: string | undefined;
  readonly port?: FileSystem;
}

/**
 * Finds the workspace: `--workspace`, else `DAYBOOK_WORKSPACE`, else the nearest `daybook.yaml` upwards, or that of the
 * main worktree if it is in a linked one. Never the home folder, never a folder without the file. Throws UserError with
 * status 3 if there is none.
 */
export function findRoot({ cwd, env, workspace, port = nodeFileSystem }: RootLookup): WorkspaceRoot {
  const home = findHomeFolder(port, env);
  const here = resolveRealPath(port, cwd) ?? resolve(cwd);
  const named = workspace || env.DAYBOOK_WORKSPACE;
  const found = named
    ? namedRoot(port, resolve(cwd, named), workspace ? '--workspace' : 'DAYBOOK_WORKSPACE', home)
    : nearestRoot(port, here, home);
  const foreign = foreignPath(port, found.root);
  const global = findGlobalRoot(port, env);
  if (global === found.root && !workspace) checkDefaultHome(port, global);
  return addRegistration(port, {
    ...found,
    ...parseNoteFolders(markerText(port, found.root)),
    worktree: findWorktreeFolder(port, here, found.root),
    global,
    ...(foreign === null ? {} : { foreign }),
  });
}

/**
 * Returns the folders of the notes by the settings `content` and `notes.home`. Where all of the workspace is notes, those
 * that Daybook makes are in a folder of their own.
 */
export function parseNoteFolders(settings: string): Pick<WorkspaceRoot, 'content' | 'notes'> {
  const named = plainValue(settings, 'content') ?? 'content';
  const isRoot = named === '.';
  const notes = isRoot ? '' : isInnerPath(named) ? named : 'content';
  const home = HOME_SETTING.exec(settings)?.[1]?.replace(/^["']|["']$/g, '') ?? '';
  const inner = isInnerPath(home) ? home : isRoot ? HOME_FOLDER : '';
  return inner === '' ? { content: notes } : { content: joinPath(notes, inner), notes };
}

/** `notes: {home: X}`, in one line or two, or `notes.home: X`. */
const HOME_SETTING = /^notes(?:\.|:\s*\{\s*|:[^\S\n]*\r?\n\s+)home:[^\S\n]*("[^"\n]*"|'[^'\n]*'|[^\s{}#,]+)/m;

const joinPath = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`);

/**
 * Returns the content folder of the nearest workspace upwards from a folder that need not exist; null if there is none.
 * Of a linked worktree it is its own: this is for files that git is about to write there.
 */
export function findContentFolder(port: FileSystem, folder: string): string | null {
  for (let dir = folder; ; dir = dirname(dir)) {
    if (isPresent(port, join(dir, MARKER))) {
      return join(dir, parseNoteFolders(markerText(port, dir)).content);
    }
    if (dir === dirname(dir)) return null;
  }
}

/** Adds the data of `DAYBOOK_HOME` to a root. */
export function addRegistration(port: FileSystem, found: WorkspaceRoot): WorkspaceRoot {
  const registration = readRegistration(port, found.global, found.root);
  const id = (registration.entry ?? registration.moved)?.id;
  const isOurs = found.root === found.global || isTrusted(port, found.root, registration);
  const { foreign, ...rest } = found;
  const isForeign = foreign !== undefined && !isOurs;
  const { entry } = registration;
  const isLost = entry !== null && (entry.lost !== undefined || isHistoryGone(port, found.root, entry));
  const root = {
    ...rest,
    trusted: isOurs,
    ...(isForeign ? { foreign } : {}),
    ...(id === undefined ? {} : { id }),
    ...(isLost ? { lostHistory: true as const } : {}),
    ...(registration.entry?.timer === undefined ? {} : { timer: registration.entry.timer }),
  };
  rememberRegistration(root, registration);
  return root;
}

type Found = Pick<WorkspaceRoot, 'root' | 'reason'>;

function namedRoot(port: FileSystem, dir: string, by: string, home: string): Found {
  const root = resolveRealPath(port, dir);
  if (root === null) throw noWorkspace(`${dir}, named by ${by}, is not a folder`);
  if (root === home)
    throw noWorkspace(`${dir}, named by ${by}, is the home folder, which is never a workspace`);
  if (!isPresent(port, join(root, MARKER))) throw noWorkspace(`${dir}, named by ${by}, has no ${MARKER}`);
  return { root, reason: `named by ${by}` };
}

function nearestRoot(port: FileSystem, cwd: string, home: string): Found {
  for (let dir = cwd; dir !== home; dir = dirname(dir)) {
    if (isPresent(port, join(dir, MARKER))) return sharedRoot(port, dir);
    if (dir === dirname(dir)) break;
  }
  throw noWorkspace(`no ${MARKER} in ${cwd} or above`);
}

/**
 * Returns the shared root: all worktrees of a repository use the store of the main one, unless the setting says
 * otherwise.
 */
function sharedRoot(port: FileSystem, dir: string): Found {
  const nearest = { root: dir, reason: `nearest ${MARKER}` };
  const linked = findLinkedWorktree(port, dir);
  if (!linked || plainValue(markerText(port, dir), 'store') === 'worktree') return nearest;
  const main = resolveRealPath(port, join(linked.main, relative(linked.top, dir)));
  if (main === null || !isPresent(port, join(main, MARKER))) return nearest;
  return { root: main, reason: `main worktree of ${dir}` };
}

function noWorkspace(message: string): UserError {
  return new UserError('no-workspace', message, 'run `daybook init` in the folder of your project', {}, 3);
}

/** Returns the part of a root that another user can write to, or null: what is there may be written by others. */
const foreignPath = (port: FileSystem, root: string): string | null =>
  [root, join(root, MARKER), join(root, STATE)].find((path) => {
    const stat = statAt(port, path);
    return stat && (isWorldWritable(stat) || !isOwn(stat));
  }) ?? null;

/** Throws UserError if others can write to the root and it is not trusted. */
export function refuseForeign({ root, foreign }: WorkspaceRoot): void {
  if (foreign === undefined) return;
  const message = `others can write to ${foreign}, so nothing is written in ${root}`;
  throw new UserError('not-yours', message, 'if you trust its content: daybook trust', { path: foreign });
}

/** Longer settings are not read (guide/store.md › What is read). */
const LONGEST_MARKER = 16 * 1024;

const markerText = (port: FileSystem, root: string): string =>
  readSmallText(port, join(root, MARKER), LONGEST_MARKER);

/** Reads a top-level `key: value` of plain YAML without the parser; null for anything more complex. */
function plainValue(text: string, key: string): string | null {
  const line = text.split(/\r?\n/).find((one) => one.startsWith(`${key}:`));
  const value =
    line
      ?.slice(key.length + 1)
      .replace(/(?<!\s)\s+#.*$/, '')
      .trim() ?? '';
  const bare = /^"([^"\\]*)"$|^'([^']*)'$|^([^"'{}[\]&*!|>#%@`][^#]*)$/.exec(value);
  const found = bare?.[1] ?? bare?.[2] ?? bare?.[3];
  return found ? found.replace(/(?<!\/)\/+$/, '') : null;
}
