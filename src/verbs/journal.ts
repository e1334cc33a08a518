import { TRIAL } from '../kinds/agents.js';
import { handoffsIn } from '../lifecycle/handoff.js';
import { dayPath } from '../lifecycle/paths.js';
import { placesOf } from '../lifecycle/record.js';
import { traceOf } from '../lifecycle/trace/trace.js';
import { isTraced, writeTrace } from '../lifecycle/trace/write.js';
import type { Change } from '../wiki/change.js';
import { addDays, isDate } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import { entriesAt } from './entries.js';
import { Refusal, verb, type World } from './verb.js';

/** So many days that were missed are made up; older ones are asked for by their date (FEATURES G3). */
const MOST_DAYS = 7;

/** The trace of a day (Mutable §Automation; FEATURES C4): commits, tools, errors and what mended them, sessions. */
export const journal = verb({
  name: 'journal',
  about: 'write what happened on a day into its note: commits, tools, errors and what mended them, sessions',
  params: {
    date: { kind: 'text', word: 'one', about: 'the day; the days since the last time if left out' },
  },
  examples: ['daybook journal', 'daybook journal 2026-06-06'],
  faces: ['cli', 'cron'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, { date }) {
    const dates = date === undefined ? missing(world) : [named(world, date)];
    const told: Told[] = [];
    let wiki = world.wiki;
    for (const one of dates) {
      const made = trace(world, wiki, one);
      told.push(made);
      if (made.change) wiki = wiki.after([made.change]);
    }
    const traced = told.filter(({ change }) => change).map((one) => one.date);
    const written = told.flatMap(({ change }) => change ?? []);
    return {
      say:
        told.length === 0 ? 'No day has ended since the last trace.' : told.map(({ said }) => said).join(' '),
      ...(traced.length === 0 ? {} : { did: `what happened on ${traced.join(', ')} is written down` }),
      data: { traced },
      changes: written,
    };
  },
});

/** What came of one day. */
interface Told {
  readonly date: string;
  readonly said: string;
  readonly change: Change | null;
}

function trace(world: World, wiki: Wiki, date: string): Told {
  const path = dayPath(date, wiki);
  const note = wiki.note(path);
  if (isTraced(note, wiki)) return { date, said: `${date} has its trace.`, change: null };
  const noted = entriesAt(world, wiki, path);
  const found = traceOf({
    commits: world.ask('commits', [date]),
    happened: world.ask('happened', date).filter(({ session }) => session !== TRIAL),
    handoffs: handoffsOf(world, wiki, date),
    noted,
    time: (iso) => world.local(Date.parse(iso)).time,
  });
  if (!found) return { date, said: `Nothing happened on ${date}.`, change: null };
  const change = writeTrace(found, wiki, {
    date,
    noted,
    template: (name) => world.ask('template', name),
    id: world.ids.mint((taken) => note?.text.includes(`^${taken}`) ?? false),
    by: world.who.by,
  });
  return { date, said: `${date}: ${found.summary}.`, change };
}

/** What sessions of a day handed on. */
const handoffsOf = (world: World, wiki: Wiki, date: string) =>
  placesOf('handoff', wiki)
    .flatMap((path) => wiki.note(path) ?? [])
    .flatMap((note) => handoffsIn(note, world.entries(note)))
    .filter(({ entry }) => entry.at?.slice(0, 10) === date);

/** The days that ended since the journal was last written; yesterday, where it never was. */
function missing(world: World): readonly string[] {
  const today = world.local(world.now).date;
  const last = world.ask('runs').findLast((line) => line.t === 'done' && line.job === 'journal');
  const since = last ? world.local(last.at).date : addDays(today, -1);
  const oldest = addDays(today, -MOST_DAYS);
  const dates: string[] = [];
  for (let date = since < oldest ? oldest : since; date < today; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** A day that has ended. */
function named(world: World, given: string): string {
  const today = world.local(world.now).date;
  const date = given === 'yesterday' ? addDays(today, -1) : given;
  if (!isDate(date))
    throw new Refusal(
      'usage',
      `\`${given}\` is no day`,
      `write: daybook journal ${addDays(today, -1)}`,
      {},
      2,
    );
  if (date < today) return date;
  throw new Refusal(
    'not-over',
    `${date} is not over`,
    `its trace is written the night after; so far: daybook day ${date}`,
  );
}
