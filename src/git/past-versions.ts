import { nodeFileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { isInRepository, runGit } from './git.js';

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

/** Reads the commits before a moment (ms) of a folder below `root`; null without git, or if there are none. */
export function readPastTexts(root: string, folder: string, at: number) {
  if (!isInRepository(nodeFileSystem, root)) return null;
  const until = `--before=${new Date(at).toISOString()}`;
  const below = ['--', folder || '.'];
  const commit = runGit(root, [...PLAINLY, 'rev-list', '-1', until, 'HEAD'])?.trim();
  if (!commit) return null;
  const names = [...PLAINLY, 'log', '--format=%x01%ct', '--name-only', '-z', '--no-renames', '--relative'];
  const times = new Map<string, number>();
  let time = 0;
  for (const part of (runGit(root, [...names, until, 'HEAD', ...below]) ?? '').split('\0')) {
    const path = part.replace(/^\n/, '');
    if (path.startsWith('\u0001')) time = Number.parseInt(path.slice(1), 10) * 1000;
    else if (path !== '' && !times.has(path)) times.set(path, time);
  }
  return {
    /** The last commit of each path until then, in ms since 1970; a removal counts. */
    times: times as ReadonlyMap<string, number>,
    /** Returns the text of a file in the last commit until then; null if it had none. */
    text: (path: string) => runGit(root, [...PLAINLY, 'show', `${commit}:./${path}`]),
  };
}

const PLAINLY = ['--no-replace-objects', '--literal-pathspecs'];
