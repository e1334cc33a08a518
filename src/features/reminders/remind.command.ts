import { defineCommand } from '../../command/define-command.js';
import { defineText } from '../../command/params.js';
import { planReminder } from './plan-reminder.js';

/** Sets a reminder by time or by topic (Mind §Reminders; FEATURES A9), and prints how it was understood. */
export const remind = defineCommand({
  name: 'remind',
  description: 'set a reminder for a time, the next session or a topic',
  group: 'Every day',
  params: {
    text: { kind: 'text', positional: 'rest', required: true, description: 'what to bring up' },
    when: defineText('tomorrow, in 3 days, friday at 17:00, next session, "when I mention auth"', 'WHEN'),
    every: defineText('and then again: day, weekday, 2 weeks, monday, month', 'RULE'),
  },
  examples: [
    'daybook remind "run the security audit" --when tomorrow',
    'daybook remind "rotate the auth tokens" --when "when I mention auth"',
    'daybook remind "prune the queues" --when "monday at 9:00" --every "2 weeks"',
  ],
  surfaces: ['cli', 'mcp'],
  onLocked: 'queue',
  countsAsActivity: () => true,
  whenUnknown: 'write',
  updatesBlock: true,
  plan: (ctx, { text, when, every }) => planReminder(ctx, text, when, every),
});
