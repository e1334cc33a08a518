import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import { createTimeContext } from '../../dates/due-date.js';
import { parseWhen } from './parse-when.js';
import { planReminder } from './plan-reminder.js';

const MOST_WORDS_OF_TIME = 8;

/** Plans the reminder that a text asks for (`remember to call Bob tomorrow at 5pm`); null where no time ends it. */
export function planTimedTask(ctx: CommandContext, text: string): CommandPlan | null {
  const [, task] =
    /^(?:please )?(?:(?:remember|(?:don[’']?t|do not) forget|i need to remember) )?to (\S.*)$/is.exec(
      text.trim().replace(/\s+/g, ' '),
    ) ?? [];
  const words = task?.split(' ') ?? [];
  const clock = createTimeContext(ctx);
  for (let at = Math.max(1, words.length - MOST_WORDS_OF_TIME); at < words.length; at++) {
    const when = words.slice(at).join(' ');
    const due = parseWhen(when, clock);
    if (!('type' in due) || (due.type !== 'absolute' && due.type !== 'recurring')) continue;
    const what = words
      .slice(0, at)
      .join(' ')
      .replace(/,?(?: (?:at|on|by|in|before|until|around|for))?$/i, '');
    const plan = planReminder(ctx, what, when);
    return { ...plan, message: `Reminder: ${what}. ${plan.message}` };
  }
  return null;
}
