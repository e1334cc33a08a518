/** What to look for in git's history: literal texts, or a regular expression. */
export interface Wanted {
  readonly texts: readonly string[];
  /** The source of the regular expression; null if `texts` is used. */
  readonly pattern: string | null;
  readonly ignoreCase: boolean;
}

/** Matches in git's history. */
export interface GitTraces {
  /** The number of commits; null if the search ran out of time. */
  readonly commits: number | null;
  /** True if a file name matches. */
  readonly isNamed: boolean;
}
