/** The author of an entry's text, from the most trusted to the least. */
export const ORIGINS = ['user', 'agent', 'teammate', 'import'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Returns true if the first origin is at least as trusted as the second: its text may replace the other's. */
export const isAtLeast = (one: Origin, other: Origin): boolean =>
  ORIGINS.indexOf(one) <= ORIGINS.indexOf(other);

/** Returns the least trusted of several origins; `user` for none. */
export const findLowestOrigin = (origins: readonly Origin[]): Origin =>
  ORIGINS[Math.max(0, ...origins.map((one) => ORIGINS.indexOf(one)))] ?? 'import';

/** The author of a commit, as stated in the commit. */
export interface Author {
  readonly name: string;
  readonly email: string;
  /** The short commit hash. */
  readonly commit: string;
  /** True where the address is the user's own (`user.email`). */
  readonly isUser: boolean;
}

/** Commands that bring in text from files of other programs. */
export const IMPORTING: ReadonlySet<string> = new Set(['import', 'ingest', 'sessions']);
