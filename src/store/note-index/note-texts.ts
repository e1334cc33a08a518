import type { Note } from '../../notes/note.js';
import { computeTextSum, type Sum } from '../../platform/checksum.js';
import { computeHash, encode } from '../../platform/encoding.js';
import type { FileStat } from '../files/list-notes.js';

/** The text of a note's file, and its conflicts. */
export type NoteText = Pick<Note, 'text' | 'bom' | 'conflicts'>;

/** Bytes of text that a long-running process caches. */
const MOST_KEPT = 8 * 1024 * 1024;
/** Larger texts, in bytes, are read each time. */
const LARGEST_TEXT = 1024 * 1024;

/** Caches texts while their files are unchanged and there is room. */
export class NoteTexts {
  readonly #read: (stat: FileStat) => NoteText | null;
  /** By path, with the file metadata at the time. */
  readonly #texts = new Map<string, { readonly stat: FileStat; readonly read: NoteText }>();
  #size = 0;

  constructor(read: (stat: FileStat) => NoteText | null) {
    this.#read = read;
  }

  /** Returns the text of a file with this metadata; null if the file has changed. */
  get(stat: FileStat): NoteText | null {
    const known = this.#texts.get(stat.path);
    if (known?.stat.size === stat.size && known.stat.mtimeMs === stat.mtimeMs) return known.read;
    this.#drop(stat.path);
    const read = this.#read(stat);
    if (!read || stat.size > LARGEST_TEXT) return read;
    for (const path of this.#texts.keys()) {
      if (this.#size + stat.size <= MOST_KEPT) break;
      this.#drop(path);
    }
    this.#texts.set(stat.path, { stat, read });
    this.#size += stat.size;
    return read;
  }

  #drop(path: string): void {
    this.#size -= this.#texts.get(path)?.stat.size ?? 0;
    this.#texts.delete(path);
  }
}

/**
 * Returns the checksum that identifies a version of a text. A cryptographic hash would have no benefit here and load
 * slower.
 */
export const markNote = ({ text, bom }: Note): Sum => computeTextSum(bom ? `\uFEFF${text}` : text);

/** Creates a note whose hash is computed on demand, since most are never used. */
export const toNote = (path: string, read: NoteText): Note => ({
  path,
  ...read,
  get hash() {
    return computeHash(encode(read.text, read.bom));
  },
});

/** Returns true if two texts are the same, or both are missing. */
export const isSameText = (a: NoteText | null | undefined, b: NoteText | null | undefined): boolean =>
  a?.text === b?.text && a?.bom === b?.bom;
