import { defineCommand } from '../../command/define-command.js';
import { defineWord } from '../../command/params.js';
import { listHandoffs, showHandoff } from './list-handoffs.js';
import { HANDOFF_PARAMS, writeHandoff } from './write-handoff.js';

/** Records what a session hands off to the next (Mutable §Handoff Record; FEATURES C6, C7), and lists the records. */
export const handoff = defineCommand({
  name: 'handoff',
  description: 'record what this session hands off; `list` and `show ID` print earlier records',
  group: 'Tasks',
  params: {
    act: defineWord('what to do'),
    id: defineWord('the session of a record, or its ^id'),
    ...HANDOFF_PARAMS,
  },
  actions: {
    list: { description: 'list the records of earlier sessions' },
    show: { description: 'show one record in full', params: { id: { required: true } } },
  },
  defaultAction: { description: 'record what this session hands off', params: HANDOFF_PARAMS },
  examples: [
    'daybook handoff --goal "deploy v0.6.0 of the wiki" --outcome complete --action "tagged v0.6.0" --commit 3f2a91c',
    'daybook handoff --input handoff.json',
    'daybook handoff list',
    'daybook handoff show 20260607-001',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  updatesBlock: true,
  plan(ctx, input) {
    const { act, id } = input;
    if (act === 'list') return listHandoffs(ctx);
    if (act === 'show') return showHandoff(ctx, id);
    return writeHandoff(ctx, input);
  },
});
