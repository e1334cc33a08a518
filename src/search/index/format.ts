/* How an index encodes the length of an entry, and how often a word stands in it, in one byte. */

/** The bit beside an entry's length that says that it asks. */
export const ASKS = 128;
/** How often a word stands in an entry is kept up to here; beyond, BM25 hardly moves. */
export const MOST_TIMES = 7;
/** A length in seven bits is exact up to so many words, then in so many steps for each doubling. */
const EXACT = 64;
const STEPS = 8;

/**
 * Parts of an index file, in order. A format of our own, because of what was measured on 100,000 entries, cold:
 * lists that are read one by one beat SQLite (no native build is wanted either), and an index that must be loaded
 * whole as JSON, by V8 or as MessagePack takes ten to twenty times as long.
 */
export const PART = {
  /** Types, kinds and what is counted over all, as JSON; paths, one a line; four words for each note. */
  head: 0,
  paths: 1,
  files: 2,
  /** By entry: the class of its length, and whether it asks. Every question reads it whole. */
  lengths: 3,
  /** By entry: the hash of its id. */
  ids: 4,
  /** By entry, three bytes: lines from the entry before, its own lines, its type. Read for what is shown. */
  rows: 5,
  /** By section: its first entry, and how many words it has. */
  sections: 6,
  sectionWords: 7,
  /** Where each bucket of terms begins; the buckets; what the words stand in, where that is long. */
  buckets: 8,
  terms: 9,
  postings: 10,
  /** The words as they were written, by length. */
  vocabulary: 11,
  /** By note: where its linking lines end; the linking lines. */
  linkEnds: 12,
  links: 13,
  /** By run of entries of one day: the first; then by run that day, in two bytes. */
  days: 14,
  /** By entry, a byte: what it holds that may answer a question (`answer-types.ts`). Read for the best ones. */
  signs: 15,
} as const;

/** Parts whose records carry a checksum of their own, so that one can be read without its neighbours. */
export const SELF_CHECKED: ReadonlySet<number> = new Set([PART.buckets, PART.terms, PART.postings]);

/** What the head of an index says. */
export interface IndexHead {
  readonly types: readonly string[];
  readonly kinds: readonly string[];
  /** The words that count towards a length, over all entries. */
  readonly words: number;
  /** The language whose endings were taken off. */
  readonly language: string;
}

/** Numbers for each note in `files`: first entry, first section, kind, and 1 where one entry can be read alone. */
export const FILE_WORDS = 4;
/** Bytes for each entry in `rows`. */
export const ROW = 3;
/** Bytes for each run in `days`: four, then two. */
export const RUN = 6;

/** Terms in a bucket, more or less. */
export const BUCKET = 16;
/** Lists up to so many bytes stand beside their term, which most do. */
export const INLINE = 64;

/** 32 bits of a key: FNV-1a with a last stir, so that the low bits can choose a bucket. */
export function hash(key: string): number {
  let mark = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) mark = Math.imul(mark ^ key.charCodeAt(i), 0x01000193);
  mark = Math.imul(mark ^ (mark >>> 15), 0x85ebca6b);
  return (mark ^ (mark >>> 13)) >>> 0;
}

/** Stands for a number of lines that does not fit a byte. */
export const MANY = 255;

/** A length in seven bits. */
export const toLengthClass = (words: number): number =>
  words <= EXACT ? words : Math.min(MOST_CLASS, EXACT + Math.ceil(Math.log2(words / EXACT) * STEPS));

/** The length that a class stands for. */
export const fromLengthClass = (of: number): number =>
  of <= EXACT ? of : Math.round(EXACT * 2 ** ((of - EXACT) / STEPS));

const MOST_CLASS = 127;
