import type { CodeReference } from './entries/references.js';

/** The status of a file since some moment. */
export interface FileStatus {
  /** The path as it was mentioned. */
  readonly path: string;
  readonly fate: 'untouched' | 'modified' | 'missing' | 'renamed';
  /** When it was last modified, in ms; null if it is gone. */
  readonly modified: number | null;
  /** Its new path; null unless it was renamed. */
  readonly to: string | null;
}

/** A file changed since HEAD. */
export interface TreeChange {
  readonly path: string;
  /** Line counts; 0 for a binary file. */
  readonly added: number;
  readonly deleted: number;
  readonly isNew: boolean;
}

/** A code reference and when it was written (ms since 1970 UTC); `since` is null if unknown. */
export interface Reference extends CodeReference {
  readonly since: number | null;
}

/** The status of a code reference since it was written. */
export interface ReferenceStatus {
  /** `there`: unchanged. `unknown`: no information. All other values come from git. */
  readonly fate: 'there' | 'unknown' | StatusKind;
  /** Its new name, if it was renamed. */
  readonly to: string | null;
  /** When it happened, in ms; null if it is not committed yet, or did not happen at one moment. */
  readonly at: number | null;
  /** The full hash of the commit that did it. */
  readonly commit: string | null;
}

/** `dropped`: a commit that is no longer on any branch. `absent`: it is not here, and no commit since had it. */
export type StatusKind = 'deleted' | 'renamed' | 'changed' | 'reverted' | 'dropped' | 'absent';

/** A commit that changed a file or folder. */
export interface PathCommit {
  /** The full hash. */
  readonly hash: string;
  /** ISO 8601 with the committer's own offset. */
  readonly at: string;
  readonly author: string;
  readonly subject: string;
}

/** The names that a file or folder had, and the commits that changed it. */
export interface PathHistory {
  /** Its present name, or its last one. */
  readonly path: string;
  /** False where it is not in the worktree. */
  readonly isPresent: boolean;
  /** All its names, the present one first. */
  readonly names: readonly string[];
  /** Earlier names of files that came into this folder one by one; empty for a file. */
  readonly cameFrom: readonly string[];
  /** True where no other tracked file has its base name, so that the base name alone means it. */
  readonly isOnlyOfName: boolean;
  /** Of a folder: the base names of files in it that no other tracked file has. */
  readonly filesInside: readonly string[];
  /** Names that another file had before `from`, or has since `until` (ISO 8601). */
  readonly reused: readonly {
    readonly name: string;
    readonly from: string | null;
    readonly until: string | null;
  }[];
  /** Newest first; empty without git. */
  readonly commits: readonly PathCommit[];
  /** The paths that a short name may mean, where there are several. */
  readonly others: readonly string[];
}
