import { kindNamed } from './kinds/index.js';
import { scan } from './markdown/scan.js';
import type { Hits, Query } from './recall/query.js';
import { type SearchSetting, createSearch as searchOver } from './recall/ranking/search.js';
import { openClock } from './store/clock.js';
import { entriesOf, kindOfNote } from './wiki/entries.js';
import type { Note } from './wiki/note.js';

/** A note for searching: its path, as below a workspace's root, and its text. */
export interface SearchNote {
  readonly path: string;
  readonly text: string;
}

/** How notes are searched; all may be left out. */
export interface SearchOptions
  extends Partial<Pick<SearchSetting, 'language' | 'synonyms' | 'weights' | 'kindWeight'>> {
  /** The folder that the paths begin with; `content` unless said otherwise. */
  readonly content?: string;
  /** IANA name of the zone of days and times; the machine's, if left out. */
  readonly timezone?: string;
}

/** Finds entries: by words alone, or with filters and a limit (10, if left out). */
export type Search = (query: string | (Partial<Query> & Pick<Query, 'words'>)) => Hits;

/**
 * A search over notes in memory, without a workspace or a disk: the same ranking as `daybook search`. Notes may come
 * in any order. Building takes about as long as reading them; a question takes milliseconds. Never throws.
 */
export function createSearch(notes: readonly SearchNote[], options: SearchOptions = {}): Search {
  const { content = 'content', timezone = '' } = options;
  const clock = openClock({}, timezone);
  const read = (note: Note) => {
    const outline = scan(note.text);
    const entries = entriesOf(note, outline, { content, local: clock.local, now: clock.now });
    return { kind: kindOfNote(note.path, content).name, outline, entries };
  };
  const whole = notes.map(({ path, text }): Note => ({ path, text, bom: false, hash: '' }));
  const search = searchOver(whole, read, {
    today: clock.local(clock.now).date,
    kindWeight: (kind) => kindNamed(kind).weight,
    flows: (kind) => kindNamed(kind).flows,
    ...options,
  });
  return (query) => search({ limit: LIMIT, ...(typeof query === 'string' ? { words: query } : query) });
}

const LIMIT = 10;
