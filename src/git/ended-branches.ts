import { join } from 'node:path';
import { decode } from '../platform/encoding.js';
import { listFolder, readFile, statAt } from '../platform/file-io.js';
import { type FileSystem, nodeFileSystem } from '../platform/file-system.js';
import { catchErrors } from '../platform/system-errors.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { runGit } from './git.js';
import { findRepository, type Repository } from './git-folder.js';
import { readLocalSettings } from './local-settings.js';
import { readCurrentBranch } from './worktree.js';

/** A branch that ended, and how. */
interface EndedBranch {
  readonly branch: string;
  readonly end: 'merged' | 'gone' | 'deleted';
  readonly wasHere: boolean;
}

/** The commits of the branches here and at remotes, by their full names. */
type Refs = ReadonlyMap<string, string>;

/**
 * Returns the branches that ended, and how: merged into the default branch, deleted at the remote, or deleted here.
 * Branches that are checked out in a worktree are skipped. `wasHere` is false for a missing branch without a trace in git's logs.
 */
export function listEndedBranches(
  port: FileSystem,
  { worktree, root }: WorkspaceRoot,
  names: readonly string[],
): readonly EndedBranch[] {
  const repository = names.length === 0 ? null : findRepository(worktree);
  if (!repository) return [];
  const refs = readRefs(worktree);
  const main = findDefaultBranch(worktree, refs);
  const open = [main, readCurrentBranch(port, worktree), readCurrentBranch(port, root)];
  const settings = readLocalSettings(worktree);
  return names.flatMap((branch): EndedBranch[] => {
    if (open.includes(branch)) return [];
    const remotes = [...refs.keys()].filter(
      (ref) => ref.startsWith('refs/remotes/') && ref.endsWith(`/${branch}`),
    );
    const own = refs.get(`refs/heads/${branch}`);
    const tip = own ?? refs.get(remotes[0] ?? '');
    if (tip === undefined) return [{ branch, end: 'deleted', wasHere: wasHere(port, repository, branch) }];
    const hasWork = own === undefined || hasOwnCommits(port, repository, branch);
    if (main !== null && hasWork && isMerged(worktree, tip, refs, main))
      return [{ branch, end: 'merged', wasHere: true }];
    const upstream = settings.get(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, '');
    const remote = settings.get(`branch.${branch}.remote`);
    const isGone = upstream !== undefined && !refs.has(`refs/remotes/${remote}/${upstream}`);
    return isGone ? [{ branch, end: 'gone', wasHere: true }] : [];
  });
}

function readRefs(top: string): Refs {
  const rows = runGit(top, [
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    'refs/heads',
    'refs/remotes',
  ]);
  return new Map(
    (rows ?? '').split('\n').flatMap((row): [string, string][] => {
      const at = row.indexOf(' ');
      return at < 0 ? [] : [[row.slice(at + 1), row.slice(0, at)]];
    }),
  );
}

/** Returns the branch that others are merged into: the remote's default, else `main` or `master`. */
function findDefaultBranch(top: string, refs: Refs): string | null {
  const head = runGit(top, ['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD'])?.trim();
  const named = head?.replace(/^refs\/remotes\/origin\//, '');
  return named ?? ['main', 'master'].find((name) => refs.has(`refs/heads/${name}`)) ?? null;
}

/** Returns the branches that the current one is compared with, best first: its upstream, then the default branch. */
export function listComparedBranches(port: FileSystem, top: string): readonly string[] {
  const refs = readRefs(top);
  const settings = readLocalSettings(top);
  const branch = readCurrentBranch(port, top);
  const remote = settings.get(`branch.${branch}.remote`);
  const upstream = settings.get(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, '');
  const main = findDefaultBranch(top, refs);
  const names = [
    ...(remote === undefined || upstream === undefined
      ? []
      : [remote === '.' ? `refs/heads/${upstream}` : `refs/remotes/${remote}/${upstream}`]),
    ...(main === null ? ['main', 'master'] : [main]).map((name) => `refs/remotes/origin/${name}`),
    `refs/heads/${main}`,
  ];
  return names.filter((ref) => refs.has(ref));
}

const isMerged = (top: string, tip: string, refs: Refs, main: string): boolean =>
  [`refs/heads/${main}`, `refs/remotes/origin/${main}`].some((ref) => {
    const base = refs.get(ref);
    return base !== undefined && runGit(top, ['merge-base', '--is-ancestor', tip, base]) !== null;
  });

/** False for a branch that was created here and has no commit of its own yet: it is not merged, only new. */
function hasOwnCommits(port: FileSystem, { common }: Repository, branch: string): boolean {
  const moves = readLog(port, join(common, 'logs', 'refs', 'heads', ...branch.split('/')));
  return moves.length !== 1 || /branch: Created from (?:refs\/)?remotes\//.test(moves[0] ?? '');
}

/** True if a worktree of this repository had the branch checked out once, by the reflogs. */
function wasHere(port: FileSystem, { own, common }: Repository, branch: string): boolean {
  const others = listFolder(port, join(common, 'worktrees'));
  const folders = [common, own, ...others.map(({ name }) => join(common, 'worktrees', name))];
  return folders.some((folder) =>
    readLog(port, join(folder, 'logs', 'HEAD')).some(
      (line) => line.includes(`moving from ${branch} to `) || line.endsWith(` to ${branch}`),
    ),
  );
}

/** Larger reflogs are not read. In bytes. */
const LARGEST_LOG = 8 * 1024 * 1024;

function readLog(port: FileSystem, path: string): readonly string[] {
  const read = catchErrors(['ENOENT', 'ENOTDIR'], null, () => readFile(port, path, LARGEST_LOG));
  const text = read === null ? '' : (decode(read.bytes)?.text ?? '');
  return text.split('\n').filter((line) => line !== '');
}

/**
 * Returns the notes that were changed in the content folder of a linked worktree, uncommitted or only on its branch.
 * They are not read while the store is in the main worktree. Starts git only in such a worktree.
 */
export function listUnreadNotes({ root, worktree, content }: WorkspaceRoot): readonly string[] {
  if (root === worktree || !statAt(nodeFileSystem, join(worktree, content))) return [];
  const main = readCurrentBranch(nodeFileSystem, root);
  const list = (words: readonly string[]) => (runGit(worktree, [...words, '--', content]) ?? '').split('\0');
  const paths = [
    ...list(['diff', '--name-only', '-z', '--relative', 'HEAD']),
    ...list(['ls-files', '-z', '--others', '--exclude-standard']),
    ...(main === null ? [] : list(['diff', '--name-only', '-z', '--relative', `refs/heads/${main}...HEAD`])),
  ];
  return [...new Set(paths)].filter((path) => path.endsWith('.md')).sort();
}
