import type { Entry } from '../notes/entries/entry.js';
import { trimFolder } from '../notes/kinds/note-paths.js';

/** The URL of a note; `path` is relative to the root. */
export const makeNoteAddress = (path: string, folder: string): string =>
  `/note/${encodePath(trimFolder(path, folder))}`;

/** The URL of an entry's own page. */
export const makeEntryAddress = (id: string): string => `/entry/${encodeURIComponent(id)}`;

/** The URL of an entry within its note. */
export const makePlaceAddress = ({ path, id }: Pick<Entry, 'path' | 'id'>, folder: string): string =>
  `${makeNoteAddress(path, folder)}#${makeEntryAnchor(id)}`;

/** The anchor of an entry on its note's page. */
export const makeEntryAnchor = (id: string): string => `e-${id.replace('~', '')}`;

export const makeTagAddress = (tag: string): string => `/search?tag=${encodeURIComponent(tag)}`;

export const makeDayAddress = (date: string): string => `/day/${date}`;

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
