import type { AgentModes } from '../app/agents/off-switch.js';
import { COMMANDS } from '../app/command-registry.js';
import { type CommandResult, executeCommand } from '../app/execute.js';
import type { Invocation } from '../app/invocation.js';
import { enqueueRequest } from '../app/queue/run-queued-commands.js';
import { openRuntime, type Runtime } from '../app/runtime.js';
import { type Command, type CommandPlan, type Notice, UserError } from '../command/define-command.js';
import type { HookRun } from '../command/hook-records.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import type { GuardRule } from '../features/guard/guard-rule.js';
import { isUnmergedMessage } from '../notes/merge/unmerged-note.js';
import { isUnknownMessage } from '../notes/unknown-note.js';
import type { HookAction } from './event-to-command.js';

/** Entries that a call repeated, and entries that it followed; at a start the block that the client has loaded. */
type Trace = Pick<HookRun, 'warned' | 'followed' | 'loaded'>;

/** The result of a command for a hook, and its store. */
export interface HookCommandResult {
  readonly context: string;
  readonly notice: string;
  /** True if the call must not be made. */
  readonly denied: boolean;
  /** What the trace keeps besides the text. */
  readonly trace: Trace;
  /** What the next calls are compared with, if the guard ran. */
  readonly traps: readonly GuardRule[] | null;
  readonly store: Runtime['store'];
}

/** The texts of a command: for the agent, for the person, and about the last night. */
interface Given {
  readonly context?: string;
  readonly notice?: string;
  readonly denied?: boolean;
  readonly trace?: Trace;
  readonly traps?: readonly GuardRule[];
  readonly night?: { readonly line: string } | null;
}

/** Runs the command of an event, or queues it. Throws as the command does. */
export async function runHookCommand(
  { command: name, input, when, isBrief }: HookAction,
  start: Invocation,
  { inject, capture }: AgentModes,
): Promise<HookCommandResult> {
  const command = await COMMANDS[name]();
  const runtime = await openRuntime(start, command.requires);
  const { store } = runtime;
  if (when === 'later') {
    if (capture === 'on') enqueueRequest(command, input as CommandInput<ParamDefinitions>, runtime);
    return { context: '', notice: '', denied: false, trace: {}, traps: null, store };
  }
  const work = { command, input: input as CommandInput<ParamDefinitions>, runtime };
  const reads = capture !== 'on';
  const { plan, seq, problem } = isBrief && !reads ? await runOrRead(work) : await runIn(work, reads);
  const { context: text = '', night, denied = false, trace = {}, traps = null } = plan.data as Given;
  const context = denied ? text : injected(text, inject, name);
  const notice = reads
    ? proposed(plan, runtime, capture)
    : ((plan.data as Given).notice ?? '') || written(plan, seq, runtime);
  const back = seq === null || notice === '' ? '' : ` (undo: daybook undo ${seq})`;
  const unknown = name === 'recall' ? unknownLines(plan.notices) : [];
  const fullMessage = [problem, night?.line, `${notice}${back}`, ...unknown].filter(Boolean).join('\n');
  return {
    context: [problem, context].filter(Boolean).join('\n\n'),
    notice: fullMessage,
    denied,
    trace,
    traps,
    store,
  };
}

/** Returns what a hook tells an agent: all, one line where the agent begins, or nothing. */
function injected(context: string, inject: AgentModes['inject'], name: string): string {
  if (inject === 'on') return context;
  return inject === 'ask' && name === 'recall' && context !== '' ? THERE_ARE_NOTES : '';
}

const THERE_ARE_NOTES =
  'Daybook has notes of this project. Ask the user before you read them: mind_recall, or `daybook recall`.';

/** Returns a line on what was written unasked; '' if only the context block was refreshed. */
function written(plan: CommandPlan, seq: number | null, { settings }: Runtime): string {
  const paths = plan.changes.map(({ path }) => path).filter((path) => path !== settings['context.target']);
  return seq === null || paths.length === 0 ? '' : `Daybook wrote ${summarize(plan)}`;
}

/** Returns a line on what would have been written, where the user must agree; the count of calls starts again. */
function proposed(
  plan: CommandPlan,
  { store, request, settings }: Runtime,
  capture: AgentModes['capture'],
): string {
  const paths = plan.changes.map(({ path }) => path).filter((path) => path !== settings['context.target']);
  if (capture !== 'ask' || paths.length === 0) return '';
  store?.addToTrail('tools', {
    at: new Date(request.now).toISOString(),
    session: request.session,
    mark: 'saved',
  });
  return `Daybook wrote nothing, since agents.capture is \`ask\`. It would write ${summarize(plan)}. To save: daybook save`;
}

/** The notes of a plan, and why: `content/MEMORY.md: save: tool-threshold`. */
function summarize({ changes, historyMessage, message }: CommandPlan): string {
  const paths = [...new Set(changes.map(({ path }) => path))].slice(0, 2).join(', ');
  return `${paths}: ${historyMessage ?? message.split('\n')[0] ?? ''}`;
}

/** A command, its input, and its workspace. */
interface Work {
  readonly command: Command;
  readonly input: CommandInput<ParamDefinitions>;
  readonly runtime: Runtime;
}

type Done = Pick<CommandResult, 'plan' | 'seq'> & { readonly problem?: string };

const runIn = ({ command, input, runtime }: Work, dryRun: boolean): Promise<Done> =>
  executeCommand(command, input, runtime, { dryRun });

/** Runs a command; if the disk is not writable, only plans it and reports the problem. */
async function runOrRead(work: Work): Promise<Done> {
  const problem = work.runtime.store?.findWriteProblem();
  if (problem) return { ...(await runIn(work, true)), problem: cannotWrite(problem) };
  try {
    return await runIn(work, false);
  } catch (error) {
    if (!(error instanceof UserError) || error.details.errno === undefined) throw error;
    return { ...(await runIn(work, true)), problem: cannotWrite(error) };
  }
}

const cannotWrite = ({ message, hint }: UserError): string =>
  `Daybook cannot write here: ${message.replace(' cannot be written: ', ': ')}. Nothing new is kept: ${hint}.`;

/** At its start a session is warned of a shared memory and of notes that are not read; later events do not repeat it. */
const unknownLines = (notices: readonly Notice[] = []): readonly string[] =>
  notices
    .filter(({ path, message }) => !path || isUnknownMessage(message) || isUnmergedMessage(message))
    .map(({ path, message }) => (path ? `${path} ${message}` : message));
