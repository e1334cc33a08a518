import { ByteReader, ByteWriter, text, utf8 } from '../recall/index/bytes.js';
import { Damaged, type Pages } from '../recall/index/pages.js';

/** A file of the content folder as the disk lists it. */
export interface FileStat {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** What is known of a note: as it was on disk when it was read, and which layer of the index has its entries. */
export interface Row extends FileStat {
  /** Another one for another text. */
  readonly mark: string;
  /** It was old when it was read: as long as size and time are the same, so is the text. */
  readonly trusted: boolean;
  /** The layer, and which of its files it is. */
  readonly layer: number;
  readonly ordinal: number;
}

/** Rows by path. Most questions only compare sizes and times, so rows are made by need. */
export class NoteTable {
  constructor(
    /** In order. */
    readonly paths: readonly string[],
    readonly stats: Float64Array,
    /** By row: layer, doubled, and one more for trusted; ordinal. */
    readonly places: Uint32Array,
    readonly markOf: (row: number) => string,
  ) {}

  static of(rows: readonly Row[]): NoteTable {
    const stats = new Float64Array(rows.length * 2);
    const places = new Uint32Array(rows.length * 2);
    for (const [i, { size, mtimeMs, trusted, layer, ordinal }] of rows.entries()) {
      stats.set([size, mtimeMs], i * 2);
      places.set([layer * 2 + (trusted ? 1 : 0), ordinal], i * 2);
    }
    const paths = rows.map(({ path }) => path);
    return new NoteTable(paths, stats, places, (row) => rows[row]!.mark);
  }

  get length(): number {
    return this.paths.length;
  }

  row(at: number): Row {
    return {
      path: this.paths[at]!,
      size: this.stats[at * 2]!,
      mtimeMs: this.stats[at * 2 + 1]!,
      mark: this.markOf(at),
      trusted: this.isTrusted(at),
      layer: this.layer(at),
      ordinal: this.places[at * 2 + 1]!,
    };
  }

  layer(at: number): number {
    return this.places[at * 2]! >>> 1;
  }

  isTrusted(at: number): boolean {
    return (this.places[at * 2]! & 1) === 1;
  }

  /** Trusts a row no longer. */
  doubt(at: number): void {
    this.places[at * 2]! &= ~1;
  }

  /** True where the text is as it was, by what the disk says of the file. */
  holds(at: number, { size, mtimeMs }: FileStat): boolean {
    return this.isTrusted(at) && this.stats[at * 2] === size && this.stats[at * 2 + 1] === mtimeMs;
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

  /** The table as parts of a file. */
  pack(): Uint8Array[] {
    const marks = new ByteWriter(this.length * 24);
    for (let row = 0; row < this.length; row++) marks.text(this.markOf(row));
    return [
      utf8(this.paths.join('\n')),
      new Uint8Array(this.stats.buffer, this.stats.byteOffset, this.stats.byteLength),
      new Uint8Array(this.places.buffer, this.places.byteOffset, this.places.byteLength),
      marks.done(),
    ];
  }

  /** A table that was packed, from the part where it begins. */
  static from(pages: Pages, first: number): NoteTable {
    const rows = pages.length(first + 2) / 8;
    const paths = rows === 0 ? [] : text(pages.read(first)).split('\n');
    if (paths.length !== rows) throw new Damaged('not the paths of its rows');
    const stats = new Uint8Array(pages.read(first + 1));
    const places = new Uint8Array(pages.read(first + 2));
    let marks: string[] | null = null;
    return new NoteTable(
      paths,
      new Float64Array(stats.buffer, 0, rows * 2),
      new Uint32Array(places.buffer, 0, rows * 2),
      (row) => {
        marks ??= textsIn(pages.read(first + 3), rows);
        return marks[row]!;
      },
    );
  }
}

/** The number of parts that a table has. */
export const TABLE_PARTS = 4;

function textsIn(bytes: Uint8Array, count: number): string[] {
  const reader = new ByteReader(bytes);
  return Array.from({ length: count }, () => reader.text());
}
