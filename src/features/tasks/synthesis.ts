import type { LocalTime } from '../../dates/local-time.js';
import { isSameStatement } from '../../matching/relations/find-relation.js';
import { compareParsed } from '../../matching/similarity/similarity.js';
import { parseStatement } from '../../matching/similarity/statement.js';
import type { Change } from '../../notes/changes/change.js';
import { joinLines } from '../../notes/entries/entry-line.js';
import { findLinks } from '../../notes/links/find-links.js';
import type { Notebook } from '../../notes/notebook.js';
import { fillTemplate } from '../../notes/template.js';
import { createUniqueNotePath, formatFileTimestamp } from '../../records/file-name.js';
import {
  type Finding,
  findFindingTask,
  isSameTask,
  isSynthesis,
  listAllFindings,
  listFindings,
  mapFindingLists,
  SYNTHESIS_AGENT,
} from '../../records/finding-record.js';
import {
  formatItems,
  formatNumberedList,
  formatPassage,
  parseTitleAndFields,
  readSectionItems,
  readTaskNotes,
  type TaskNote,
} from '../../records/note-sections.js';
import { pluralize } from '../../text/pluralize.js';

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

/** The findings of a task that its latest synthesis does not join, and that synthesis. */
export function listUnjoinedFindings(notebook: Notebook, task: string) {
  const synthesis = findLatestSynthesis(notebook, task);
  const sources = synthesis ? listSynthesisSources(synthesis) : [];
  return { synthesis, findings: listFindings(notebook, task).filter(({ name }) => !sources.includes(name)) };
}

/** A discovery, and the findings that have it. */
interface MergedFinding {
  readonly text: string;
  readonly sources: readonly string[];
}

/** The result of joining findings (FEATURES E2); two discoveries that contradict each other both stay listed. */
export type Synthesis = ReturnType<typeof mergeFindings>;

/** Joins findings: duplicates become one item with all sources; contradictions are listed, not resolved. */
export function mergeFindings(findings: readonly Finding[]) {
  const lists = mapFindingLists((_, name) =>
    joined(findings, (finding) =>
      name === 'discoveries' && finding.discoveries.length === 0
        ? [finding.summary.replace(/\s+/g, ' ')].filter(Boolean)
        : finding[name],
    ),
  );
  return { ...lists, contradictions: contradictionsIn(lists.discoveries) };
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
const appendSources = ({ text, sources }: MergedFinding): string =>
  `${text} (${sources.map((name) => `[[${name}]]`).join(', ')})`;

/** Plans to join all findings of a task (FEATURES E2); null if it has none. */
export function consolidateFindings(
  task: string,
  notebook: Notebook,
  { now, template }: { readonly now: LocalTime; readonly template: string },
) {
  const findings = listAllFindings(notebook, task);
  if (findings.length === 0) return null;
  const found = mergeFindings(findings);
  const wanted = `${SYNTHESIS_AGENT}_${formatFileTimestamp(now)}`;
  const { path } = createUniqueNotePath(notebook, 'finding', wanted);
  const text = renderSynthesis(found, findings, { task, timestamp: now.iso, template });
  const change: Change = { kind: 'create', path, text, why: 'a synthesis' };
  return { path, findings, found, change };
}

/** The tasks with two or more findings that no synthesis joins, all at least a day old. */
export function findTasksToConsolidate(notebook: Notebook, now: number): readonly string[] {
  const sheets = readTaskNotes(notebook, 'finding').filter(({ path }) => !isSynthesis(path));
  const tasks = sheets.map(findFindingTask).filter((task) => task !== '' && task !== 'none');
  const each = tasks.filter((task, at) => tasks.findIndex((one) => isSameTask(one, task)) === at);
  return each.filter((task) => {
    const rest = listUnjoinedFindings(notebook, task).findings;
    return rest.length > 1 && rest.every(({ timestamp }) => Date.parse(timestamp) < now - DAY_MS);
  });
}

const DAY_MS = 86_400_000;

/** The fields of a finding to write. */
export type FindingInput = Omit<Finding, 'path' | 'name'>;

/** The note of a finding, in the layout of the seed (External Memory §Findings). */
export function renderFinding(input: FindingInput, template: string): string {
  const { summary } = input;
  return fillTemplate(template, {
    agent: joinLines(input.agent),
    task: joinLines(input.task),
    timestamp: input.timestamp,
    status: input.status,
    summary: summary === '' ? undefined : formatPassage(summary),
    discoveries: formatNumberedList(input.discoveries),
    files: formatItems(input.files.map(asFile)),
    questions: formatItems(input.questions),
    recommendations: formatItems(input.recommendations),
  });
}

/** `path - what` with the path as code, as the seed prints it. */
const asFile = (file: string): string => file.replace(/^`?([^\s`]+)`?/, '`$1`');

/** Formats a synthesis: discoveries with their sources, and the list of findings that it joins. */
function renderSynthesis(
  { discoveries, contradictions, files, questions, recommendations }: Synthesis,
  findings: readonly Finding[],
  { task, timestamp, template }: { readonly [key in 'task' | 'timestamp' | 'template']: string },
): string {
  const [status = '', ...others] = new Set(findings.map((one) => one.status));
  const agents = [...new Set(findings.map(({ agent }) => agent))];
  const lines = (joined: readonly MergedFinding[]) => joined.map(appendSources);
  return fillTemplate(template, {
    agent: SYNTHESIS_AGENT,
    task: joinLines(task),
    timestamp,
    status: others.length === 0 ? status : 'partial',
    summary: `${pluralize(findings.length, 'finding')} of ${agents.join(', ')}: ${pluralize(discoveries.length, 'discovery', 'discoveries')}, ${pluralize(contradictions.length, 'contradiction')}.`,
    discoveries: formatNumberedList(lines(discoveries)),
    contradictions: formatItems(
      contradictions.map(([one, other]) => `${appendSources(one)} against ${appendSources(other)}`),
    ),
    files: formatItems(lines(files)),
    questions: formatItems(lines(questions)),
    recommendations: formatItems(lines(recommendations)),
    sources: formatItems(findings.map((one) => `[[${one.name}]] ${one.agent}, ${one.status}`)),
  });
}
