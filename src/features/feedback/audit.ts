import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import { notePath } from '../../notes/kinds/index.js';
import { isUnresolved } from './feedback-record.js';
import { readAllFeedback, toFeedbackItem, toFeedbackJson } from './list-feedback.js';
import { findRecurringMistakes, proposeRules } from './recurring-mistakes.js';

/** What is unresolved, and what of it was made three times or more proposed as a rule (Mutable §Loop Prevention). */
export function auditFeedback(ctx: CommandContext): CommandPlan {
  const known = readAllFeedback(ctx, ctx.notebook);
  const open = isUnresolved(known);
  const found = findRecurringMistakes(known);
  const deps = {
    ids: ctx.ids,
    template: (name: string) => ctx.query('template', name),
    entries: ctx.entries,
  };
  const { changes, proposed } = proposeRules(found, ctx.notebook, deps);
  const request =
    proposed.length === 0
      ? ''
      : ` ${proposed.length === 1 ? 'One is' : `${proposed.length} are`} proposed as ${proposed.length === 1 ? 'a rule' : 'rules'} in ${notePath('inbox')}.`;
  return {
    message: `${open.length} of ${known.length} unresolved; ${found.length} made three times or more.${request}`,
    items: [
      ...open.map(toFeedbackItem),
      ...found.map(({ records, times, rule }) => ({
        group: 'Again and again',
        what: `made ${times} times: ${rule}`,
        why: records.map(({ label }) => label).join(', '),
      })),
    ],
    data: {
      feedback: open.map((one) => toFeedbackJson(ctx, one)),
      patterns: found.map(({ records, times, rule }) => ({
        times,
        rule,
        feedback: records.map(({ label }) => label),
      })),
      proposed: proposed.map(({ rule }) => rule),
    },
    changes,
    ...(proposed.length > 0 ? { location: `${ctx.notebook.content}/${notePath('inbox')}` } : {}),
  };
}
