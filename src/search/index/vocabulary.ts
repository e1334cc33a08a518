import Fuse from 'fuse.js';
import { isWithinOneEdit } from '../../text/edit-distance.js';
import { ByteReader, ByteWriter, decodeUtf8, encodeUtf8 } from './byte-codec.js';

/** Shorter words have too many neighbours to guess at; longer ones are names of files and blobs. */
const SHORTEST = 3;
const MAX_LENGTH = 24;
/** Only words are guessed at: not numbers, not names with signs in them. */
const PLAIN = /^[a-z]+$/;
const GUESSED = () => /^\p{L}+$/u;
/** fuse.js: how unlike a word may be (0 same, 1 anything). */
const THRESHOLD = 0.4;
/** So many slips of the keys are forgiven. */
const SLIPS = (length: number): number => (length <= 4 ? 1 : 2);

/**
 * The written words of an index, to correct typos. Words of one number of bytes are
 * together in order; of each only what differs from the word before is written, so that few bytes are read.
 */
export class Vocabulary {
  /** Where the words of each number of bytes begin, and where the last end. */
  readonly #starts: readonly number[];

  constructor(
    readonly size: number,
    readonly read: (from: number, length: number) => Uint8Array,
  ) {
    const reader = new ByteReader(size === 0 ? new Uint8Array(0) : read(0, Math.min(size, DIRECTORY)));
    const lengths = Array.from({ length: size === 0 ? 0 : reader.number() }, () => reader.number());
    const starts = [DIRECTORY];
    for (const length of lengths) starts.push((starts.at(-1) as number) + length);
    this.#starts = starts;
  }

  /** Words that `word` may have meant, nearest first, each with its distance by fuse.js (0–1). */
  near(word: string): { word: string; distance: number }[] {
    if (!isGuessed(word)) return [];
    const candidates = this.#candidates(word);
    if (candidates.length === 0) return [];
    const fuse = new Fuse(candidates, { threshold: THRESHOLD, distance: 30, includeScore: true });
    return fuse.search(word).map(({ item, score = 1 }) => ({ word: item, distance: score }));
  }

  #candidates(word: string): string[] {
    const slips = SLIPS(word.length);
    const bytes = encodeUtf8(word);
    const reach = slips * Math.ceil(bytes.length / word.length);
    const windows = windowsOf(bytes, reach);
    const found: string[] = [];
    const most = Math.min(bytes.length + reach, this.#starts.length - 2);
    for (let length = Math.max(1, bytes.length - reach); length <= most; length++) {
      const from = this.#starts[length]!;
      const block = this.read(from, this.#starts[length + 1]! - from);
      const more = length - bytes.length;
      const slack = { beside: reach - Math.max(0, -more), lacking: reach - Math.max(0, more) };
      for (const other of likeIn(block, length, windows, slack))
        if (isWithinOneEdit(word, other, slips)) found.push(other);
    }
    return found;
  }
}

/** Room for the directory: a count, and up to three bytes for each length. */
const MOST_BYTES = MAX_LENGTH * 4;
const DIRECTORY = 4 + MOST_BYTES * 4;

/** The letters of a word, and those that stand no further than `reach` from each place, or from one behind its end. */
interface Windows {
  readonly all: number;
  readonly around: Int32Array;
}

/** How many letters may stand where they should not, and how many may be lacking: a longer word, or a shorter one, has slipped. */
interface Slack {
  readonly beside: number;
  readonly lacking: number;
}

/**
 * The words of a block that have few letters beside those that stand near the same place, and lack few of all. What
 * begins with too many others is passed over as far as that beginning goes.
 */
function likeIn(
  block: Uint8Array,
  length: number,
  { all, around }: Windows,
  { beside, lacking }: Slack,
): string[] {
  const found: string[] = [];
  const word = new Uint8Array(length);
  /** By how many bytes of the word: their letters, and how many stand where they should not. */
  const sets = new Int32Array(length + 1);
  const others = new Uint8Array(length + 1);
  for (let at = 0, unlike = length + 1; at < block.length; ) {
    let i = block[at++]!;
    const next = at + length - i;
    if (i < unlike) {
      unlike = length + 1;
      for (; i < length && others[i]! <= beside; i++) {
        const byte = block[at++]!;
        const letter = 1 << (byte & 31);
        word[i] = byte;
        sets[i + 1] = sets[i]! | letter;
        others[i + 1] = others[i]! + ((around[i]! & letter) === 0 ? 1 : 0);
      }
      if (others[i]! > beside) unlike = i;
      else if (bits(all & ~sets[length]!) <= lacking) found.push(decodeUtf8(word));
    }
    at = next;
  }
  return found;
}

/** Words by their number of bytes, in order, with a directory before them. */
export function packVocabulary(written: Iterable<string>): Uint8Array {
  const groups = Array.from({ length: MOST_BYTES + 1 }, () => [] as string[]);
  for (const word of new Set(written)) if (isGuessed(word)) groups[encodeUtf8(word).length]?.push(word);
  while (groups.length && groups.at(-1)?.length === 0) groups.pop();
  const blocks = groups.map((words) => blockOf(words.sort().map(encodeUtf8)));
  if (blocks.length === 0) return new Uint8Array(0);
  const directory = new ByteWriter(DIRECTORY);
  directory.number(blocks.length);
  for (const { length } of blocks) directory.number(length);
  const all = new ByteWriter(DIRECTORY * 4);
  all.bytes(directory.done());
  while (all.length < DIRECTORY) all.byte(0);
  for (const block of blocks) all.bytes(block);
  return all.done();
}

function blockOf(words: readonly Uint8Array[]): Uint8Array {
  const block = new ByteWriter(64);
  let before = new Uint8Array(0);
  for (const word of words) {
    let shared = 0;
    while (shared < word.length - 1 && word[shared] === before[shared]) shared++;
    block.byte(shared);
    block.bytes(word.subarray(shared));
    before = word as Uint8Array<ArrayBuffer>;
  }
  return block.done();
}

const isGuessed = (word: string): boolean =>
  word.length >= SHORTEST && word.length <= MAX_LENGTH && (PLAIN.test(word) || GUESSED().test(word));

/** A correct letter is displaced by at most the number of typos before it. */
function windowsOf(bytes: Uint8Array, reach: number): Windows {
  const around = Int32Array.from({ length: bytes.length + reach }, (_, i) =>
    lettersOf(bytes.subarray(Math.max(0, i - reach), i + reach + 1)),
  );
  return { all: lettersOf(bytes), around };
}

function lettersOf(bytes: Uint8Array): number {
  let set = 0;
  for (const byte of bytes) set |= 1 << (byte & 31);
  return set;
}

function bits(value: number): number {
  let rest = value - ((value >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
