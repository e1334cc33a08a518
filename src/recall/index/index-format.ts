/**
 * Parts of an index file, in order. A format of our own, because of what was measured on 100,000 entries, cold:
 * lists that are read one by one beat SQLite (no native build is wanted either), and an index that must be loaded
 * whole as JSON, by V8 or as MessagePack takes ten to twenty times as long.
 */
export const PART = {
  files: 0,
  lengths: 1,
  types: 2,
  days: 3,
  ids: 4,
  sections: 5,
  sectionWords: 6,
  steps: 7,
  spans: 8,
  slots: 9,
  postings: 10,
  masks: 11,
  vocabulary: 12,
} as const;

/** The bit beside an entry's type that says that it asks. */
export const ASKS = 128;
/** How often a word stands in an entry is kept up to here; beyond, BM25 hardly moves. */
export const MOST_TIMES = 7;

/** A file of an index: its entries and sections follow those of the file before. */
export type FileRow = readonly [path: string, kind: string, entries: number, sections: number, plain: 0 | 1];

/** 32 bits of a key: FNV-1a with a last stir, so that the low bits can choose a slot. */
export function hash(key: string): number {
  let mark = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) mark = Math.imul(mark ^ key.charCodeAt(i), 0x01000193);
  mark = Math.imul(mark ^ (mark >>> 15), 0x85ebca6b);
  return (mark ^ (mark >>> 13)) >>> 0;
}

/** The second word of a slot: a byte of the key's hash, so that few lists are read in vain, and the length of its list. */
export const slotOf = (mark: number, length: number): number => ((mark & 0xff000000) | length) >>> 0;
export const lengthIn = (slot: number): number => slot & 0xffffff;
export const fitsSlot = (mark: number, slot: number): boolean => (mark ^ slot) >>> 24 === 0;

/** Stands for a number of lines that does not fit a byte. */
export const MANY = 255;

/** A length in one byte: exact up to 64 words, then in steps of an eighth. */
export const lengthClass = (words: number): number =>
  words <= EXACT ? words : Math.min(255, EXACT + Math.ceil(Math.log2(words / EXACT) * STEPS));

/** The length that a class stands for. */
export const classLength = (of: number): number =>
  of <= EXACT ? of : Math.round(EXACT * 2 ** ((of - EXACT) / STEPS));

const EXACT = 64;
const STEPS = 8;
