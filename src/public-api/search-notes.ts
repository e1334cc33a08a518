import { openClock } from '../app/runtime.js';
import { scanBlocks } from '../markdown/block-scanner.js';
import { readEntries } from '../notes/entries/read-entries.js';
import { getKind } from '../notes/kinds/index.js';
import { getNoteKind } from '../notes/kinds/note-kind.js';
import type { Note } from '../notes/note.js';
import type { SearchQuery, SearchResults } from '../search/query.js';
import { type SearchSettings, createInMemorySearch as searchOver } from '../search/search.js';
import { redactCells } from '../security/secrets.js';

/** A note to search: its path below the workspace root, and its text. */
export interface SearchableNote {
  readonly path: string;
  readonly text: string;
}

/** Options; all are optional. */
export interface SearchOptions
  extends Partial<Pick<SearchSettings, 'language' | 'synonyms' | 'weights' | 'kindWeight'>> {
  /** The folder that the paths begin with; `content` by default. */
  readonly content?: string;
  /** IANA name of the time zone; the machine's by default. */
  readonly timezone?: string;
}

/** Finds entries by words, optionally with filters and a limit (default 10). */
export type Search = (query: string | (Partial<SearchQuery> & Pick<SearchQuery, 'words'>)) => SearchResults;

/**
 * Creates a search over notes in memory, without a workspace or a disk, with the ranking of `daybook search`. Notes may
 * be in any order. Building takes about as long as reading them; a query takes milliseconds. Never throws.
 */
export function createSearch(notes: readonly SearchableNote[], options: SearchOptions = {}): Search {
  const { content = 'content', timezone = '' } = options;
  const clock = openClock({}, timezone);
  const read = (note: Note) => {
    const outline = scanBlocks(note.text);
    const entries = redactCells(
      readEntries(note, outline, { content, local: clock.local, now: clock.now }),
      note.text,
    );
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
