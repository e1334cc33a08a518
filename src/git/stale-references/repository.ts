import type { Reference, ReferenceStatus, StatusKind } from '../../notes/reference-status.js';
import type { FileSystem } from '../../platform/file-system.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { type Asking, gitSays } from '../git.js';

/** Where is looked for what became of things, and how git is asked there. */
export interface RepositoryView {
  readonly port: FileSystem;
  readonly root: WorkspaceRoot;
  /** What git prints; null where it fails or has no time left. */
  readonly git: (words: readonly string[], asking?: Asking) => string | null;
  /** Pathspecs of all but notes and the context block: they name what they tell of. */
  readonly sources: readonly string[];
  /** The same for one path. */
  readonly isSource: (path: string) => boolean;
  /** False as soon as git failed, or had no time left: then what is unknown may be known another time. */
  readonly isSure: () => boolean;
}

/** A site whose questions to git take so many ms together at most. `target` is the file with the context block. */
export function openRepositoryView(
  port: FileSystem,
  root: WorkspaceRoot,
  target: string,
  patienceMs: number,
): RepositoryView {
  const end = Date.now() + patienceMs;
  let sure = true;
  const notes = root.worktree === root.root ? [root.content] : [];
  return {
    port,
    root,
    git(words, asking) {
      const left = end - Date.now();
      const said = left > 0 ? gitSays(root.worktree, words, { ...asking, patienceMs: left }) : null;
      sure &&= said !== null;
      return said;
    },
    sources: ['.', ...[...notes, target].map((path) => `:(exclude,top)${path}`)],
    isSource: (path) => path !== target && !notes.some((folder) => path.startsWith(`${folder}/`)),
    isSure: () => sure,
  };
}

export const UNCHANGED: ReferenceStatus = { fate: 'there', to: null, at: null, commit: null };
export const UNKNOWN: ReferenceStatus = { fate: 'unknown', to: null, at: null, commit: null };

/** A commit as a log tells it; `at` in ms. */
export interface LogCommit {
  readonly id: string;
  readonly at: number;
}

/** What came to something by a commit, or without one yet. */
export const ended = (fate: StatusKind, by: LogCommit | null, to: string | null = null): ReferenceStatus => ({
  fate,
  to,
  at: by?.at ?? null,
  commit: by?.id ?? null,
});

/** True where a commit is not older than a claim; both are told to the second. What has no commit yet is newest. */
export const isAfter = (by: LogCommit | null, { since }: Reference): boolean =>
  by === null || since === null || by.at >= Math.floor(since / 1000) * 1000;

/** The option of git by which a log goes back as far as the oldest claim needs; none where one has no time. */
export function sinceOldest(claims: readonly Reference[]): readonly string[] {
  const times = claims.map(({ since }) => since);
  if (times.includes(null)) return [];
  return [`--since=${new Date(Math.min(...(times as number[])) - 1000).toISOString()}`];
}
