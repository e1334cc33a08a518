import { type CommandContext, defineCommand, UserError } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { defineWord } from '../../command/params.js';
import { addDays, parseDay } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import type { Change } from '../../notes/changes/change.js';
import { recordNotePaths } from '../../notes/edit/upsert-note.js';
import { dayNotePath } from '../../notes/kinds/note-paths.js';
import type { Notebook } from '../../notes/notebook.js';
import { readHandoffs } from '../../records/handoff.js';
import { DOCTOR_SESSION } from '../agent-setup/hook-registrations.js';
import { buildDayTrace } from './trace/build-day-trace.js';
import { isTraced, writeTrace } from './trace/write-day-trace.js';

/** Most missed days with events that are written later; older ones need their date (FEATURES G3). */
const MOST_DAYS = 7;

/** The trace of a day (Mutable §Automation; FEATURES C4): commits, tools, errors and their fixes, sessions. */
export const journal = defineCommand({
  name: 'journal',
  description: 'write the events of a day into its note: commits, tools, errors with their fixes, sessions',
  group: 'Other names and plumbing',
  params: {
    date: defineWord('the day, or FROM..TO; the days since the last time if left out'),
  },
  examples: ['daybook journal', 'daybook journal 2026-06-06', 'daybook journal 2026-06-01..2026-06-10'],
  plan(ctx, { date }) {
    const dates = date === undefined ? listMissed(ctx) : parseDates(ctx, date);
    const read = createDayReader(ctx, dates);
    const isMissing = (one: string) =>
      read(one) !== null && !isTraced(ctx.notebook.note(dayNotePath(one, ctx.notebook)), ctx.notebook);
    const eventful = dates.length === 1 ? dates : dates.filter(isMissing);
    const tracedDays: TracedDay[] = [];
    let notebook = ctx.notebook;
    for (const one of date === undefined ? eventful.slice(-MOST_DAYS) : eventful) {
      const made = trace(ctx, notebook, one, read);
      tracedDays.push(made);
      if (made.change) notebook = notebook.after([made.change]);
    }
    const traced = tracedDays.filter(({ change }) => change).map((one) => one.date);
    const written = tracedDays.flatMap(({ change }) => change ?? []);
    return {
      message:
        dates.length === 0
          ? 'No day has ended since the last trace.'
          : tracedDays.length === 0
            ? `No trace is missing from ${dates[0]} to ${dates.at(-1)}.`
            : tracedDays.map(({ said: text }) => text).join(' '),
      ...(traced.length === 0
        ? {}
        : { historyMessage: `what happened on ${traced.join(', ')} is written down` }),
      data: { traced },
      changes: written,
    };
  },
});

/** The trace of one day, or the reason why there is none. */
interface TracedDay {
  readonly date: string;
  readonly said: string;
  readonly change: Change | null;
}

type Trace = NonNullable<ReturnType<typeof buildDayTrace>>;
type ReadDay = (date: string) => Trace | null;

/** Returns a function that reads the events of a day; null for a day without any. */
function createDayReader(ctx: CommandContext, dates: readonly string[]): ReadDay {
  const { notebook } = ctx;
  const commits = ctx.query('commits', dates);
  const known = new Map<string, Trace | null>();
  const read = (date: string): Trace | null =>
    buildDayTrace({
      commits: commits.filter(({ at }) => at.startsWith(date)),
      happened: ctx.query('activityOn', date).filter(({ session }) => session !== DOCTOR_SESSION),
      handoffs: handoffsOf(ctx, notebook, date),
      noted: readEntriesAt(ctx, notebook, dayNotePath(date, notebook)),
      content: notebook.content,
      time: (iso) => ctx.local(Date.parse(iso)).time,
    });
  return (date) => {
    const found = known.has(date) ? (known.get(date) ?? null) : read(date);
    known.set(date, found);
    return found;
  };
}

function trace(ctx: CommandContext, notebook: Notebook, date: string, read: ReadDay): TracedDay {
  const path = dayNotePath(date, notebook);
  const note = notebook.note(path);
  if (isTraced(note, notebook)) return { date, said: `${date} has its trace.`, change: null };
  const noted = readEntriesAt(ctx, notebook, path);
  const found = read(date);
  if (!found) return { date, said: `Nothing happened on ${date}.`, change: null };
  const change = writeTrace(found, notebook, {
    date,
    noted,
    template: (name) => ctx.query('template', name),
    id: ctx.ids.mint((taken) => note?.text.includes(`^${taken}`) ?? false),
    by: ctx.actor.by,
  });
  return { date, said: `${date}: ${found.summary}.`, change };
}

/** What sessions of a day handed on. */
const handoffsOf = (ctx: CommandContext, notebook: Notebook, date: string) =>
  readHandoffs(ctx, notebook, recordNotePaths('handoff', notebook)).filter(
    ({ entry }) => entry.at?.slice(0, 10) === date,
  );

/** Days before today that are looked at for events. */
const MOST_LOOKED_AT = 92;

/** The days that ended since the journal was last written; yesterday, where it never was. */
function listMissed(ctx: CommandContext): readonly string[] {
  const today = ctx.local(ctx.now).date;
  const last = ctx.query('runs').findLast((line) => line.t === 'done' && line.job === 'journal');
  const since = last ? ctx.local(last.at).date : addDays(today, -1);
  const oldest = addDays(today, -MOST_LOOKED_AT);
  return listDays(since < oldest ? oldest : since, addDays(today, -1));
}

function listDays(from: string, to: string): readonly string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** A day, or the days from one to another, at most a year. */
function parseDates(ctx: CommandContext, value: string): readonly string[] {
  const [first = '', last] = value.split('..', 2);
  if (last === undefined) return [named(ctx, value)];
  const [from, to] = [named(ctx, first), named(ctx, last)];
  if (from <= to && from >= addDays(to, -MOST_DAYS_NAMED)) return listDays(from, to);
  throw createUsageError(
    from > to ? `${from} is after ${to}` : `${value} is more than a year`,
    `write: daybook journal ${addDays(to, -MOST_DAYS)}..${to}`,
  );
}

const MOST_DAYS_NAMED = 366;

/** A day that has ended. */
function named(ctx: CommandContext, value: string): string {
  const today = ctx.local(ctx.now).date;
  const date = parseDay(value, today);
  if (date === null)
    throw createUsageError(`\`${value}\` is not a day`, `write: daybook journal ${addDays(today, -1)}`);
  if (date < today) return date;
  throw new UserError(
    'not-over',
    `${date} is not over`,
    `its trace is written the night after; so far: daybook day ${date}`,
  );
}
