import { openClock } from '../app/runtime.js';
import { scanBlocks } from '../markdown/block-scanner.js';
import { getNoteKind, readEntries } from '../notes/entries/read-entries.js';
import { getKind } from '../notes/kinds/index.js';
import type { Note } from '../notes/note.js';
import type { SearchQuery, SearchResults } from '../search/query.js';
import { type SearchSettings, createInMemorySearch as searchOver } from '../search/search.js';

/** A note for searching: its path, as below a workspace's root, and its text. */
export interface SearchableNote {
  readonly path: string;
  readonly text: string;
}

/** How notes are searched; all may be left out. */
export interface SearchOptions
  extends Partial<Pick<SearchSettings, 'language' | 'synonyms' | 'weights' | 'kindWeight'>> {
  /** The folder that the paths begin with; `content` unless said otherwise. */
  readonly content?: string;
  /** IANA name of the zone of days and times; the machine's, if left out. */
  readonly timezone?: string;
}

/** Finds entries: by words alone, or with filters and a limit (10, if left out). */
export type Search = (query: string | (Partial<SearchQuery> & Pick<SearchQuery, 'words'>)) => SearchResults;

/**
 * A search over notes in memory, without a workspace or a disk: the same ranking as `daybook search`. Notes may come
 * in any order. Building takes about as long as reading them; a question takes milliseconds. Never throws.
 */
export function createSearch(notes: readonly SearchableNote[], options: SearchOptions = {}): Search {
  const { content = 'content', timezone = '' } = options;
  const clock = openClock({}, timezone);
  const read = (note: Note) => {
    const outline = scanBlocks(note.text);
    const entries = readEntries(note, outline, { content, local: clock.local, now: clock.now });
    return { kind: getNoteKind(note.path, content).name, outline, entries };
  };
  const whole = notes.map(({ path, text }): Note => ({ path, text, bom: false, hash: '' }));
  const search = searchOver(whole, read, {
    today: clock.local(clock.now).date,
    kindWeight: (kind) => getKind(kind).weight,
    flows: (kind) => getKind(kind).isChronological,
    ...options,
  });
  return (query) => search({ limit: LIMIT, ...(typeof query === 'string' ? { words: query } : query) });
}

const LIMIT = 10;
