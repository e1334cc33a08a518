import { addDays } from '../dates/local-time.js';
import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import type { Commit } from '../transcripts/activity-event.js';
import { askGit, isInRepository } from './git.js';

/** Limit of commits per day; more are an imported history. */
const MOST_COMMITS = 500;

/**
 * Returns the commits of these days on all branches, by author date, oldest first; none without git. Rebased or
 * cherry-picked copies count once. Stashes do not count.
 */
export function listCommits(
  port: FileSystem,
  root: WorkspaceRoot,
  dates: readonly string[],
): readonly Commit[] {
  const [first] = dates.toSorted();
  if (first === undefined || !isInRepository(port, root.worktree)) return [];
  const wanted = new Set(dates);
  // A commit may be recommitted later than its author date, but hardly earlier, and `--since` uses the commit date.
  const since = `--since=${addDays(first, -2)}T00:00:00Z`;
  const found = askGit(root, ['log', '--exclude=refs/stash', '--all', '--source', '-z', since, HEADS])
    .flatMap((line) => headOf(line) ?? [])
    .filter(({ at }) => wanted.has(at.slice(0, 10)));
  if (found.length === 0) return [];
  const here = new Set(askGit(root, ['log', '-z', since, '--format=%H', 'HEAD']));
  const own = [...found.filter(({ hash }) => here.has(hash)), ...found.filter(({ hash }) => !here.has(hash))];
  const once = [...new Map(own.toReversed().map((one) => [keyOf(one), one])).values()]
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || (a.hash < b.hash ? -1 : 1))
    .slice(-MOST_COMMITS * wanted.size);
  const changed = changesOf(
    root,
    once.map(({ hash }) => hash),
  );
  return once.map(({ ref, ...head }) => ({
    ...head,
    branch: here.has(head.hash) ? null : ref.replace(/^refs\/(?:heads|remotes|tags)\//, ''),
    ...(changed.get(head.hash) ?? { files: [], added: 0, deleted: 0 }),
  }));
}

const HEADS = '--format=%x01%H%x02%aI%x02%an%x02%S%x02%D%x02%s';

function headOf(line: string) {
  if (!line.startsWith('\x01')) return null;
  const [hash = '', at = '', author = '', ref = '', names = '', subject = ''] = line.slice(1).split('\x02');
  const tags = [...names.matchAll(/(?:^|, )tag: ([^,]+)/g)].map(([, tag = '']) => tag);
  return { hash, at, author, ref, tags, subject };
}

/** Returns a key shared by a commit and its copies: author, time and subject. */
const keyOf = ({ at, author, subject }: { at: string; author: string; subject: string }): string =>
  [at, author, subject].join('\n');

/** Returns the files that commits changed, by hash; a merge has none of its own. */
function changesOf(root: WorkspaceRoot, hashes: readonly string[]) {
  const changes = new Map<string, { files: string[]; added: number; deleted: number }>();
  let own: { files: string[]; added: number; deleted: number } | undefined;
  const words = ['log', '-z', '--numstat', '--no-renames', '--no-walk=unsorted', '--format=%x01%H'];
  for (const line of askGit(root, [...words, ...hashes])) {
    if (line.startsWith('\x01')) {
      own = { files: [], added: 0, deleted: 0 };
      changes.set(line.slice(1).trim(), own);
      continue;
    }
    const [, added = '', deleted = '', path = ''] = /^\s*(\d+|-)\t(\d+|-)\t(.+)$/s.exec(line) ?? [];
    if (!own || path === '') continue;
    own.files.push(path);
    own.added += Number(added) || 0;
    own.deleted += Number(deleted) || 0;
  }
  return changes;
}
