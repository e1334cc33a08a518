import type { RunDone, RunRecord } from '../../config/run-record.js';
import { foldJobStates } from './job-state.js';
import type { ToLocalTime } from './next-run.js';

/** What the jobs of one or more nights did, for whoever comes next. */
export interface NightReport {
  /** The newest night, by its local day: `undo --night` takes it. */
  readonly date: string;
  readonly did: readonly { readonly job: string; readonly said: string; readonly seq: number }[];
  /** The nights before it in which something changed, the newest first. */
  readonly before: readonly string[];
  /** Jobs that failed and are not done since. */
  readonly failing: readonly string[];
}

/** Since when nights are told: the local day on which somebody was last here, or today. */
interface ReportSince {
  readonly from: string;
  readonly today: string;
}

/** A job that only writes the block anew does nothing that a person would ask about. */
const SILENT: readonly string[] = ['context'];

/**
 * What changed while nobody looked (FEATURES G5, H1), by the run ledger; `isTaken` tells of a change whether it was taken
 * back. Null where nothing did and no job fails.
 */
export function buildNightReport(
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

/** What one job did is told in so many letters: enough to name three promoted entries. */
const MOST_SAID = 300;

/** One line: what the night did, what it asks, and how to take it back. */
export function formatNightReport({ date, did, before, failing }: NightReport, request: number): string {
  const done = did.map(({ job, said }) => `${job}: ${shortened(said)}`);
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

function shortened(said: string): string {
  const plain = said.replace(/\.$/, '');
  return plain.length <= MOST_SAID ? plain : `${plain.slice(0, MOST_SAID - 1)}…`;
}
