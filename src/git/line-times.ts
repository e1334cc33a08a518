import { join } from 'node:path';
import { isPresent } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { askGit, isInRepository, runGit } from './git.js';

/** Finds when a line of a note was committed, in ms since 1970; null if it is not, or if git does not answer in time. */
export type FindLineTime = (path: string, line: string) => number | null;

/** Creates a function that finds the times of lines with `git blame`, which runs at most once per note. */
export function createFindLineTime(port: FileSystem, root: WorkspaceRoot): FindLineTime {
  const known = new Map<string, ReadonlyMap<string, number>>();
  let isRepository: boolean | undefined;
  return (path, line) => {
    isRepository ??= isInRepository(port, root.root);
    if (!isRepository || path.startsWith('~/')) return null;
    let times = known.get(path);
    if (!times) {
      const words = [...PLAINLY, 'blame', '--porcelain', 'HEAD', '--', path];
      times = parseTimes(runGit(root.root, words, { patienceMs: PATIENCE_MS }) ?? '');
      known.set(path, times);
    }
    return times.get(trimBreak(line)) ?? null;
  };
}

/** Parses the porcelain of git blame into the newest author time of each line. */
function parseTimes(blame: string): ReadonlyMap<string, number> {
  const commits = new Map<string, number>();
  const lines = new Map<string, number>();
  let hash = '';
  for (const row of blame.split('\n')) {
    const [, start] = /^([0-9a-f]{40,64}) \d+ \d+/.exec(row) ?? [];
    const [, seconds] = /^author-time (\d{1,12})$/.exec(row) ?? [];
    if (start !== undefined) hash = start;
    else if (seconds !== undefined) commits.set(hash, Number(seconds) * 1000);
    else if (row.startsWith('\t')) {
      const line = trimBreak(row.slice(1));
      lines.set(line, Math.max(lines.get(line) ?? 0, commits.get(hash) ?? 0));
    }
  }
  return lines;
}

/** Finds the commit that wrote a line of a file as it is now; null if there is no such line. A file that git does not track has no commit. */
export function findLineCommit(port: FileSystem, root: WorkspaceRoot, path: string, line: number) {
  const top = root.worktree;
  const blame = runGit(top, [...PLAINLY, 'blame', '--porcelain', '-L', `${line},${line}`, '--', path]);
  if (blame === null) {
    const isTracked = askGit(root, ['ls-files', '-z', '--', path]).length > 0;
    const isThere = !isTracked && isPresent(port, join(top, path));
    return isThere ? { text: null, commit: null, paths: [path], since: null } : null;
  }
  const read = (key: string) => new RegExp(`^${key} (.*)$`, 'm').exec(blame)?.[1] ?? '';
  const prefix = (runGit(top, ['rev-parse', '--show-prefix']) ?? '').trim();
  const trimPrefix = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  const [, before = '', name = ''] = /^(\w+) (.+)$/.exec(read('previous')) ?? [];
  const [was, earlier] = [trimPrefix(read('filename')), trimPrefix(name)];
  const since =
    before === ''
      ? ''
      : runGit(top, [...PLAINLY, 'log', '--no-show-signature', '-1', '--format=%at', before, '--', earlier]);
  const hash = /^\w+/.exec(blame)?.[0] ?? '';
  const ms = (key: string) => Number(read(key)) * 1000;
  return {
    text: /^\t(.*)$/m.exec(blame)?.[1] ?? '',
    commit: /^0+$/.test(hash)
      ? null
      : {
          hash: hash.slice(0, SHORT_HASH),
          author: read('author'),
          subject: read('summary'),
          at: ms('author-time'),
          committed: ms('committer-time'),
        },
    paths: [...new Set([was, ...(earlier === '' ? [] : [earlier])])],
    since: since?.trim() ? Number(since) * 1000 : null,
  };
}

/** As long as git prints them in small repositories. */
const SHORT_HASH = 7;

const trimBreak = (line: string): string => line.replace(/\r$/, '');

/** The time limit of git for one note. */
const PATIENCE_MS = 500;
const PLAINLY = ['--no-replace-objects', '--literal-pathspecs', '-c', 'blame.ignoreRevsFile='];
