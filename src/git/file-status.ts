import { isAbsolute, join } from 'node:path';
import type { FileStatus } from '../notes/reference-status.js';
import { isPresent, statAt } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { askGit, runGit } from './git.js';
import { parseNameStatus } from './stale-references/repository.js';

/**
 * Returns the status of files since a moment (MindSave §/load --verify). The modification time alone is not enough,
 * since a checkout changes it: a file that git knows unchanged since before that moment is unchanged. A missing file
 * was renamed if git says so, or if a new file has the same text.
 */
export function findFileStatuses(
  port: FileSystem,
  root: WorkspaceRoot,
  paths: readonly string[],
  since: number,
): readonly FileStatus[] {
  const git = lazily(() => historyOf(root, since));
  return paths.map((path): FileStatus => {
    const stat = statAt(port, isAbsolute(path) ? path : join(root.worktree, path));
    if (!stat) return goneTo(path, git(), (to) => isPresent(port, join(root.worktree, to)));
    const isLater = stat.mtimeMs > since;
    const changed = isLater && (git() === null || git()?.changed(path) === true);
    return { path, fate: changed ? 'modified' : 'untouched', modified: stat.mtimeMs, to: null };
  });
}

/** Returns the paths below the root that git tracks. */
export const listTracked = ({ root }: WorkspaceRoot, paths: readonly string[]): readonly string[] =>
  (runGit(root, ['--literal-pathspecs', 'ls-files', '-z', '--', ...paths]) ?? '').split('\0').filter(Boolean);

/** What git knows about the time since a moment; null without a repository. */
interface History {
  readonly changed: (path: string) => boolean;
  readonly renamed: (path: string) => string | null;
}

function goneTo(path: string, git: History | null, isThere: (path: string) => boolean): FileStatus {
  const to = git?.renamed(path) ?? null;
  if (to !== null && isThere(to)) return { path, fate: 'renamed', modified: null, to };
  return { path, fate: 'missing', modified: null, to: null };
}

function historyOf(root: WorkspaceRoot, since: number): History | null {
  if (askGit(root, ['rev-parse', '--is-inside-work-tree']).length === 0) return null;
  const dirty = new Set([
    ...askGit(root, ['diff', '--name-only', '-z', '--relative', 'HEAD', '--', '.']),
    ...askGit(root, ['ls-files', '-z', '--others']),
  ]);
  const after = `--since=${new Date(since).toISOString()}`;
  const committed = new Set(
    askGit(root, ['log', after, '--name-only', '-z', '--relative', '--format=', '--', '.']),
  );
  const how = ['-M', '-z', '--relative', '--diff-filter=R', '--name-status'];
  const fields = [
    ...askGit(root, ['log', after, '--reverse', ...how, '--format=']),
    ...askGit(root, ['diff', ...how, 'HEAD']),
  ];
  const renames = new Map(
    parseNameStatus(fields.join('\0')).flatMap(({ path, to }) => (to ? [[path, to] as const] : [])),
  );
  return {
    changed: (path) => dirty.has(path) || committed.has(path),
    renamed: (path) => followed(path, renames) ?? findRenamedCopy(root, path),
  };
}

/** Follows a file through repeated renames. */
function followed(path: string, renames: ReadonlyMap<string, string>): string | null {
  const seen = new Set([path]);
  let now = renames.get(path);
  while (now !== undefined && !seen.has(now)) {
    seen.add(now);
    const next = renames.get(now);
    if (next === undefined) return now;
    now = next;
  }
  return null;
}

/** Finds an untracked file with the text of the missing one. */
export function findRenamedCopy(root: WorkspaceRoot, path: string): string | null {
  const [blob] = askGit(root, ['rev-parse', '--verify', '--quiet', `HEAD:./${path}`]);
  const fresh =
    blob === undefined
      ? []
      : askGit(root, ['ls-files', '-z', '--others', '--exclude-standard']).slice(0, MOST_FRESH);
  if (fresh.length === 0) return null;
  const hashes = askGit(root, ['hash-object', '--', ...fresh])[0]?.split('\n') ?? [];
  const at = hashes.indexOf(blob?.trim() ?? '');
  return fresh[at] ?? null;
}

/** Limit of untracked files to compare; a larger number is build output. */
const MOST_FRESH = 500;

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
