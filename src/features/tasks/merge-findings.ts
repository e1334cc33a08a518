import { isSameStatement } from '../../matching/relations/find-relation.js';
import { compareParsed } from '../../matching/similarity/similarity.js';
import { parseStatement } from '../../matching/similarity/statement.js';
import { findLinks } from '../../notes/links/find-links.js';
import type { Notebook } from '../../notes/notebook.js';
import { type Finding, findFindingTask, isSameTask, isSynthesis } from './finding-record.js';
import { parseTitleAndFields, readSectionItems, readTaskNotes, type TaskNote } from './note-sections.js';

/** The latest synthesis of a task, or null. */
export const findLatestSynthesis = (notebook: Notebook, task: string): TaskNote | null =>
  readTaskNotes(notebook, 'finding')
    .filter((sheet) => isSynthesis(sheet.path) && isSameTask(findFindingTask(sheet), task))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))[0] ?? null;

const keyOf = (sheet: TaskNote): string =>
  `${parseTitleAndFields(sheet).fields.get('timestamp') ?? ''} ${sheet.path}`;

/** The names of the findings that a synthesis joins. */
export const listSynthesisSources = (sheet: TaskNote): readonly string[] =>
  readSectionItems(sheet, 'Sources').flatMap((item) => findLinks(item).map(({ note }) => note));

/** A discovery, and the findings that have it. */
export interface MergedFinding {
  readonly text: string;
  readonly sources: readonly string[];
}

/** The result of joining findings (FEATURES E2). */
export interface Synthesis {
  readonly discoveries: readonly MergedFinding[];
  readonly files: readonly MergedFinding[];
  readonly questions: readonly MergedFinding[];
  readonly recommendations: readonly MergedFinding[];
  /** Two discoveries that contradict each other; both stay listed. */
  readonly contradictions: readonly (readonly [MergedFinding, MergedFinding])[];
}

/** Joins findings: duplicates become one item with all sources; contradictions are listed, not resolved. */
export function mergeFindings(findings: readonly Finding[]): Synthesis {
  const discoveries = joined(findings, ({ discoveries: own, summary }) =>
    own.length > 0 ? own : [summary.replace(/\s+/g, ' ')].filter(Boolean),
  );
  return {
    discoveries,
    files: joined(findings, ({ files }) => files),
    questions: joined(findings, ({ questions }) => questions),
    recommendations: joined(findings, ({ recommendations }) => recommendations),
    contradictions: contradictionsIn(discoveries),
  };
}

function joined(
  findings: readonly Finding[],
  of: (finding: Finding) => readonly string[],
): readonly MergedFinding[] {
  const found: { text: string; sources: string[]; saying: ReturnType<typeof parseStatement> }[] = [];
  for (const finding of findings)
    for (const text of of(finding)) {
      const saying = parseStatement(text);
      const twin = found.find((one) => one.text === text || isSameStatement(one.saying, saying));
      if (!twin) found.push({ text, sources: [finding.name], saying });
      else if (!twin.sources.includes(finding.name)) twin.sources.push(finding.name);
    }
  return found.map(({ text, sources }) => ({ text, sources }));
}

function contradictionsIn(items: readonly MergedFinding[]): (readonly [MergedFinding, MergedFinding])[] {
  const read = items.map((one) => ({ one, saying: parseStatement(one.text) }));
  return read.flatMap(({ one, saying }, at) =>
    read.slice(at + 1).flatMap((other): (readonly [MergedFinding, MergedFinding])[] => {
      const { clash } = compareParsed(saying, other.saying);
      return clash === 'denial' ? [[one, other.one]] : [];
    }),
  );
}

/** An item with its sources as links. */
export const appendSources = ({ text, sources }: MergedFinding): string =>
  `${text} (${sources.map((name) => `[[${name}]]`).join(', ')})`;
