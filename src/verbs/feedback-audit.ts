import { pathOf } from '../kinds/index.js';
import { escalate, patterns } from '../lifecycle/escalate.js';
import { unresolved } from '../lifecycle/feedback.js';
import { allFeedback, asFeedback, feedbackRow } from './feedbacks.js';
import type { Outcome, World } from './verb.js';

/** What is unresolved, and what of it was made three times or more proposed as a rule (Mutable §Loop Prevention). */
export function auditFeedback(world: World): Outcome {
  const known = allFeedback(world, world.wiki);
  const open = unresolved(known);
  const found = patterns(known);
  const desk = {
    ids: world.ids,
    template: (name: string) => world.ask('template', name),
    entries: world.entries,
  };
  const { changes, proposed } = escalate(found, world.wiki, desk);
  const asked =
    proposed.length === 0
      ? ''
      : ` ${proposed.length === 1 ? 'One is' : `${proposed.length} are`} proposed as ${proposed.length === 1 ? 'a rule' : 'rules'} in ${pathOf('inbox')}.`;
  return {
    say: `${open.length} of ${known.length} unresolved; ${found.length} made three times or more.${asked}`,
    rows: [
      ...open.map(feedbackRow),
      ...found.map(({ records, times, rule }) => ({
        group: 'Again and again',
        what: `made ${times} times: ${rule}`,
        why: records.map(({ label }) => label).join(', '),
      })),
    ],
    data: {
      feedback: open.map((one) => asFeedback(world, one)),
      patterns: found.map(({ records, times, rule }) => ({
        times,
        rule,
        feedback: records.map(({ label }) => label),
      })),
      proposed: proposed.map(({ rule }) => rule),
    },
    changes,
    ...(proposed.length > 0 ? { place: `${world.wiki.content}/${pathOf('inbox')}` } : {}),
  };
}
