import { decodeUtf8, encodeUtf8 } from '../../search/index/byte-codec.js';
import {
  CorruptIndexError,
  createMemorySource,
  PagedFile,
  writePagedFile,
} from '../../search/index/paged-bytes.js';
import type { FolderStat } from '../files/list-notes.js';
import { type NoteTable, TABLE_PARTS } from './note-table.js';

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
