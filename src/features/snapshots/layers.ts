import { formatFailure } from '../../records/failure.js';
import { isBlocked, readColdArchive, type Snapshot } from '../../records/snapshot.js';
import { formatGroup } from '../constraints/compress-constraints.js';
import { fitLayer, type Layer, type LayerLine } from '../context-block/token-budget.js';

/** Tokens of the two layers that are restored, and of both (MindSave §Three-Layer Architecture). */
export const LAYER_BUDGETS = { l1: 300, l2: 500, both: 800 } as const;

/** Formats layers within a total budget; a later layer gets the tokens that are left. */
export function fitLayers(layers: readonly Layer[], budget: number, count: (text: string) => number) {
  let made = { text: '', tokens: 0, omitted: 0 };
  for (const layer of layers) {
    const left = Math.min(layer.budget, budget - made.tokens - 1);
    if (layer.lines.length === 0) continue;
    if (made.tokens > 0 && left < LEAST) made = { ...made, omitted: made.omitted + layer.lines.length };
    else {
      const fit = fitLayer({ ...layer, budget: left }, count);
      const text = [made.text, fit.text].filter(Boolean).join('\n');
      made = { text, tokens: count(text), omitted: made.omitted + fit.omitted };
    }
  }
  return made;
}

/** Below this many tokens no line fits into a layer. */
const LEAST = 30;

/** Formats layer 1, the most important first: next action, then goal. */
export function formatLayer1(snapshot: Snapshot, more: string): Layer {
  const field = (label: string, text: string, rank: number, share: number): LayerLine[] =>
    text === '' ? [] : [{ label, text, rank, share }];
  return {
    title: 'Layer 1: Execution Register',
    budget: LAYER_BUDGETS.l1,
    more,
    lines: [
      ...field('goal', snapshot.goal, 10, 60),
      ...field('state', snapshot.state, 7, 50),
      ...field('next_action', snapshot.next_action, 9, 60),
      ...field('blocker', snapshot.blocker, isBlocked(snapshot) ? 8 : 1, 40),
      ...snapshot.active_files.map((text, at) => ({
        label: 'active_file',
        text: [text, snapshot.file_notes[text]].filter(Boolean).join(' — '),
        rank: 6 - at / 1000,
        share: 20,
      })),
    ],
  };
}

/** Layer 2 as lines by information density (MindSave §Information Density Principles). */
export function formatLayer2(snapshot: Snapshot, more: string): Layer {
  const lines = (label: string, texts: readonly string[], rank: number): LayerLine[] =>
    texts.map((text, at) => ({ label, text, rank: rank - at / 1000, share: 60 }));
  const failures = Object.entries(snapshot.failure_graph).map(([what, failure]) =>
    formatFailure(what, failure),
  );
  return {
    title: 'Layer 2: Cognitive Cache',
    budget: LAYER_BUDGETS.l2,
    more,
    lines: [
      ...lines('constraint', constraintLines(snapshot), 3),
      ...lines('failed', failures, 2),
      ...lines('decision', snapshot.decisions, 1),
    ],
  };
}

/** Lists constraints one by one, or their groups and the ungrouped ones. */
const constraintLines = ({ constraints, groups }: Snapshot): readonly string[] =>
  groups === null
    ? constraints
    : [
        ...Object.entries(groups.symbolic).map(([name, group]) => `${name}: ${formatGroup(group)}`),
        ...groups.rest,
      ];

/** Tokens of a snapshot by layer, as `save` and `snapshots stats` print them; `text` is its note. */
export function countLayerTokens(count: (text: string) => number, snapshot: Snapshot, text: string) {
  const whole = (lines: readonly LayerLine[]) =>
    lines.length === 0 ? 0 : count(lines.map((line) => `- ${line.label}: ${line.text}`).join('\n'));
  const archive = readColdArchive(text);
  return {
    l1: whole(formatLayer1(snapshot, '').lines),
    l2: whole(formatLayer2(snapshot, '').lines),
    l3: archive === '' ? 0 : count(archive),
  };
}
