import type { Notebook } from '../../notes/notebook.js';
import { fitLayer, type LayerLine } from '../context-block/truncate-layer.js';
import { type Finding, listFindings, parseFinding, SYNTHESIS_AGENT } from './finding-record.js';
import { findLatestSynthesis, listSynthesisSources } from './merge-findings.js';
import { noteName } from './note-sections.js';
import type { ResumePoint } from './resumable.js';

/** Most tokens of a recovery. */
const BUDGET = 800;

/** Gathers what a fresh agent needs to continue: state, findings, next step, and instructions (FEATURES E3). */
export function buildRecoveryBrief(from: ResumePoint, notebook: Notebook, count: (text: string) => number) {
  const findings = knownOf(notebook, from.task);
  const lines = [
    ...line('from', `[[${noteName(from)}]] (${from.kind})`, { rank: 10, share: 60 }),
    ...line('task', from.task, { rank: 9.5, share: 40 }),
    ...line('where it stands', from.summary, { rank: 8, share: 120 }),
    ...findings.flatMap((one) =>
      line(`finding of ${one.agent}`, gist(one), {
        rank: 5,
        share: one.agent === SYNTHESIS_AGENT ? 240 : 60,
      }),
    ),
    ...from.pending.flatMap((text) => line('pending', text, { rank: 6, share: 30 })),
    ...line('next action', from.next, { rank: 9, share: 120 }),
    ...line('instructions', from.instructions, { rank: 7, share: 120 }),
  ];
  const more = `read ${from.path}`;
  const { text, tokens, omitted } = fitLayer({ title: 'Recovery', lines, budget: BUDGET, more }, count);
  return { text, tokens, omitted, findings: findings.map(({ path }) => path) };
}

/** The findings of a task: its latest synthesis, and findings that are newer. */
function knownOf(notebook: Notebook, task: string): readonly Finding[] {
  const synthesis = findLatestSynthesis(notebook, task);
  const tx = synthesis ? listSynthesisSources(synthesis) : [];
  const rest = listFindings(notebook, task).filter(({ name }) => !tx.includes(name));
  return [...(synthesis ? [parseFinding(synthesis)] : []), ...rest];
}

const line = (label: string, text: string, how: Pick<LayerLine, 'rank' | 'share'>): LayerLine[] =>
  text === '' ? [] : [{ label, text, ...how }];

const gist = ({ summary, discoveries }: Finding): string =>
  [summary.replace(/\.$/, ''), ...discoveries].filter(Boolean).join('; ');
