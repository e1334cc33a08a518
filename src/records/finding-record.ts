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

/** The lists of a finding, by their headings. */
export const FINDING_LISTS = {
  discoveries: 'Key Discoveries',
  files: 'Files Modified/Created',
  questions: 'Open Questions',
  recommendations: 'Recommendations',
} as const;

type FindingLists = Readonly<Record<keyof typeof FINDING_LISTS, readonly string[]>>;

/** A finding, by the seed's sections (External Memory §Findings). */
export interface Finding extends FindingLists {
  readonly path: string;
  /** The note's name, as a link calls it. */
  readonly name: string;
  readonly agent: string;
  readonly task: string;
  readonly timestamp: string;
  readonly status: string;
  readonly summary: string;
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
    ...mapFindingLists((heading) => readSectionItems(sheet, heading)),
  };
}

/** Creates a value for each list of a finding. */
export const mapFindingLists = <T>(read: (heading: string, name: keyof FindingLists) => T) =>
  Object.fromEntries(
    Object.entries(FINDING_LISTS).map(([name, heading]) => [name, read(heading, name as keyof FindingLists)]),
  ) as Readonly<Record<keyof FindingLists, T>>;

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
    .toSorted((a, b) => (`${a.timestamp} ${a.path}` < `${b.timestamp} ${b.path}` ? -1 : 1));

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
