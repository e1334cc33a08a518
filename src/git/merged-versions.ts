import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { runGit } from './git.js';

/** Returns the text of a file in a commit, or for `''` in the index; null if it has none. */
export const readCommittedText = (root: string, path: string, rev = 'HEAD'): string | null =>
  runGit(root, ['show', `${rev}:./${path}`]);

/** Older merges are not repaired: notes have changed since. */
const MOST_MERGES = 20;

/** Reads the notes that both sides changed in the last merge commits, newest first: what an older one left may already be repaired in its parents. */
export function readMergedVersions({ root, content }: WorkspaceRoot, target: string) {
  const below = ['--', content, ...(target === 'none' ? [] : [target])];
  const ask = (...words: string[]) => runGit(root, words) ?? '';
  const names = (from: string, to: string) =>
    ask(
      'diff',
      '--name-only',
      '-z',
      '--no-renames',
      '--relative',
      '--diff-filter=AM',
      from,
      to,
      ...below,
    ).split('\0');
  const merges = ask(
    'rev-list',
    '--merges',
    '--parents',
    `--max-count=${MOST_MERGES}`,
    'HEAD',
    ...below,
  ).split('\n');
  return merges.flatMap((line) => {
    const [merge, ours, theirs, more] = line.split(' ');
    if (!merge || !ours || !theirs || more) return [];
    const bases = ask('merge-base', '--all', ours, theirs).split('\n').filter(Boolean);
    const [start = ''] = ask('merge-base', '--octopus', ...bases).split('\n');
    if (start === '') return [];
    const mine = new Set(names(start, ours));
    const both = names(start, theirs).filter((path) => path.endsWith('.md') && mine.has(path));
    const read = (commit: string, path: string) => readCommittedText(root, path, commit);
    return both.flatMap((path) => {
      const [left, right, merged] = [read(ours, path), read(theirs, path), read(merge, path)];
      if (left === null || right === null || merged === null) return [];
      const [first = '', ...others] = bases.map((base) => read(base, path) ?? '');
      const versions = {
        bases: [first, ...others],
        root: others.length === 0 ? first : (read(start, path) ?? ''),
      };
      return [{ commit: merge.slice(0, 9), path, ...versions, ours: left, theirs: right, merged }];
    });
  });
}
