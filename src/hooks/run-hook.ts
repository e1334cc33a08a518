import { type AgentModes, findOffSwitch, isOffByEnv, readAgentModes } from '../app/agents/off-switch.js';
import { logHookRun, logSessionMark, logToolCall, openStoreIfAny } from '../app/record-activity.js';
import type { Runtime } from '../app/runtime.js';
import type { HookRun } from '../command/hook-records.js';
import { toAgentText } from '../text/sanitize.js';
import type { ToolCall } from '../transcripts/tool-call.js';
import { EVENT_ACTIONS, type HookAction, NO_ACTION } from './event-to-command.js';
import { formatHookResponse, frameContext } from './format-response.js';
import { type HookEvent, parseHookEvent } from './parse-event.js';
import type { HookCommandResult } from './run-command.js';

/** The parts of its process that a hook uses. */
export interface HookProcess {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** All of standard input. */
  readonly read: () => string;
  readonly out: (text: string) => void;
  /** Milliseconds since the process started. */
  readonly elapsed: () => number;
}

/**
 * Answers one event of an agent: runs its command, and prints the result in the client's format. Never throws,
 * and never fails an agent's turn: errors are recorded for `doctor`, and nothing is printed.
 */
export async function runHook(args: readonly string[], process: HookProcess): Promise<void> {
  const [name = '', agent = 'claude'] = args.filter((arg) => !arg.startsWith('-')).map(asName);
  const at = momentOf(process);
  let event: HookEvent = {
    name,
    agent,
    session: null,
    cwd: null,
    source: null,
    prompt: null,
    said: null,
    helper: null,
    helperId: null,
    summary: null,
    transcript: null,
    call: null,
    about: null,
    callId: null,
  };
  if (isOffByEnv(process.env)) return;
  try {
    event = readEvent(event, process, at);
    const modes = await findModes(event, process);
    if (modes === null || (modes.capture === 'off' && CAPTURE_EVENTS.has(name))) return;
    const mark = SESSION_MARKS[name];
    if (mark) logSessionMark(openStoreIfAny(startOf(event, process)), event, { at, mark });
    if (event.call && recordCall(event, event.call, process) === 'nothing more') return;
    const mapping = Object.hasOwn(EVENT_ACTIONS, name) ? EVENT_ACTIONS[name]?.(event) : undefined;
    if (!mapping) throw new Error(`no hook ${name}; hooks: ${Object.keys(EVENT_ACTIONS).join(', ')}`);
    if (mapping === NO_ACTION) return;
    const about =
      event.about &&
      (await import('../app/agents/guard-precheck.js')).precheckToolCall(
        event.about,
        startOf(event, process),
      );
    // Where no rule matches, only the index is searched: no note need be read.
    const action = about?.isClear
      ? { ...mapping, input: { ...mapping.input, traps: false, mentions: true } }
      : mapping;
    const { text, store, traps, trace } = await answer(action, event, process, modes);
    if (traps) about?.keep(traps);
    // The log of calls is no part of the stamp of the guard's rules: each session builds them again.
    if (name === 'SessionStart') (await import('../app/agents/guard-precheck.js')).dropGuardRules(store);
    const call = event.callId === null ? {} : { call: event.callId };
    if (about && text === '' && Object.keys(trace).length === 0) return;
    keep(event, process, store, { ...(text === '' ? {} : { text }), ...(about ? call : {}), ...trace });
  } catch (error) {
    if (!isNoWorkspace(error)) keep(event, process, null, { failed: reasonOf(error) });
  }
}

/** Reads an event; where its input cannot be read, the person gets one line. */
function readEvent(event: HookEvent, process: HookProcess, at: string): HookEvent {
  try {
    return parseHookEvent(event.name, event.agent, process.read(), at);
  } catch (error) {
    if (openStoreIfAny(startOf(event, process)) === null) throw error;
    const notice = `Daybook could not read this event, so it checked and saved nothing: ${reasonOf(error)}. See: daybook doctor`;
    process.out(formatHookResponse({ context: '', notice, denied: false }, event));
    throw error;
  }
}

const SESSION_MARKS: Readonly<Record<string, 'started' | 'ended' | undefined>> = {
  SessionStart: 'started',
  SessionEnd: 'ended',
};

/** Events that only serve to write. */
const CAPTURE_EVENTS: ReadonlySet<string> = new Set([
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
  'TaskCompleted',
  'Stop',
  'PostCompact',
  'SessionEnd',
]);

/** Returns how much hooks may do; null for a session that is switched off. */
async function findModes(event: HookEvent, process: HookProcess): Promise<AgentModes | null> {
  const store = openStoreIfAny(startOf(event, process));
  if (store === null) return { inject: 'on', capture: 'on' };
  if (findOffSwitch(store, event.session ?? '', process.env) !== null) return null;
  return readAgentModes(store, process.env);
}

/** Logs the call of an event. */
function recordCall(event: HookEvent, call: ToolCall, process: HookProcess): 'nothing more' | 'ask' {
  const start = startOf(event, process);
  const { transcript: path } = event;
  const transcript = path === null ? null : { cwd: start.cwd, path };
  return logToolCall(openStoreIfAny(start), call, transcript, event);
}

/** The text that the agent received, and its store. */
interface Given {
  readonly text: string;
  readonly store: Runtime['store'];
  readonly traps: HookCommandResult['traps'];
  readonly trace: HookCommandResult['trace'];
}

/** Runs the command and prints its answer. */
async function answer(
  mapping: HookAction,
  event: HookEvent,
  process: HookProcess,
  modes: AgentModes,
): Promise<Given> {
  const { runHookCommand: ask } = await import('./run-command.js');
  const { context, notice, denied, store, traps, trace } = await ask(mapping, startOf(event, process), modes);
  const text = event.name === 'PreCompact' ? context : frameContext(context, store?.root.root ?? '', event);
  const phrase = formatHookResponse({ context: text, notice: toAgentText(notice), denied }, event);
  process.out(phrase);
  return { text: phrase === '' ? '' : text, store, traps, trace };
}

/** The workspace and session of an agent: its project folder precedes its current folder. */
function startOf({ cwd, session, agent }: HookEvent, process: HookProcess) {
  const { env } = process;
  return {
    cwd: env.CLAUDE_PROJECT_DIR || cwd || process.cwd,
    env, // as it is: a copy takes half a millisecond
    who: { by: agent, session },
    warn: () => undefined,
  };
}

function keep(
  event: HookEvent,
  process: HookProcess,
  store: Runtime['store'],
  more: Pick<HookRun, 'text' | 'failed' | 'call' | 'warned' | 'followed' | 'loaded'>,
): void {
  const { name, agent, session, source } = event;
  logHookRun(store ?? openStoreIfAny(startOf(event, process)), {
    at: momentOf(process),
    event: name,
    agent,
    session,
    ms: Math.round(process.elapsed()),
    ...(name === 'SessionStart' && source !== null ? { source } : {}),
    ...more,
  });
}

const momentOf = ({ env }: HookProcess): string =>
  new Date(Date.parse(env.DAYBOOK_NOW ?? '') || Date.now()).toISOString();

/** A name as it is; anything else is dropped. */
const asName = (word: string): string => (/^[\w-]{1,40}$/.test(word) ? word : 'unnamed');

/** A hook may be installed for all projects: outside a workspace it does nothing. */
const isNoWorkspace = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'no-workspace';

const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 400);
