import { ByteReader, text } from './bytes.js';
import { ASKS, type FileRow, hash, PART } from './index-builder.js';
import { Damaged, Pages, type Source } from './pages.js';
import { Vocabulary } from './vocabulary.js';

/** A note of an index: where its entries and sections begin. */
export interface IndexedFile {
  readonly path: string;
  readonly kind: string;
  readonly firstEntry: number;
  readonly entries: number;
  readonly firstSection: number;
  readonly sections: number;
}

/** Where a word stands, by ascending entry; an entry comes once for each form that it has. */
export interface Postings {
  readonly count: number;
  readonly entries: Int32Array;
  readonly forms: Uint16Array;
  readonly times: Uint8Array;
}

export interface TermList {
  readonly key: string;
  readonly forms: readonly string[];
  readonly postings: Postings;
}

/** An index that is read by need: only the head and the lists of the words asked for are ever loaded. */
export class Segment {
  readonly #pages: Pages;
  readonly files: readonly IndexedFile[];
  readonly entries: number;
  readonly #types: readonly string[];
  #columns: { lengths?: Uint16Array; types?: Uint8Array; days?: Uint16Array; ids?: Uint32Array; sections?: Uint32Array } = {};
  #vocabulary: Vocabulary | undefined;

  constructor(source: Source) {
    this.#pages = new Pages(source);
    const { types, files } = JSON.parse(text(this.#pages.read(PART.files))) as { types: string[]; files: FileRow[] };
    this.#types = types;
    const placed: IndexedFile[] = [];
    let firstEntry = 0;
    let firstSection = 0;
    for (const [path, kind, entries, sections] of files) {
      placed.push({ path, kind, firstEntry, entries, firstSection, sections });
      firstEntry += entries;
      firstSection += sections;
    }
    this.files = placed;
    this.entries = firstEntry;
  }

  get mark(): number {
    return this.#pages.mark;
  }
  get lengths(): Uint16Array {
    return (this.#columns.lengths ??= this.#pages.shorts(PART.lengths));
  }
  get types(): Uint8Array {
    return (this.#columns.types ??= this.#pages.bytes(PART.types));
  }
  get days(): Uint16Array {
    return (this.#columns.days ??= this.#pages.shorts(PART.days));
  }
  get ids(): Uint32Array {
    return (this.#columns.ids ??= this.#pages.words(PART.ids));
  }
  get sections(): Uint32Array {
    return (this.#columns.sections ??= this.#pages.words(PART.sections));
  }
  get vocabulary(): Vocabulary {
    return (this.#vocabulary ??= new Vocabulary(
      this.#pages.words(PART.masks),
      text(this.#pages.read(PART.vocabulary)),
    ));
  }

  typeName(entry: number): string {
    return this.#types[this.types[entry]! & ~ASKS]!;
  }

  /** The list of a key, or null where no entry has it. */
  list(key: string): TermList | null {
    const found = this.#slot(key);
    return found ? readList(this.#pages.read(PART.postings, found.offset, found.length)) : null;
  }

  /** About how long the list of a key is, without reading it. */
  reach(key: string): number {
    return this.#slot(key)?.length ?? 0;
  }

  *allPostings(): Iterable<TermList> {
    const slots = this.#pages.words(PART.slots);
    const lists = this.#pages.read(PART.postings);
    const places: [number, number][] = [];
    for (let i = 0; i < slots.length; i += 3) if (slots[i + 2]) places.push([slots[i + 1]!, slots[i + 2]!]);
    places.sort(([a], [b]) => a - b);
    for (const [offset, length] of places) yield readList(lists.subarray(offset, offset + length));
  }

  #slot(key: string): { offset: number; length: number } | null {
    const mark = hash(key);
    const size = this.#pages.length(PART.slots) / 12;
    for (let probe = 0, slot = mark & (size - 1); probe < size; probe++, slot = (slot + 1) & (size - 1)) {
      const row = this.#slotRow(slot);
      const [found, offset = 0, length = 0] = row;
      if (!length) return null;
      if (found === mark && this.#keyAt(offset, length) === key) return { offset, length };
    }
    return null;
  }

  #slotRow(slot: number): Uint32Array {
    const bytes = this.#pages.read(PART.slots, slot * 12, 12);
    return new Uint32Array(bytes.buffer, bytes.byteOffset, 3);
  }

  #keyAt(offset: number, length: number): string {
    return new ByteReader(this.#pages.read(PART.postings, offset, Math.min(length, 300))).text();
  }
}

function readList(bytes: Uint8Array): TermList {
  const reader = new ByteReader(bytes);
  const key = reader.text();
  const forms = Array.from({ length: reader.number() }, () => reader.text());
  const count = reader.number();
  if (count > bytes.length) throw new Damaged('a list is longer than its bytes');
  const entries = new Int32Array(count);
  const form = new Uint16Array(count);
  const times = new Uint8Array(count);
  for (let i = 0, entry = 0; i < count; i++) {
    entry += reader.number();
    const packed = reader.number();
    entries[i] = entry;
    form[i] = packed >>> 3;
    times[i] = packed & 7;
  }
  return { key, forms, postings: { count, entries, forms: form, times } };
}
