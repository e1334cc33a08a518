import type { Sum } from '../../platform/checksum.js';
import { decodeUtf8, encodeUtf8 } from '../../search/index/byte-codec.js';
import type { IndexPart } from '../../search/index/corpus.js';
import {
  CorruptIndexError,
  createMemorySource,
  PagedFile,
  writePagedFile,
} from '../../search/index/paged-bytes.js';
import type { Segment } from '../../search/index/segment.js';
import type { FileStat, FolderStat } from '../files/list-notes.js';

/** A row of the note table: metadata of the file when it was read, and the index layer with its entries. */
interface NoteRow extends FileStat {
  /** Checksum of the text. */
  readonly mark: Sum;
  /** The file was old when it was read: while size and time are the same, so is the text. */
  readonly trusted: boolean;
  /** The layer, and the position of the note in it. */
  readonly layer: number;
  readonly ordinal: number;
}

/** Numbers per row in `stats`: size and time. */
const STATS = 2;
/** Words per row in `places`: layer, doubled, plus one if trusted; ordinal; the two halves of the checksum. */
const PLACES = 4;

/** Rows sorted by path, stored as numbers so that an update after an edit is cheap. */
export class NoteTable {
  static readonly EMPTY = new NoteTable([], new Float64Array(0), new Uint32Array(0));

  private constructor(
    readonly paths: readonly string[],
    private readonly stats: Float64Array,
    private readonly places: Uint32Array,
  ) {}

  get length(): number {
    return this.paths.length;
  }

  stat(at: number): FileStat {
    return { path: this.paths[at]!, size: this.size(at), mtimeMs: this.stats[at * STATS + 1]! };
  }

  size(at: number): number {
    return this.stats[at * STATS]!;
  }

  layer(at: number): number {
    return this.places[at * PLACES]! >>> 1;
  }

  ordinal(at: number): number {
    return this.places[at * PLACES + 1]!;
  }

  isTrusted(at: number): boolean {
    return (this.places[at * PLACES]! & 1) === 1;
  }

  /** Returns true if a text with this checksum is the one that was read. */
  hasMark(at: number, [low, high]: Sum): boolean {
    return this.places[at * PLACES + 2] === low && this.places[at * PLACES + 3] === high;
  }

  /** Returns true if the text is unchanged according to the file metadata. */
  holds(at: number, { size, mtimeMs }: FileStat): boolean {
    return this.isTrusted(at) && this.size(at) === size && this.stats[at * STATS + 1] === mtimeMs;
  }

  /** Returns true if these are all rows and their texts are unchanged. */
  holdsAll(paths: readonly string[], stats: Float64Array): boolean {
    if (
      paths !== this.paths &&
      (paths.length !== this.length || paths.some((path, at) => path !== this.paths[at]))
    )
      return false;
    for (let i = 0; i < stats.length; i++) if (stats[i] !== this.stats[i]) return false;
    for (let at = 0; at < this.length; at++) if (!this.isTrusted(at)) return false;
    return true;
  }

  /** Marks a row as not trusted. */
  doubt(at: number): void {
    this.places[at * PLACES]! &= ~1;
  }

  /** Updates the metadata of a row whose text is unchanged. */
  restamp(at: number, { size, mtimeMs }: FileStat, trusted: boolean): void {
    this.stats[at * STATS] = size;
    this.stats[at * STATS + 1] = mtimeMs;
    this.places[at * PLACES] = this.layer(at) * 2 + (trusted ? 1 : 0);
  }

  /** Moves a row to another layer. */
  move(at: number, layer: number, ordinal: number): void {
    this.places[at * PLACES] = layer * 2 + (this.isTrusted(at) ? 1 : 0);
    this.places[at * PLACES + 1] = ordinal;
  }

  /** Returns the row of a path, or -1. */
  find(path: string): number {
    let low = 0;
    let high = this.paths.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.paths[middle]!;
      if (found === path) return middle;
      if (found < path) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Merges some of its rows with new ones; both must be sorted. */
  woven(unchanged: readonly number[], others: readonly NoteRow[]): NoteTable {
    const length = unchanged.length + others.length;
    const paths: string[] = [];
    const stats = new Float64Array(length * STATS);
    const places = new Uint32Array(length * PLACES);
    let next = 0;
    for (let at = 0; at < length; at++) {
      const row = unchanged[at - next];
      const other = others[next];
      if (other && (row === undefined || other.path < this.paths[row]!)) {
        const { path, size, mtimeMs, trusted, layer, ordinal, mark } = other;
        paths.push(path);
        stats.set([size, mtimeMs], at * STATS);
        places.set([layer * 2 + (trusted ? 1 : 0), ordinal, ...mark], at * PLACES);
        next++;
      } else if (row !== undefined) {
        paths.push(this.paths[row]!);
        for (let i = 0; i < STATS; i++) stats[at * STATS + i] = this.stats[row * STATS + i]!;
        for (let i = 0; i < PLACES; i++) places[at * PLACES + i] = this.places[row * PLACES + i]!;
      }
    }
    return new NoteTable(paths, stats, places);
  }

  /** Encodes the table as parts of a file. */
  pack(): Uint8Array[] {
    const { stats, places } = this;
    const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
      new Uint8Array(buffer, byteOffset, byteLength);
    return [encodeUtf8(this.paths.join('\0')), bytesOf(stats), bytesOf(places)];
  }

  /** Decodes a table, starting at a part of a file. */
  static from(pages: PagedFile, first: number): NoteTable {
    const stats = new Float64Array(new Uint8Array(pages.read(first + 1)).buffer);
    const places = new Uint32Array(new Uint8Array(pages.read(first + 2)).buffer);
    const rows = stats.length / STATS;
    const paths = rows === 0 ? [] : decodeUtf8(pages.read(first)).split('\0');
    if (paths.length !== rows || places.length !== rows * PLACES)
      throw new CorruptIndexError('not the paths of its rows');
    return new NoteTable(paths, stats, places);
  }
}

/** The number of parts in an encoded table. */
export const TABLE_PARTS = 3;

/** The header of the small cache; the table of notes and the delta follow it. */
export interface NoteIndexHead {
  readonly language: string;
  readonly layers: readonly string[];
  /** The folders that were listed, and what could not be read as a note. */
  readonly folders: readonly FolderStat[];
  readonly unread: readonly string[];
}

/** The delta checks its own pages. */
const SELF_CHECKED: ReadonlySet<number> = new Set([1 + TABLE_PARTS]);

/** Opens the bytes of a small cache. Throws CorruptIndexError if they are damaged. */
export const openHead = (bytes: Uint8Array): PagedFile =>
  new PagedFile(createMemorySource(bytes), SELF_CHECKED);

/** Writes a small cache. */
export const writeHead = (head: NoteIndexHead, table: NoteTable, delta: Uint8Array): Uint8Array =>
  writePagedFile([encodeUtf8(JSON.stringify(head)), ...table.pack(), delta], SELF_CHECKED);

/** Parses the header of the small cache. Throws Damaged if it is none. */
export function readHead(pages: PagedFile): NoteIndexHead {
  if (pages.parts !== TABLE_PARTS + 2) throw new CorruptIndexError('not the parts of a catalogue');
  return JSON.parse(decodeUtf8(pages.read(0))) as NoteIndexHead;
}

/** Returns the layers that hold entries, each with the entries that are gone from it, by the table of notes. */
export function collectParts(segments: readonly Segment[], table: NoteTable): IndexPart[] {
  const alive = segments.map(({ fileCount }) => new Uint8Array(fileCount));
  const counts = segments.map(() => 0);
  for (let at = 0; at < table.length; at++) {
    const layer = table.layer(at);
    const lives = alive[layer];
    if (!lives) throw new CorruptIndexError('a note in no layer');
    lives[table.ordinal(at)] = 1;
    counts[layer]!++;
  }
  return segments.flatMap((segment, layer): IndexPart[] => {
    if (segment.entries === 0 || counts[layer] === 0) return [];
    if (counts[layer] === segment.fileCount) return [{ segment, gone: null }];
    return [{ segment, gone: goneIn(segment, alive[layer]!) }];
  });
}

/** Marks the entries of notes that an index no longer represents. */
function goneIn(segment: Segment, alive: Uint8Array): Uint8Array {
  const gone = new Uint8Array(segment.entries);
  for (let ordinal = 0; ordinal < alive.length; ordinal++) {
    if (alive[ordinal]) continue;
    const { firstEntry, endEntry } = segment.file(ordinal);
    gone.fill(1, firstEntry, endEntry);
  }
  return gone;
}
