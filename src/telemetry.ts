import type { Start } from './house.js';
import { isForeignTool } from './kinds/tools.js';
import { isQuiet } from './lifecycle/trail/pulse.js';
import { findRoot, type Happening, openStore, type Store, type Trail } from './store/store.js';
import type { HookRun } from './verbs/facts.js';
import type { Happened } from './wiki/happened.js';
import { addDays, instant, type Local } from './wiki/time.js';
import { type Lately, MARKS, type Mark, type ToolCall } from './wiki/tool-call.js';

/** Keeps a run of a hook, without lock and flush. Where there is no workspace nobody is told. */
export const keepRun = (store: Store | null, run: HookRun): void => keep(store, 'hooks', { ...run });

/** Of the tool log so much is looked at after each call, in bytes: more than anybody calls between two looks. */
export const AFTER_A_CALL = 64 * 1024;

/** Keeps a tool call likewise, and tells whether the table of triggers should be asked; mostly there is nothing more to it. */
export function noteCall(store: Store | null, call: ToolCall): 'nothing more' | 'ask' {
  keep(store, 'tools', { ...call });
  const { at, session, tool } = call;
  if (isForeignTool(tool)) keep(store, 'foreign', { at, session, tool });
  if (store === null) return 'nothing more';
  try {
    const lately = latelyIn(store, call.session, AFTER_A_CALL);
    return isQuiet(lately, Date.parse(call.at)) ? 'nothing more' : 'ask';
  } catch {
    return 'nothing more';
  }
}

function keep(store: Store | null, trail: Trail, happening: Happening): void {
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
export function storeAt(start: Start): Store | null {
  try {
    return openStore(findRoot(start));
  } catch {
    return null;
  }
}

/** What hooks did on the last two days, the oldest first; for one session, where it is named. */
export const hookRuns = (store: Store, session = ''): readonly HookRun[] =>
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
export function toolCalls(
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
export function latelyIn(store: Store, session: string | null, bytes = LATELY): Lately {
  const named = session === null ? '' : `"session":${JSON.stringify(session)}`;
  const found = store.trail('tools', { bytes, holding: named });
  const which = session ?? found.findLast((one) => typeof one.session === 'string')?.session ?? null;
  const own = found.filter((one) => (one.session ?? null) === which);
  return { calls: own.flatMap(callOf), marks: own.filter(isMark) };
}

const isMark = (one: Happening): one is Happening & Mark => MARKS.some((mark) => mark === one.mark);

/** More is no day of work. */
const MOST_HAPPENED = 20_000;

/** What agents' hooks and tools noted on a local day, the oldest first. A line that tells neither is passed over. */
export function happenedOn(store: Store, date: string, local: (ms: number) => Local): readonly Happened[] {
  const [from, to] = [date, addDays(date, 1)].map((day) => instant(day, local) ?? 0) as [number, number];
  const found: Happened[] = [];
  const take = (one: Happening) => {
    const at = Date.parse(one.at);
    if (at >= from && at < to && found.length < MOST_HAPPENED) found.push(...happenedIn(one));
  };
  const days = [addDays(date, -1), date, addDays(date, 1)];
  for (const trail of ['hooks', 'tools'] as const) store.eachInTrail(trail, days, take);
  return found.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function happenedIn(one: Happening): Happened[] {
  const text = (key: string) => (typeof one[key] === 'string' ? one[key] : null);
  const [event, tool, session] = [text('event'), text('tool'), text('session')];
  const files = Array.isArray(one.files) ? one.files.filter((file) => typeof file === 'string') : [];
  const what = { session, tool, input: text('input') ?? '', ok: one.ok !== false, files };
  return event === null && tool === null ? [] : [{ at: one.at, event, agent: text('agent'), ...what }];
}
