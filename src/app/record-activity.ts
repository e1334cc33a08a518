import type { HookRun } from '../command/queries.js';
import { addDays, type LocalTime, parseInstant } from '../dates/local-time.js';
import { canSkipTriggers } from '../features/tool-log/session-activity.js';
import {
  type ActivityLogName,
  type ActivityRecord,
  findRoot,
  openStore,
  type Request,
  type Store,
} from '../store/store.js';
import type { ActivityEvent } from '../transcripts/activity-event.js';
import {
  ACTIVITY_MARKS,
  type ActivityMarkRecord,
  type RecentActivity,
  type ToolCall,
} from '../transcripts/tool-call.js';
import { isForeignTool } from '../transcripts/tool-names.js';
import type { Invocation } from './invocation.js';

/** A beat so soon after another tells nothing new. */
const SOON_MS = 5000;

/** Where activity is recorded; nowhere without a workspace. */
interface ActivityPlace {
  readonly store: Store | null;
}

/** Tells the heartbeat that somebody asked for something now. */
export function recordActivity(now: number, { store }: ActivityPlace): void {
  const last = store?.heartbeat()?.lastActivity;
  if (last === undefined || now < last || now - last >= SOON_MS) store?.beat(now);
}

/** A request counts as activity at the moment when it was asked. */
export function recordActivityOf({ now }: Request, { store }: ActivityPlace): void {
  if ((store?.heartbeat()?.lastActivity ?? 0) < now) store?.beat(now);
}

/** Keeps a run of a hook, without lock and flush. Where there is no workspace nobody is told. */
export const logHookRun = (store: Store | null, run: HookRun): void => keep(store, 'hooks', { ...run });

/** Of the tool log so much is looked at after each call, in bytes: more than anybody calls between two looks. */
export const TOOL_LOG_TAIL_BYTES = 64 * 1024;

/** Keeps a tool call likewise, and tells whether the table of triggers should be asked; mostly there is nothing more to it. */
export function logToolCall(store: Store | null, call: ToolCall): 'nothing more' | 'ask' {
  keep(store, 'tools', { ...call });
  const { at, session, tool } = call;
  if (isForeignTool(tool)) keep(store, 'foreign', { at, session, tool });
  if (store === null) return 'nothing more';
  try {
    const lately = readRecentActivity(store, call.session, TOOL_LOG_TAIL_BYTES);
    return canSkipTriggers(lately, Date.parse(call.at)) ? 'nothing more' : 'ask';
  } catch {
    return 'nothing more';
  }
}

function keep(store: Store | null, trail: ActivityLogName, happening: ActivityRecord): void {
  try {
    store?.addToTrail(trail, happening);
  } catch {
    // A hook is never a reason to stop an agent.
  }
}

/** Of a day's end so much tells which session was the last to call a tool. */
const LAST_CALL = 4 * 1024;

/**
 * True where a session called a tool of the web, or of a server that is not Daybook's, on the last two days of such
 * calls. Without a session, that of the last tool call is meant. These calls have a log of their own, so that asking is
 * cheap however long a session goes on.
 */
export function sawForeignText(store: Store, session: string | null): boolean {
  const calls = store.trail('foreign');
  if (calls.length === 0) return false;
  const which = session ?? store.trail('tools', { bytes: LAST_CALL }).at(-1)?.session ?? null;
  return calls.some((one) => (one.session ?? null) === which);
}

/** The store of the workspace that somebody stands in, or null where there is none to be had. */
export function openStoreIfAny(start: Invocation): Store | null {
  try {
    return openStore(findRoot(start));
  } catch {
    return null;
  }
}

/** What hooks did on the last two days, the oldest first; for one session, where it is named. */
export const readHookRuns = (store: Store, session = ''): readonly HookRun[] =>
  store
    .trail('hooks', { holding: session })
    .flatMap((one) => (isRun(one) && (session === '' || one.session === session) ? [one] : []));

const isRun = (one: object): one is HookRun =>
  'event' in one && typeof one.event === 'string' && 'ms' in one && typeof one.ms === 'number';

/** A record takes fewer bytes than this, mostly. */
const RECORD = 2 * 1024;
/** All of a day, however busy. */
const WHOLE = 64 * 1024 * 1024;

/** What tools agents called, the oldest first; what is no such record is passed over. */
export function readToolCalls(
  store: Store,
  { since, last }: { readonly since?: string; readonly last?: number },
): readonly ToolCall[] {
  const bytes = last === undefined ? WHOLE : last * RECORD;
  const found = store.trail('tools', { bytes, ...(since === undefined ? {} : { since }) }).flatMap(callOf);
  return last === undefined ? found : found.slice(-last);
}

function callOf(one: Readonly<Record<string, unknown>>): ToolCall[] {
  const text = (key: string) => (typeof one[key] === 'string' ? one[key] : null);
  const [id, at, tool] = [text('id'), text('at'), text('tool')];
  if (id === null || at === null || tool === null) return [];
  const files = Array.isArray(one.files) ? one.files.filter((file) => typeof file === 'string') : [];
  const [parent, session, started] = [text('parent'), text('session'), text('started')];
  const [input, ok, error] = [text('input') ?? '', one.ok !== false, text('error')];
  return [{ id, parent, session, at, tool, input, ok, files, started, error }];
}

/** So much of a day's end tells what a session did lately. */
const LATELY = 256 * 1024;

/** What a session did lately, by the end of the tool log; without a session, what the last one did. */
export function readRecentActivity(store: Store, session: string | null, bytes = LATELY): RecentActivity {
  const named = session === null ? '' : `"session":${JSON.stringify(session)}`;
  const found = store.trail('tools', { bytes, holding: named });
  const which = session ?? found.findLast((one) => typeof one.session === 'string')?.session ?? null;
  const own = found.filter((one) => (one.session ?? null) === which);
  return { calls: own.flatMap(callOf), marks: own.filter(isMark) };
}

const isMark = (one: ActivityRecord): one is ActivityRecord & ActivityMarkRecord =>
  ACTIVITY_MARKS.some((mark) => mark === one.mark);

/** More is no day of work. */
const MOST_HAPPENED = 20_000;

/** What agents' hooks and tools noted on a local day, the oldest first. A line that tells neither is passed over. */
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
  const text = (key: string) => (typeof one[key] === 'string' ? one[key] : null);
  const [event, tool, session] = [text('event'), text('tool'), text('session')];
  const files = Array.isArray(one.files) ? one.files.filter((file) => typeof file === 'string') : [];
  const what = { session, tool, input: text('input') ?? '', ok: one.ok !== false, files };
  return event === null && tool === null ? [] : [{ at: one.at, event, agent: text('agent'), ...what }];
}
