import type { HookRun, QuestionBatch } from '../command/hook-records.js';
import type { Settings } from '../config/settings.js';
import { addDays, type LocalTime, parseInstant } from '../dates/local-time.js';
import { DOCTOR_SESSION } from '../features/agent-setup/hook-registrations.js';
import { canSkipTriggers } from '../features/tool-log/session-activity.js';
import { isSessionGap } from '../features/working-session/session-start.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { eachLastLine } from '../platform/streams/line-stream.js';
import {
  type ActivityLogName,
  type ActivityRecord,
  findRoot,
  openStore,
  type Request,
  type Store,
} from '../store/store.js';
import type { ActivityEvent } from '../transcripts/activity-event.js';
import { findLastTokens } from '../transcripts/context-tokens.js';
import {
  ACTIVITY_MARKS,
  type ActivityMarkRecord,
  type RecentActivity,
  type ToolCall,
} from '../transcripts/tool-call.js';
import { isForeignTool } from '../transcripts/tool-names.js';
import { describeWork } from './agents/live-sessions.js';
import type { Invocation } from './invocation.js';

/** A heartbeat is skipped if the last one is younger than this. */
const SOON_MS = 5000;

/** The store that records activity, null without a workspace, and how long a session may be quiet. */
interface ActivityPlace {
  readonly store: Store | null;
  readonly settings: Settings;
}

/** Records activity in the heartbeat. */
export function recordActivity(now: number, place: ActivityPlace): void {
  const last = place.store?.heartbeat()?.lastActivity;
  if (last === undefined || now < last || now - last >= SOON_MS) beat(now, place);
}

/** Records a request as activity at the time when it was issued. */
export function recordRequestActivity({ now }: Request, place: ActivityPlace): void {
  if ((place.store?.heartbeat()?.lastActivity ?? 0) < now) beat(now, place);
}

/** Session ends to store until a recall follows; the lines of older ones move with the next. */
const MOST_ENDS = 100;

/** Sets the last activity. The end of an earlier session stays recorded until a recall has moved its lines. */
function beat(now: number, { store, settings }: ActivityPlace): void {
  const { lastActivity = now, sessionEnds = [] } = store?.heartbeat() ?? {};
  const ends = isSessionGap(lastActivity, now, settings['session.gap']) ? [lastActivity] : [];
  store?.beat({ lastActivity: now, sessionEnds: [...sessionEnds, ...ends].slice(-MOST_ENDS) });
}

/** Logs a run of a hook, without lock and flush. Without a workspace nothing is logged. */
export const logHookRun = (store: Store | null, run: HookRun): void => keep(store, 'hooks', { ...run });

/** The end of the tool log that is read after each call, in bytes: more than the calls between two reads. */
export const TOOL_LOG_TAIL_BYTES = 64 * 1024;

/**
 * Logs a tool call and returns whether the auto-save triggers should be checked, which is rare. Context usage is read from the
 * end of the transcript.
 */
export function logToolCall(
  store: Store | null,
  call: ToolCall,
  transcript: { readonly cwd: string; readonly path: string } | null = null,
  worker: { readonly agent: string; readonly cwd: string | null } | null = null,
): 'nothing more' | 'ask' {
  keep(store, 'tools', { ...call, ...(store && worker && describeWork(store, worker, call)) });
  const { at, session, tool } = call;
  if (isForeignTool(tool)) keep(store, 'foreign', { at, session, tool });
  if (store === null) return 'nothing more';
  try {
    const lately = readRecentActivity(store, call.session, TOOL_LOG_TAIL_BYTES);
    const tokens = call.parent === null && transcript !== null ? readLastTokens(transcript) : null;
    const window = lately.marks.findLast((one) => one.mark === 'looked' && one.window !== undefined)?.window;
    if (tokens !== null && window !== undefined)
      store.signal({ estimated_tokens_ratio: Math.round((tokens / window) * 10_000) / 10_000 });
    return canSkipTriggers(lately, Date.parse(call.at), tokens) ? 'nothing more' : 'ask';
  } catch {
    return 'nothing more';
  }
}

/** Logs that the session of an agent started or ended, for the other sessions. */
export function logSessionMark(
  store: Store | null,
  worker: { readonly agent: string; readonly cwd: string | null; readonly session: string | null },
  mark: { readonly at: string; readonly mark: 'started' | 'ended' },
): void {
  if (store && worker.session !== null)
    keep(store, 'tools', { ...mark, session: worker.session, ...describeWork(store, worker) });
}

/** Tokens in the context by the end of a transcript; null if it does not say. */
function readLastTokens({ cwd, path }: { readonly cwd: string; readonly path: string }): number | null {
  const lines: string[] = [];
  eachLastLine(nodeFileSystem, cwd, path, (line) => lines.push(line));
  return findLastTokens(lines);
}

function keep(store: Store | null, trail: ActivityLogName, happening: ActivityRecord): void {
  try {
    store?.addToTrail(trail, happening);
  } catch {
    // A failing hook must never stop an agent.
  }
}

/** The end of a day's log that identifies the session of the last tool call. */
const LAST_CALL = 4 * 1024;

/**
 * Returns true if a session used a web tool, or an MCP server other than Daybook, during the last two days. Without a
 * session, that of the last tool call is meant. These calls have their own log, so this is fast however long a session
 * is.
 */
export function hasSeenForeignText(store: Store, session: string | null): boolean {
  const calls = store.trail('foreign');
  if (calls.length === 0) return false;
  const which = session ?? store.trail('tools', { bytes: LAST_CALL }).at(-1)?.session ?? null;
  return calls.some((one) => (one.session ?? null) === which);
}

/** Opens the store of the current workspace; null if there is none. */
export function openStoreIfAny(start: Invocation): Store | null {
  try {
    return openStore(findRoot(start));
  } catch {
    return null;
  }
}

/** Returns what hooks did during the last two days or since a day, oldest first; for one session if named. */
export const readHookRuns = (store: Store, session = '', since?: string): readonly HookRun[] =>
  store
    .trail('hooks', { holding: session, ...(since === undefined ? {} : { since }) })
    .flatMap((one) => (isRun(one) && (session === '' || one.session === session) ? [one] : []));

/** A session without further events counts as ended after this time. */
const LONGEST_SESSION_MS = 12 * 60 * 60_000;

/**
 * Lists the sessions of agents that are open: started during the last twelve hours, and not ended since. Only events whose
 * names begin with `Session` are read.
 */
export function listOpenSessions(store: Store, now: number): readonly string[] {
  const open = new Set<string>();
  for (const { at, event, session } of store.trail('hooks', { holding: '"event":"Session' })) {
    if (typeof session !== 'string' || session === DOCTOR_SESSION) continue;
    if (event === 'SessionEnd' || event === SESSION_CLOSED) open.delete(session);
    else if (now - Date.parse(at) <= LONGEST_SESSION_MS) open.add(session);
  }
  return [...open];
}

/** Record names: the first call of a server's client, and the end of the client. */
const SESSION_OPENED = 'SessionOpened';
const SESSION_CLOSED = 'SessionClosed';

/** Logs that a server's client started working; returns the function that logs its end. */
export function logClientSession(store: Store | null, at: string, agent: string): () => void {
  const record = { at, agent, session: `mcp-${process.pid}-${Date.parse(at)}` };
  keep(store, 'hooks', { ...record, event: SESSION_OPENED });
  return () => keep(store, 'hooks', { ...record, event: SESSION_CLOSED });
}

const isRun = (one: object): one is HookRun =>
  'event' in one && typeof one.event === 'string' && 'ms' in one && typeof one.ms === 'number';

/** A line waits for an answer for a week: older questions need not be known. */
const QUESTION_DAYS = 9;

/** Reads the questions of the last days, oldest first; unreadable records are skipped. */
export function readQuestions(store: Store, now: number): readonly QuestionBatch[] {
  const since = addDays(new Date(now).toISOString().slice(0, 10), -QUESTION_DAYS);
  return store.trail('questions', { since }).flatMap((one) => {
    const { at, tokens, isAnswer } = one;
    if (typeof tokens !== 'number') return [];
    const { text, texts } = openFields(one);
    const [ids, keys] = [texts('ids') ?? [], texts('keys') ?? []];
    return [{ at, session: text('session'), ids, keys, tokens, isAnswer: isAnswer === true }];
  });
}

/** Returns readers of the fields of a record; null for a field with a value of another type. */
const openFields = (one: ActivityRecord) => ({
  text(key: string): string | null {
    const value = one[key];
    return typeof value === 'string' ? value : null;
  },
  texts(key: string): readonly string[] | null {
    const list = one[key];
    return Array.isArray(list) ? list.filter((line) => typeof line === 'string') : null;
  },
});

/** Most records are smaller than this. */
const RECORD = 2 * 1024;
/** Larger than the log of any day. */
const WHOLE = 64 * 1024 * 1024;

/** Reads the tool calls of agents, oldest first; other records are skipped. */
export function readToolCalls(
  store: Store,
  { since, last }: { readonly since?: string; readonly last?: number },
): readonly ToolCall[] {
  const bytes = last === undefined ? WHOLE : last * RECORD;
  const found = store.trail('tools', { bytes, ...(since === undefined ? {} : { since }) }).flatMap(callOf);
  return last === undefined ? found : found.slice(-last);
}

function callOf(one: ActivityRecord): ToolCall[] {
  const { text, texts } = openFields(one);
  const [id, at, tool] = [text('id'), text('at'), text('tool')];
  if (id === null || at === null || tool === null) return [];
  const [parent, session, started] = [text('parent'), text('session'), text('started')];
  const [input, ok, error] = [text('input') ?? '', one.ok !== false, text('error')];
  const [errorLines, changed, worktree] = [texts('errorLines'), texts('changed'), text('worktree')];
  return [
    {
      ...{ id, parent, session, at, tool, input, ok, files: texts('files') ?? [], started, error },
      ...(errorLines && { errorLines }),
      ...(changed && { changed }),
      ...(worktree !== null && { worktree }),
    },
  ];
}

/** The end of a day's log that shows the recent activity of a session. */
const LATELY = 256 * 1024;

/** Reads the recent activity of a session from the end of the tool log; without a session, of the last one. */
export function readRecentActivity(store: Store, session: string | null, bytes = LATELY): RecentActivity {
  const named = session === null ? '' : `"session":${JSON.stringify(session)}`;
  const found = store.trail('tools', { bytes, holding: named });
  const which = session ?? found.findLast((one) => typeof one.session === 'string')?.session ?? null;
  const own = found.filter((one) => (one.session ?? null) === which);
  return { calls: own.flatMap(callOf), marks: own.filter(isMark) };
}

const isMark = (one: ActivityRecord): one is ActivityRecord & ActivityMarkRecord =>
  ACTIVITY_MARKS.some((mark) => mark === one.mark);

/** More than one day of work produces. */
const MOST_HAPPENED = 20_000;

/** Reads what hooks and tools logged on a local day, oldest first. Other lines are skipped. */
export function readActivityOn(
  store: Store,
  date: string,
  local: (ms: number) => LocalTime,
): readonly ActivityEvent[] {
  const [from, to] = [date, addDays(date, 1)].map((day) => parseInstant(day, local) ?? 0) as [number, number];
  const found: ActivityEvent[] = [];
  const take = (one: ActivityRecord) => {
    const at = Date.parse(one.at);
    if (at >= from && at < to && found.length < MOST_HAPPENED) found.push(...happenedIn(one));
  };
  const days = [addDays(date, -1), date, addDays(date, 1)];
  for (const trail of ['hooks', 'tools'] as const) store.eachInTrail(trail, days, take);
  return found.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function happenedIn(one: ActivityRecord): ActivityEvent[] {
  const { text, texts } = openFields(one);
  const [event, tool, session] = [text('event'), text('tool'), text('session')];
  const what = {
    session,
    tool,
    input: text('input') ?? '',
    ok: one.ok !== false,
    files: texts('files') ?? [],
  };
  return event === null && tool === null ? [] : [{ at: one.at, event, agent: text('agent'), ...what }];
}
