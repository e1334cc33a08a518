import { findRelevant as find, type RelevanceQuery } from '../../src/matching/find-relevant.js';
import type { FileStat } from '../../src/store/files/list-notes.js';
import type { IndexFiles, NoteIndex } from '../../src/store/note-index/note-index.js';
import { createWordRarity } from '../../src/text/word-rarity.js';
import { noteOf } from './search-notebook.js';

/** Notes and caches in memory, with a clock of their own; counts what is read. */
export class Shelf implements IndexFiles {
  readonly notes = new Map<string, { text: string; mtimeMs: number }>();
  readonly caches = new Map<string, Uint8Array>();
  now = 1_780_000_000_000;
  reads = 0;
  /** Reads of what is as it was listed. */
  glances = 0;
  writable = true;
  /** The writer is killed after so many writes. */
  writesLeft = Number.POSITIVE_INFINITY;

  write(path: string, text: string): void {
    this.notes.set(path, { text, mtimeMs: this.now });
  }
  note(path: string) {
    this.reads++;
    const found = this.notes.get(path);
    return found ? noteOf(path, found.text) : null;
  }
  survey() {
    const paths = [...this.notes.keys()].sort();
    const stats = paths
      .map((path) => this.notes.get(path)!)
      .flatMap(({ text, mtimeMs }) => [text.length, mtimeMs]);
    return { listing: { paths, folders: [] }, stats: Float64Array.from(stats) };
  }
  unchanged({ path, size, mtimeMs }: FileStat) {
    const found = this.notes.get(path);
    this.glances++;
    if (!found || found.text.length !== size || found.mtimeMs !== mtimeMs) return null;
    return { text: found.text, bom: false };
  }
  dropCache(name: string): void {
    this.#live();
    this.caches.delete(name);
  }
  layers(): string[] {
    return [...this.caches.keys()].filter((name) => name.startsWith('index-'));
  }
  readCache(name: string): Uint8Array | null {
    return this.caches.get(name) ?? null;
  }
  writeCache(name: string, bytes: Uint8Array): void {
    if (!this.writable) throw new Error('read-only');
    this.#live();
    this.caches.set(name, bytes.slice());
  }
  openCache(name: string) {
    const bytes = this.caches.get(name);
    if (!bytes) return null;
    return {
      size: bytes.length,
      read: (from: number, length: number) => bytes.slice(from, from + length),
      close: () => {},
    };
  }

  #live(): void {
    if (this.writesLeft <= 0) throw new Error('killed');
    this.writesLeft--;
  }
}

/** Finds entries that concern a text, as the query `relevantEntries` does. */
export const findRelevant = (index: NoteIndex, subject: Omit<RelevanceQuery, 'today'>) =>
  index.answer((corpus, fetch) => find({ ...subject, today: '2026-06-07' }, corpus, fetch, { rarityOf }));

const rarityOf = createWordRarity();
