/** What is looked for in git's history: texts as they stand, or a regular expression. */
export interface Wanted {
  readonly texts: readonly string[];
  /** The source of the expression; null where `texts` says it. */
  readonly pattern: string | null;
  readonly ignoreCase: boolean;
}

/** What git's history holds of it. */
export interface GitTraces {
  /** How many commits; null where that could not be found out in time. */
  readonly commits: number | null;
  /** True where a file was called so. */
  readonly isNamed: boolean;
}
