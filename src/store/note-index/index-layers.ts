import type { Note } from '../../notes/note.js';
import type { Sum } from '../../platform/checksum.js';
import { IndexBuilder } from '../../search/index/builder.js';
import { Corpus } from '../../search/index/corpus.js';
import { type ParseNote, toSearchDocument } from '../../search/index/document.js';
import { StaleIndexError } from '../../search/index/entry-reader.js';
import {
  CorruptIndexError,
  memorySource,
  type PagedFile,
  type PagedSource,
} from '../../search/index/paged-file.js';
import { Segment } from '../../search/index/segment.js';
import { ENGLISH, type Language } from '../../text/language.js';
import { CATALOGUE } from '../cache/cache-files.js';
import { type FileStat, type Listing, TICK_MS } from '../files/list-notes.js';
import type { NoteListing } from '../note-reader.js';
import { type NoteIndexHead, openHead, readHead, writeHead } from './index-head.js';
import { collectParts } from './index-parts.js';
import { NoteTable, TABLE_PARTS } from './note-table.js';
import { isSameText, markNote, type NoteText, NoteTexts, toNote } from './note-texts.js';

/** What the catalogue needs of the store. Caches may be missing, damaged or not writable: nothing depends on them. */
export interface IndexFiles {
  note(path: string): Note | null;
  /** The text of a note, if the file still has this size and time; else null. */
  unchanged(stat: FileStat): NoteText | null;
  /** All notes with what the disk says of them; a listing from before may save listing them again. */
  survey(before: Listing | null): NoteListing;
  /** The bytes of a cache file, or null. */
  readCache(name: string): Uint8Array | null;
  /** Puts a cache file in place by rename; the last writer wins. May throw, which is no matter. */
  writeCache(name: string, bytes: Uint8Array): void;
  /** A cache file to read parts of, or null. */
  openCache(name: string): CacheFile | null;
  /** Takes a cache file away; may throw, which is no matter. */
  dropCache(name: string): void;
}

export interface CacheFile extends PagedSource {
  close(): void;
}

/** How notes are indexed. */
export interface IndexingOptions {
  /** Reads the entries of a note. */
  readonly read: ParseNote;
  readonly language?: Language;
  /** Told how many bytes will be indexed, before that begins. */
  readonly begin?: (all: number) => void;
  /** Told now and then while many notes are indexed: bytes done and bytes in all. */
  readonly progress?: (done: number, all: number) => void;
  /** Bytes of changed text from which it becomes a layer of its own. */
  readonly foldFrom?: number;
  /** The clock that stamps files, ms since 1970; `Date.now` unless a test says otherwise. */
  readonly clock?: () => number;
}

/** A layer is named by what it holds, so that nobody ever reads one for another. */
const nameOf = (mark: number): string => `index-${mark.toString(16).padStart(8, '0')}`;
/** So many bytes of changed text become a layer. */
const FOLD_FROM = 64 * 1024;
/** A layer goes into the next one that is not so many times as long: there are few, and each text is moved seldom. */
const RATIO = 4;

const EMPTY = new Uint8Array(0);

interface Layer {
  readonly segment: Segment;
  readonly name: string;
  readonly file: CacheFile | null;
}

interface Fresh {
  readonly note: Note;
  readonly stat: FileStat;
  readonly trusted: boolean;
  readonly mark: Sum;
}

/**
 * The indexes of a wiki and what they were made from: layers that stay as they are, the largest first, and a small
 * delta with the notes that changed last. A note that changed is gone from one and stands in another.
 */
export class IndexLayers {
  readonly #files: IndexFiles;
  readonly #options: IndexingOptions;
  readonly #language: Language;
  readonly #clock: () => number;
  #table = NoteTable.EMPTY;
  #listing: Listing | null = null;
  #layers: readonly Layer[] = [];
  /** The delta, and its bytes, which are saved with the table; no bytes for none. */
  #delta: Segment | null = null;
  #deltaBytes: Uint8Array = EMPTY;
  #corpus: Corpus | null = null;
  readonly #texts: NoteTexts;
  #hasLooked = false;
  /** Notes that were read while somebody may have been saving them, by path. */
  readonly #hasty = new Map<string, Note>();
  /** The small cache as we read or wrote it. */
  #head: Uint8Array | null = null;

  constructor(files: IndexFiles, options: IndexingOptions) {
    this.#files = files;
    this.#options = options;
    this.#texts = new NoteTexts((stat) => files.unchanged(stat));
    this.#language = options.language ?? ENGLISH;
    this.#clock = options.clock ?? Date.now;
    this.#load();
  }

  /** All entries that stand. The first time it looks at the disk. */
  get corpus(): Corpus {
    if (!this.#corpus) this.look();
    return this.#corpus!;
  }

  /** How many notes there are. */
  get notes(): number {
    return this.#table.length;
  }

  /** Looks at the disk again; only notes that changed are read. True where something had. May throw `Damaged`. */
  look(): boolean {
    if (this.#corpus) this.#catchUp();
    const seen = this.#clock();
    const { listing, stats } = this.#files.survey(this.#listing);
    const table = this.#table;
    const isNew = listing.folders.length > 0 && !isAsKept(listing, this.#listing);
    this.#listing = listing;
    if (table.holdsAll(listing.paths, stats)) {
      if (isNew) this.#save();
      this.#corpus ??= new Corpus(collectParts(this.#segments(), this.#table));
      return false;
    }
    const kept: number[] = [];
    const fresh: Fresh[] = [];
    let at = 0;
    let differs = isNew;
    for (const stat of statsOf(listing.paths, stats)) {
      while (at < table.length && table.paths[at]! < stat.path) at++;
      if (this.#stands(at, stat)) {
        kept.push(at);
        continue;
      }
      const trusted = stat.mtimeMs < seen - TICK_MS;
      const note = this.#read(stat, trusted);
      if (!note) continue;
      const mark = markNote(note);
      if (table.paths[at] === stat.path && table.hasMark(at, mark)) {
        table.restamp(at, stat, trusted);
        kept.push(at);
        differs = true;
      } else fresh.push({ note, stat, trusted, mark });
    }
    this.#hasLooked = true;
    const changed = fresh.length > 0 || kept.length !== table.length;
    if (changed) this.#take(kept, fresh);
    if (changed || differs) this.#save();
    if (changed || !this.#corpus) this.#corpus = new Corpus(collectParts(this.#segments(), this.#table));
    return changed;
  }

  /** A note as it was indexed. Where it is another by now it is no longer trusted; throws `Stale`. */
  note(path: string): Note {
    const table = this.#table;
    const at = table.find(path);
    if (at >= 0) {
      const same = table.isTrusted(at) ? this.#texts.get(table.stat(at)) : null;
      if (same) return toNote(path, same);
      const note = this.#files.note(path);
      if (note && (isSameText(note, this.#hasty.get(path)) || table.hasMark(at, markNote(note)))) return note;
      table.doubt(at);
    }
    throw new StaleIndexError(path);
  }

  /** Throws `Stale`, once, where notes that were read in haste have turned out to be others, now that they were left alone. */
  settle(): void {
    const hasty = [...this.#hasty];
    this.#hasty.clear();
    for (const [path, note] of hasty)
      if (!isSameText(note, this.#files.note(path))) throw new StaleIndexError(path);
  }

  /** At the first look nobody is waited for: what was read in haste is read again when it is answered. */
  #read(stat: FileStat, trusted: boolean): Note | null {
    const text = this.#hasLooked ? null : this.#files.unchanged(stat);
    if (!text) return this.#files.note(stat.path);
    const note = toNote(stat.path, text);
    if (!trusted) this.#hasty.set(stat.path, note);
    return note;
  }

  /** Notes that link to others without having entries: no posting speaks of them. */
  silent(): { readonly segment: Segment; readonly ordinal: number }[] {
    const segments = this.#segments();
    const table = this.#table;
    return table.paths
      .map((_, at) => ({ segment: segments[table.layer(at)]!, ordinal: table.ordinal(at) }))
      .filter(({ segment, ordinal }) => {
        const { firstEntry, endEntry } = segment.file(ordinal);
        return firstEntry === endEntry && segment.linking(ordinal).length > 0;
      });
  }

  /** Forgets all, so that the next look builds it anew. */
  forget(): void {
    this.close();
    this.#table = NoteTable.EMPTY;
    this.#listing = null;
    this.#layers = [];
    this.#delta = null;
    this.#deltaBytes = EMPTY;
    this.#corpus = null;
  }

  close(): void {
    for (const { file } of this.#layers) file?.close();
  }

  /** Where another process wrote the caches meanwhile, its are taken: two who never read each other's would undo them. */
  #catchUp(): void {
    const bytes = this.#files.readCache(CATALOGUE);
    if (!bytes || (this.#head && Buffer.compare(bytes, this.#head) === 0)) return;
    this.forget();
    this.#load();
  }

  /** True where a row still says what the disk says. */
  #stands(at: number, stat: FileStat): boolean {
    return this.#table.paths[at] === stat.path && this.#table.holds(at, stat);
  }

  /** Takes what the caches hold, if they are whole and belong together; if not, somebody may have put others there just now. */
  #load(): void {
    for (let last: number | null = null; ; ) {
      let mark: number | null = null;
      try {
        const bytes = this.#files.readCache(CATALOGUE);
        if (!bytes) return;
        const pages = openHead(bytes);
        mark = pages.mark;
        this.#open(pages);
        this.#head = bytes;
        return;
      } catch {
        this.forget();
        if (mark === null || mark === last) return;
        last = mark;
      }
    }
  }

  #open(pages: PagedFile): void {
    const { language, layers, folders, unread } = readHead(pages);
    if (language !== this.#language.name) throw new CorruptIndexError('of another language');
    this.#deltaBytes = pages.read(1 + TABLE_PARTS);
    this.#delta = this.#deltaBytes.length > 0 ? new Segment(memorySource(this.#deltaBytes)) : null;
    this.#layers = layers.map((name) => {
      const file = this.#files.openCache(name);
      if (!file) throw new CorruptIndexError('a cache is missing');
      const segment = new Segment(file);
      if (nameOf(segment.mark) !== name) throw new CorruptIndexError('a cache is another');
      return { segment, name, file };
    });
    this.#table = NoteTable.from(pages, 1);
    const { paths } = this.#table;
    this.#listing = { folders, paths: unread.length === 0 ? paths : [...paths, ...unread].sort() };
  }

  /** Reads the notes that changed into the delta, or makes a layer of it when it has grown. */
  #take(kept: readonly number[], fresh: readonly Fresh[]): void {
    const table = this.#table;
    const { length } = this.#layers;
    let size = fresh.reduce((bytes, { stat }) => bytes + stat.size, 0) + textOf(table, kept, length);
    let first = length;
    if (size > (this.#options.foldFrom ?? FOLD_FROM))
      for (; first > 0; first--) {
        const below = textOf(table, kept, first - 1);
        if (below >= size * RATIO) break;
        size += below;
      }
    const isLayer = size > (this.#options.foldFrom ?? FOLD_FROM);
    const builder = this.#builder();
    const moved: number[] = [];
    const segments = this.#segments();
    for (let layer = first; layer < segments.length; layer++) {
      const alive = kept.filter((at) => table.layer(at) === layer);
      if (alive.length === 0) continue;
      const lives = new Set(alive.map((at) => table.ordinal(at)));
      builder.addSegment(segments[layer]!, (ordinal) => lives.has(ordinal));
      for (const at of alive.sort((a, b) => table.ordinal(a) - table.ordinal(b))) moved.push(at);
    }
    this.#index(fresh, builder);
    const bytes = builder.done();
    for (const [ordinal, at] of moved.entries()) table.move(at, first, ordinal);
    this.#table = table.woven(
      kept,
      fresh.map(({ stat, mark, trusted }, i) => {
        return { ...stat, mark, trusted, layer: first, ordinal: moved.length + i };
      }),
    );
    this.#settle(bytes, first, isLayer);
  }

  #index(fresh: readonly Fresh[], builder: IndexBuilder): void {
    const { read, begin, progress } = this.#options;
    const all = fresh.reduce((bytes, { stat }) => bytes + stat.size, 0);
    begin?.(all);
    let done = 0;
    for (const { note, stat } of fresh) {
      builder.add(toSearchDocument(note, read(note)));
      done += stat.size;
      progress?.(done, all);
    }
  }

  /** Puts an index above so many layers: as the delta, or as a layer below an empty one. */
  #settle(bytes: Uint8Array, above: number, isLayer: boolean): void {
    for (const { file } of this.#layers.slice(above)) file?.close();
    const layers = this.#layers.slice(0, above);
    const segment = new Segment(memorySource(bytes));
    if (isLayer) {
      const name = nameOf(segment.mark);
      this.#try(() => this.#files.writeCache(name, bytes));
      layers.push({ segment, name, file: null });
    }
    this.#layers = layers;
    this.#deltaBytes = isLayer ? EMPTY : bytes;
    this.#delta = isLayer ? null : segment;
  }

  #save(): void {
    const layers = this.#layers.map(({ name }) => name);
    const { paths, folders } = this.#listing ?? { paths: [], folders: [] };
    const unread =
      paths.length === this.#table.length ? [] : paths.filter((path) => this.#table.find(path) < 0);
    const head: NoteIndexHead = { language: this.#language.name, layers, folders, unread };
    const before = this.#savedLayers();
    const bytes = writeHead(head, this.#table, this.#deltaBytes);
    this.#head = bytes;
    this.#try(() => this.#files.writeCache(CATALOGUE, bytes));
    for (const name of before) if (!layers.includes(name)) this.#try(() => this.#files.dropCache(name));
  }

  /** The layers that the head on the disk names. */
  #savedLayers(): readonly string[] {
    try {
      const bytes = this.#files.readCache(CATALOGUE);
      if (!bytes) return [];
      return readHead(openHead(bytes)).layers;
    } catch {
      return [];
    }
  }

  #segments(): readonly Segment[] {
    return [...this.#layers.map(({ segment }) => segment), ...(this.#delta ? [this.#delta] : [])];
  }

  #builder(): IndexBuilder {
    return new IndexBuilder(this.#language);
  }

  /** A cache that cannot be written costs time, nothing else. */
  #try(write: () => void): void {
    try {
      write();
    } catch {
      // The next one to search builds it anew.
    }
  }
}

/** A thought may list the notes for itself: that listing is another one only where a folder has changed. */
const isAsKept = ({ folders }: Listing, kept: Listing | null): boolean =>
  folders.length === kept?.folders.length &&
  folders.every(
    ({ path, changedMs }, i) => path === kept.folders[i]?.path && changedMs === kept.folders[i]?.changedMs,
  );

/** Of the notes that are there. */
const statsOf = (paths: readonly string[], stats: Float64Array): readonly FileStat[] =>
  paths
    .map((path, at) => ({ path, size: stats[at * 2]!, mtimeMs: stats[at * 2 + 1]! }))
    .filter(({ size }) => !Number.isNaN(size));

/** Bytes of text in a layer. */
const textOf = (table: NoteTable, rows: readonly number[], layer: number): number =>
  rows.reduce((bytes, at) => (table.layer(at) === layer ? bytes + table.size(at) : bytes), 0);
