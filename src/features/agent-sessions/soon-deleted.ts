import type { CommandContext } from '../../command/define-command.js';
import { countDaysBetween } from '../../dates/local-time.js';
import { pluralize } from '../../text/pluralize.js';
import { DOCTOR_SESSION } from '../agent-setup/hook-registrations.js';
import { listHandoffLabels } from '../handoffs/list-handoffs.js';
import { listSearchableSessions } from './search-transcripts.js';

/** Claude Code deletes transcripts after this time by default. */
const CLAUDE_DAYS = 30;

/** Returns the days until Claude Code deletes a transcript that was last written on that day. */
export function countDaysLeft(ctx: CommandContext, last: string): number {
  const [, own] = /"cleanupPeriodDays"\s*:\s*(\d+)/.exec(ctx.query('claudeSettings')) ?? [];
  return Math.max(0, Number(own ?? CLAUDE_DAYS) - countDaysBetween(last, ctx.local(ctx.now).date));
}

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** Longer than the time between two looks, so that each transcript is named at least once. */
const SOON_DAYS = 10;

/** A line for the agent, and what is remembered of the look. */
interface DeletionReminder {
  readonly line: string;
  readonly fields: { readonly [field: string]: unknown };
}

export const NO_REMINDER: DeletionReminder = { line: '', fields: {} };

/**
 * Names, once a week, the transcripts of this workspace that Claude Code deletes soon and that have no hand-off. The first
 * look is a week after the first session, since `init` names them too.
 */
export function checkDeletion(ctx: CommandContext): DeletionReminder {
  const { transcripts_checked: last } = ctx.query('signal');
  const isDue = typeof last !== 'number' || ctx.now - last >= WEEK_MS;
  if (!isDue || ctx.actor.session === DOCTOR_SESSION) return NO_REMINDER;
  const fields = { transcripts_checked: ctx.now };
  if (typeof last !== 'number') return { line: '', fields };
  const imported = new Set(listHandoffLabels(ctx));
  const days = listSearchableSessions(ctx)
    .allowed.here.filter(
      ({ client, id, last: end }) => client === 'claude' && end !== null && !imported.has(id),
    )
    .map((head) => ctx.local(Date.parse(head.last ?? '')).date)
    .filter((day) => countDaysLeft(ctx, day) <= SOON_DAYS)
    .sort();
  const [oldest] = days;
  if (oldest === undefined) return { line: '', fields };
  const left = countDaysLeft(ctx, oldest);
  const when = left === 0 ? 'today' : `in ${pluralize(left, 'day')}`;
  const line = `Claude Code deletes ${pluralize(days.length, 'transcript')} of this project soon, the first ${when}. This keeps in the notes what they did: \`daybook sessions import --from claude --since ${oldest}\``;
  return { line, fields };
}
