import type { CommandContext } from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { addDays } from '../../dates/local-time.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { pluralize } from '../../text/pluralize.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import { countUses, type EntryReceipt, listHookRuns, listUses } from './receipts.js';
import { listUnneeded, UNNEEDED_DAYS } from './unneeded.js';

/** What hooks showed in a week, and what sessions did with it. */
export interface WeekReport {
  /** The first local day. */
  readonly since: string;
  readonly tokens: number;
  readonly sessions: number;
  readonly entries: number;
  readonly receipt: EntryReceipt;
  readonly unneeded: readonly LocatedEntry[];
}

/** Reads what hooks showed in the last seven days. */
export function readWeek(ctx: CommandContext): WeekReport {
  const since = addDays(ctx.local(ctx.now).date, -6);
  const runs = listHookRuns(ctx, since).filter(({ at }) => ctx.local(Date.parse(at)).date >= since);
  const uses = listUses(ctx, runs);
  return {
    since,
    tokens: runs.reduce((sum, { text = '' }) => sum + estimateTokens(text), 0),
    sessions: new Set(runs.map(({ session }) => session)).size,
    entries: new Set(uses.map(({ entry }) => entry.id)).size,
    receipt: countUses(uses),
    unneeded: listUnneeded(ctx, ctx.notebook),
  };
}

/** Formats a week for a person. */
export function formatWeek({ since, tokens, sessions, entries, receipt, unneeded }: WeekReport): string {
  const { shown, followed, overridden, noChance } = receipt;
  const shownTo = `${pluralize(entries, 'entry', 'entries')} shown ${pluralize(shown, 'time')}`;
  return [
    `Since ${since}: hooks gave ${pluralize(sessions, 'session')} ${pluralize(tokens, 'token')}`,
    `${shownTo}: followed ${followed}, overridden ${overridden}, no chance to tell ${noChance}`,
    `Not shown for ${UNNEEDED_DAYS} days: ${pluralize(unneeded.length, 'entry', 'entries')}`,
  ].join('\n');
}

/** Converts a week to the form that `--json` prints. */
export const toWeekJson = (ctx: CommandContext, week: WeekReport) => ({
  ...week,
  unneeded: week.unneeded.map((entry) => toEntryJson(ctx, entry)),
});
