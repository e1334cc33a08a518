import type { Notebook } from '../notes/notebook.js';
import {
  noteName,
  parseTitleAfter,
  parseTitleAndFields,
  readSectionItems,
  readSectionText,
  readTaskNotes,
  type TaskNote,
} from './note-sections.js';

export const FINDING_STATUSES = ['completed', 'partial', 'failed'] as const;

/** A finding, by the seed's sections (External Memory §Findings). */
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

/** Reads a finding; missing sections are empty. */
export function parseFinding(sheet: TaskNote): Finding {
  const { fields } = parseTitleAndFields(sheet);
  return {
    path: sheet.path,
    name: noteName(sheet),
    agent: parseTitleAfter(sheet),
    task: findFindingTask(sheet),
    timestamp: fields.get('timestamp') ?? '',
    status: fields.get('status') || 'completed',
    summary: readSectionText(sheet, 'Summary'),
    discoveries: readSectionItems(sheet, 'Key Discoveries'),
    files: readSectionItems(sheet, 'Files Modified/Created'),
    questions: readSectionItems(sheet, 'Open Questions'),
    recommendations: readSectionItems(sheet, 'Recommendations'),
  };
}

export const findFindingTask = (sheet: TaskNote): string =>
  parseTitleAndFields(sheet).fields.get('task') ?? '';

/** The findings of a task, oldest first; syntheses are left out. */
export const listFindings = (notebook: Notebook, task: string): readonly Finding[] =>
  among(readTaskNotes(notebook, 'finding'), task);

/** The same, with archived ones that a synthesis joins. */
export const listAllFindings = (notebook: Notebook, task: string): readonly Finding[] =>
  among([...readTaskNotes(notebook, 'finding', 'archived'), ...readTaskNotes(notebook, 'finding')], task);

const among = (sheets: readonly TaskNote[], task: string): readonly Finding[] =>
  sheets
    .filter((sheet) => !isSynthesis(sheet.path))
    .map(parseFinding)
    .filter((one) => isSameTask(one.task, task))
    .toSorted((a, b) => order(a.timestamp, b.timestamp) || order(a.path, b.path));

const order = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The reserved name of the agent that syntheses are by. */
export const SYNTHESIS_AGENT = 'merged';

/** True for the synthesis of several findings. */
export const isSynthesis = (path: string): boolean => /\/merged_[^/]*\.md$/i.test(path);

/** True if two names mean one task: case, spaces and dashes are ignored. */
export const isSameTask = (a: string, b: string): boolean => bare(a) === bare(b);

const bare = (task: string): string =>
  task
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim();
