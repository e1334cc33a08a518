import { defineCommand } from '../../command/define-command.js';
import {
  defineChoice,
  defineFlag,
  defineNumber,
  defineText,
  defineWord,
  defineWords,
} from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { PROOF_PARAMS } from '../guard/check-proof.js';
import { CATEGORY_NAMES, FEEDBACK_SEVERITIES } from './feedback-record.js';
import { checkFeedback, listFeedback } from './list-feedback.js';
import { applyFeedback, recordMistake } from './record-mistake.js';
import { auditFeedback } from './recurring-mistakes.js';

/** The correction log (Mutable §Procedural Corrections; FEATURES C8, C9): a mistake once, looked up before it is made again. */
export const feedback = defineCommand({
  name: 'feedback',
  description: 'record a mistake and its correction, look it up, or record whether it was followed',
  group: 'Agents',
  params: {
    act: defineWord('what to do'),
    words: defineWords('a tool, a skill, what you are about to do; or an ID'),
    mistake: defineText('what went wrong; commands and files in backticks'),
    correction: defineText('what to do instead'),
    trigger: defineText('what caused it'),
    prevention: defineText('what keeps it from happening again'),
    category: defineChoice(CATEGORY_NAMES, `one of: ${CATEGORY_NAMES.join(', ')}`, {
      placeholder: 'CATEGORY',
    }),
    severity: defineChoice(FEEDBACK_SEVERITIES, `one of: ${FEEDBACK_SEVERITIES.join(', ')} (medium)`, {
      placeholder: 'SEVERITY',
    }),
    ...PROOF_PARAMS,
    last: defineNumber('only so many, the newest'),
    unresolved: defineFlag('only records that were not applied cleanly since'),
    clean: defineFlag('it was applied, and the mistake not made'),
    violated: defineFlag('the mistake was made again'),
  },
  actions: {
    list: { description: 'list the records, newest last', params: { last: {}, unresolved: {} } },
    add: {
      description: 'record a mistake and its correction',
      params: {
        words: { placeholder: 'MISTAKE', description: 'what went wrong, where --mistake is not given' },
        mistake: {},
        correction: {},
        trigger: {},
        prevention: {},
        category: {},
        severity: {},
        pattern: {},
        trips: {},
        passes: {},
      },
    },
    check: {
      description: 'show the mistakes made with a tool, a skill or a kind of work',
      params: { words: { required: true, description: 'a tool, a skill, or what you are about to do' } },
    },
    applied: {
      description: 'record whether a correction was followed',
      params: {
        words: {
          positional: 'one',
          required: true,
          placeholder: 'ID',
          description: 'the record: FB-20260607-001, or its ^id',
        },
        clean: {},
        violated: {},
      },
    },
    audit: { description: 'show which mistakes recur, and propose rules' },
  },
  defaultAction: 'list',
  examples: [
    'daybook feedback add --mistake "assumed that the cache is shared" --correction "ask which cache" --severity high',
    'daybook feedback check hugo',
    'daybook feedback applied FB-20260607-002 --clean',
    'daybook feedback list --unresolved --last 2',
    'daybook feedback audit',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: ({ act }) => act !== 'audit',
  updatesBlock: 'outside jobs',
  plan(ctx, input) {
    const { act, words } = input;
    if (act === 'add') return recordMistake(ctx, input);
    if (act === 'check')
      return checkFeedback(
        ctx,
        said(words, 'the tool, skill or kind of work', 'daybook feedback check "hugo build"'),
      );
    if (act === 'applied')
      return applyFeedback(
        ctx,
        said(words, 'the id of the record', 'daybook feedback applied FB-20260607-001 --clean'),
        input,
      );
    if (act === 'audit') return auditFeedback(ctx);
    return listFeedback(ctx, input);
  },
});

function said(words: string | undefined, what: string, example: string): string {
  if (words?.trim()) return words.trim();
  throw createUsageError(`${what} is missing`, `write: ${example}`);
}
