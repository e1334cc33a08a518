import type { Notebook } from '../notebook.js';
import { archivePath, type KindName, noteFolder, notePath, PRIVATE_FOLDER, parsePathDate } from './index.js';
import { getNoteKind } from './note-kind.js';

/** The folder of the notes that Daybook makes where all of the workspace is notes. */
export const HOME_FOLDER = 'Daybook';

/** Lists the notes of a kind with many notes, either the current or the archived ones. */
export function listNotePaths(
  kind: KindName,
  notebook: Notebook,
  where: 'in place' | 'archived' = 'in place',
): readonly string[] {
  const folder = `${notebook.content}/${where === 'archived' ? noteFolder('archive') : ''}${noteFolder(kind)}`;
  return notebook.list().filter((path) => path.startsWith(folder));
}

/** Returns true for a note that git never carries. */
export const isPrivateNote = (path: string, content: string): boolean =>
  path.startsWith(`${content}/${PRIVATE_FOLDER}`);

/** Returns the path of the memory that git never carries. */
export const getPrivateMemoryPath = ({ content }: Pick<Notebook, 'content'>): string =>
  `${content}/${PRIVATE_FOLDER}${notePath('memory')}`;

/** Lists the notes of lasting memory: the one that git may carry, and the private one. */
export const listMemoryPaths = (notebook: Pick<Notebook, 'content'>): readonly string[] => [
  `${notebook.content}/${notePath('memory')}`,
  getPrivateMemoryPath(notebook),
];

/** Returns the path of a day's note: current or archived; the current path if there is no note yet. */
export function dayNotePath(date: string, { content, note }: Notebook): string {
  const own = notePath('day', { date });
  const left = `${content}/${archivePath(own)}`;
  return !note(`${content}/${own}`) && note(left) ? left : `${content}/${own}`;
}

/** Returns the path of a note below the folder of all notes. */
export const trimFolder = (path: string, folder: string): string =>
  folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;

/** Returns the path from the root of a note below the folder of all notes. */
export const joinFolder = (folder: string, path: string): string =>
  folder === '' ? path : `${folder}/${path}`;

/** Lists the notes of a day: Daybook's own, and those that people call by its date. */
export const listDayNotes = (date: string, notebook: Notebook): readonly string[] => [
  dayNotePath(date, notebook),
  ...listDatedPages(notebook).filter((path) => parsePathDate(path) === date),
];

/** Lists the notes that people call by a date. */
export const listDatedPages = (notebook: Notebook): readonly string[] =>
  notebook
    .list()
    .filter((path) => parsePathDate(path) !== null && getNoteKind(path, notebook.content).name === 'page');

/** Returns the archive note for entries that left a note in a year. */
export const yearArchivePath = (path: string, year: string, { content }: Notebook): string =>
  `${content}/${archivePath(`${path.slice(content.length + 1).replace(/\.md$/, '')}-${year}`)}`;

/** Creates the initial text of a yearly archive note. */
export const yearArchiveTitle = (path: string): string =>
  `# ${path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.md$/, '')
    .replace('-', ' of ')}\n`;

/** Returns true for a note that a document or an import of another tool was copied to. */
export function isForeignNote(path: string, content: string): boolean {
  if (!path.startsWith(`${content}/`)) return false;
  const inner = path.slice(content.length + 1);
  const own = inner.startsWith(PRIVATE_FOLDER) ? inner.slice(PRIVATE_FOLDER.length) : inner;
  return own.startsWith('imported/') || inner.startsWith(noteFolder('source'));
}
