import { UserError } from '../../errors.js';
import { listFiltered } from '../unmerged-paths.js';
import { findReason, type SyncGit } from './sync-git.js';

/** The entry of a commit at a path; mode `000000` if there is none. */
export interface TreeEntry {
  readonly mode: string;
  readonly hash: string;
}

/** A path that differs between two commits or trees. */
export interface TreeDifference {
  /** From the top of the repository. */
  readonly path: string;
  readonly before: TreeEntry;
  readonly after: TreeEntry;
}

export const isNothing = ({ mode }: TreeEntry): boolean => /^0+$/.test(mode);

/** Lists what differs between two trees, renames as removed and added. */
export function listDifferences(git: SyncGit, from: string, to: string): readonly TreeDifference[] {
  const fields = git
    .get(['diff-tree', '-r', '-z', '--raw', '--no-renames', '--full-index', from, to])
    .split('\0');
  return fields.flatMap((field, at): TreeDifference[] => {
    const [, mode = '', other = '', hash = '', otherHash = ''] =
      /^:(\d+) (\d+) (\w+) (\w+) \w/.exec(field) ?? [];
    const path = fields[at + 1];
    if (mode === '' || !path) return [];
    return [{ path, before: { mode, hash }, after: { mode: other, hash: otherHash } }];
  });
}

/** Lists the entries of an index below a folder, by path. */
export function listIndexEntries(
  git: SyncGit,
  index: string | undefined,
  paths: readonly string[],
): ReadonlyMap<string, TreeEntry> {
  const call = index === undefined ? {} : { index };
  const rows = git
    .get(['--literal-pathspecs', 'ls-files', '--stage', '-z', '--', ...paths], call)
    .split('\0');
  return new Map(
    rows.flatMap((row): [string, TreeEntry][] => {
      const [, mode = '', hash = '', path = ''] = /^(\d+) (\w+) 0\t(.+)$/s.exec(row) ?? [];
      return path === '' ? [] : [[path, { mode, hash }]];
    }),
  );
}

/** Adds entries to an index, and removes those with mode `000000`. */
export function putIndexEntries(
  git: SyncGit,
  index: string | undefined,
  entries: readonly (readonly [path: string, entry: TreeEntry])[],
): void {
  if (entries.length === 0) return;
  const input = entries
    .map(([path, { mode, hash }]) =>
      isNothing({ mode, hash }) ? `0 ${'0'.repeat(hash.length)}\t${path}\0` : `${mode} ${hash}\t${path}\0`,
    )
    .join('');
  git.get(['update-index', '-z', '--index-info'], { input, ...(index === undefined ? {} : { index }) });
}

/** Reads blobs by their hashes, as bytes. */
export function readBlobs(git: SyncGit, hashes: readonly string[]): ReadonlyMap<string, Buffer> {
  const wanted = [...new Set(hashes)];
  const blobs = new Map<string, Buffer>();
  if (wanted.length === 0) return blobs;
  const { bytes } = git.ask(['cat-file', '--batch'], { input: `${wanted.join('\n')}\n` });
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const [hash = '', type, size] = bytes.toString('utf8', at, end).split(' ');
    at = end + 1;
    if (type !== 'blob' || size === undefined) continue;
    blobs.set(hash, bytes.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return blobs;
}

/** Writes a text as a blob, and returns its hash. */
export const writeBlob = (git: SyncGit, text: string): string =>
  git.get(['hash-object', '-w', '--no-filters', '--stdin'], { input: text }).trim();

export const isAncestor = (git: SyncGit, one: string, other: string): boolean =>
  git.ask(['merge-base', '--is-ancestor', one, other]).status === 0;

/** Returns the commit that a ref names, or null. */
export function readRef(git: SyncGit, ref: string): string | null {
  const { status, out } = git.ask(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  return status === 0 ? out.trim() : null;
}

/**
 * Builds the tree of a commit with the notes of the worktree in it. Notes that git ignores, that lie in the private
 * folder, that are staged in another version, or that go through a filter are left out. No index of the user changes.
 */
export function recordNotes(git: SyncGit, head: string, content: string, privateFolder: string) {
  const index = git.copyIndex();
  const staged = listIndexEntries(git, index, [content]);
  // Git refuses to exclude by name what it ignores anyway.
  const isIgnored = git.ask(['check-ignore', '--quiet', '--no-index', '--', privateFolder]).status === 0;
  const excluded = isIgnored ? [] : [`:(exclude,literal)${privateFolder}`];
  git.get(['add', '--all', '--', `:(literal)${content}`, ...excluded], { index });
  const now = listIndexEntries(git, index, [content]);
  const ignored = new Set(
    git
      .get(['ls-files', '-c', '-i', '--exclude-standard', '-z', '--', `:(literal)${content}`], { index })
      .split('\0'),
  );
  const whole = git.copyIndex();
  git.get(['read-tree', '--reset', head], { index: whole });
  const committed = listIndexEntries(git, whole, [content]);
  const paths = [...new Set([...now.keys(), ...committed.keys()])].sort();
  const changed = paths.filter((path) => toKey(now.get(path)) !== toKey(committed.get(path)));
  const filtered =
    changed.length === 0 ? new Map<string, string>() : listFiltered({ root: git.repository.top }, changed);
  const leftOut = changed.flatMap((path) => {
    const why = explainLeftOut(path);
    return why === null ? [] : [{ path, why }];
  });
  const skipped = new Set(leftOut.map(({ path }) => path));
  const taken = changed.filter((path) => !skipped.has(path));
  putIndexEntries(
    git,
    whole,
    taken.map((path) => [path, now.get(path) ?? createNothing(head)]),
  );
  const tree = git.get(['write-tree'], { index: whole }).trim();
  return { tree, changes: listDifferences(git, head, tree), leftOut };

  function explainLeftOut(path: string): string | null {
    if (path.startsWith(`${privateFolder}/`)) return 'is private';
    if (ignored.has(path)) return 'is tracked, though git is set to ignore it: git rm --cached';
    if (filtered.has(path)) return 'goes through a filter of this repository: commit it yourself';
    const inIndex = toKey(staged.get(path));
    if (inIndex !== toKey(committed.get(path)) && inIndex !== toKey(now.get(path)))
      return 'is staged with other content: commit or unstage it';
    return null;
  }
}

const toKey = (entry: TreeEntry | undefined): string => (entry ? `${entry.mode} ${entry.hash}` : '');

/** Returns the entry of a removed path, with a null hash of the repository's length. */
export const createNothing = (like: string): TreeEntry => ({ mode: '000000', hash: '0'.repeat(like.length) });

/** Creates a commit, and returns its hash. */
export function writeCommit(
  git: SyncGit,
  tree: string,
  parents: readonly string[],
  { message, date }: { readonly message: string; readonly date: string },
): string {
  const words = ['commit-tree', tree, ...parents.flatMap((one) => ['-p', one]), '-F', '-'];
  return git.get(words, { input: message, env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } }).trim();
}

/** The entries of two commits and their base at a path that both changed; missing where there is none. */
export interface ConflictingFile {
  /** From the top of the repository. */
  readonly path: string;
  readonly base?: TreeEntry;
  readonly ours?: TreeEntry;
  readonly theirs?: TreeEntry;
}

/** A merge of two commits: its tree, and the conflicts in it. */
export interface CommitMerge {
  readonly tree: string;
  readonly conflicts: readonly ConflictingFile[];
  /** Notes that each side renamed differently: the old name, ours and theirs. */
  readonly renamed: readonly (readonly string[])[];
}

/** Merges two commits without a worktree. Notes and the target are always conflicts if both sides changed them. */
export function mergeCommits(git: SyncGit, ours: string, theirs: string): CommitMerge {
  const { status, out, err } = git.ask(['merge-tree', '--write-tree', '-z', '--messages', ours, theirs]);
  if (status !== 0 && status !== 1)
    throw new UserError(
      'git-merge',
      `git cannot merge the branch of the remote: ${findReason(err)}`,
      /unrelated histories/.test(err)
        ? 'the two histories have no common commit; join them once: git pull --no-rebase --allow-unrelated-histories; then: daybook sync'
        : 'git 2.38 or newer is needed; or pull first: git pull',
    );
  const [tree = '', ...fields] = out.split('\0');
  const files = new Map<string, ConflictingFile>();
  let at = 0;
  for (; at < fields.length; at++) {
    const [, mode = '', hash = '', stage = '', path = ''] =
      /^(\d{6}) (\w+) ([123])\t(.+)$/s.exec(fields[at] ?? '') ?? [];
    if (path === '') break;
    const side = ({ 1: 'base', 2: 'ours', 3: 'theirs' } as const)[stage as '1'];
    files.set(path, { ...(files.get(path) ?? { path }), [side]: { mode, hash } });
  }
  return { tree, conflicts: [...files.values()], renamed: listRenamed(fields.slice(at + 1)) };
}

/** Parses git's messages: a count of paths, the paths, the type of the message, and its text. */
function listRenamed(fields: readonly string[]): readonly (readonly string[])[] {
  const renamed: (readonly string[])[] = [];
  for (let at = 0; at < fields.length; ) {
    const count = Number(fields[at]);
    if (!Number.isInteger(count) || fields[at] === '') break;
    const paths = fields.slice(at + 1, at + 1 + count);
    if (fields[at + 1 + count] === 'CONFLICT (rename/rename)' && count === 3) renamed.push(paths);
    at += count + 3;
  }
  return renamed;
}

/** Writes the tree of a merge with these entries replaced; mode `000000` removes a file. */
export function writeSettledTree(
  git: SyncGit,
  tree: string,
  files: readonly (readonly [path: string, entry: TreeEntry])[],
): string {
  if (files.length === 0) return tree;
  const index = git.copyIndex();
  git.get(['read-tree', '--reset', tree], { index });
  putIndexEntries(git, index, files);
  return git.get(['write-tree'], { index }).trim();
}
