import { parseDay, parseInstant } from '../dates/local-time.js';
import { pluralize } from '../text/pluralize.js';
import { type Command, type CommandContext, type CommandPlan, UserError } from './define-command.js';
import type { CommandInput, ParamDefinitions } from './params.js';

/**
 * Adds the option `--at` to a command that reads: it is planned on the notes as they were, without
 * these other options and with fixed values of some.
 */
export const addAtOption = <const P extends ParamDefinitions, const N extends string>(
  command: Command<P, N>,
  others: readonly (keyof P & string)[],
  fixed: Partial<CommandInput<P>> = {},
): Command<P & { at: typeof AT }, N> => ({
  ...command,
  params: { ...command.params, at: AT },
  countsAsActivity: (input) => input.at === undefined && command.countsAsActivity(input),
  plan(ctx, input) {
    const typed = (input as { at?: string }).at;
    if (typed === undefined) return command.plan(ctx, input);
    const other = others.find((name) => input[name]);
    if (other !== undefined)
      throw new UserError(
        'usage',
        `--at reads earlier notes, --${other} reads others`,
        'leave one out',
        {},
        2,
      );
    return planPast(ctx, typed, (past) => command.plan(past, { ...input, ...fixed }));
  },
});

const AT = {
  kind: 'text',
  description: 'read the notes as they were at the end of this day, or at this time; writes nothing',
  placeholder: 'DATE',
} as const;

/** Plans a command on the notes as they were at a time that the user typed; its reply says as of when. */
function planPast(
  ctx: CommandContext,
  typed: string,
  plan: (past: CommandContext) => CommandPlan,
): CommandPlan {
  const day = parseDay(typed, ctx.local(ctx.now).date);
  const start = day === null ? parseInstant(typed, ctx.local) : null;
  const at = day === null ? start : (parseInstant(`${day}T23:59:59`, ctx.local) ?? null);
  if (at === null || (at > ctx.now && day !== ctx.local(ctx.now).date))
    throw new UserError(
      'bad-time',
      at === null ? `\`${typed}\` is not a day or time` : `${typed} is in the future`,
      'write a past local day or time: --at 2026-06-07, or --at 2026-06-07T14:00',
      {},
      2,
    );
  const moment = Math.min(at, ctx.now);
  const { past, unproven } = ctx.asOf(moment);
  const { iso } = ctx.local(moment);
  const { message, items, data, notices } = plan(past);
  const named = `${unproven.slice(0, MOST_NAMED).join(', ')}${unproven.length > MOST_NAMED ? ' …' : ''}`;
  const missing =
    unproven.length === 0
      ? ''
      : `\nNot read, as no version of then is stored: ${named} (${pluralize(unproven.length, 'note')})`;
  return {
    ...(items ? { items } : {}),
    ...(notices ? { notices } : {}),
    message: `As of ${iso.slice(0, 16).replace('T', ' ')}${missing}\n\n${message}`,
    data: { ...data, asOf: iso },
    changes: [],
  };
}

const MOST_NAMED = 3;
