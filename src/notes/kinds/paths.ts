import type { Notebook } from '../notebook.js';
import { archivePath, type KindName, noteFolder, notePath } from './index.js';

/** Paths of the notes of a kind that has many: those in their place, or those that went to the archive. */
export function notePathsOfKind(
  kind: KindName,
  notebook: Notebook,
  where: 'in place' | 'archived' = 'in place',
): readonly string[] {
  const folder = `${notebook.content}/${where === 'archived' ? noteFolder('archive') : ''}${noteFolder(kind)}`;
  return notebook.list().filter((path) => path.startsWith(folder));
}

/** Where a day's note lies: in its place, or in the archive; in its place where there is none yet. */
export function dayNotePath(date: string, { content, note }: Notebook): string {
  const own = notePath('day', { date });
  const left = `${content}/${archivePath(own)}`;
  return !note(`${content}/${own}`) && note(left) ? left : `${content}/${own}`;
}

/** The note of the archive that takes what left a note in a year. */
export const yearArchivePath = (path: string, year: string, { content }: Notebook): string =>
  `${content}/${archivePath(`${path.slice(content.length + 1).replace(/\.md$/, '')}-${year}`)}`;

/** Such a note before it takes anything. */
export const yearArchiveTitle = (path: string): string =>
  `# ${path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.md$/, '')
    .replace('-', ' of ')}\n`;
