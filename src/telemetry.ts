import type { Start } from './house.js';
import { findRoot, openStore, type Store } from './store/store.js';
import type { HookRun } from './verbs/facts.js';
import type { ToolCall } from './wiki/tool-call.js';

/** Keeps a run of a hook, without lock and flush. Where there is no workspace nobody is told. */
export const keepRun = (start: Start, run: HookRun): void => keep(start, 'hooks', { ...run });

/** Keeps a tool call likewise. */
export const keepToolCall = (start: Start, call: ToolCall): void => keep(start, 'tools', { ...call });

function keep(start: Start, trail: 'hooks' | 'tools', happening: { readonly at: string }): void {
  try {
    openStore(findRoot(start)).addToTrail(trail, happening);
  } catch {
    // A hook is never a reason to stop an agent.
  }
}

/** What hooks did on the last two days, the oldest first. */
export const hookRuns = (store: Store): readonly HookRun[] =>
  store.trail('hooks').flatMap((one) => (isRun(one) ? [one] : []));

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
  return [
    { id, parent, session, at, tool, input: text('input') ?? '', ok: one.ok !== false, files, started },
  ];
}
