import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import { planReminder } from './plan-reminder.js';
import { splitTimedText } from './split-timed-text.js';

const TASK =
  /^(?:please )?(?:(?:remember|(?:don[’']?t|do not) forget|i need to remember) )?to (?!(?:never|always|not|avoid)\b)(\S.*)$/is;

/** Plans the reminder that a text asks for (`remember to call Bob tomorrow at 5pm`); null where no time ends it. */
export function planTimedTask(ctx: CommandContext, text: string): CommandPlan | null {
  const task = TASK.exec(text.trim())?.[1];
  const timed = task === undefined ? null : splitTimedText(ctx, task);
  if (!timed) return null;
  const plan = planReminder(ctx, timed.what, timed.when);
  return { ...plan, message: `Reminder: ${timed.what}. ${plan.message}` };
}
