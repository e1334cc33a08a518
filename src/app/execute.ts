import { type Command, type CommandPlan, UserError } from '../command/define-command.js';
import {
  describeEffect,
  type Effect,
  type EffectJson,
  type PrepareEffect,
  toEffectJson,
} from '../command/effects.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { SCHEDULER_USER } from '../config/jobs.js';
import { DOCTOR_SESSION } from '../features/agent-setup/hook-registrations.js';
import { clearFileSize } from '../git/index-entry.js';
import { quoteNames } from '../output/quote-names.js';
import { ConflictError, LockedError, type StoreTransaction } from '../store/store.js';
import { isGlobal, toGlobalTransaction } from '../store/workspace/global-store.js';
import { isLoaded, NotReadyError, withModules } from './lazy-modules.js';
import { isNoop, type PlannedCommand, planCommand, planCommandSync, UnmergedError } from './plan-command.js';
import { formatChangesDiff } from './plan-diff.js';
import { mayQueue } from './queue/check-queued-request.js';
import { drainQueue, recoverAbandoned } from './queue/run-queued-commands.js';
import { recordActivity } from './record-activity.js';
import {
  type CommandRequest,
  commitPlan,
  createRedactionWarnings,
  createRequest,
  toQueuedRequest,
} from './request.js';
import { runEffects } from './run-effects.js';
import type { Runtime } from './runtime.js';

/** The result of a command: its plan, and how it reached the disk. */
export interface CommandResult {
  readonly plan: CommandPlan;
  /** The number of the operation in the journal; null if there is none. */
  readonly seq: number | null;
  /** The id of the queued request; null if it was not queued. */
  readonly queued: string | null;
  /** In a dry run: the unified diff that the run would make. */
  readonly diff: string | null;
  /** The effects of the plan; in a dry run also those that ran to make it. Missing if there are none. */
  readonly effects?: readonly EffectJson[];
  /** The folder of the global root, if the change was made there and is in its history. */
  readonly globalRoot?: string;
}

/** Creates the result of a plan that was committed at once, or changed nothing. */
const done = (plan: CommandPlan, seq: number | null): CommandResult => ({
  plan,
  seq,
  queued: null,
  diff: null,
  ...listEffects(plan.effects ?? []),
});

const listEffects = (effects: readonly (Effect | PrepareEffect)[]): Pick<CommandResult, 'effects'> =>
  effects.length === 0 ? {} : { effects: effects.map(toEffectJson) };

/**
 * How often a command is planned without the lock while other processes are faster; then it is planned under the lock.
 */
const TRIES = 3;
/** How many conflicts with a file that is saved over and over are accepted; then the request is queued. */
const MOST_TRIES = 10;

/**
 * Runs a command: read, plan, write, and plan again if what was read has changed. Throws the errors of the command. If
 * the lock is not available, the request is queued or refused with status 4.
 */
export async function executeCommand<P extends ParamDefinitions>(
  command: Command<P>,
  input: CommandInput<P>,
  runtime: Runtime,
  how: { readonly dryRun: boolean },
): Promise<CommandResult> {
  const request = createRequest(command as Command, input as CommandInput<ParamDefinitions>, runtime.request);
  if (how.dryRun) return telling(request, await rehearse(request, runtime));
  const off = isAgent(runtime.request.by) ? runtime.findOffSwitch() : null;
  if (off !== null) return telling(request, await readOnly(request, runtime, off));
  await drainQueue(runtime); // queued requests are older than this one
  if (command.name === 'context' && runtime.request.by === SCHEDULER_USER)
    await runtime.store?.gatherWrites();
  const result = await performOrQueue(request, runtime);
  if (result.queued === null && command.countsAsActivity(input)) recordActivity(runtime.request.now, runtime);
  if (result.queued === null) {
    await runEffects(result.plan.effects ?? [], runtime.effects);
    clearTargetSize(result.plan, runtime); // after the filter that `init` plans is set up
    if (command.settlesConflicts) await drainQueue(runtime); // requests that waited for the merge
    if (result.plan.reverts !== undefined && runtime.store)
      (await import('./forgotten/forgotten-list.js')).settleForgotten(runtime.store);
    tell(result.plan, runtime);
  }
  const shows = result.seq === null || runtime.refreshBlockAfter(command);
  return telling(request, shows ? result : withMessage(result, BLOCK_WAITS));
}

/** Added to a reply where the block changes only with the next session. */
const BLOCK_WAITS = 'The context block shows it from the next session on.';

const withMessage = (result: CommandResult, line: string): CommandResult => ({
  ...result,
  plan: { ...result.plan, message: `${result.plan.message}\n${line}` },
});

/** Jobs that a person starts run while Daybook is off; the others are not started. */
const isAgent = (by: string | null): boolean => by !== null && by !== SCHEDULER_USER;

/** Runs a command of an agent for which Daybook is off: what it would write is refused, but a brief is returned. */
async function readOnly(request: CommandRequest, runtime: Runtime, off: string): Promise<CommandResult> {
  const { outcome } = await planCommand(request, runtime);
  const isWrite = !isNoop(outcome) || outcome.sessions !== undefined || (outcome.effects ?? []).length > 0;
  if (isWrite && request.command.name !== 'recall')
    throw new UserError(
      'off',
      `Daybook is off here (${off}), so nothing is written`,
      off === 'daybook config agents off'
        ? 'to switch it on again, the user may type: daybook config agents on'
        : 'to switch it on again, the user may start the agent without that variable',
    );
  if (outcome.sessionSwitch) tell(outcome, runtime);
  return done({ ...outcome, changes: [] }, null);
}

/** Makes git compare the target by content, since only its generated block has changed. */
function clearTargetSize({ changes }: CommandPlan, { store, settings }: Runtime): void {
  const target = settings['context.target'];
  if (store && changes.some(({ path }) => path === target)) clearFileSize(store.root.worktree, target);
}

/** Writes what a plan tells other programs: the status file and the activity log (telemetry). */
function tell(
  { statusFields: signal, activityMarks: marks = [], questions, sessionSwitch }: CommandPlan,
  { store, request: moment }: Runtime,
): void {
  if (signal) store?.signal(signal);
  if (moment.session === DOCTOR_SESSION) return;
  const at = new Date(moment.now).toISOString();
  if (questions) store?.addToTrail('questions', { at, session: moment.session, ...questions });
  if (sessionSwitch) store?.addToTrail('off', { at, ...sessionSwitch });
  for (const mark of marks) store?.addToTrail('tools', { at, session: moment.session, ...mark });
}

/** Adds warnings about redacted input to a result, and quotes names of files that have control characters. */
function telling(request: CommandRequest, result: CommandResult): CommandResult {
  const { plan } = result;
  const notices = [...createRedactionWarnings(request.redacted), ...(plan.notices ?? [])];
  return { ...result, plan: quoteNames({ ...plan, notices }) };
}

/** Returns true if a dry run has no diff to show for the plan. */
const isSaid = ({ scrubPattern: forgets, pruneHistoryDays: prunes }: CommandPlan): boolean =>
  forgets !== undefined || prunes !== undefined;

async function rehearse(request: CommandRequest, runtime: Runtime): Promise<CommandResult> {
  const { outcome: plan, notebook } = await planCommand(request, runtime);
  const prepared = runtime.prepared.list();
  const diff = formatChangesDiff(plan.changes, notebook) + (isSaid(plan) ? `${plan.message}\n` : '');
  const lines = [
    ...prepared.map((effect) => `ran first: ${describeEffect(effect)}\n`),
    ...(plan.effects ?? []).map((effect) => `${describeEffect(effect)}\n`),
  ];
  return {
    ...done(plan, null),
    ...listEffects([...prepared, ...(plan.effects ?? [])]),
    diff: diff + lines.join(''),
  };
}

/** Performs a request. A request for an unmerged note is queued, if its command may be. */
async function performOrQueue(request: CommandRequest, runtime: Runtime): Promise<CommandResult> {
  try {
    return await perform(request, runtime);
  } catch (error) {
    if (!(error instanceof UnmergedError) || !mayQueue(toQueuedRequest(request), request.command))
      throw error;
    const { location: _, ...plan } = error.plan;
    return queue(request, plan, runtime, `${error.message}. Queued; it is applied once that is settled`);
  }
}

async function perform(request: CommandRequest, runtime: Runtime): Promise<CommandResult> {
  for (let attempt = 1; ; attempt++) {
    const planned = await planCommand(request, runtime);
    if (attempt === 1 && isNoop(planned.outcome) && recoverAbandoned(runtime)) continue; // commands that write do this under the lock
    if (!(await keepSessions(request, planned.outcome, runtime))) {
      if (attempt >= MOST_TRIES) throw toUnsettledError(new ConflictError('the session'));
      continue;
    }
    if (isNoop(planned.outcome)) return done(planned.outcome, null);
    try {
      const whenMoved = attempt < TRIES && isLoaded('tree') ? 'give way' : 'think inside';
      const written = () => write(request, planned, runtime, whenMoved);
      return await withModules(written, MOST_TRIES);
    } catch (error) {
      if (error instanceof LockedError) return wait(request, planned.outcome, runtime, error);
      if (!(error instanceof ConflictError || error instanceof NotReadyError)) throw error;
      if (error instanceof NotReadyError || attempt >= MOST_TRIES)
        return wait(request, planned.outcome, runtime, toUnsettledError(error));
    }
  }
}

/** Makes new session events durable, before the notes that mention them; returns false if a session has grown since. */
async function keepSessions(
  { moment }: CommandRequest,
  { sessions: steps }: CommandPlan,
  runtime: Runtime,
): Promise<boolean> {
  if (!steps) return true;
  const sessions = await runtime.sessions();
  const at = new Date(moment.now).toISOString();
  try {
    for (const { id, since, events, begins, engine } of steps) {
      sessions.extend(id, () => events, { at, since, ...(begins ? { begins } : {}) });
      if (engine) sessions.migrate(id, engine);
    }
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

/**
 * Commits a plan. Throws ConflictError if a file changed, LockedError, or NotReadyError while planning under the lock.
 */
function write(
  commandRequest: CommandRequest,
  planned: PlannedCommand,
  runtime: Runtime,
  whenMoved: 'give way' | 'think inside',
): CommandResult {
  const store = runtime.store;
  if (!store)
    throw new Error(`\`${commandRequest.command.name}\` changes notes but does not require a workspace`);
  const patience = patienceOf(runtime);
  const isForHome = touchesHome(planned.outcome);
  const now = (tx: StoreTransaction): CommandPlan => {
    if (tx.isCurrent(planned.reads)) return planned.outcome;
    if (whenMoved === 'give way') throw new ConflictError('a note');
    const plan = planCommandSync(commandRequest, runtime).outcome;
    if (!isForHome && touchesHome(plan)) throw new ConflictError('a global note'); // its store must be locked first
    return plan;
  };
  const writeTo = (door: (tx: StoreTransaction) => StoreTransaction): CommandResult =>
    store.transaction(patience, (tx) => {
      const plan = now(tx);
      return done(plan, commitPlan(commandRequest, plan, door(tx)));
    });
  if (!isForHome) return writeTo((tx) => tx);
  const home = runtime.globalStore();
  const result = home.transaction(patience, (tx) => writeTo(() => toGlobalTransaction(tx)));
  return { ...result, globalRoot: home.root.root };
}

const touchesHome = ({ changes }: CommandPlan): boolean => changes.some(({ path }) => isGlobal(path));

/** Returns how long to wait for the lock, in ms. */
const patienceOf = ({ settings }: Runtime): number => settings['lock.wait'] * 1000;

const BUSY = 'The store is busy. Queued; the next daybook command will apply it';

/** Queues the request, or throws UserError if its command needs an answer. */
function wait(
  commandRequest: CommandRequest,
  plan: CommandPlan,
  runtime: Runtime,
  why: UserError,
): CommandResult {
  if (!mayQueue(toQueuedRequest(commandRequest), commandRequest.command))
    throw new UserError(why.code, why.message, why.hint, {}, 4);
  return queue(commandRequest, plan, runtime, BUSY);
}

/** Queues a request; its reply says why, and what it will do. */
function queue(
  commandRequest: CommandRequest,
  plan: CommandPlan,
  runtime: Runtime,
  why: string,
): CommandResult {
  const request = toQueuedRequest(commandRequest);
  runtime.store?.enqueue(request);
  return {
    plan: { ...plan, message: `${why}: ${plan.message}`, changes: [] },
    seq: null,
    queued: request.id,
    diff: null,
  };
}

function toUnsettledError(error: ConflictError | NotReadyError): UserError {
  const path = error instanceof ConflictError ? error.path : 'a note';
  return new UserError(
    'restless',
    `${path} was saved by another program during every attempt to write it`,
    'retry when that program has finished',
    { path },
    4,
  );
}
