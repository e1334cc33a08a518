import type { Wiki } from '../../wiki/wiki.js';
import { headOf, itemsOf, nameOf, type Sheet, sectionOf, sheetsOf, titled } from './sheet.js';

export const FINDING_STATUSES = ['completed', 'partial', 'failed'] as const;

/** What an agent found out, by the seed's sections (External Memory §Findings). */
export interface Finding {
  readonly path: string;
  /** The note's name, as a link calls it. */
  readonly name: string;
  readonly agent: string;
  readonly task: string;
  readonly timestamp: string;
  readonly status: string;
  readonly summary: string;
  readonly discoveries: readonly string[];
  readonly files: readonly string[];
  readonly questions: readonly string[];
  readonly recommendations: readonly string[];
}

/** Reads a finding, however sparsely it is written. */
export function findingIn(sheet: Sheet): Finding {
  const { fields } = headOf(sheet);
  return {
    path: sheet.path,
    name: nameOf(sheet),
    agent: titled(sheet),
    task: taskOfFinding(sheet),
    timestamp: fields.get('timestamp') ?? '',
    status: fields.get('status') || 'completed',
    summary: sectionOf(sheet, 'Summary'),
    discoveries: itemsOf(sheet, 'Key Discoveries'),
    files: itemsOf(sheet, 'Files Modified/Created'),
    questions: itemsOf(sheet, 'Open Questions'),
    recommendations: itemsOf(sheet, 'Recommendations'),
  };
}

export const taskOfFinding = (sheet: Sheet): string => headOf(sheet).fields.get('task') ?? '';

/** The findings of a task, oldest first; syntheses are left out. */
export const findingsOf = (wiki: Wiki, task: string): readonly Finding[] =>
  among(sheetsOf(wiki, 'finding'), task);

/** The same with those that went to the archive when a synthesis held them. */
export const allFindingsOf = (wiki: Wiki, task: string): readonly Finding[] =>
  among([...sheetsOf(wiki, 'finding', 'archived'), ...sheetsOf(wiki, 'finding')], task);

const among = (sheets: readonly Sheet[], task: string): readonly Finding[] =>
  sheets
    .filter((sheet) => !isMerged(sheet.path))
    .map(findingIn)
    .filter((one) => sameTask(one.task, task))
    .toSorted((a, b) => order(a.timestamp, b.timestamp) || order(a.path, b.path));

const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The agent that a synthesis is by; no other may be called so. */
export const MERGED = 'merged';

/** True for the synthesis of several findings. */
export const isMerged = (path: string): boolean => /\/merged_[^/]*\.md$/i.test(path);

/** True where two names mean one task: case, spaces and dashes do not tell them apart. */
export const sameTask = (a: string, b: string): boolean => bare(a) === bare(b);

const bare = (task: string): string =>
  task
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
