import type { CodeReference } from './entries/references.js';

/** What became of a file since some moment. */
export interface FileStatus {
  /** As it was named. */
  readonly path: string;
  readonly fate: 'untouched' | 'modified' | 'missing' | 'renamed';
  /** When it was last modified, in ms; null where it is gone. */
  readonly modified: number | null;
  /** What it is called now; null unless it was renamed. */
  readonly to: string | null;
}

/** A file that git sees changed since HEAD. */
export interface TreeChange {
  readonly path: string;
  /** Lines; 0 for a binary file. */
  readonly added: number;
  readonly deleted: number;
  readonly isNew: boolean;
}

/** Something that was named, and when (ms since 1970 UTC); `since` is null where nobody knows. */
export interface Reference extends CodeReference {
  readonly since: number | null;
}

/** What became of something since it was named. */
export interface ReferenceStatus {
  /** `there`: as it was. `unknown`: nothing here tells. All else is told by git. */
  readonly fate: 'there' | 'unknown' | StatusKind;
  /** What it is called now, where it was renamed. */
  readonly to: string | null;
  /** When it happened, in ms; null where it is not committed yet, or did not happen at one moment. */
  readonly at: number | null;
  /** The commit that did it, in full. */
  readonly commit: string | null;
}

/** `dropped`: a commit that no branch holds any more. */
export type StatusKind = 'deleted' | 'renamed' | 'changed' | 'reverted' | 'dropped';
