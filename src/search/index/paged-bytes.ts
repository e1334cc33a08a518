import { pageChecksum, pageChecksums } from './byte-codec.js';

/**
 * A file of numbered parts that is read by need: a head, then the parts, in pages of 2 KB with a checksum each.
 * A page is checked whenever it is read, so damage anywhere is noticed before it can change an answer. Parts whose
 * records have their own checksums are one page, whose checksum only identifies the file.
 * Words of the head: magic, version, length of all, words of the head, its checksum, number of parts,
 * offset and length of each part, checksum of each page.
 */
export interface PagedSource {
  readonly size: number;
  /** The bytes at an offset; fewer where the file ends. May throw where the file cannot be read. */
  read(offset: number, length: number): Uint8Array;
}

/** The file is damaged or from another version; the caller rebuilds it. */
export class CorruptIndexError extends Error {}

/** Read as one number of the machine's own byte order: a file from the other order does not pass. */
const MAGIC = 0x44_42_4b_31;
/** Goes up with every change of what the parts hold or of how words are counted. */
const VERSION = 25;
const PAGE = 2048;
/** Pages that were read together are cached together, up to so many bytes. */
const MOST_KEPT = 16 * PAGE;
const FIXED = 6;

/** Parts that check themselves. */
type SelfCheckedParts = ReadonlySet<number>;
const NONE: SelfCheckedParts = new Set();

const pagesOf = (length: number, part: number, selfChecked: SelfCheckedParts): number =>
  selfChecked.has(part) ? 1 : Math.max(1, Math.ceil(length / PAGE));

/** Puts parts into one file. */
export function writePagedFile(parts: readonly Uint8Array[], selfChecked = NONE): Uint8Array {
  const pages = parts.map(({ length }, part) => pagesOf(length, part, selfChecked));
  const count = pages.reduce((sum, n) => sum + n, 0);
  const words = FIXED + parts.length * 2 + count;
  const size = words * 4 + parts.reduce((sum, { length }) => sum + aligned(length), 0);
  const file = new Uint8Array(size);
  const head = new Uint32Array(file.buffer, 0, words);
  head.set([MAGIC, VERSION, size, words, 0, parts.length]);
  let at = words * 4;
  let page = FIXED + parts.length * 2;
  for (const [index, part] of parts.entries()) {
    file.set(part, at);
    head.set([at, part.length], FIXED + index * 2);
    const step = selfChecked.has(index) ? Math.max(1, part.length) : PAGE;
    for (let from = 0; from < Math.max(1, part.length); from += step)
      head[page++] = pageChecksum(file.subarray(at + from, at + Math.min(from + step, part.length)));
    at += aligned(part.length);
  }
  head[4] = pageChecksum(file.subarray(FIXED * 4 - 4, words * 4));
  return file;
}

/** A file of parts, opened. Throws `Damaged` at once, or when a damaged page is read. */
export class PagedFile {
  readonly #source: PagedSource;
  readonly #selfChecked: SelfCheckedParts;
  readonly #head: Uint32Array;
  readonly #firstPage: number[] = [];
  /** Parts that were read whole. */
  readonly #parts = new Map<number, ArrayBufferView>();
  /** Pages of which small parts were read, by their place in the file. */
  readonly #kept = new Map<number, Uint8Array>();

  constructor(source: PagedSource, selfChecked = NONE) {
    this.#source = source;
    this.#selfChecked = selfChecked;
    const start = wordsOf(exactly(source, 0, FIXED * 4));
    const [magic, version, size, words = 0, sum, parts = 0] = start;
    if (magic !== MAGIC || version !== VERSION) throw new CorruptIndexError('not an index of this version');
    if (size !== source.size || words * 4 > source.size || FIXED + parts * 2 > words)
      throw new CorruptIndexError('cut short');
    const head = exactly(source, 0, words * 4);
    if (pageChecksum(head.subarray(FIXED * 4 - 4)) !== sum)
      throw new CorruptIndexError('its head is damaged');
    this.#head = wordsOf(head);
    let page = FIXED + parts * 2;
    for (let part = 0; part < parts; part++) {
      this.#firstPage.push(page);
      page += pagesOf(this.length(part), part, selfChecked);
    }
  }

  /** Identifies the content: files with equal marks are equal. */
  get mark(): number {
    return this.#head[4]!;
  }

  get parts(): number {
    return this.#firstPage.length;
  }

  length(part: number): number {
    return this.#head[FIXED + part * 2 + 1]!;
  }

  /** Bytes of a part, checked; they begin at a multiple of eight in their buffer only when `from` does. */
  read(part: number, from = 0, length = this.length(part) - from): Uint8Array {
    const whole = this.length(part);
    if (from < 0 || length < 0 || from + length > whole)
      throw new CorruptIndexError('a place outside of its part');
    if (length === 0) return new Uint8Array(0);
    if (this.#selfChecked.has(part))
      return exactly(this.#source, this.#head[FIXED + part * 2]! + from, length);
    const first = Math.floor(from / PAGE);
    const end = Math.min(whole, Math.ceil((from + length) / PAGE) * PAGE);
    const bytes = this.#pages(part, first, end - first * PAGE);
    return bytes.subarray(from - first * PAGE, from - first * PAGE + length);
  }

  #pages(part: number, first: number, length: number): Uint8Array {
    const at = this.#head[FIXED + part * 2]! + first * PAGE;
    const cached = this.#kept.get(at);
    if (cached && cached.length >= length) return cached;
    const bytes = exactly(this.#source, at, length);
    const page = this.#firstPage[part]! + first;
    for (const [i, sum] of pageChecksums(bytes, PAGE).entries())
      if (sum !== this.#head[page + i]) throw new CorruptIndexError('a page is damaged');
    if (length <= MOST_KEPT) this.#kept.set(at, bytes);
    return bytes;
  }

  /** A part as a whole; it is read once. */
  bytes(part: number): Uint8Array {
    return this.#whole(part, (bytes) => bytes);
  }
  words(part: number): Uint32Array {
    return this.#whole(part, wordsOf);
  }

  #whole<T extends ArrayBufferView>(part: number, as: (bytes: Uint8Array) => T): T {
    const known = this.#parts.get(part);
    if (known) return known as T;
    const whole = as(this.read(part));
    this.#parts.set(part, whole);
    return whole;
  }
}

/** A file that lies in memory. */
export const createMemorySource = (bytes: Uint8Array): PagedSource => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});

/** Copies only where a typed array could not stand on the bytes as they came. */
function exactly(source: PagedSource, offset: number, length: number): Uint8Array {
  const bytes = source.read(offset, length);
  if (bytes.length !== length) throw new CorruptIndexError('cut short');
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

const aligned = (length: number): number => (length + 7) & ~7;
const wordsOf = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
