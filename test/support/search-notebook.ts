import { scanBlocks } from '../../src/markdown/block-scanner.js';
import { readEntries } from '../../src/notes/entries/read-entries.js';
import { getNoteKind } from '../../src/notes/kinds/note-kind.js';
import type { Note } from '../../src/notes/note.js';
import type { ParseNote } from '../../src/search/index/document.js';
import type { SearchQuery, SearchResults } from '../../src/search/query.js';
import { createInMemorySearch, type SearchSettings } from '../../src/search/search.js';

export const TODAY = '2026-06-07';
export const SETTING: SearchSettings = { today: TODAY, kindWeight: (kind) => (kind === 'archive' ? 0.3 : 1) };

/** A note whose hash is its text: enough to tell one state from another. */
export const noteOf = (path: string, text: string): Note => ({ path, text, bom: false, hash: text });

/** The time of a clock in UTC. */
export const local = (ms: number) => {
  const iso = new Date(ms).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 16), iso: `${iso.slice(0, 19)}+00:00` };
};

export const read: ParseNote = (note) => {
  const outline = scanBlocks(note.text);
  const entries = readEntries(note, outline, { content: 'content', local });
  return { kind: getNoteKind(note.path, 'content').name, outline, entries };
};

/** A search over a wiki given as path → text. */
export function searchIn(files: Readonly<Record<string, string>>, setting: Partial<SearchSettings> = {}) {
  const notes = Object.entries(files).map(([path, text]) => noteOf(path, text));
  const search = createInMemorySearch(notes, read, { ...SETTING, ...setting });
  return (words: string, more: Partial<SearchQuery> = {}): SearchResults =>
    search({ words, limit: 10, ...more });
}

export const texts = ({ hits }: SearchResults): string[] => hits.map(({ text }) => text);
