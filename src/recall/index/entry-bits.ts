/*
 * What an index keeps of each entry in one byte, and of how often a word stands in it. The kernel of the ranking, which
 * is AssemblyScript, reads them too.
 */

/** The bit beside an entry's length that says that it asks. */
export const ASKS = 128;
/** How often a word stands in an entry is kept up to here; beyond, BM25 hardly moves. */
export const MOST_TIMES = 7;
/** A length in seven bits is exact up to so many words, then in so many steps for each doubling. */
export const EXACT = 64;
export const STEPS = 8;
