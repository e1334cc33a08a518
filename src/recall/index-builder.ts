import { ByteWriter, utf8 } from './bytes.js';
import { dayNumber } from './days.js';
import { ASKS, classLength, type FileRow, hash, lengthClass, MANY, MOST_TIMES } from './index-format.js';
import { pack } from './pages.js';
import { asks, type Leaf, labelOf, type Passage } from './passage.js';
import { postingsOf } from './postings.js';
import type { Segment } from './segment.js';
import { counted, labelKey, linkKey, tagKey } from './term.js';
import { words } from './tokenize.js';
import { packVocabulary } from './vocabulary.js';

interface List {
  readonly forms: Map<string, number>;
  readonly bytes: ByteWriter;
  last: number;
  /** Postings, and entries: one that has two forms has two postings. */
  count: number;
  entries: number;
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
    const times = new Map<string, [key: string, form: string, times: number]>();
    let length = 0;
    for (const { key, form, counts } of counted(passage.text)) {
      const seen = times.get(form);
      if (seen) seen[2]++;
      else times.set(form, [key, form, 1]);
      if (counts) length++;
    }
    for (const [key, form, often] of times.values()) this.#post(key, form, entry, often);
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
    list.bytes.number(entry - Math.max(0, list.last));
    list.bytes.number((ordinal << 3) | Math.min(times, MOST_TIMES));
    list.last = entry;
    list.count++;
  }

  *#written(): Iterable<string> {
    for (const { forms } of this.#lists.values()) for (const form of forms.keys()) if (form) yield form;
  }

  /** A table of slots by hash: hash, offset, length of a list; a list: key, forms, count, then its postings. */
  #packLists(): { slots: Uint32Array; postings: Uint8Array } {
    const size = slotsFor(this.#lists.size);
    const slots = new Uint32Array(size * 3);
    const all = new ByteWriter(1 << 16);
    for (const [key, list] of this.#lists) {
      const from = all.length;
      all.text(key);
      all.number(list.forms.size);
      for (const form of list.forms.keys()) all.text(form);
      all.number(list.entries);
      all.number(list.count);
      all.bytes(list.bytes.done());
      const mark = hash(key);
      let slot = mark & (size - 1);
      while (slots[slot * 3 + 2]) slot = (slot + 1) & (size - 1);
      slots.set([mark, from, all.length - from], slot * 3);
    }
    return { slots, postings: all.done() };
  }
}

function* signs(passage: Passage): Iterable<string> {
  const label = labelOf(passage.text);
  if (label) for (const key of new Set(words(label).map(({ text }) => labelKey(text)))) yield key;
  for (const key of new Set(passage.tags.map(tagKey))) yield key;
  for (const key of new Set(passage.links.map(linkKey))) yield key;
}

/** A power of two that leaves a quarter of the slots free. */
const slotsFor = (lists: number): number => 2 ** Math.ceil(Math.log2(Math.max(4, lists * 1.34)));
const bytesOf = (array: Uint16Array | Uint32Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
