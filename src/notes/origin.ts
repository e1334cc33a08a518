/** Whose words an entry is made of, from the highest to the lowest. */
export const ORIGINS = ['user', 'agent', 'teammate', 'import'] as const;
export type Origin = (typeof ORIGINS)[number];

/** True where the first origin is as high as the second, or higher: its words may take the place of the other's. */
export const isAtLeast = (one: Origin, other: Origin): boolean =>
  ORIGINS.indexOf(one) <= ORIGINS.indexOf(other);

/** The lowest of several origins; `user` for none. */
export const lowestOf = (origins: readonly Origin[]): Origin =>
  ORIGINS[Math.max(0, ...origins.map((one) => ORIGINS.indexOf(one)))] ?? 'import';

/** Who committed a line, by the words of the commit. */
export interface Author {
  readonly name: string;
  readonly email: string;
  /** The commit, in short. */
  readonly commit: string;
  /** True where the address is the user's own (`user.email`). */
  readonly isUser: boolean;
}

/** Commands whose words come from the files of other programs. */
export const IMPORTING: ReadonlySet<string> = new Set(['import', 'ingest', 'sessions']);
