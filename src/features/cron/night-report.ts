import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import type { RunDone, RunRecord } from '../../config/run-record.js';
import { notePath } from '../../notes/kinds/index.js';
import { cutText } from '../../text/sanitize.js';
import { findEffectiveRevert } from '../history/revert-changes.js';
import { foldJobStates } from './job-state.js';
import type { ToLocalTime } from './next-run.js';

/** The results of the jobs of one or more nights. */
interface NightReport {
  /** The latest night, by its local day, which `undo --night` undoes. */
  readonly date: string;
  readonly did: readonly { readonly job: string; readonly said: string; readonly seq: number }[];
  /** Earlier nights with changes, the latest first. */
  readonly before: readonly string[];
  /** Jobs that failed and have not succeeded since. */
  readonly failing: readonly string[];
}

/** Returns the first night of the report: the local day of the last activity, or today. */
interface ReportSince {
  readonly from: string;
  readonly today: string;
}

/** Returns true for a job that only rewrites the context block, which is not reported. */
const SILENT: readonly string[] = ['context'];

/**
 * Reports what jobs changed since the user's last activity (FEATURES G5, H1), from the journal of runs; `isTaken` returns
 * whether a change was undone. Null if nothing changed and no job fails.
 */
function buildNightReport(
  runs: readonly RunRecord[],
  { from, today }: ReportSince,
  local: ToLocalTime,
  isTaken: (seq: number) => boolean,
): NightReport | null {
  const dayOf = ({ at }: RunRecord) => local(at).date;
  const recent = runs.filter((line): line is Changed => isChange(line) && within(dayOf(line), from, today));
  const standing = recent.filter(({ seq }) => !isTaken(seq));
  const nights = [...new Set(standing.map(dayOf))].sort().reverse();
  const failing = [...foldJobStates(runs)].flatMap(([job, { failures }]) =>
    failures.length === 0 ? [] : [job],
  );
  const [date = today, ...before] = nights;
  if (standing.length === 0 && failing.length === 0) return null;
  return {
    date,
    did: standing
      .filter((line) => dayOf(line) === date)
      .map(({ job, say, seq }) => ({ job, said: say, seq })),
    before,
    failing,
  };
}

type Changed = RunDone & { readonly seq: number };

const isChange = (line: RunRecord): line is Changed =>
  line.t === 'done' && line.seq !== null && !SILENT.includes(line.job);

const within = (date: string, from: string, to: string): boolean => date >= from && date <= to;

/** The length limit of one job's result, in characters: enough to name three promoted entries. */
const MOST_SAID = 300;

/** Formats one line: what changed, what needs an answer, and the undo command. */
function formatNightReport({ date, did, before, failing }: NightReport, request: number): string {
  const done = did.map(({ job, said: text }) => `${job}: ${cutText(text.replace(/\.$/, ''), MOST_SAID)}`);
  const parts = [
    ...done,
    ...(request === 0
      ? []
      : [`${request} ${request === 1 ? 'proposal waits' : 'proposals wait'} in INBOX.md`]),
    ...(failing.length === 0 ? [] : [`failed: ${failing.join(', ')} (see: daybook cron log)`]),
    ...(before.length === 0 ? [] : [`so did the nights of ${before.join(', ')}`]),
  ];
  const back = did.length === 0 ? '' : ` Undo: daybook undo --night ${date}`;
  return `The night of ${date}: ${parts.join('; ')}.${back}`;
}

/**
 * Returns what the nights did since the last activity, or today, in one line; null if they did nothing. It is repeated
 * all day. The journal is read only if a night changed something.
 */
export function summarizeNights(ctx: CommandContext, lastActivity: number | null) {
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
