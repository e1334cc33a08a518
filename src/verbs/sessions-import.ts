import { TRIAL } from '../kinds/agents.js';
import { pathOf } from '../kinds/index.js';
import type { Handoff } from '../lifecycle/handoff.js';
import { addLate, type Late } from '../lifecycle/handoff-log.js';
import { dayPath } from '../lifecycle/paths.js';
import { agesOf, tierOf } from '../lifecycle/tier.js';
import { traceOf } from '../lifecycle/trace/trace.js';
import { isTold, isTraced, writeTrace } from '../lifecycle/trace/write.js';
import type { Account } from '../sessions/account.js';
import type { SessionHead } from '../sessions/head.js';
import { amount } from '../wiki/amount.js';
import type { Change } from '../wiki/change.js';
import type { Commit, Happened } from '../wiki/happened.js';
import { createIds } from '../wiki/ids.js';
import { addDays, instant, isDate } from '../wiki/time.js';
import { entriesAt } from './entries.js';
import { labelsGiven, workspaceName } from './handoffs.js';
import { proposeSaid } from './session-proposals.js';
import { goalOf, happenedIn, toldBy } from './session-told.js';
import { type Notice, type Outcome, Refusal, type Row, type World } from './verb.js';

/** Which sessions are brought in: those of one client, or what happened since a day. */
export interface Choice {
  readonly from: string | undefined;
  readonly since: string | undefined;
}

/** Whose sessions can be brought in. */
export const ORIGINS = ['claude', 'codex', 'gemini', 'chimera', 'daybook'] as const;

/**
 * Writes what sessions did into the notes (FEATURES I2): the trace of each day that is over, and a hand-off for each session that
 * ended. What a person asked to remember waits in the inbox. The same transcripts give the same notes, and twice is once.
 */
export function importSessions(world: World, heads: readonly SessionHead[], choice: Choice): Outcome {
  const since = dayNamed(world, choice.since);
  const chosen = heads.filter((head) => isChosen(head, originNamed(choice.from), since));
  const held = readAll(world, chosen);
  const commits = world.ask('commits', [...new Set(held.flatMap(({ dates }) => dates))]);
  const days = daysOf(held, since).flatMap((date) => tellDay(world, date, held, commits) ?? []);
  const late = handoffsOf(world, held, commits, since);
  const proposals = proposeSaid(
    world,
    late.map(({ held: one }) => one),
  );
  const changes = [
    ...days.map(({ change }) => change),
    ...addLate(late, world.wiki, {
      entries: world.entries,
      template: (name) => world.ask('template', name),
      isCold: (date) => tierOf(date, today(world), agesOf(world.settings)) === 'cold',
    }),
    ...proposals.changes,
  ];
  return {
    say: summary(chosen.length, held.length, days, late.length, proposals.proposed.length),
    did: `imported ${amount(late.length, 'session')}, ${amount(days.length, 'day')}`,
    rows: days.map(
      ({ path, sessions, said }): Row => ({ path, line: 1, what: sessions.join(', '), why: said }),
    ),
    data: {
      imported: {
        sessions: chosen.length,
        days: days.map(({ date, path, sessions }) => ({ date, path, sessions })),
        handoffs: late.map(({ record }) => record.label),
        proposed: proposals.proposed,
      },
    },
    changes,
    notices: [...stillOpen(held), ...proposals.notices],
  };
}

/** A session that is read, and the days on which it was held. */
export interface Held {
  readonly head: SessionHead;
  readonly label: string;
  readonly account: Account;
  readonly happened: readonly (Happened & { readonly date: string })[];
  readonly dates: readonly string[];
  /** When it was last at work, in ms, and the local day of that. */
  readonly end: number;
  readonly last: string;
  readonly isOver: boolean;
}

const today = ({ local, now }: World): string => local(now).date;

function readAll(world: World, heads: readonly SessionHead[]): readonly Held[] {
  const accounts = world.ask('accounts', heads);
  return heads
    .flatMap((head) => {
      const account = accounts.get(head.id);
      return account && account.prompts.length + account.calls.length > 0 ? [held(world, head, account)] : [];
    })
    .toSorted((a, b) => a.end - b.end || (a.label < b.label ? -1 : 1));
}

function held(world: World, head: SessionHead, account: Account): Held {
  const otherwise = head.started ?? head.last ?? new Date(world.now).toISOString();
  const teller = { session: head.id, agent: head.origin };
  const happened = happenedIn(account, teller, otherwise).map((one) => ({
    ...one,
    date: world.local(Date.parse(one.at)).date,
  }));
  const end = Date.parse(account.last ?? head.last ?? otherwise);
  const last = world.local(end).date;
  return {
    head,
    label: labelOf(head.id),
    account,
    happened,
    dates: [...new Set(happened.map(({ date }) => date))],
    end,
    last,
    isOver: last < today(world),
  };
}

/** The session's own name, as it can stand in a heading. */
const labelOf = (id: string): string => id.replace(/[^\w.:-]/g, '-').slice(0, 80);

const daysOf = (held: readonly Held[], since: string): readonly string[] =>
  [...new Set(held.flatMap(({ dates }) => dates))].filter((date) => date >= since).sort();

/** What was written of a day. */
interface ToldDay {
  readonly date: string;
  readonly path: string;
  readonly sessions: readonly string[];
  readonly said: string;
  readonly change: Change;
}

/** The trace of a day that is over, as the journal writes it; a day that has one gets what it does not tell of. */
function tellDay(
  world: World,
  date: string,
  all: readonly Held[],
  commits: readonly Commit[],
): ToldDay | null {
  if (date >= today(world)) return null;
  const { wiki } = world;
  const path = dayPath(date, wiki);
  const note = wiki.note(path);
  const own = all.filter(({ head, dates }) => dates.includes(date) && !isTold(head.id, note));
  if (own.length === 0) return null;
  const noted = entriesAt(world, wiki, path);
  const isFirst = !isTraced(note, wiki);
  const happened = own.flatMap((one) => one.happened.filter((what) => what.date === date));
  const known = new Set(own.map(({ head }) => head.id));
  const others = isFirst
    ? world.ask('happened', date).filter(({ session }) => session !== TRIAL && !known.has(session ?? ''))
    : [];
  const trace = traceOf({
    commits: isFirst ? commits.filter(({ at }) => at.startsWith(date)) : [],
    happened: [...others, ...happened].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    handoffs: own.map(({ head, account }) => ({
      label: head.id,
      goal: goalOf(account),
      agent: head.origin,
      outcome: null,
    })),
    noted: isFirst ? noted : [],
    time: (iso) => world.local(Date.parse(iso)).time,
  });
  if (!trace) return null;
  const at = Math.max(...happened.map((one) => Date.parse(one.at)));
  const change = writeTrace(trace, wiki, {
    date,
    noted,
    template: (name) => world.ask('template', name),
    id: createIds(at, date).mint((taken) => note?.text.includes(`^${taken}`) ?? false),
    by: null,
  });
  return { date, path, sessions: own.map(({ label }) => label), said: trace.summary, change };
}

type LateHeld = Late & { readonly held: Held };

/** A record for each session that is over and handed nothing on yet. */
function handoffsOf(
  world: World,
  all: readonly Held[],
  commits: readonly Commit[],
  since: string,
): readonly LateHeld[] {
  const given = new Set(labelsGiven(world));
  return all
    .filter(({ label, isOver, last }) => isOver && last >= since && !given.has(label))
    .map((one) => ({
      record: recordOf(world, one, commits),
      id: createIds(one.end, one.head.id).mint(),
      at: one.end,
      date: one.last,
      held: one,
    }));
}

function recordOf(world: World, { head, label, account, dates }: Held, commits: readonly Commit[]): Handoff {
  const wanted = new Set(dates);
  const own = commits.filter(({ at }) => wanted.has(at.slice(0, 10)));
  return {
    ...toldBy(account, { session: head.id, agent: head.origin }, own),
    label,
    outcome: null,
    workspace: workspaceName(world),
    branch: account.about.branch ?? head.branch,
    agent: head.origin,
  };
}

function isChosen(head: SessionHead, from: string | null, since: string): boolean {
  const last = head.last?.slice(0, 10) ?? '9999';
  return (from === null || head.client === from) && addDays(last, 1) >= since;
}

function originNamed(given: string | undefined): string | null {
  if (given === undefined) return null;
  const found = ORIGINS.find((name) => name === given);
  if (found) return found;
  throw new Refusal('usage', `no sessions of \`${given}\` are known`, `one of: ${ORIGINS.join(', ')}`, {}, 2);
}

/** The first day that is wanted; the beginning of time where none is said. */
function dayNamed(world: World, given: string | undefined): string {
  if (given === undefined) return '0000-01-01';
  const date = given === 'yesterday' ? addDays(today(world), -1) : given;
  if (isDate(date) && instant(date, world.local) !== null) return date;
  throw new Refusal('usage', `\`${given}\` is no day`, `write: --since ${addDays(today(world), -7)}`, {}, 2);
}

function summary(
  chosen: number,
  held: number,
  days: readonly ToldDay[],
  handoffs: number,
  proposed: number,
): string {
  if (chosen === 0) return 'No agent held a session in this workspace.';
  if (held === 0) return `In ${amount(chosen, 'session')} nothing was asked or done.`;
  const parts = [
    [days.length, amount(days.length, 'day')],
    [handoffs, `${amount(handoffs, 'hand-off')} in ${pathOf('handoff')}`],
    [proposed, `${amount(proposed, 'proposal')} in ${pathOf('inbox')}`],
  ] as const;
  const told = parts.filter(([some]) => some > 0).map(([, words]) => words);
  return told.length === 0
    ? `What ${amount(chosen, 'session')} did is in the notes already.`
    : `Imported what ${amount(chosen, 'session')} did: ${told.join(', ')}.`;
}

/** What happened today is told when the day is over. */
const stillOpen = (held: readonly Held[]): readonly Notice[] => {
  const open = held.filter(({ isOver }) => !isOver).length;
  const message = `${amount(open, 'session')} of today ${open === 1 ? 'is' : 'are'} told when the day is over: import again tomorrow`;
  return open === 0 ? [] : [{ level: 'info', message }];
};
