import { type Command, type CommandPlan, UserError } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { DOCTOR_SESSION } from '../features/agent-setup/hook-registrations.js';
import { ConflictError, LockedError, ServedByOther } from '../store/store.js';
import type { StoreTransaction } from '../store/transaction.js';
import { globalTransaction, isGlobal } from '../store/workspace/global-store.js';
import { NotReadyError, withModules } from './lazy-modules.js';
import { isNoop, type PlannedCommand, planCommand, planCommandSync } from './plan-command.js';
import { diffOfChanges } from './plan-diff.js';
import { mayQueue } from './queue/check-queued-request.js';
import { type BatchOutcome, commitBatch } from './queue/commit-waiting-commands.js';
import { drainQueue, recoverAbandoned } from './queue/enqueue-command.js';
import { recordActivity } from './record-activity.js';
import {
  type CommandRequest,
  commitPlan,
  createRequest,
  redactionWarnings,
  toQueuedRequest,
} from './request.js';
import type { Runtime } from './runtime.js';

/** What came of a verb: its outcome, and how it reached the disk. */
export interface CommandResult {
  readonly plan: CommandPlan;
  /** The journal's number of what was done; null where nothing was. */
  readonly seq: number | null;
  /** The id under which the request waits in the spool; null where it does not. */
  readonly queued: string | null;
  /** With a dry run: the unified diff that the run would make. */
  readonly diff: string | null;
  /** The folder of the global root, where the change was made there: its own history has it. */
  readonly globalRoot?: string;
}

/** What reached the disk at once, or had no need to. */
const done = (plan: CommandPlan, seq: number | null): CommandResult => ({
  plan: plan,
  seq,
  queued: null,
  diff: null,
});

/** How often a verb is thought outside the lock while others are faster; then it is thought inside. */
const TRIES = 3;
/** Who saves a file over and over under our hands is given way so often in all; then the request waits. */
const MOST_TRIES = 10;

/**
 * The one way through: read → think → write, and think again where what was read has moved.
 * Refuses as the verb does. Where the lock cannot be had the request is queued, or refused with status 4.
 */
export async function executeCommand<P extends ParamDefinitions>(
  command: Command<P>,
  input: CommandInput<P>,
  runtime: Runtime,
  how: { readonly dryRun: boolean },
): Promise<CommandResult> {
  const request = createRequest(command as Command, input as CommandInput<ParamDefinitions>, runtime.request);
  if (how.dryRun) return telling(request, await rehearse(request, runtime));
  await drainQueue(runtime); // what waits was asked before this
  const result = await perform(request, runtime);
  if (result.queued === null && command.countsAsActivity(input)) recordActivity(runtime.request.now, runtime);
  if (command.startsDueJobs && runtime.settings['cron.recall']) runtime.startBackgroundTick();
  if (result.queued === null) tell(result.plan, runtime);
  return telling(request, result);
}

/** What a verb tells other programs beside its changes: files made of notes, and the signal file (telemetry). */
function tell(
  { statusFields: signal, publication: publishes, trusts, adopts, activityMarks: marks = [] }: CommandPlan,
  { store, request: moment }: Runtime,
): void {
  if (trusts !== undefined) store?.trust(trusts);
  if (adopts) store?.adoptHistory();
  if (publishes) store?.publish(publishes);
  if (signal) store?.signal(signal);
  if (marks.length === 0 || moment.session === DOCTOR_SESSION) return;
  const at = new Date(moment.now).toISOString();
  for (const mark of marks) store?.addToTrail('tools', { at, session: moment.session, ...mark });
}

/** The result with what its asker should know of their own words. */
function telling(request: CommandRequest, result: CommandResult): CommandResult {
  const { plan } = result;
  const notices = [...redactionWarnings(request.redacted), ...(plan.notices ?? [])];
  return { ...result, plan: { ...plan, notices } };
}

/** True where a dry run has no diff to show for what would be done. */
const isSaid = ({ scrubPattern: forgets, pruneHistoryDays: prunes, trusts, adopts }: CommandPlan): boolean =>
  forgets !== undefined || prunes !== undefined || trusts !== undefined || adopts !== undefined;

async function rehearse(request: CommandRequest, runtime: Runtime): Promise<CommandResult> {
  const { outcome: plan, wiki: notebook } = await planCommand(request, runtime);
  const diff = diffOfChanges(plan.changes, notebook) + (isSaid(plan) ? `${plan.message}\n` : '');
  return { ...done(plan, null), diff };
}

async function perform(request: CommandRequest, runtime: Runtime): Promise<CommandResult> {
  const answer = await amongMany(request, runtime);
  if (answer) return answer;
  for (let attempt = 1; ; attempt++) {
    const planned = await planCommand(request, runtime);
    if (attempt === 1 && isNoop(planned.outcome) && recoverAbandoned(runtime)) continue; // what writes does that under the lock
    if (!(await keepSessions(request, planned.outcome, runtime))) {
      if (attempt >= MOST_TRIES) throw restless(new ConflictError('the session'));
      continue;
    }
    if (isNoop(planned.outcome)) return done(planned.outcome, null);
    try {
      const whenMoved = attempt < TRIES && !runtime.isLightweight() ? 'give way' : 'think inside';
      const written = () => write(request, planned, runtime, whenMoved);
      return (await withModules(runtime, written, MOST_TRIES)) ?? (await again(request, runtime));
    } catch (error) {
      if (error instanceof LockedError) return wait(request, planned.outcome, runtime, error);
      if (!(error instanceof ConflictError || error instanceof NotReadyError)) throw error;
      if (error instanceof NotReadyError || attempt >= MOST_TRIES)
        return wait(request, planned.outcome, runtime, restless(error));
    }
  }
}

/** Makes what happens next to sessions durable, before the notes that tell of it; false where more has happened to one since. */
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
 * While others write, a quick verb does not think beforehand what will be old when its turn comes: it says what it wants,
 * and thinks under the lock if nobody did it by then. Null where it must go the long way.
 */
async function amongMany(asked: CommandRequest, runtime: Runtime): Promise<CommandResult | null> {
  const { store } = runtime;
  if (!asked.verb.canPlanUnderLock || !runtime.isLightweight() || !store?.isBusy()) return null;
  try {
    const request = toQueuedRequest(asked);
    if (!mayQueue(request, asked.verb)) return null;
    const now = (tx: StoreTransaction) => served(asked, planCommandSync(asked, runtime).outcome, tx, runtime);
    return settled(store.transactionOrDelegate(patienceOf(runtime), request, now), null);
  } catch (error) {
    if (error instanceof LockedError)
      return wait(asked, (await planCommand(asked, runtime)).outcome, runtime, error);
    if (error instanceof NotReadyError || error instanceof ConflictError) return null;
    throw error;
  }
}

/**
 * Writes what was thought; throws `Moved` where somebody was faster, `Locked`, or `Wanted` when it thinks inside.
 * Null where somebody else did it and could not say what came of it.
 */
function write(
  asked: CommandRequest,
  planned: PlannedCommand,
  runtime: Runtime,
  whenMoved: 'give way' | 'think inside',
): CommandResult | null {
  const store = runtime.store;
  if (!store) throw new Error(`\`${asked.verb.name}\` changes notes but asked for no workspace`);
  const patience = patienceOf(runtime);
  const now = (tx: StoreTransaction): CommandPlan => {
    if (tx.isCurrent(planned.reads)) return planned.outcome;
    if (whenMoved === 'give way') throw new ConflictError('a note');
    return planCommandSync(asked, runtime).outcome;
  };
  const writeTo = (door: (tx: StoreTransaction) => StoreTransaction): CommandResult =>
    store.transaction(patience, (tx) => {
      const plan = now(tx);
      return done(plan, commitPlan(asked, plan, door(tx)));
    });
  if (!planned.outcome.changes.some(({ path }) => isGlobal(path))) {
    const request = toQueuedRequest(asked);
    if (!runtime.isLightweight() || !mayQueue(request, asked.verb)) return writeTo((tx) => tx);
    const act = (tx: StoreTransaction) => served(asked, now(tx), tx, runtime);
    return settled(store.transactionOrDelegate(patience, request, act), planned.outcome);
  }
  const home = runtime.globalStore();
  const result = home.transaction(patience, (tx) => writeTo(() => globalTransaction(tx)));
  return { ...result, globalRoot: home.root.root };
}

/** How long to wait for the lock, in ms. */
const patienceOf = ({ settings }: Runtime): number => settings['lock.wait'] * 1000;

/** Does what was thought, and what others wait for; what is for the global root goes the long way. */
function served(
  request: CommandRequest,
  plan: CommandPlan,
  tx: StoreTransaction,
  runtime: Runtime,
): BatchOutcome {
  if (plan.changes.length === 0) return { outcome: plan, seq: null };
  if (plan.changes.some(({ path }) => isGlobal(path))) throw new ConflictError('a global note');
  return commitBatch(request, plan, tx, runtime);
}

/** What came of a request that somebody else did: as they told it, else as it was thought before. */
function settled(answer: BatchOutcome | ServedByOther, before: CommandPlan | null): CommandResult | null {
  if (!(answer instanceof ServedByOther)) return done(answer.outcome, answer.seq);
  const told = answer.told as BatchOutcome | null;
  if (told) return done(told.outcome, told.seq);
  const seq = answer.seq();
  return seq === null || before === null ? null : done(before, seq);
}

/** It was done without a word, as nothing that changes anything: then it is thought as things stand now. */
const again = async (request: CommandRequest, runtime: Runtime): Promise<CommandResult> =>
  perform(request, runtime);

/** Leaves the request in the spool, or refuses where it needs an answer. */
function wait(asked: CommandRequest, plan: CommandPlan, runtime: Runtime, why: UserError): CommandResult {
  const request = toQueuedRequest(asked);
  if (!mayQueue(request, asked.verb)) throw new UserError(why.code, why.message, why.hint, {}, 4);
  runtime.store?.enqueue(request);
  return {
    plan: { ...plan, message: queuedSay(plan.message), changes: [] },
    seq: null,
    queued: request.id,
    diff: null,
  };
}

const queuedSay = (say: string): string =>
  `Queued, since the store is busy; the next command files it: ${say}`;

function restless(error: ConflictError | NotReadyError): UserError {
  const path = error instanceof ConflictError ? error.path : 'a note';
  return new UserError(
    'restless',
    `${path} is being saved over and over while it is to be written`,
    'try again when whoever writes it is through',
    { path },
    4,
  );
}
