/** What became of a file since some moment. */
export interface Fate {
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
