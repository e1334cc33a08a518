import type { Note } from '../../notes/note.js';
import { type Sum, textHash } from '../../platform/checksum.js';
import { encode, hashOf } from '../../platform/encoding.js';
import type { FileStat } from '../files/list-notes.js';

/** What is read of a note's file. */
export type NoteText = Pick<Note, 'text' | 'bom'>;

/** Texts of so many bytes together are kept by a process that lives long. */
const MOST_KEPT = 8 * 1024 * 1024;
/** Larger ones, in bytes, are read each time. */
const LARGEST_TEXT = 1024 * 1024;

/** Keeps texts that were read, as long as their files are as they were and there is room. */
export class NoteTexts {
  readonly #read: (stat: FileStat) => NoteText | null;
  /** By path, with what the disk said of the file. */
  readonly #texts = new Map<string, { readonly stat: FileStat; readonly read: NoteText }>();
  #kept = 0;

  constructor(read: (stat: FileStat) => NoteText | null) {
    this.#read = read;
  }

  /** The text of a file that was listed like this; null where the file is another by now. */
  get(stat: FileStat): NoteText | null {
    const known = this.#texts.get(stat.path);
    if (known?.stat.size === stat.size && known.stat.mtimeMs === stat.mtimeMs) return known.read;
    this.#drop(stat.path);
    const read = this.#read(stat);
    if (!read || stat.size > LARGEST_TEXT) return read;
    for (const path of this.#texts.keys()) {
      if (this.#kept + stat.size <= MOST_KEPT) break;
      this.#drop(path);
    }
    this.#texts.set(stat.path, { stat, read });
    this.#kept += stat.size;
    return read;
  }

  #drop(path: string): void {
    this.#kept -= this.#texts.get(path)?.stat.size ?? 0;
    this.#texts.delete(path);
  }
}

/** Tells a text from what it was before. A hash of another kind would be of no more use here, and take longer to load. */
export const markNote = ({ text, bom }: Note): Sum => textHash(bom ? `\uFEFF${text}` : text);

/** Most notes are not asked for their hash. */
export const toNote = (path: string, read: NoteText): Note => ({
  path,
  ...read,
  get hash() {
    return hashOf(encode(read.text, read.bom));
  },
});

export const isSameText = (a: NoteText | null | undefined, b: NoteText | null | undefined): boolean =>
  a?.text === b?.text && a?.bom === b?.bom;
