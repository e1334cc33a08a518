import { decodeUtf8 } from './byte-codec.js';
import { FILE_WORDS, hash, type IndexHead, MANY, PART, ROW, RUN, SELF_CHECKED } from './format.js';
import { CorruptIndexError, PagedFile, type PagedSource } from './paged-bytes.js';
import { findTerm, listTerms, SEAL, type TermList, verifyChecksum } from './postings.js';
import { Vocabulary } from './vocabulary.js';

/** A note in an index, with the range of its entries and sections. */
interface IndexedNote {
  readonly path: string;
  readonly kind: string;
  readonly firstEntry: number;
  readonly endEntry: number;
  readonly firstSection: number;
  readonly endSection: number;
  /** True if one entry can be read without parsing the rest of the note. */
  readonly plain: boolean;
}

/** An index that loads its parts on demand. Reading throws `Damaged`. */
export class Segment {
  readonly entries: number;
  readonly fileCount: number;
  readonly head: IndexHead;
  readonly #pages: PagedFile;
  #paths: readonly string[] | null = null;
  #vocabulary: Vocabulary | null = null;
  /** Runs of entries of one day, and the run that was read last. */
  #runs: Runs | null = null;
  #run = 0;

  constructor(source: PagedSource) {
    this.#pages = new PagedFile(source, SELF_CHECKED);
    if (this.#pages.parts !== PARTS) throw new CorruptIndexError('not the parts of an index');
    this.head = JSON.parse(decodeUtf8(this.#pages.read(PART.head))) as IndexHead;
    this.entries = this.#pages.length(PART.lengths);
    this.fileCount = this.#pages.length(PART.files) / (FILE_WORDS * 4);
  }

  /** Identifies this index. */
  get mark(): number {
    return this.#pages.mark;
  }

  /** Paths of its notes by ordinal. */
  get paths(): readonly string[] {
    this.#paths ??= this.fileCount === 0 ? [] : decodeUtf8(this.#pages.bytes(PART.paths)).split('\0');
    return this.#paths;
  }

  /** By entry: its length class, and whether it is a question. */
  get lengths(): Uint8Array {
    return this.#pages.bytes(PART.lengths);
  }

  /** By section: its first entry, and how many words it has. */
  get sections(): Uint32Array {
    return this.#pages.words(PART.sections);
  }
  get sectionWords(): Uint32Array {
    return this.#pages.words(PART.sectionWords);
  }

  /** The type of an entry, as `head.types` names it: the third of its bytes here. */
  get rows(): Uint8Array {
    return this.#pages.bytes(PART.rows);
  }

  /** The hashes of all ids, and that of one. */
  get ids(): Uint32Array {
    return this.#pages.words(PART.ids);
  }
  id(entry: number): number {
    const bytes = this.#pages.read(PART.ids, entry * 4, 4);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, 1)[0]!;
  }

  get vocabulary(): Vocabulary {
    const read = (from: number, length: number) => this.#pages.read(PART.vocabulary, from, length);
    this.#vocabulary ??= new Vocabulary(this.#pages.length(PART.vocabulary), read);
    return this.#vocabulary;
  }

  file(ordinal: number): IndexedNote {
    const files = this.#files;
    const at = ordinal * FILE_WORDS;
    const isLast = ordinal + 1 === this.fileCount;
    return {
      path: this.paths[ordinal]!,
      kind: this.head.kinds[files[at + 2]!]!,
      firstEntry: files[at]!,
      endEntry: isLast ? this.entries : files[at + FILE_WORDS]!,
      firstSection: files[at + 1]!,
      endSection: isLast ? this.sections.length : files[at + FILE_WORDS + 1]!,
      plain: files[at + 3] === 1,
    };
  }

  /** The linking lines of a note, as `packLinking` wrote them. */
  linking(ordinal: number): Uint8Array {
    const ends = this.#pages.words(PART.linkEnds);
    const from = ordinal === 0 ? 0 : ends[ordinal - 1]!;
    return this.#pages.read(PART.links, from, ends[ordinal]! - from);
  }

  /** Ordinal of the note of an entry. */
  ordinalOf(entry: number): number {
    const files = this.#files;
    return last(this.fileCount, (file) => files[file * FILE_WORDS]! <= entry);
  }

  /** The note of an entry. */
  fileOf(entry: number): IndexedNote {
    return this.file(this.ordinalOf(entry));
  }

  /** The path of that note. */
  pathOf(entry: number): string {
    return this.paths[this.ordinalOf(entry)]!;
  }

  row(entry: number) {
    const rows = this.#pages.read(PART.rows, entry * ROW, ROW);
    return {
      day: this.day(entry),
      type: this.head.types[rows[2]!] ?? '',
      step: rows[0]!,
      lines: rows[1]!,
    };
  }

  /** The day of an entry alone: a question may ask for that of many, and those of one note are often of one day. */
  day(entry: number): number {
    this.#runs ??= runsIn(this.#pages.bytes(PART.days));
    const { firsts, days } = this.#runs;
    if (entry < (firsts[this.#run] ?? this.entries) || entry >= (firsts[this.#run + 1] ?? this.entries))
      this.#run = last(firsts.length, (run) => firsts[run]! <= entry);
    return days[this.#run]!;
  }

  /** Types of answer in an entry, as bits of `answer-types.ts`, and `SUPERSEDED`. */
  signs(entry: number): number {
    return this.#pages.read(PART.signs, entry, 1)[0]!;
  }

  /** The lines of an entry in its note, or null where the index does not know them. */
  linesOf(entry: number): { readonly line: number; readonly lines: number } | null {
    const { firstEntry, endEntry, plain } = this.fileOf(entry);
    const { lines } = this.row(entry);
    if (!plain || lines === MANY) return null;
    const rows = this.#pages.read(PART.rows, firstEntry * ROW, (endEntry - firstEntry) * ROW);
    let line = 0;
    for (let e = firstEntry; e <= entry; e++) {
      const step = rows[(e - firstEntry) * ROW]!;
      if (step === MANY) return null;
      line += step;
    }
    return { line, lines };
  }

  /** The section of an entry. */
  sectionOf(entry: number): number {
    const { sections } = this;
    return last(sections.length, (section) => sections[section]! <= entry);
  }

  /** The postings of a key, or null if no entry has it. */
  list(key: string): TermList | null {
    const size = this.#buckets.length - 1;
    return size > 0 ? findTerm(this.#bucket(hash(key) % size), key, this.#long) : null;
  }

  /** All lists of postings. */
  *lists(): Iterable<TermList> {
    const size = this.#buckets.length - 1;
    for (let bucket = 0; bucket < size; bucket++) yield* listTerms(this.#bucket(bucket), this.#long);
  }

  get #files(): Uint32Array {
    return this.#pages.words(PART.files);
  }

  /** Where each bucket begins, and the last ends: a question asks for so many that all are read. */
  get #buckets(): Uint32Array {
    return this.#pages.words(PART.buckets);
  }

  #bucket(number: number): Uint8Array {
    const from = this.#buckets[number]!;
    const end = this.#buckets[number + 1]!;
    if (end < from + SEAL) throw new CorruptIndexError('a bucket is nowhere');
    return verifyChecksum(this.#pages.read(PART.terms, from, end - from), number);
  }

  readonly #long = (offset: number, length: number): Uint8Array =>
    this.#pages.read(PART.postings, offset, length);
}

const PARTS = Object.keys(PART).length;

interface Runs {
  readonly firsts: Uint32Array;
  readonly days: Uint16Array;
}

function runsIn({ buffer, byteOffset, length }: Uint8Array): Runs {
  const count = length / RUN;
  const firsts = new Uint32Array(buffer, byteOffset, count);
  return { firsts, days: new Uint16Array(buffer, byteOffset + firsts.byteLength, count) };
}

/** The last of so many for which it holds, when it holds for all before. */
function last(count: number, holds: (one: number) => boolean): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
