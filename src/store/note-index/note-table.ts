import type { Sum } from '../../platform/checksum.js';
import { text, utf8 } from '../../search/index/byte-codec.js';
import { CorruptIndexError, type PagedFile } from '../../search/index/paged-file.js';
import type { FileStat } from '../files/list-notes.js';

/** What is known of a note: as it was on disk when it was read, and which layer of the index has its entries. */
export interface NoteRow extends FileStat {
  /** Another one for another text. */
  readonly mark: Sum;
  /** It was old when it was read: as long as size and time are the same, so is the text. */
  readonly trusted: boolean;
  /** The layer, and which of its files it is. */
  readonly layer: number;
  readonly ordinal: number;
}

/** Numbers of a row in `stats`: size and time. */
const STATS = 2;
/** Words of a row in `places`: layer, doubled, and one more for trusted; ordinal; the two halves of the mark. */
const PLACES = 4;

/** Rows by path, in order. They are numbers, of which a search after an edit changes a few among many. */
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

  /** True where a text with this mark is the one that was read. */
  hasMark(at: number, [low, high]: Sum): boolean {
    return this.places[at * PLACES + 2] === low && this.places[at * PLACES + 3] === high;
  }

  /** True where the text is as it was, by what the disk says of the file. */
  holds(at: number, { size, mtimeMs }: FileStat): boolean {
    return this.isTrusted(at) && this.size(at) === size && this.stats[at * STATS + 1] === mtimeMs;
  }

  /** True where these are all the rows, and their texts as they were. */
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

  /** Trusts a row no longer. */
  doubt(at: number): void {
    this.places[at * PLACES]! &= ~1;
  }

  /** The same text, of which the disk says something else by now. */
  restamp(at: number, { size, mtimeMs }: FileStat, trusted: boolean): void {
    this.stats[at * STATS] = size;
    this.stats[at * STATS + 1] = mtimeMs;
    this.places[at * PLACES] = this.layer(at) * 2 + (trusted ? 1 : 0);
  }

  /** The same text, whose entries are in another layer by now. */
  move(at: number, layer: number, ordinal: number): void {
    this.places[at * PLACES] = layer * 2 + (this.isTrusted(at) ? 1 : 0);
    this.places[at * PLACES + 1] = ordinal;
  }

  /** The row of a path, or -1. */
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

  /** Those of its rows that are kept, and others among them; both in order. */
  woven(kept: readonly number[], others: readonly NoteRow[]): NoteTable {
    const length = kept.length + others.length;
    const paths: string[] = [];
    const stats = new Float64Array(length * STATS);
    const places = new Uint32Array(length * PLACES);
    let next = 0;
    for (let at = 0; at < length; at++) {
      const row = kept[at - next];
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

  /** The table as parts of a file. */
  pack(): Uint8Array[] {
    const { stats, places } = this;
    const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
      new Uint8Array(buffer, byteOffset, byteLength);
    return [utf8(this.paths.join('\n')), bytesOf(stats), bytesOf(places)];
  }

  /** A table that was packed, from the part where it begins. */
  static from(pages: PagedFile, first: number): NoteTable {
    const stats = new Float64Array(new Uint8Array(pages.read(first + 1)).buffer);
    const places = new Uint32Array(new Uint8Array(pages.read(first + 2)).buffer);
    const rows = stats.length / STATS;
    const paths = rows === 0 ? [] : text(pages.read(first)).split('\n');
    if (paths.length !== rows || places.length !== rows * PLACES)
      throw new CorruptIndexError('not the paths of its rows');
    return new NoteTable(paths, stats, places);
  }
}

/** The number of parts that a table has. */
export const TABLE_PARTS = 3;
