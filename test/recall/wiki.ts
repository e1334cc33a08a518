import { scan } from '../../src/markdown/scan.js';
import type { Read } from '../../src/recall/index/leaf.js';
import type { Hits, Query } from '../../src/recall/query.js';
import { createSearch, type SearchSetting } from '../../src/recall/ranking/search.js';
import { entriesOf, kindOfNote } from '../../src/wiki/entries.js';
import type { Note } from '../../src/wiki/note.js';

export const TODAY = '2026-06-07';
export const SETTING: SearchSetting = { today: TODAY, kindWeight: (kind) => (kind === 'archive' ? 0.3 : 1) };

/** A note whose hash is its text: enough to tell one state from another. */
export const noteOf = (path: string, text: string): Note => ({ path, text, bom: false, hash: text });

const local = (ms: number) => {
  const iso = new Date(ms).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 16), iso: `${iso.slice(0, 19)}+00:00` };
};

export const read: Read = (note) => {
  const outline = scan(note.text);
  const entries = entriesOf(note, outline, { content: 'content', local });
  return { kind: kindOfNote(note.path, 'content').name, outline, entries };
};

/** A search over a wiki given as path → text. */
export function searchIn(files: Readonly<Record<string, string>>, setting: Partial<SearchSetting> = {}) {
  const notes = Object.entries(files).map(([path, text]) => noteOf(path, text));
  const search = createSearch(notes, read, { ...SETTING, ...setting });
  return (words: string, more: Partial<Query> = {}): Hits => search({ words, limit: 10, ...more });
}

export const texts = ({ hits }: Hits): string[] => hits.map(({ text }) => text);

/** Numbers that are the same on every machine. */
export function generator(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
