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

/** `dropped`: a commit that is no longer on any branch. */
export type StatusKind = 'deleted' | 'renamed' | 'changed' | 'reverted' | 'dropped';
