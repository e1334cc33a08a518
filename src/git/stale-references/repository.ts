import type { Reference, ReferenceStatus, StatusKind } from '../../notes/reference-status.js';
import type { FileSystem } from '../../platform/file-system.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { type Asking, runGit } from '../git.js';

/** Creates a view of a repository to check references in, whose git calls share one time limit in ms. `target` is the file with the context block. */
export function openRepositoryView(
  port: FileSystem,
  root: WorkspaceRoot,
  target: string,
  patienceMs: number,
) {
  const end = Date.now() + patienceMs;
  let sure = true;
  const notes = root.worktree === root.root ? [root.content] : [];
  return {
    port,
    root,
    /** Runs git; returns null if it fails or no time is left. */
    git(words: readonly string[], asking?: Asking): string | null {
      const left = end - Date.now();
      const text = left > 0 ? runGit(root.worktree, words, { ...asking, patienceMs: left }) : null;
      sure &&= text !== null;
      return text;
    },
    /** Pathspecs of all files but notes and the context block, which would match their own mentions. */
    sources: ['.', ...[...notes, target].map((path) => `:(exclude,top)${path}`)],
    /** The same test for one path. */
    isSource: (path: string) => path !== target && !notes.some((folder) => path.startsWith(`${folder}/`)),
    /** Returns false once git failed or timed out: unknown references may then be known another time. */
    isSure: () => sure,
  };
}

export type RepositoryView = ReturnType<typeof openRepositoryView>;

export const UNCHANGED: ReferenceStatus = { fate: 'there', to: null, at: null, commit: null };
export const UNKNOWN: ReferenceStatus = { fate: 'unknown', to: null, at: null, commit: null };

/** Something that this repository does not have. */
export const ABSENT: ReferenceStatus = { fate: 'absent', to: null, at: null, commit: null };

/** Returns false for a clone with a part of the history only: what it lacks may exist elsewhere. */
export const isWholeRepository = ({ git, isSure }: RepositoryView): boolean =>
  git(['rev-parse', '--is-shallow-repository'])?.trim() === 'false' && isSure();

/** A commit from a log; `at` in ms. */
export interface LogCommit {
  readonly id: string;
  readonly at: number;
}

/** Creates the status of something that a commit ended, or that is not committed yet. */
export const createEndedStatus = (
  fate: StatusKind,
  by: LogCommit | null,
  to: string | null = null,
): ReferenceStatus => ({
  fate,
  to,
  at: by?.at ?? null,
  commit: by?.id ?? null,
});

/**
 * Returns true if a commit is not older than a reference; both have a precision of a second. Uncommitted changes are
 * newest.
 */
export const isAfter = (by: LogCommit | null, { since }: Reference): boolean =>
  by === null || since === null || by.at >= Math.floor(since / 1000) * 1000;

/** Returns the git option that limits a log to the oldest reference; none if one has no time. */
export function formatSinceOption(claims: readonly Reference[]): readonly string[] {
  const times = claims.map(({ since }) => since);
  if (times.includes(null)) return [];
  return [`--since=${new Date(Math.min(...(times as number[])) - 1000).toISOString()}`];
}

/** One path as one commit changed it; `commit` is null for an uncommitted change. */
export interface PathChange {
  readonly commit: LogCommit | null;
  /** The status letter of git: `D`, `M`, `R100`; one letter for each parent of a merge. */
  readonly status: string;
  readonly path: string;
  readonly to: string | null;
}

/** The log format that `parseNameStatus` and `parseLogCommit` read. */
export const LOG_FORMAT = '--format=%x01%H %ct';

/** Parses the commit in a line of a log, or returns null. */
export function parseLogCommit(line: string): LogCommit | null {
  const [, id = '', seconds = ''] = /^\x01([0-9a-f]{40,64}) (\d+)$/.exec(line) ?? [];
  return id === '' ? null : { id, at: Number(seconds) * 1000 };
}

/** Parses `--name-status -z` of a log or a diff. */
export function parseNameStatus(text: string | null): readonly PathChange[] {
  const fields = (text ?? '').split('\0').map((field) => field.replace(/^\n/, ''));
  const found: PathChange[] = [];
  let commit: LogCommit | null = null;
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? '';
    const parsedCommit = parseLogCommit(field);
    if (parsedCommit) commit = parsedCommit;
    else if (/^R\d+$/.test(field)) {
      found.push({ commit, status: field, path: fields[at + 1] ?? '', to: fields[at + 2] ?? null });
      at += 2;
    } else if (/^[ACDMTUX]+$/.test(field)) {
      found.push({ commit, status: field, path: fields[at + 1] ?? '', to: null });
      at += 1;
    }
  }
  return found;
}
