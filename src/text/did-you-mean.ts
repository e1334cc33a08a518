import Fuse from 'fuse.js';

/** How far a mistyped name may be from a known one (0 exact, 1 anything), by fuse.js. */
const THRESHOLD = 0.4;

/** The known names that a mistyped one may have meant, best first. For short lists: verbs, types, options, settings. */
export const suggestNames = (name: string, known: readonly string[]): string[] =>
  new Fuse(known, { threshold: THRESHOLD, distance: 20 }).search(name).map(({ item }) => item);
