import { isInnerPath } from '../../config/check-setting.js';
import { UserError } from '../../errors.js';
import { findWorktreeFolder } from '../../git/worktree.js';
import { isAgentFile } from '../../notes/kinds/agent-files.js';
import { statAt } from '../../platform/file-io.js';
import type { FileSystem } from '../../platform/file-system.js';
import { MARKER, resolveRealPath } from '../../platform/home-folder.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { countOwnLinks } from '../files/before-images.js';
import type { StoreContext } from '../layout.js';
import { isNote, resolveNotePath } from '../path-containment.js';
import type { JournalRecord, TouchedFileRecord } from './record.js';

/** Files that hold the context block if no setting names another. */
const TARGETS: ReadonlySet<string> = new Set(['CLAUDE.md', 'CLAUDE.local.md', 'AGENTS.md']);

/**
 * Returns the root in which to complete a pending operation. Anybody may have written the journal, so it throws
 * UserError for a worktree that git does not confirm, and for files that Daybook would not write there.
 */
export function checkDeed(
  store: StoreContext,
  { touched, worktree = store.root.root }: JournalRecord,
): WorkspaceRoot {
  const { port, root } = store;
  const isHere = worktree === root.root;
  if (!isHere && !isKin(port, worktree, root.root))
    throw refused(`${JSON.stringify(worktree)} is not a worktree of this repository`);
  const there = { ...root, worktree };
  for (const file of touched) {
    for (const path of [file.path, ...(file.to === undefined ? [] : [file.to])])
      if (!isOurs(store, path, isHere)) throw refused(`${JSON.stringify(path)} is not a Daybook file`);
    if (file.do === 'move') checkMoved({ ...store, root: there }, file);
  }
  return there;
}

/** Returns true if both git pointers confirm that a folder is a worktree of a root. */
function isKin(port: FileSystem, worktree: string, root: string): boolean {
  const real = resolveRealPath(port, worktree);
  return real === worktree && findWorktreeFolder(port, worktree, root) === worktree;
}

/**
 * Returns true for a path that Daybook writes: a note, the settings, a target of the context block, and in this root
 * also agent files.
 */
function isOurs({ root, target }: StoreContext, path: string, isHere: boolean): boolean {
  if (!isPlainPath(path)) return false;
  if (isNote(root, path) || path === MARKER || TARGETS.has(path) || path === target) return true;
  return isHere && isAgentFile(path);
}

/** Returns true for a relative path that stays inside and outside git's and our state folders, in any spelling. */
const isPlainPath = (path: string): boolean =>
  isInnerPath(path) && !path.startsWith('~') && !path.split('/').some(isReserved);

/** Windows and macOS resolve these spellings to the same folder. */
const isReserved = (part: string): boolean => /^(?:\.git|\.daybook|git~\d+)[. ]*$/i.test(part);

/**
 * Checks a resumed move: a file that stopped half-way has two names, and any further name is foreign. Other changes are
 * checked when they are made.
 */
function checkMoved(store: StoreContext, { path, to = path }: TouchedFileRecord): void {
  const [stat, moved] = [path, to].map((one) =>
    statAt(store.port, resolveNotePath(store.port, store.root, one)),
  );
  if (!stat || stat.nlink <= 1) return;
  const own = countOwnLinks(store, stat.ino) + (moved?.ino === stat.ino ? 2 : 1);
  if (stat.nlink > own) throw refused(`${JSON.stringify(path)} has other names (hard links)`);
}

const refused = (why: string): UserError =>
  new UserError('foreign-record', `an unfinished change was aborted: ${why}`, 'see: daybook doctor');
