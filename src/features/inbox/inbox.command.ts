import { defineCommand } from '../../command/define-command.js';
import { defineFlag, defineWord, defineWords } from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { planAnswer, planClear, planList } from './answer-proposals.js';

/** Lists what Daybook proposes to a person, and answers it. */
export const inbox = defineCommand({
  name: 'inbox',
  description: 'list proposals; `accept N…` and `decline N…` answer them',
  group: 'Every day',
  params: {
    act: defineWord('accept, decline, or clear --declined'),
    which: defineWords('numbers of the list, ids, or words of one proposal', { placeholder: 'N' }),
    declined: defineFlag('with clear: archive those marked [-] in the note'),
  },
  actions: {
    list: { description: 'list the proposals, numbered' },
    accept: { description: 'carry out proposals, e.g. accept 1 3', params: { which: { required: true } } },
    decline: { description: 'decline proposals', params: { which: { required: true } } },
    clear: {
      description: 'archive the answered proposals; --declined archives those marked [-] in the note',
      params: { declined: {} },
    },
  },
  defaultAction: 'list',
  examples: [
    'daybook inbox',
    'daybook inbox accept 1 3',
    'daybook inbox decline 2',
    'daybook inbox clear --declined',
  ],
  isTool: true,
  countsAsActivity: ({ act }) => act !== undefined && act !== 'list',
  updatesBlock: true,
  plan(ctx, { act, which, declined }) {
    if (act === 'accept') return planAnswer(ctx, 'done', which);
    if (act === 'decline') return planAnswer(ctx, 'dropped', which);
    if (act === 'clear' && declined) return planClear(ctx);
    if (act === 'clear')
      throw createUsageError('--declined is missing', 'write: daybook inbox clear --declined');
    return planList(ctx);
  },
});
