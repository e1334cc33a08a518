/* How an index encodes the length of an entry and the count of a word, in one byte each. */

/** The bit beside the length of an entry that marks a question. */
export const ASKS = 128;
/** Largest stored count of a word in an entry; above it BM25 hardly changes. */
export const MOST_TIMES = 7;
/** The bit beside the answer types of an entry that marks one that another replaced. */
export const SUPERSEDED = 128;
/** A length in seven bits is exact up to so many words, then in so many steps for each doubling. */
const EXACT = 64;
const STEPS = 8;

/**
 * Parts of an index file, in order. Why our own format, measured cold on 100,000 entries: reading single lists is faster
 * than SQLite (which also needs a native build), and loading a whole index as JSON, MessagePack or by V8 takes ten to
 * twenty times as long.
 */
export const PART = {
  /** Types, kinds and what is counted over all, as JSON; paths, one a line; four words for each note. */
  head: 0,
  paths: 1,
  files: 2,
  /** By entry: its length class, and whether it is a question. Every search reads all of it. */
  lengths: 3,
  /** By entry: the hash of its id. */
  ids: 4,
  /** By entry, three bytes: lines from the entry before, its own lines, its type. Read for what is shown. */
  rows: 5,
  /** By section: its first entry, and how many words it has. */
  sections: 6,
  sectionWords: 7,
  /** The start of each bucket of terms; the buckets; long lists of postings. */
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
  /** By entry, a byte: its types of answer (`answer-types.ts`), and whether another replaced it. Read for the best entries. */
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
  /** The language of the stemmer. */
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
/** Lists up to this number of bytes are stored beside their term; most are. */
export const INLINE = 64;

/** 32 bits of a key: FNV-1a with a last stir, so that the low bits can choose a bucket. */
export function hash(key: string): number {
  let mark = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) mark = Math.imul(mark ^ key.charCodeAt(i), 0x01000193);
  mark = Math.imul(mark ^ (mark >>> 15), 0x85ebca6b);
  return (mark ^ (mark >>> 13)) >>> 0;
}

/** Means a number of lines that does not fit in a byte. */
export const MANY = 255;

/** A length in seven bits. */
export const toLengthClass = (words: number): number =>
  words <= EXACT ? words : Math.min(MOST_CLASS, EXACT + Math.ceil(Math.log2(words / EXACT) * STEPS));

/** Returns the length (words) of a class. */
export const fromLengthClass = (of: number): number =>
  of <= EXACT ? of : Math.round(EXACT * 2 ** ((of - EXACT) / STEPS));

const MOST_CLASS = 127;
