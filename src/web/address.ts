import { makeBlockAnchor } from '../html/render-markdown.js';
import type { Entry } from '../notes/entries/entry.js';
import { trimFolder } from '../notes/kinds/note-paths.js';

/** The URL of a note; `path` is relative to the root. */
export const makeNoteAddress = (path: string, folder: string): string =>
  `/note/${encodePath(trimFolder(path, folder))}`;

/** The URL of an entry's own page. */
export const makeEntryAddress = (id: string): string => `/entry/${encodeURIComponent(id)}`;

/** The URL of an entry within its note. */
export const makePlaceAddress = ({ path, id }: Pick<Entry, 'path' | 'id'>, folder: string): string =>
  `${makeNoteAddress(path, folder)}#${makeBlockAnchor(id)}`;

export const makeTagAddress = (tag: string): string => `/search?tag=${encodeURIComponent(tag)}`;

/** The URL of an image that a note shows; `from` is the path of the note. */
export const makeImageAddress = (to: string, from: string): string =>
  `/image?${new URLSearchParams({ from, to })}`;

export const makeDayAddress = (date: string): string => `/day/${date}`;

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
