import { dayNumber } from '../ranking/days.js';
import { words } from '../words/tokenize.js';
import { ByteWriter, utf8 } from './bytes.js';
import {
  ASKS,
  classLength,
  type FileRow,
  hash,
  lengthClass,
  MANY,
  MOST_TIMES,
  slotOf,
} from './index-format.js';
import { pack } from './pages.js';
import { asks, type Leaf, labelOf, type Passage } from './passage.js';
import { postingsOf, writeList, writePosting } from './postings.js';
import type { Segment } from './segment.js';
import { counted, labelKey, linkKey, nameKey, tagKey } from './term.js';
import { packVocabulary } from './vocabulary.js';

interface List {
  readonly forms: Map<string, number>;
  readonly bytes: ByteWriter;
  last: number;
  /** Postings, and entries: one that has two forms has two postings. */
  count: number;
  entries: number;
}

interface Times {
  readonly key: string;
  readonly form: string;
  times: number;
}

/** Collects notes, or what is alive in older indexes, into one index. */
export class IndexBuilder {
  readonly #files: FileRow[] = [];
  readonly #types = new Map<string, number>();
  readonly #lists = new Map<string, List>();
  readonly #lengths: number[] = [];
  readonly #typed: number[] = [];
  readonly #days: number[] = [];
  readonly #ids: number[] = [];
  readonly #sections: number[] = [];
  readonly #sectionWords: number[] = [];
  readonly #steps: number[] = [];
  readonly #spans: number[] = [];

  get entries(): number {
    return this.#ids.length;
  }

  /** Adds a note. */
  add(leaf: Leaf): void {
    const before = this.#sections.length;
    let section = -1;
    let line = 0;
    for (const passage of leaf.passages) {
      if (passage.section !== section) this.#addSection();
      section = passage.section;
      this.#steps.push(Math.min(passage.line - line, MANY));
      this.#spans.push(Math.min(passage.lines, MANY));
      line = passage.line;
      this.#addPassage(passage);
    }
    this.#files.push([
      leaf.path,
      leaf.kind,
      leaf.passages.length,
      this.#sections.length - before,
      leaf.plain ? 1 : 0,
    ]);
  }

  /** Adds those files of another index that `lives` names by their ordinals; no text is read. */
  addSegment(segment: Segment, lives: (file: number) => boolean): void {
    const moved = new Int32Array(segment.entries).fill(-1);
    for (const [ordinal, file] of segment.files.entries()) {
      if (!lives(ordinal)) continue;
      for (let e = file.firstEntry, s = file.firstSection; e < file.firstEntry + file.entries; e++) {
        moved[e] = this.entries;
        if (e === segment.sections[s]) {
          this.#addSection();
          s++;
        }
        this.#addLength(segment.lengths[e]!);
        const typed = segment.types[e]!;
        this.#typed.push(this.#type(segment.typeName(e)) | (typed & ASKS));
        this.#days.push(segment.days[e]!);
        this.#ids.push(segment.ids[e]!);
        this.#steps.push(segment.steps[e]!);
        this.#spans.push(segment.spans[e]!);
      }
      this.#files.push([file.path, file.kind, file.entries, file.sections, file.plain ? 1 : 0]);
    }
    for (const list of segment.lists())
      for (const { entry, form, times } of postingsOf(list))
        if (moved[entry]! >= 0) this.#post(list.key, list.forms[form] ?? '', moved[entry]!, times);
  }

  /** The index as bytes. The same notes in the same order give the same bytes. */
  done(): Uint8Array {
    const { slots, postings } = this.#packLists();
    const { masks, vocabulary } = packVocabulary(this.#written());
    const files = { types: [...this.#types.keys()], files: this.#files };
    return pack([
      utf8(JSON.stringify(files)),
      Uint8Array.from(this.#lengths),
      Uint8Array.from(this.#typed),
      bytesOf(Uint16Array.from(this.#days)),
      bytesOf(Uint32Array.from(this.#ids)),
      bytesOf(Uint32Array.from(this.#sections)),
      bytesOf(Uint32Array.from(this.#sectionWords)),
      Uint8Array.from(this.#steps),
      Uint8Array.from(this.#spans),
      bytesOf(slots),
      postings,
      bytesOf(masks),
      vocabulary,
    ]);
  }

  #addPassage(passage: Passage): void {
    const entry = this.entries;
    const times = new Map<string, Times>();
    let length = 0;
    for (const { key, form, whole } of counted(passage.text)) {
      const seen = times.get(form);
      if (seen) seen.times++;
      else times.set(form, { key, form: whole ? '' : form, times: 1 });
      if (!whole) length++;
    }
    for (const { key, form, times: often } of times.values()) this.#post(key, form, entry, often);
    for (const key of signs(passage)) this.#post(key, '', entry, 1);
    this.#addLength(lengthClass(length));
    this.#typed.push(this.#type(passage.type) | (asks(passage.text) ? ASKS : 0));
    this.#days.push(dayNumber(passage.day));
    this.#ids.push(hash(passage.id));
  }

  #addSection(): void {
    this.#sections.push(this.entries);
    this.#sectionWords.push(0);
  }

  #addLength(of: number): void {
    this.#lengths.push(of);
    this.#sectionWords[this.#sectionWords.length - 1]! += classLength(of);
  }

  #type(name: string): number {
    const known = this.#types.get(name);
    if (known !== undefined) return known;
    this.#types.set(name, this.#types.size);
    return this.#types.size - 1;
  }

  #post(key: string, form: string, entry: number, times: number): void {
    let list = this.#lists.get(key);
    if (!list) {
      list = { forms: new Map(), bytes: new ByteWriter(8), last: -1, count: 0, entries: 0 };
      this.#lists.set(key, list);
    }
    let ordinal = list.forms.get(form);
    if (ordinal === undefined) {
      ordinal = list.forms.size;
      list.forms.set(form, ordinal);
    }
    if (entry !== list.last) list.entries++;
    writePosting(entry - Math.max(0, list.last), ordinal, Math.min(times, MOST_TIMES), list.bytes);
    list.last = entry;
    list.count++;
  }

  *#written(): Iterable<string> {
    for (const { forms } of this.#lists.values()) for (const form of forms.keys()) if (form) yield form;
  }

  /** A table of slots by hash, each with a mark and the place of a list; the lists as `readList` reads them. */
  #packLists(): { slots: Uint32Array; postings: Uint8Array } {
    const size = Math.ceil(this.#lists.size * ROOM) + 1;
    const slots = new Uint32Array(size * 2);
    const all = new ByteWriter(1 << 16);
    for (const [key, list] of this.#lists) {
      const from = all.length;
      writeList({ key, ...list }, all);
      const mark = hash(key);
      let slot = mark % size;
      while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) % size;
      slots.set([from, slotOf(mark, all.length - from)], slot * 2);
    }
    return { slots, postings: all.done() };
  }
}

/** A quarter of the slots stays free. */
const ROOM = 4 / 3;

function* signs(passage: Passage): Iterable<string> {
  const label = labelOf(passage.text);
  if (label) for (const key of new Set(words(label).map(({ text }) => labelKey(text)))) yield key;
  for (const key of new Set(passage.tags.map(tagKey))) yield key;
  for (const key of new Set(passage.links.flatMap((link) => [linkKey(link), nameKey(link)]))) yield key;
}

const bytesOf = (array: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
