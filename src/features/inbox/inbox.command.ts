import { defineCommand, UserError } from '../../command/define-command.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { planAnswer, planClear, planList } from './answer-proposals.js';

const ACTIONS = ['accept', 'decline', 'clear'] as const;

/** Lists what Daybook proposes to a person, and answers it. */
export const inbox = defineCommand({
  name: 'inbox',
  description: 'list the proposals that wait, numbered; `accept N…` and `decline N…` answer them',
  params: {
    act: {
      kind: 'text',
      positional: 'one',
      choices: ACTIONS,
      description: 'accept, decline, or clear --declined',
    },
    which: {
      kind: 'text',
      positional: 'rest',
      description: 'numbers of the list, ids, or words of one proposal',
      placeholder: 'N',
    },
    declined: { kind: 'flag', description: 'with clear: file those that were struck in the note ([-])' },
  },
  examples: [
    'daybook inbox',
    'daybook inbox accept 1 3',
    'daybook inbox decline 2',
    'daybook inbox clear --declined',
  ],
  surfaces: ['cli', 'mcp'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: ({ act }) => act !== undefined,
  plan(ctx, { act, which, declined }) {
    if (act === undefined) return planList(ctx);
    if (act === 'accept') return planAnswer(ctx, 'done', which);
    if (act === 'decline') return planAnswer(ctx, 'dropped', which);
    if (act === 'clear' && declined) return planClear(ctx);
    if (act === 'clear') throw usage('it is not said what to clear', 'write: daybook inbox clear --declined');
    const [near] = didYouMean(act, [...ACTIONS]);
    throw usage(
      `\`daybook inbox ${act}\` is not an action`,
      near ? `did you mean: daybook inbox ${near}` : 'write: daybook inbox accept N, or decline N',
    );
  },
});

const usage = (message: string, hint: string): UserError => new UserError('usage', message, hint, {}, 2);
