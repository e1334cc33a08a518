import { toDayNumber } from '../../dates/local-time.js';
import { ENGLISH, type Language } from '../../text/language.js';
import { splitRuns, tokenizeText } from '../../text/tokenize.js';
import { findAnswerSigns } from '../answer-types.js';
import { ByteWriter, encodeUtf8 } from './byte-codec.js';
import {
  findLabel,
  type IndexedEntry,
  isByOwner,
  isQuestion,
  type SearchDocument,
} from './document-types.js';
import {
  ASKS,
  BUCKET,
  fromLengthClass,
  hash,
  type IndexHead,
  MANY,
  MOST_TIMES,
  SELF_CHECKED,
  SUPERSEDED,
  toLengthClass,
} from './format.js';
import { GrowableInt32Array } from './int-buffer.js';
import { encodeLinkLines } from './link-index.js';
import { writePagedFile } from './paged-bytes.js';
import { listPostings, type OpenList, prependChecksum, writePosting, writeTerm } from './postings.js';
import type { Segment } from './segment.js';
import {
  listChunkWords,
  listIndexedWords,
  OWNER_KEY,
  tagKey,
  toHeadingKey,
  toNameKey,
  toSubjectKey,
  toTypeKey,
  toWriterKey,
} from './term.js';
import { packVocabulary } from './vocabulary.js';

/** A term of the index with the forms in which it was written. */
interface Term {
  readonly at: number;
  readonly key: string;
  readonly forms: string[];
  readonly found: Form[];
}

/** A form of a term. */
interface Form {
  readonly term: number;
  readonly form: number;
  /** The last entry that has it, and the place of that posting. */
  last: number;
  posting: number;
}

/** The terms of a run of letters, and the number of words that it adds to the length. */
interface Said {
  readonly forms: readonly Form[];
  readonly words: number;
}

/** An entry with more words is not a question, even if it ends with a question mark. */
const LONGEST_QUESTION = 50;

/** Size limit of the cache of runs. */
const MOST_KNOWN = 100_000;

/** Builds an index from notes, or from the current entries of older indexes. */
export class IndexBuilder {
  readonly #language: Language;
  readonly #hasSigns: boolean;
  readonly #paths: string[] = [];
  readonly #files = new GrowableInt32Array();
  readonly #linkEnds = new GrowableInt32Array();
  readonly #links = new ByteWriter(1024);
  readonly #types = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #terms: Term[] = [];
  readonly #termOf = new Map<string, Term>();
  readonly #said = new Map<string, Said>();
  /** Postings in the order of the text: term, entry, form and count. */
  readonly #postedTerm = new GrowableInt32Array(1 << 14);
  readonly #postedEntry = new GrowableInt32Array(1 << 14);
  readonly #posted = new GrowableInt32Array(1 << 14);
  readonly #lengths = new ByteWriter(1024);
  readonly #ids = new GrowableInt32Array();
  readonly #signs = new ByteWriter(1024);
  readonly #rows = new ByteWriter(4096);
  readonly #runs = new GrowableInt32Array();
  readonly #days = new GrowableInt32Array();
  #day = -1;
  /** The words above the last entry, and their forms. */
  #above = '';
  #headings: readonly Form[] = [];
  readonly #sections = new GrowableInt32Array();
  readonly #sectionWords = new GrowableInt32Array();
  #words = 0;

  /** `words`: index only the words of entries, without types, subjects, writers and answer signs. */
  constructor(language: Language = ENGLISH, keys: 'all' | 'words' = 'all') {
    this.#language = language;
    this.#hasSigns = keys === 'all';
  }

  get entries(): number {
    return this.#ids.length;
  }

  /** Adds a note. */
  add(leaf: SearchDocument): void {
    encodeLinkLines(leaf.linking, this.#links);
    this.#addFile(leaf.path, leaf.kind, leaf.plain);
    let section = -1;
    let line = 0;
    for (const passage of leaf.passages) {
      if (passage.section !== section) this.#addSection();
      section = passage.section;
      this.#addPassage(passage, passage.line - line);
      line = passage.line;
    }
  }

  /** Adds those files of another index that `lives` names by their ordinals; no text is read. */
  addSegment(segment: Segment, lives: (file: number) => boolean): void {
    const moved = new Int32Array(segment.entries).fill(-1);
    for (let ordinal = 0; ordinal < segment.fileCount; ordinal++) {
      if (!lives(ordinal)) continue;
      const file = segment.file(ordinal);
      this.#links.bytes(segment.linking(ordinal));
      this.#addFile(file.path, file.kind, file.plain);
      for (let e = file.firstEntry, s = file.firstSection; e < file.endEntry; e++) {
        moved[e] = this.entries;
        if (e === segment.sections[s]) {
          this.#addSection();
          s++;
        }
        const { day, type, step, lines } = segment.row(e);
        this.#addRow(step, lines, type);
        this.#addDay(day);
        this.#addLength(segment.lengths[e]!);
        this.#signs.byte(segment.signs(e));
        this.#ids.push(segment.id(e));
      }
    }
    for (const list of segment.lists())
      for (const { entry, form, times } of listPostings(list))
        if (moved[entry]! >= 0)
          this.#post(this.#form(list.key, list.forms[form] ?? ''), moved[entry]!, times);
  }

  /** The index as bytes. The same notes in the same order give the same bytes. */
  done(): Uint8Array {
    const { buckets, terms, postings } = this.#packTerms();
    const head: IndexHead = {
      types: [...this.#types.keys()],
      kinds: [...this.#kinds.keys()],
      words: this.#words,
      language: this.#language.name,
    };
    return writePagedFile(
      [
        encodeUtf8(JSON.stringify(head)),
        encodeUtf8(this.#paths.join('\0')),
        bytesOf(this.#files.done()),
        this.#lengths.done(),
        bytesOf(this.#ids.done()),
        this.#rows.done(),
        bytesOf(this.#sections.done()),
        bytesOf(this.#sectionWords.done()),
        bytesOf(buckets),
        terms,
        postings,
        packVocabulary(this.#written()),
        bytesOf(this.#linkEnds.done()),
        this.#links.done(),
        Buffer.concat([bytesOf(this.#runs.done()), bytesOf(Uint16Array.from(this.#days.done()))]),
        this.#signs.done(),
      ],
      SELF_CHECKED,
    );
  }

  /** Adds a note whose linking lines are already encoded. */
  #addFile(path: string, kind: string, plain: boolean): void {
    this.#paths.push(path);
    this.#linkEnds.push(this.#links.length);
    for (const value of [this.entries, this.#sections.length, ordinal(kind, this.#kinds), plain ? 1 : 0])
      this.#files.push(value);
  }

  #addPassage(passage: IndexedEntry, step: number): void {
    const entry = this.entries;
    let length = 0;
    for (const chunk of splitRuns(passage.text)) {
      const { forms, words } = this.#saidIn(chunk);
      for (let i = 0; i < forms.length; i++) this.#post(forms[i]!, entry, 1);
      length += words;
    }
    if (this.#hasSigns)
      for (const key of signs(passage, this.#language)) this.#post(this.#form(key, ''), entry, 1);
    this.#addHeadings(passage.above, entry);
    this.#addLength(
      toLengthClass(length) | (length <= LONGEST_QUESTION && isQuestion(passage.text) ? ASKS : 0),
    );
    this.#addRow(step, passage.lines, passage.type);
    this.#addDay(toDayNumber(passage.day));
    const answers = this.#hasSigns ? findAnswerSigns(passage.text) : 0;
    this.#signs.byte(answers | (passage.isSuperseded ? SUPERSEDED : 0));
    this.#ids.push(hash(passage.id));
  }

  /** Adds the words above an entry, each once; they do not count for its length. */
  #addHeadings(above: string, entry: number): void {
    if (above !== this.#above) {
      this.#above = above;
      const words = listIndexedWords(above, this.#language).filter(({ whole }) => !whole);
      const formOf = new Map(words.map(({ key, form }) => [key, form]));
      this.#headings = Array.from(formOf, ([key, form]) => this.#form(toHeadingKey(key), form));
    }
    for (const form of this.#headings) this.#post(form, entry, 1);
  }

  #saidIn(chunk: string): Said {
    const known = this.#said.get(chunk);
    if (known) return known;
    const counted = listChunkWords(chunk, this.#language);
    const said = {
      forms: counted.map(({ key, form, whole }) => this.#form(key, whole ? '' : form)),
      words: counted.reduce((sum, { whole }) => sum + (whole ? 0 : 1), 0),
    };
    if (this.#said.size >= MOST_KNOWN) this.#said.clear();
    this.#said.set(chunk, said);
    return said;
  }

  #form(key: string, written: string): Form {
    const { at, forms, found } = this.#termOf.get(key) ?? this.#addTerm(key);
    const known = found[forms.indexOf(written)];
    if (known) return known;
    const form = { term: at, form: forms.push(written) - 1, last: -1, posting: 0 };
    found.push(form);
    return form;
  }

  #addTerm(key: string): Term {
    const term = { at: this.#terms.length, key, forms: [], found: [] };
    this.#termOf.set(key, term);
    this.#terms.push(term);
    return term;
  }

  /** An entry has one posting for each form; repetitions raise its count. */
  #post(form: Form, entry: number, times: number): void {
    if (form.last === entry) {
      if ((this.#posted.at(form.posting) & 7) < MOST_TIMES) this.#posted.add(form.posting, 1);
      return;
    }
    form.last = entry;
    form.posting = this.#posted.length;
    this.#postedTerm.push(form.term);
    this.#postedEntry.push(entry);
    this.#posted.push((form.form << 3) | times);
  }

  #addSection(): void {
    this.#sections.push(this.entries);
    this.#sectionWords.push(0);
  }

  #addLength(of: number): void {
    const words = fromLengthClass(of & ~ASKS);
    this.#lengths.byte(of);
    this.#sectionWords.add(this.#sectionWords.length - 1, words);
    this.#words += words;
  }

  #addRow(step: number, lines: number, type: string): void {
    this.#rows.byte(Math.min(step, MANY));
    this.#rows.byte(Math.min(lines, MANY));
    this.#rows.byte(ordinal(type, this.#types));
  }

  /** Called before the entry itself is counted. */
  #addDay(day: number): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#runs.push(this.entries);
    this.#days.push(day);
  }

  *#written(): Iterable<string> {
    for (const { forms } of this.#terms) for (const form of forms) if (form) yield form;
  }

  /** Terms by the hash of their key, in buckets that check themselves, and the long lists apart. */
  #packTerms(): { buckets: Uint32Array; terms: Uint8Array; postings: Uint8Array } {
    const size = Math.ceil(this.#terms.length / BUCKET) + 1;
    const inBucket = Array.from({ length: size }, () => [] as number[]);
    for (const [at, { key }] of this.#terms.entries()) inBucket[hash(key) % size]!.push(at);
    const buckets = new Uint32Array(size + 1);
    const terms = new ByteWriter(1 << 16);
    const long = new ByteWriter(1 << 16);
    const scratch = new ByteWriter(256);
    const bucket = new ByteWriter(256);
    const lists = this.#lists();
    for (const [number, members] of inBucket.entries()) {
      bucket.length = 0;
      for (const term of members) writeTerm(lists(term), scratch, bucket, long);
      terms.bytes(prependChecksum(bucket.done(), number));
      buckets[number + 1] = terms.length;
    }
    return { buckets, terms: terms.done(), postings: long.done() };
  }

  /** The postings of each term, in the order of entries. */
  #lists(): (term: number) => OpenList {
    const ofTerm = this.#postedTerm.done();
    const starts = new Uint32Array(this.#terms.length + 1);
    for (const term of ofTerm) starts[term + 1]!++;
    for (let term = 1; term < starts.length; term++) starts[term]! += starts[term - 1]!;
    const entryAt = new Uint32Array(ofTerm.length);
    const postedAt = new Uint32Array(ofTerm.length);
    const [entries, posted, next] = [this.#postedEntry.done(), this.#posted.done(), starts.slice()];
    for (let i = 0; i < ofTerm.length; i++) {
      const place = next[ofTerm[i]!]!++;
      entryAt[place] = entries[i]!;
      postedAt[place] = posted[i]!;
    }
    const body = new ByteWriter(1024);
    return (term) => {
      const { key, forms } = this.#terms[term]!;
      const [from, end] = [starts[term]!, starts[term + 1]!];
      body.length = 0;
      let last = -1;
      let having = 0;
      for (let i = from; i < end; i++) {
        const entry = entryAt[i]!;
        if (entry !== last) having++;
        writePosting(last < 0 ? entry : entry - last, postedAt[i]!, body);
        last = entry;
      }
      return { key, forms, entries: having, count: end - from, body: body.done() };
    };
  }
}

function ordinal(name: string, known: Map<string, number>): number {
  const found = known.get(name) ?? known.size;
  known.set(name, found);
  return found;
}

function* signs(passage: IndexedEntry, language: Language): Iterable<string> {
  yield toTypeKey(passage.type);
  const label = findLabel(passage.text);
  if (label)
    for (const key of new Set(tokenizeText(label).map(({ text }) => toSubjectKey(language.stem(text)))))
      yield key;
  if (isByOwner(label, passage.by ?? null)) yield OWNER_KEY;
  if (passage.by) yield toWriterKey(passage.by);
  for (const key of new Set(passage.tags.map(tagKey))) yield key;
  for (const key of new Set(passage.links.map(toNameKey))) yield key;
}

const bytesOf = (array: Uint32Array | Uint16Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
