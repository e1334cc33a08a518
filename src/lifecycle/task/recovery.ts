import { type LayerLine, layerDigest } from '../../recall/brief/layers.js';
import type { Wiki } from '../../wiki/wiki.js';
import { type Finding, findingIn, findingsOf, MERGED } from './finding.js';
import type { Resumable } from './resumable.js';
import { nameOf } from './sheet.js';
import { latestSynthesis, sourcesOf } from './synthesis-note.js';

/** Tokens of a recovery. */
const BUDGET = 800;

/** What a fresh agent needs to go on: where it stood, what was found, what is next, and how (FEATURES E3). */
export function recovery(from: Resumable, wiki: Wiki, count: (text: string) => number) {
  const findings = knownOf(wiki, from.task);
  const lines = [
    ...line('from', `[[${nameOf(from)}]] (${from.kind})`, { rank: 10, share: 60 }),
    ...line('task', from.task, { rank: 9.5, share: 40 }),
    ...line('where it stands', from.summary, { rank: 8, share: 120 }),
    ...findings.flatMap((one) =>
      line(`finding of ${one.agent}`, gist(one), { rank: 5, share: one.agent === MERGED ? 240 : 60 }),
    ),
    ...from.pending.flatMap((text) => line('pending', text, { rank: 6, share: 30 })),
    ...line('next action', from.next, { rank: 9, share: 120 }),
    ...line('instructions', from.instructions, { rank: 7, share: 120 }),
  ];
  const more = `read ${from.path}`;
  const { text, tokens, omitted } = layerDigest({ title: 'Recovery', lines, budget: BUDGET, more }, count);
  return { text, tokens, omitted, findings: findings.map(({ path }) => path) };
}

/** What is known of a task: its latest synthesis, and the findings that it does not hold. */
function knownOf(wiki: Wiki, task: string): readonly Finding[] {
  const synthesis = latestSynthesis(wiki, task);
  const held = synthesis ? sourcesOf(synthesis) : [];
  const rest = findingsOf(wiki, task).filter(({ name }) => !held.includes(name));
  return [...(synthesis ? [findingIn(synthesis)] : []), ...rest];
}

const line = (label: string, text: string, how: Pick<LayerLine, 'rank' | 'share'>): LayerLine[] =>
  text === '' ? [] : [{ label, text, ...how }];

const gist = ({ summary, discoveries }: Finding): string =>
  [summary.replace(/\.$/, ''), ...discoveries].filter(Boolean).join('; ');
