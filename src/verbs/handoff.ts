import { nearest } from '../recall/nearest.js';
import { HAND_ON, handOn } from './hand-on.js';
import { listHandoffs, showHandoff } from './handoffs.js';
import { Refusal, verb } from './verb.js';

const ACTS = ['list', 'show'] as const;

/** What a session hands on to the next (Mutable §Handoff Record; FEATURES C6, C7): one record each, and an index of them. */
export const handoff = verb({
  name: 'handoff',
  about: 'record what this session hands on to the next; `list` and `show ID` bring records back',
  params: {
    act: { kind: 'text', word: 'one', choices: ACTS, about: 'list, or show ID' },
    id: { kind: 'text', word: 'one', about: 'the session of a record, or its ^id' },
    ...HAND_ON,
  },
  examples: [
    'daybook handoff --goal "deploy v0.6.0 of the wiki" --outcome complete --action "tagged v0.6.0" --commit 3f2a91c',
    'daybook handoff --input handoff.json',
    'daybook handoff list',
    'daybook handoff show 20260607-001',
  ],
  faces: ['cli', 'mcp', 'hook'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  think(world, input) {
    const { act, id } = input;
    if (act === 'list') return listHandoffs(world);
    if (act === 'show') return showHandoff(world, id);
    if (act === undefined) return handOn(world, input);
    const [near] = nearest(act, [...ACTS]);
    throw new Refusal(
      'usage',
      `\`daybook handoff ${act}\` is nothing that it does`,
      near ? `did you mean: daybook handoff ${near}` : 'write: daybook handoff --goal "…" --outcome complete',
      {},
      2,
    );
  },
});
