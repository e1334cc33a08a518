import type { Note } from '../../notes/note.js';
import type { Sum } from '../../platform/checksum.js';
import { IndexBuilder } from '../../search/index/builder.js';
import { Corpus } from '../../search/index/corpus.js';
import { type ParseNote, toSearchDocument } from '../../search/index/document.js';
import { StaleIndexError } from '../../search/index/entry-reader.js';
import { CorruptIndexError, createMemorySource, type PagedFile } from '../../search/index/paged-bytes.js';
import { Segment } from '../../search/index/segment.js';
import { ENGLISH, type Language } from '../../text/language.js';
import { CATALOGUE, type Caches, type OpenCache } from '../cache/cache-files.js';
import { type FileStat, type Listing, TICK_MS } from '../files/list-notes.js';
import type { NoteListing } from '../note-reader.js';
import {
  collectParts,
  type NoteIndexHead,
  NoteTable,
  openHead,
  readHead,
  TABLE_PARTS,
  writeHead,
} from './note-table.js';
import { isSameText, markNote, type NoteText, NoteTexts, toNote } from './note-texts.js';

/** What the index needs from the store. Caches may be missing, damaged or read-only. */
export interface IndexFiles extends Caches {
  note(path: string): Note | null;
  /** Returns the text of a note if the file still has this size and time; else null. */
  unchanged(stat: FileStat): NoteText | null;
  /** Lists all notes with their metadata. An earlier listing may make this faster. */
  survey(before: Listing | null): NoteListing;
  /** Opens a cache file for partial reads; null if missing. */
  openCache(name: string): OpenCache | null;
  /** Deletes a cache file. Errors may be ignored. */
  dropCache(name: string): void;
}

/** Options for indexing notes. */
export interface IndexingOptions {
  /** Reads the entries of a note. */
  readonly read: ParseNote;
  readonly language?: Language;
  /** Called before indexing with the number of bytes. */
  readonly begin?: (all: number) => void;
  /** Called regularly while many notes are indexed, with the bytes done and the total. */
  readonly progress?: (done: number, all: number) => void;
  /** Bytes of changed text that become a separate layer. */
  readonly foldFrom?: number;
  /** The clock of file times, ms since 1970; `Date.now` except in tests. */
  readonly clock?: () => number;
}

/** Names a layer by its content, so that one is never read in place of another. */
const nameOf = (mark: number): string => `index-${mark.toString(16).padStart(8, '0')}`;
/** Bytes of changed text that become a layer. */
const FOLD_FROM = 64 * 1024;
/**
 * A layer is merged into the next one unless that is this many times longer: there are few layers, and each text is
 * moved rarely.
 */
const RATIO = 4;

const EMPTY = new Uint8Array(0);

interface Layer {
  readonly segment: Segment;
  readonly name: string;
  readonly file: OpenCache | null;
}

interface Fresh {
  readonly note: Note;
  readonly stat: FileStat;
  readonly trusted: boolean;
  readonly mark: Sum;
}

/**
 * The indexes of a notebook: unchanging layers, largest first, and a small delta with recently changed notes. A changed
 * note is marked as gone in one and present in another.
 */
export class IndexLayers {
  readonly #files: IndexFiles;
  readonly #options: IndexingOptions;
  readonly #language: Language;
  readonly #clock: () => number;
  #table = NoteTable.EMPTY;
  #listing: Listing | null = null;
  #layers: readonly Layer[] = [];
  /** The delta and its bytes, which are saved with the table; empty for none. */
  #delta: Segment | null = null;
  #deltaBytes: Uint8Array = EMPTY;
  #corpus: Corpus | null = null;
  readonly #texts: NoteTexts;
  #hasLooked = false;
  /** Notes read while a save may have been in progress, by path. */
  readonly #hasty = new Map<string, Note>();
  /** The small cache as last read or written. */
  #head: Uint8Array | null = null;

  constructor(files: IndexFiles, options: IndexingOptions) {
    this.#files = files;
    this.#options = options;
    this.#texts = new NoteTexts((stat) => files.unchanged(stat));
    this.#language = options.language ?? ENGLISH;
    this.#clock = options.clock ?? Date.now;
    this.#load();
  }

  /** All current entries. The first access reads the disk. */
  get corpus(): Corpus {
    if (!this.#corpus) this.look();
    return this.#corpus!;
  }

  /** The number of notes. */
  get notes(): number {
    return this.#table.length;
  }

  /** Updates the index from disk, reading only changed notes. Returns true if any had changed. May throw Damaged. */
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
    const unchangedRows: number[] = [];
    const fresh: Fresh[] = [];
    let at = 0;
    let differs = isNew;
    for (const stat of statsOf(listing.paths, stats)) {
      while (at < table.length && table.paths[at]! < stat.path) at++;
      if (this.#stands(at, stat)) {
        unchangedRows.push(at);
        continue;
      }
      const trusted = stat.mtimeMs < seen - TICK_MS;
      const note = this.#read(stat, trusted);
      if (!note) continue;
      const mark = markNote(note);
      if (table.paths[at] === stat.path && table.hasMark(at, mark)) {
        table.restamp(at, stat, trusted);
        unchangedRows.push(at);
        differs = true;
      } else fresh.push({ note, stat, trusted, mark });
    }
    this.#hasLooked = true;
    const changed = fresh.length > 0 || unchangedRows.length !== table.length;
    if (changed) this.#take(unchangedRows, fresh);
    if (changed || differs) this.#save();
    if (changed || !this.#corpus) this.#corpus = new Corpus(collectParts(this.#segments(), this.#table));
    return changed;
  }

  /** Returns a note as indexed. If it differs by now, its row is no longer trusted. Throws Stale. */
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

  /** Throws Stale, once, if notes that were read too early have changed since. */
  settle(): void {
    const hasty = [...this.#hasty];
    this.#hasty.clear();
    for (const [path, note] of hasty)
      if (!isSameText(note, this.#files.note(path))) throw new StaleIndexError(path);
  }

  /**
   * Reads a note. The first update does not wait: notes read too early are read again before an answer is returned.
   */
  #read(stat: FileStat, trusted: boolean): Note | null {
    const text = this.#hasLooked ? null : this.#files.unchanged(stat);
    if (!text) return this.#files.note(stat.path);
    const note = toNote(stat.path, text);
    if (!trusted) this.#hasty.set(stat.path, note);
    return note;
  }

  /** Returns notes that link to others but have no entries, which no posting mentions. */
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

  /** Drops everything, so that the next update rebuilds the index. */
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

  /** Loads the caches if another process wrote them. Otherwise two processes would undo each other's work. */
  #catchUp(): void {
    const bytes = this.#files.readCache(CATALOGUE);
    if (!bytes || (this.#head && Buffer.compare(bytes, this.#head) === 0)) return;
    this.forget();
    this.#load();
  }

  /** Returns true if a row matches the file metadata. */
  #stands(at: number, stat: FileStat): boolean {
    return this.#table.paths[at] === stat.path && this.#table.holds(at, stat);
  }

  /** Loads the caches if they are complete and consistent; another process may have replaced them just now. */
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
    this.#delta = this.#deltaBytes.length > 0 ? new Segment(createMemorySource(this.#deltaBytes)) : null;
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

  /** Reads the changed notes into the delta, or turns it into a layer when it is large. */
  #take(unchangedRows: readonly number[], fresh: readonly Fresh[]): void {
    const table = this.#table;
    const { length } = this.#layers;
    let size = fresh.reduce((bytes, { stat }) => bytes + stat.size, 0) + textOf(table, unchangedRows, length);
    let first = length;
    if (size > (this.#options.foldFrom ?? FOLD_FROM))
      for (; first > 0; first--) {
        const below = textOf(table, unchangedRows, first - 1);
        if (below >= size * RATIO) break;
        size += below;
      }
    const isLayer = size > (this.#options.foldFrom ?? FOLD_FROM);
    const builder = new IndexBuilder(this.#language);
    const moved: number[] = [];
    const segments = this.#segments();
    for (let layer = first; layer < segments.length; layer++) {
      const alive = unchangedRows.filter((at) => table.layer(at) === layer);
      if (alive.length === 0) continue;
      const lives = new Set(alive.map((at) => table.ordinal(at)));
      builder.addSegment(segments[layer]!, (ordinal) => lives.has(ordinal));
      for (const at of alive.sort((a, b) => table.ordinal(a) - table.ordinal(b))) moved.push(at);
    }
    this.#index(fresh, builder);
    const bytes = builder.done();
    for (const [ordinal, at] of moved.entries()) table.move(at, first, ordinal);
    this.#table = table.woven(
      unchangedRows,
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

  /** Puts an index above a number of layers: as the delta, or as a layer below an empty delta. */
  #settle(bytes: Uint8Array, above: number, isLayer: boolean): void {
    for (const { file } of this.#layers.slice(above)) file?.close();
    const layers = this.#layers.slice(0, above);
    const segment = new Segment(createMemorySource(bytes));
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

  /** Returns the layers named by the header on disk. */
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

  /** Runs a cache write and ignores errors. */
  #try(write: () => void): void {
    try {
      write();
    } catch {
      // The next search rebuilds it.
    }
  }
}

/** Returns true if a plan's own listing is the cached one; it differs only if a folder has changed. */
const isAsKept = ({ folders }: Listing, cached: Listing | null): boolean =>
  folders.length === cached?.folders.length &&
  folders.every(
    ({ path, changedMs }, i) =>
      path === cached.folders[i]?.path && changedMs === cached.folders[i]?.changedMs,
  );

/** Returns the metadata of the existing notes. */
const statsOf = (paths: readonly string[], stats: Float64Array): readonly FileStat[] =>
  paths
    .map((path, at) => ({ path, size: stats[at * 2]!, mtimeMs: stats[at * 2 + 1]! }))
    .filter(({ size }) => !Number.isNaN(size));

/** Returns the bytes of text in a layer. */
const textOf = (table: NoteTable, rows: readonly number[], layer: number): number =>
  rows.reduce((bytes, at) => (table.layer(at) === layer ? bytes + table.size(at) : bytes), 0);
