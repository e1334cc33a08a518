import { defineCommand, UserError } from '../../command/define-command.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { listHandoffs, showHandoff } from './list-handoffs.js';
import { HANDOFF_PARAMS, writeHandoff } from './write-handoff.js';

const ACTS = ['list', 'show'] as const;

/** What a session hands on to the next (Mutable §Handoff Record; FEATURES C6, C7): one record each, and an index of them. */
export const handoff = defineCommand({
  name: 'handoff',
  description: 'record what this session hands on to the next; `list` and `show ID` bring records back',
  params: {
    act: { kind: 'text', positional: 'one', choices: ACTS, description: 'list, or show ID' },
    id: { kind: 'text', positional: 'one', description: 'the session of a record, or its ^id' },
    ...HANDOFF_PARAMS,
  },
  examples: [
    'daybook handoff --goal "deploy v0.6.0 of the wiki" --outcome complete --action "tagged v0.6.0" --commit 3f2a91c',
    'daybook handoff --input handoff.json',
    'daybook handoff list',
    'daybook handoff show 20260607-001',
  ],
  surfaces: ['cli', 'mcp', 'hook'],
  requires: 'workspace',
  onLocked: 'queue',
  countsAsActivity: () => true,
  plan(ctx, input) {
    const { act, id } = input;
    if (act === 'list') return listHandoffs(ctx);
    if (act === 'show') return showHandoff(ctx, id);
    if (act === undefined) return writeHandoff(ctx, input);
    const [near] = didYouMean(act, [...ACTS]);
    throw new UserError(
      'usage',
      `\`daybook handoff ${act}\` is nothing that it does`,
      near ? `did you mean: daybook handoff ${near}` : 'write: daybook handoff --goal "…" --outcome complete',
      {},
      2,
    );
  },
});
