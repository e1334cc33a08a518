import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { notePath } from '../../notes/kinds/index.js';
import { buildNightReport, formatNightReport, type NightReport } from '../cron/night-report.js';
import { findEffectiveRevert } from '../history/revert-changes.js';

/** What the night did, as recall tells it. */
interface NightSummary extends NightReport {
  /** Proposals of that night that nobody answered yet. */
  readonly proposals: number;
  readonly line: string;
}

/**
 * What the nights did since somebody was last here, or today, in one line; null where that is nothing. Being told leaves
 * no trace: it is told all day. The journal is read only where a night changed something.
 */
export function summarizeNights(ctx: CommandContext, lastActivity: number | null): NightSummary | null {
  const today = ctx.local(ctx.now).date;
  const last = lastActivity === null ? today : ctx.local(lastActivity).date;
  const since = { from: last < today ? last : today, today };
  const isTaken = (seq: number) => findEffectiveRevert(ctx.query('history'), seq) !== undefined;
  const found = buildNightReport(ctx.query('runs'), since, ctx.local, isTaken);
  if (!found) return null;
  const inbox = readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('inbox')}`);
  const request = inbox.filter(
    ({ status, at }) => status === 'open' && at?.slice(0, 10) === found.date,
  ).length;
  return { ...found, proposals: request, line: formatNightReport(found, request) };
}
