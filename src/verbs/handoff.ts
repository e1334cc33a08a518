import { OUTCOMES } from '../kinds/handoff.js';
import { nearest } from '../recall/nearest.js';
import { handOn } from './hand-on.js';
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
    goal: { kind: 'text', about: 'what the session was for, in one line', holder: 'TEXT' },
    outcome: {
      kind: 'text',
      choices: Object.keys(OUTCOMES),
      about: 'complete, partial or failed',
      holder: 'OUTCOME',
    },
    action: {
      kind: 'text',
      many: true,
      about: 'what was done, with something to verify it by',
      holder: 'TEXT',
    },
    artifact: { kind: 'text', many: true, about: 'what was made: a file, a PR, a deploy', holder: 'TEXT' },
    added: { kind: 'text', many: true, about: 'a fact that memory gained', holder: 'FACT' },
    corrected: { kind: 'text', many: true, about: 'a fact that memory had wrong', holder: 'FACT' },
    blocker: { kind: 'text', many: true, about: 'what stands in the way', holder: 'TEXT' },
    question: { kind: 'text', many: true, about: 'a question for the next session', holder: 'TEXT' },
    commit: { kind: 'text', many: true, about: 'a commit', holder: 'SHA' },
    turns: { kind: 'number', about: 'how many turns it took', holder: 'N' },
    minutes: { kind: 'number', about: 'how long it took', holder: 'N' },
    parent: { kind: 'text', about: 'the session that began this one', holder: 'SESSION' },
    input: {
      kind: 'text',
      reads: true,
      about: 'all of it as YAML or JSON; - for standard input',
      holder: 'FILE',
    },
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
