import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { notePath } from '../../notes/kinds/index.js';
import { buildNightReport, formatNightReport, type NightReport } from '../cron/night-report.js';
import { findEffectiveRevert } from '../history/revert-changes.js';

/** What the night did, as `recall` reports it. */
interface NightSummary extends NightReport {
  /** Proposals of that night without an answer; a key of the JSON reply. */
  readonly asked: number;
  readonly line: string;
}

/**
 * Returns what the nights did since the last activity, or today, in one line; null if they did nothing. It is repeated
 * all day. The journal is read only if a night changed something.
 */
export function summarizeNights(ctx: CommandContext, lastActivity: number | null): NightSummary | null {
  const today = ctx.local(ctx.now).date;
  const last = lastActivity === null ? today : ctx.local(lastActivity).date;
  const since = { from: last < today ? last : today, today };
  const isTaken = (seq: number) => findEffectiveRevert(ctx.query('history'), seq) !== undefined;
  const found = buildNightReport(ctx.query('runs'), since, ctx.local, isTaken);
  if (!found) return null;
  const inbox = readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('inbox')}`);
  const open = inbox.filter(({ status, at }) => status === 'open' && at?.slice(0, 10) === found.date);
  return { ...found, asked: open.length, line: formatNightReport(found, open.length) };
}
