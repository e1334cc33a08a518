import { text, utf8 } from '../recall/index/bytes.js';
import { Corpus, type Part } from '../recall/index/corpus.js';
import { Stale } from '../recall/index/fetch.js';
import { IndexBuilder } from '../recall/index/index-builder.js';
import { leafOf, type Read } from '../recall/index/leaf.js';
import { Damaged, inMemory, Pages, pack, type Source } from '../recall/index/pages.js';
import { Segment } from '../recall/index/segment.js';
import type { Note } from '../wiki/note.js';

/** A file of the content folder as the disk lists it. */
export interface FileStat {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** What the catalogue needs of the store. Caches may be missing, damaged or not writable: nothing depends on them. */
export interface CatalogueFiles {
  note(path: string): Note | null;
  /** All notes with what the disk says of them, in any order. */
  stats(): readonly FileStat[];
  /** The bytes of a cache file, or null. */
  readCache(name: string): Uint8Array | null;
  /** Puts a cache file in place by rename; the last writer wins. May throw, which is no matter. */
  writeCache(name: string, bytes: Uint8Array): void;
  /** A cache file to read parts of, or null. */
  openCache(name: string): CacheFile | null;
}

export interface CacheFile extends Source {
  close(): void;
}

/** How notes are indexed. */
export interface Indexing {
  /** Reads the entries of a note. */
  readonly read: Read;
  /** Told now and then while many notes are indexed: bytes done and bytes in all. */
  readonly progress?: (done: number, all: number) => void;
  /** When the first of these notes was read, ms since 1970; a file younger than that is read again next time. */
  readonly since?: number;
  /** Bytes of changed text from which it is folded into the large cache. */
  readonly foldFrom?: number;
  /** The clock that stamps files, ms since 1970; `Date.now` unless a test says otherwise. */
  readonly clock?: () => number;
}

/** The small cache: which files were read when, what changed since the large one. The large one stays long. */
const HEAD = 'catalogue';
/** Two names in turn, so that a reader of the old large cache keeps it while the new one is put in place. */
const BASES = ['catalogue.0', 'catalogue.1'] as const;
/** A file as young as the moment it was read may change again within one tick of the clock: it is hashed. */
const TICK_MS = 2000;
/** What changed is folded into the large cache when it is so many bytes of text, and this share of all. */
const FOLD_FROM = 256 * 1024;
const FOLDED_SHARE = 1 / 8;
/** What is known of a file: as it was on disk when it was read at `seen`, and which index has its entries. */
interface Row extends FileStat {
  readonly hash: string;
  readonly seen: number;
  readonly part: 'base' | 'delta';
}

interface Fresh {
  readonly note: Note;
  readonly row: Row;
}

interface SavedHead {
  readonly base: (typeof BASES)[number] | null;
  readonly mark: number;
  readonly rows: readonly (readonly [
    path: string,
    size: number,
    mtimeMs: number,
    hash: string,
    seen: number,
    inDelta: 0 | 1,
  ])[];
}

/**
 * The indexes of a wiki and what they were made from: a large base that stays long, and a small delta with the notes
 * that changed since. A note that changed is gone from one and stands in the other.
 */
export class Holdings {
  readonly #files: CatalogueFiles;
  readonly #options: Indexing;
  readonly #clock: () => number;
  #rows = new Map<string, Row>();
  #base: Segment | null = null;
  #delta: Segment | null = null;
  #baseName: (typeof BASES)[number] = BASES[1];
  #baseFile: CacheFile | null = null;
  /** The delta as bytes, to be saved with the rows. */
  #deltaBytes: Uint8Array = new IndexBuilder().done();
  #corpus: Corpus | null = null;
  /** The small cache as we read or wrote it. */
  #head: Uint8Array | null = null;

  constructor(files: CatalogueFiles, options: Indexing) {
    this.#files = files;
    this.#options = options;
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
    return this.#rows.size;
  }

  /** Looks at the disk again; only notes that changed are read. True where something had. May throw `Damaged`. */
  look(): boolean {
    if (this.#corpus) this.#catchUp();
    const seen = this.#options.since ?? this.#clock();
    const rows = new Map<string, Row>();
    const fresh: Fresh[] = [];
    let looked = false;
    for (const stat of this.#files.stats()) {
      const row = this.#rows.get(stat.path);
      if (row && isTrusted(row, stat)) {
        rows.set(stat.path, row);
        continue;
      }
      const note = this.#files.note(stat.path);
      if (!note) continue;
      looked = true;
      const now = { ...stat, hash: note.hash, seen };
      if (row?.hash === note.hash) rows.set(stat.path, { ...now, part: row.part });
      else fresh.push({ note, row: { ...now, part: 'delta' } });
    }
    const changed = fresh.length > 0 || this.#rows.size !== rows.size;
    this.#rows = rows;
    if (changed) this.#take(fresh);
    if (changed || looked) this.#save();
    if (changed || !this.#corpus) this.#corpus = new Corpus(this.#parts());
    return changed;
  }

  /** A note as it was indexed. Where it is another by now it is no longer trusted; throws `Stale`. */
  note(path: string): Note {
    const row = this.#rows.get(path);
    const note = this.#files.note(path);
    if (row && note?.hash === row.hash) return note;
    if (row) this.#rows.set(path, { ...row, seen: 0 });
    throw new Stale(path);
  }

  /** Notes without entries: no posting speaks of what they hold. */
  silent(): string[] {
    const silent = new Set(this.#rows.keys());
    for (const [segment, part] of [
      [this.#base, 'base'],
      [this.#delta, 'delta'],
    ] as const)
      for (const { path, entries } of segment?.files ?? [])
        if (entries > 0 && this.#rows.get(path)?.part === part) silent.delete(path);
    return [...silent];
  }

  /** Forgets all, so that the next look builds it anew. */
  forget(): void {
    this.close();
    this.#rows = new Map();
    this.#base = null;
    this.#delta = null;
    this.#deltaBytes = new IndexBuilder().done();
    this.#corpus = null;
  }

  close(): void {
    this.#baseFile?.close();
    this.#baseFile = null;
  }

  /** Where another process wrote the caches meanwhile, its are taken: two who never read each other's would undo them. */
  #catchUp(): void {
    const bytes = this.#files.readCache(HEAD);
    if (!bytes || (this.#head && Buffer.compare(bytes, this.#head) === 0)) return;
    this.forget();
    this.#load();
  }

  /** Takes what the caches hold, if they are whole and belong together. */
  #load(): void {
    try {
      const bytes = this.#files.readCache(HEAD);
      this.#head = bytes;
      if (!bytes) return;
      const head = new Pages(inMemory(bytes));
      const { base, mark, rows } = JSON.parse(text(head.read(0))) as SavedHead;
      this.#deltaBytes = head.read(1).slice();
      this.#delta = new Segment(inMemory(this.#deltaBytes));
      if (base) {
        this.#baseFile = this.#files.openCache(base);
        if (!this.#baseFile) throw new Damaged('a cache is missing');
        this.#base = new Segment(this.#baseFile);
        if (this.#base.mark !== mark) throw new Damaged('the caches do not belong together');
        this.#baseName = base;
      }
      this.#rows = new Map(
        rows.map(([path, size, mtimeMs, hash, seen, part]) => [
          path,
          { path, size, mtimeMs, hash, seen, part: part ? 'delta' : 'base' },
        ]),
      );
    } catch {
      this.forget();
    }
  }

  /** Reads the notes that changed into the delta, or folds all into a new base when the delta has grown. */
  #take(fresh: readonly Fresh[]): void {
    const folds = this.#folds(fresh);
    const builder = new IndexBuilder();
    if (folds && this.#base) builder.addSegment(this.#base, this.#lives(this.#base, 'base'));
    if (this.#delta) builder.addSegment(this.#delta, this.#lives(this.#delta, 'delta'));
    this.#index(fresh, builder);
    for (const { row } of fresh) this.#rows.set(row.path, row);
    const bytes = builder.done();
    if (folds) this.#rebase(bytes);
    else this.#setDelta(bytes);
  }

  #folds(fresh: readonly Fresh[]): boolean {
    let all = 0;
    let changed = 0;
    for (const { size, part } of this.#rows.values()) {
      all += size;
      if (part === 'delta') changed += size;
    }
    for (const { row } of fresh) {
      all += row.size;
      changed += row.size;
    }
    return changed > (this.#options.foldFrom ?? FOLD_FROM) && changed > all * FOLDED_SHARE;
  }

  #lives(segment: Segment, part: Row['part']): (file: number) => boolean {
    return (file) => this.#rows.get(segment.files[file]!.path)?.part === part;
  }

  #index(fresh: readonly Fresh[], builder: IndexBuilder): void {
    const { read, progress } = this.#options;
    const all = fresh.reduce((sum, { row }) => sum + row.size, 0);
    let done = 0;
    for (const { note, row } of fresh) {
      builder.add(leafOf(note, read(note)));
      done += row.size;
      progress?.(done, all);
    }
  }

  #rebase(bytes: Uint8Array): void {
    this.close();
    this.#base = new Segment(inMemory(bytes));
    this.#baseName = this.#baseName === BASES[0] ? BASES[1] : BASES[0];
    for (const row of this.#rows.values()) this.#rows.set(row.path, { ...row, part: 'base' });
    this.#setDelta(new IndexBuilder().done());
    this.#try(() => this.#files.writeCache(this.#baseName, bytes));
  }

  #setDelta(bytes: Uint8Array): void {
    this.#deltaBytes = bytes;
    this.#delta = new Segment(inMemory(bytes));
  }

  #save(): void {
    const rows: SavedHead['rows'] = [...this.#rows.values()].map(
      ({ path, size, mtimeMs, hash, seen, part }) => [
        path,
        size,
        mtimeMs,
        hash,
        seen,
        part === 'delta' ? 1 : 0,
      ],
    );
    const head: SavedHead = { base: this.#base ? this.#baseName : null, mark: this.#base?.mark ?? 0, rows };
    this.#head = pack([utf8(JSON.stringify(head)), this.#deltaBytes]);
    this.#try(() => this.#files.writeCache(HEAD, this.#head!));
    const other = this.#baseName === BASES[0] ? BASES[1] : BASES[0];
    if (this.#files.readCache(other)?.length)
      this.#try(() => this.#files.writeCache(other, new Uint8Array(0)));
  }

  #parts(): Part[] {
    const part = (segment: Segment | null, name: Row['part']): Part[] =>
      segment?.entries ? [{ segment, gone: this.#gone(segment, name) }] : [];
    return [...part(this.#base, 'base'), ...part(this.#delta, 'delta')];
  }

  /** Marks the entries of notes that this index no longer speaks for. */
  #gone(segment: Segment, part: Row['part']): Uint8Array | null {
    const lives = this.#lives(segment, part);
    if (segment.files.every((_, file) => lives(file))) return null;
    const gone = new Uint8Array(segment.entries);
    for (const [file, { firstEntry, entries }] of segment.files.entries())
      if (!lives(file)) gone.fill(1, firstEntry, firstEntry + entries);
    return gone;
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

const isTrusted = (row: Row, stat: FileStat): boolean =>
  row.size === stat.size && row.mtimeMs === stat.mtimeMs && stat.mtimeMs < row.seen - TICK_MS;
