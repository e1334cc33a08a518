import { linksOf } from '../../wiki/links/links.js';
import type { Wiki } from '../../wiki/wiki.js';
import { isMerged, sameTask, taskOfFinding } from './finding.js';
import { headOf, itemsOf, type Sheet, sheetsOf } from './sheet.js';

/** The latest synthesis of a task, or null. */
export const latestSynthesis = (wiki: Wiki, task: string): Sheet | null =>
  sheetsOf(wiki, 'finding')
    .filter((sheet) => isMerged(sheet.path) && sameTask(taskOfFinding(sheet), task))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))[0] ?? null;

const keyOf = (sheet: Sheet): string => `${headOf(sheet).fields.get('timestamp') ?? ''} ${sheet.path}`;

/** The names of the findings that a synthesis came from. */
export const sourcesOf = (sheet: Sheet): readonly string[] =>
  itemsOf(sheet, 'Sources').flatMap((item) => linksOf(item).map(({ note }) => note));
