import type { CommandContext, CommandPlan, Notice } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { addDays, parseDay } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import type { Change } from '../../notes/changes/change.js';
import { createIdGenerator } from '../../notes/entries/ids.js';
import { notePath } from '../../notes/kinds/index.js';
import { dayNotePath } from '../../notes/kinds/note-paths.js';
import type { Handoff } from '../../records/handoff.js';
import { pluralize } from '../../text/pluralize.js';
import type { ActivityEvent, Commit } from '../../transcripts/activity-event.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import type { SessionSummary } from '../../transcripts/session-summary.js';
import { DOCTOR_SESSION } from '../agent-setup/hook-registrations.js';
import { buildDayTrace } from '../daily-notes/trace/build-day-trace.js';
import { hasSession, isTraced, writeTrace } from '../daily-notes/trace/write-day-trace.js';
import {
  createHandoffFromTranscript,
  findLastOrder,
  findSessionGoal,
  toActivity,
} from '../handoffs/from-transcript.js';
import { insertPastHandoffs, listHandoffLabels, workspaceName } from '../handoffs/list-handoffs.js';
import { dropOwnFiles, verifyArtifacts } from '../handoffs/write-handoff.js';
import { isRejectedCall } from '../search/find-relevant.js';
import { proposeStatements } from './propose-statements.js';

/** Clients whose sessions can be imported. */
export const SESSION_CLIENTS = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'copilot',
  'cursor',
  'antigravity',
  'chimera',
  'daybook',
] as const;

/**
 * Plans to write past sessions into the notes (FEATURES I2): the trace of each past day, and a hand-off for each ended
 * session. Requests to remember something, corrections and decisions with reasons become proposals. The same transcripts give the same notes, and a second
 * run adds nothing.
 */
export function importSessions(
  ctx: CommandContext,
  heads: readonly SessionHeader[],
  choice: { readonly from: string | undefined; readonly since: string | undefined },
): CommandPlan {
  const since = dayNamed(ctx, choice.since);
  const chosen = heads.filter((head) => isChosen(head, originNamed(choice.from), since));
  const tx = readAll(ctx, chosen);
  const commits = ctx.query('commits', [...new Set(tx.flatMap(({ dates }) => dates))]);
  const days = daysOf(tx, since).flatMap((date) => tellDay(ctx, date, tx, commits) ?? []);
  const late = handoffsOf(ctx, tx, commits, since);
  const proposals = proposeStatements(
    ctx,
    late.map(({ held: { head, label, account, end } }) => ({ agent: head.origin, label, account, end })),
  );
  const changes = [
    ...days.map(({ change }) => change),
    ...insertPastHandoffs(ctx, late),
    ...proposals.changes,
  ];
  return {
    message: summary(chosen.length, tx.length, days, late.length, proposals.proposed.length),
    historyMessage: `imported ${pluralize(late.length, 'session')}, ${pluralize(days.length, 'day')}`,
    items: days.map(({ path, sessions, said: why }) => ({ path, line: 1, what: sessions.join(', '), why })),
    data: {
      imported: {
        sessions: chosen.length,
        days: days.map(({ date, path, sessions }) => ({ date, path, sessions })),
        handoffs: late.map(({ record }) => record.label),
        proposed: proposals.proposed,
      },
    },
    changes,
    notices: [...stillOpen(tx), ...proposals.notices],
  };
}

/** A session to read, and its days. */
interface ImportedSession {
  readonly head: SessionHeader;
  readonly label: string;
  readonly account: SessionSummary;
  readonly happened: readonly (ActivityEvent & { readonly date: string })[];
  readonly dates: readonly string[];
  /** Time of its last activity, in ms, and the local day of that. */
  readonly end: number;
  readonly last: string;
  readonly isOver: boolean;
}

const today = ({ local, now }: CommandContext): string => local(now).date;

function readAll(ctx: CommandContext, heads: readonly SessionHeader[]): readonly ImportedSession[] {
  const accounts = ctx.query('sessionSummaries', heads);
  return heads
    .flatMap((head) => {
      const account = accounts.get(head.id);
      return account && account.prompts.length + account.calls.length > 0 ? [tx(ctx, head, account)] : [];
    })
    .toSorted((a, b) => a.end - b.end || (a.label < b.label ? -1 : 1));
}

function tx(ctx: CommandContext, head: SessionHeader, account: SessionSummary): ImportedSession {
  const otherwise = head.started ?? head.last ?? new Date(ctx.now).toISOString();
  const teller = { session: head.id, agent: head.origin };
  const happened = toActivity(account, teller, otherwise).map((one) => ({
    ...one,
    date: ctx.local(Date.parse(one.at)).date,
  }));
  const end = Date.parse(account.last ?? head.last ?? otherwise);
  const last = ctx.local(end).date;
  return {
    head,
    label: labelOf(head.id),
    account,
    happened,
    dates: [...new Set(happened.map(({ date }) => date))],
    end,
    last,
    isOver: last < today(ctx),
  };
}

/** Returns the session's id in a form that a heading can hold. */
const labelOf = (id: string): string => id.replace(/[^\w.:-]/g, '-').slice(0, 80);

const daysOf = (tx: readonly ImportedSession[], since: string): readonly string[] =>
  [...new Set(tx.flatMap(({ dates }) => dates))].filter((date) => date >= since).sort();

/** The changes to a day note. */
interface ToldDay {
  readonly date: string;
  readonly path: string;
  readonly sessions: readonly string[];
  readonly said: string;
  readonly change: Change;
}

/** Writes the trace of a past day as the journal does; a day that has one gets what is missing. */
function tellDay(
  ctx: CommandContext,
  date: string,
  all: readonly ImportedSession[],
  commits: readonly Commit[],
): ToldDay | null {
  if (date >= today(ctx)) return null;
  const { notebook } = ctx;
  const path = dayNotePath(date, notebook);
  const note = notebook.note(path);
  const own = all.filter(({ head, dates }) => dates.includes(date) && !hasSession(head.id, note));
  if (own.length === 0) return null;
  const noted = readEntriesAt(ctx, notebook, path);
  const isFirst = !isTraced(note, notebook);
  const happened = own.flatMap((one) => one.happened.filter((what) => what.date === date));
  const known = new Set(own.map(({ head }) => head.id));
  const others = isFirst
    ? ctx
        .query('activityOn', date)
        .filter(({ session }) => session !== DOCTOR_SESSION && !known.has(session ?? ''))
    : [];
  const trace = buildDayTrace({
    commits: isFirst ? commits.filter(({ at }) => at.startsWith(date)) : [],
    happened: [...others, ...happened].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    handoffs: own.map(({ head, account }) => ({
      label: head.id,
      goal: findSessionGoal(account),
      agent: head.origin,
      outcome: null,
    })),
    noted: isFirst ? noted : [],
    content: notebook.content,
    time: (iso) => ctx.local(Date.parse(iso)).time,
  });
  if (!trace) return null;
  const at = Math.max(...happened.map((one) => Date.parse(one.at)));
  const change = writeTrace(trace, notebook, {
    date,
    noted,
    template: (name) => ctx.query('template', name),
    id: createIdGenerator(at, date).mint((taken) => note?.text.includes(`^${taken}`) ?? false),
    by: null,
  });
  return { date, path, sessions: own.map(({ label }) => label), said: trace.summary, change };
}

/** Writes a hand-off for each ended session that has none. */
function handoffsOf(
  ctx: CommandContext,
  all: readonly ImportedSession[],
  commits: readonly Commit[],
  since: string,
) {
  const used = new Set(listHandoffLabels(ctx));
  return all
    .filter(({ label, isOver, last }) => isOver && last >= since && !used.has(label))
    .map((one) => ({
      record: recordOf(ctx, one, commits),
      id: createIdGenerator(one.end, one.head.id).mint(),
      at: one.end,
      date: one.last,
      held: one,
    }));
}

function recordOf(
  ctx: CommandContext,
  { head, label, account, dates }: ImportedSession,
  commits: readonly Commit[],
): Handoff {
  const wanted = new Set(dates);
  const own = commits.filter(({ at }) => wanted.has(at.slice(0, 10)));
  const source = { session: head.id, agent: head.origin };
  const foreign = dropOwnFiles(account, ctx.notebook.content);
  const record = createHandoffFromTranscript(foreign, source, {
    commits: own,
    isRejected: (call) => isRejectedCall(ctx, call),
  });
  return {
    ...record,
    next: record.next ?? findLastOrder(foreign),
    artifacts: verifyArtifacts(ctx, record.artifacts),
    label,
    outcome: null,
    workspace: workspaceName(ctx),
    branch: account.about.branch ?? head.branch,
    agent: head.origin,
  };
}

function isChosen(head: SessionHeader, from: string | null, since: string): boolean {
  const last = head.last?.slice(0, 10) ?? '9999';
  return (from === null || head.client === from) && addDays(last, 1) >= since;
}

function originNamed(client: string | undefined): string | null {
  if (client === undefined) return null;
  const found = SESSION_CLIENTS.find((name) => name === client);
  if (found) return found;
  throw createUsageError(`no sessions of \`${client}\` are known`, `one of: ${SESSION_CLIENTS.join(', ')}`);
}

/** Returns the first day to read; without `since`, the epoch. */
function dayNamed(ctx: CommandContext, value: string | undefined): string {
  if (value === undefined) return '0000-01-01';
  const date = parseDay(value, today(ctx));
  if (date !== null) return date;
  throw createUsageError(`\`${value}\` is not a day`, `write: --since ${addDays(today(ctx), -7)}`);
}

function summary(
  chosen: number,
  tx: number,
  days: readonly ToldDay[],
  handoffs: number,
  proposed: number,
): string {
  if (chosen === 0) return 'No agent held a session in this workspace.';
  if (tx === 0) return `In ${pluralize(chosen, 'session')} nothing was asked or done.`;
  const parts = [
    [days.length, pluralize(days.length, 'day')],
    [handoffs, `${pluralize(handoffs, 'hand-off')} in ${notePath('handoff')}`],
    [proposed, `${pluralize(proposed, 'proposal')} in ${notePath('inbox')}`],
  ] as const;
  const phrases = parts.filter(([some]) => some > 0).map(([, words]) => words);
  return phrases.length === 0
    ? `What ${pluralize(chosen, 'session')} did is in the notes already.`
    : `Imported what ${pluralize(chosen, 'session')} did: ${phrases.join(', ')}.`;
}

/** Today's sessions are written when the day is over. */
const stillOpen = (tx: readonly ImportedSession[]): readonly Notice[] => {
  const open = tx.filter(({ isOver }) => !isOver).length;
  const message = `${pluralize(open, 'session')} of today ${open === 1 ? 'is' : 'are'} imported when the day is over: run this again tomorrow`;
  return open === 0 ? [] : [{ level: 'info', message }];
};
