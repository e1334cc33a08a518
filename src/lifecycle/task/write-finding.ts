import { amount } from '../../wiki/amount.js';
import { oneLine } from '../../wiki/line.js';
import { fill } from '../../wiki/template.js';
import { type Finding, MERGED } from './finding.js';
import { type Joined, type Synthesis, withSources } from './synthesis.js';
import { items, numbers, passage } from './written.js';

/** What a finding says when it is written. */
export type FindingSaid = Omit<Finding, 'path' | 'name'>;

/** The note of a finding, in the layout of the seed (External Memory §Findings). */
export function writeFinding(said: FindingSaid, template: string): string {
  const { summary } = said;
  return fill(template, {
    agent: oneLine(said.agent),
    task: oneLine(said.task),
    timestamp: said.timestamp,
    status: said.status,
    summary: summary === '' ? undefined : passage(summary),
    discoveries: numbers(said.discoveries),
    files: items(said.files.map(asFile)),
    questions: items(said.questions),
    recommendations: items(said.recommendations),
  });
}

/** `path - what` with the path as code, as the seed prints it. */
const asFile = (file: string): string => file.replace(/^`?([^\s`]+)`?/, '`$1`');

/** The note of a synthesis: what was found with the findings that say so, and those that it came from. */
export function writeSynthesis(
  { discoveries, contradictions, files, questions, recommendations }: Synthesis,
  findings: readonly Finding[],
  { task, timestamp, template }: { readonly [key in 'task' | 'timestamp' | 'template']: string },
): string {
  const [status = '', ...others] = new Set(findings.map((one) => one.status));
  const agents = [...new Set(findings.map(({ agent }) => agent))];
  const lines = (joined: readonly Joined[]) => joined.map(withSources);
  return fill(template, {
    agent: MERGED,
    task: oneLine(task),
    timestamp,
    status: others.length === 0 ? status : 'partial',
    summary: `${amount(findings.length, 'finding')} of ${agents.join(', ')}: ${amount(discoveries.length, 'discovery', 'discoveries')}, ${amount(contradictions.length, 'contradiction')}.`,
    discoveries: numbers(lines(discoveries)),
    contradictions: items(
      contradictions.map(([one, other]) => `${withSources(one)} against ${withSources(other)}`),
    ),
    files: items(lines(files)),
    questions: items(lines(questions)),
    recommendations: items(lines(recommendations)),
    sources: items(findings.map((one) => `[[${one.name}]] ${one.agent}, ${one.status}`)),
  });
}
