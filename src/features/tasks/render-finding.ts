import { joinLines } from '../../notes/entries/entry-line.js';
import { fillTemplate } from '../../notes/template.js';
import { pluralize } from '../../text/pluralize.js';
import { type Finding, SYNTHESIS_AGENT } from './finding-record.js';
import { formatItems, formatNumberedList, formatPassage } from './list-items.js';
import { appendSources, type MergedFinding, type Synthesis } from './merge-findings.js';

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
export function renderSynthesis(
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
