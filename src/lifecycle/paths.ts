import { archived, folderOf, type KindName, pathOf } from '../kinds/index.js';
import type { Wiki } from '../wiki/wiki.js';

/** Paths of the notes of a kind that has many: those in their place, or those that went to the archive. */
export function pathsOf(
  kind: KindName,
  wiki: Wiki,
  where: 'in place' | 'archived' = 'in place',
): readonly string[] {
  const folder = `${wiki.content}/${where === 'archived' ? folderOf('archive') : ''}${folderOf(kind)}`;
  return wiki.list().filter((path) => path.startsWith(folder));
}

/** Where a day's note lies: in its place, or in the archive; in its place where there is none yet. */
export function dayPath(date: string, { content, note }: Wiki): string {
  const own = pathOf('day', { date });
  const left = `${content}/${archived(own)}`;
  return !note(`${content}/${own}`) && note(left) ? left : `${content}/${own}`;
}

/** The note of the archive that takes what left a note in a year. */
export const yearPath = (path: string, year: string, { content }: Wiki): string =>
  `${content}/${archived(`${path.slice(content.length + 1).replace(/\.md$/, '')}-${year}`)}`;

/** Such a note before it takes anything. */
export const yearTitle = (path: string): string =>
  `# ${path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.md$/, '')
    .replace('-', ' of ')}\n`;
