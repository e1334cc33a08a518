import { text } from './bytes.js';
import { ASKS, type FileRow, fitsSlot, hash, lengthIn, MANY, PART } from './index-format.js';
import { Damaged, Pages, type Source } from './pages.js';
import { readList, type TermList } from './postings.js';
import { Vocabulary } from './vocabulary.js';

/** A note of an index: where its entries and sections begin. */
export interface IndexedFile {
  readonly path: string;
  readonly kind: string;
  readonly firstEntry: number;
  readonly entries: number;
  readonly firstSection: number;
  readonly sections: number;
  /** One entry of it can be read without the rest. */
  readonly plain: boolean;
}

/** An index that is read by need: what a question does not touch is never loaded. Reading throws `Damaged`. */
export class Segment {
  readonly files: readonly IndexedFile[];
  readonly entries: number;
  readonly #types: readonly string[];
  readonly #pages: Pages;

  constructor(source: Source) {
    this.#pages = new Pages(source);
    if (this.#pages.parts !== PARTS) throw new Damaged('not the parts of an index');
    const head = JSON.parse(text(this.#pages.read(PART.files))) as { types: string[]; files: FileRow[] };
    this.#types = head.types;
    this.files = placed(head.files);
    this.entries = this.#pages.length(PART.types);
  }

  /** Tells this index from every other. */
  get mark(): number {
    return this.#pages.mark;
  }

  /** By entry: the class of its length; its type, and whether it asks; its day; the hash of its id. */
  get lengths(): Uint8Array {
    return this.#pages.bytes(PART.lengths);
  }
  get types(): Uint8Array {
    return this.#pages.bytes(PART.types);
  }
  get days(): Uint16Array {
    return this.#pages.shorts(PART.days);
  }
  get ids(): Uint32Array {
    return this.#pages.words(PART.ids);
  }

  /** By section: its first entry, and how many words it has. */
  get sections(): Uint32Array {
    return this.#pages.words(PART.sections);
  }
  get sectionWords(): Uint32Array {
    return this.#pages.words(PART.sectionWords);
  }

  /** By entry: lines from the entry before in its note (or from above the first), and how many it has itself. */
  get steps(): Uint8Array {
    return this.#pages.bytes(PART.steps);
  }
  get spans(): Uint8Array {
    return this.#pages.bytes(PART.spans);
  }

  get vocabulary(): Vocabulary {
    return new Vocabulary(this.#pages.words(PART.masks), text(this.#pages.bytes(PART.vocabulary)));
  }

  typeName(entry: number): string {
    return this.#types[this.types[entry]! & ~ASKS]!;
  }

  /** The note that an entry stands in. */
  fileOf(entry: number): IndexedFile {
    return this.files[last(this.files.length, (file) => this.files[file]!.firstEntry <= entry)]!;
  }

  /** The lines of an entry in its note, or null where the index does not know them. */
  linesOf(entry: number): { readonly line: number; readonly lines: number } | null {
    const { firstEntry, plain } = this.fileOf(entry);
    const steps = this.steps.subarray(firstEntry, entry + 1);
    const lines = this.spans[entry]!;
    if (!plain || lines === MANY || steps.includes(MANY)) return null;
    return { line: steps.reduce((sum, step) => sum + step, 0), lines };
  }

  /** The section that an entry stands in. */
  sectionOf(entry: number): number {
    const { sections } = this;
    return last(sections.length, (section) => sections[section]! <= entry);
  }

  /** Where a key stands, or null where no entry has it. */
  list(key: string): TermList | null {
    for (const { offset, length } of this.#slots(key)) {
      const list = readList(this.#pages.read(PART.postings, offset, length));
      if (list.key === key) return list;
    }
    return null;
  }

  /** About how long the list of a key is, without reading it. */
  reach(key: string): number {
    for (const { length } of this.#slots(key)) return length;
    return 0;
  }

  /** Every list there is. */
  *lists(): Iterable<TermList> {
    const slots = this.#pages.words(PART.slots);
    const all = this.#pages.bytes(PART.postings);
    for (let i = 0; i < slots.length; i += 2)
      if (slots[i + 1]) yield readList(all.subarray(slots[i]!, slots[i]! + lengthIn(slots[i + 1]!)));
  }

  /** Lists that may be the key's. */
  *#slots(key: string): Iterable<{ offset: number; length: number }> {
    const mark = hash(key);
    const size = this.#pages.length(PART.slots) / 8;
    for (let probe = 0, slot = mark % size; probe < size; probe++, slot = (slot + 1) % size) {
      const row = this.#pages.read(PART.slots, slot * 8, 8);
      const [offset = 0, rest = 0] = new Uint32Array(row.buffer, row.byteOffset, 2);
      if (rest === 0) return;
      if (fitsSlot(mark, rest)) yield { offset, length: lengthIn(rest) };
    }
  }
}

const PARTS = Object.keys(PART).length;

function placed(rows: readonly FileRow[]): IndexedFile[] {
  let firstEntry = 0;
  let firstSection = 0;
  return rows.map(([path, kind, entries, sections, plain]) => {
    const file = { path, kind, firstEntry, entries, firstSection, sections, plain: plain === 1 };
    firstEntry += entries;
    firstSection += sections;
    return file;
  });
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
