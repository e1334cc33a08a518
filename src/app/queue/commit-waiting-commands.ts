import { type Command, type CommandPlan, UserError } from '../../command/define-command.js';
import { type CommitBatch, ConflictError, type Request } from '../../store/store.js';
import type { StoreTransaction } from '../../store/transaction.js';
import { NotReadyError } from '../lazy-modules.js';
import { planCommandSync } from '../plan-command.js';
import type { CommandRequest } from '../request.js';
import { toOperation } from '../request.js';
import type { Runtime } from '../runtime.js';
import { parseRequest } from './check-queued-request.js';

/** What was done, with its number in the journal; null where there was nothing to do. */
export interface BatchOutcome {
  readonly outcome: CommandPlan;
  readonly seq: number | null;
}

/** Whoever served so often goes on with their own work, and somebody else takes the lock. */
const ROUNDS = 8;

/**
 * Does what we came for and, while the lock is ours, what others wait for with the same verb: all of it becomes durable
 * together, and each is told its own outcome (guide/store.md › Waiting). Who asks meanwhile is served next, since handing the
 * lock on costs more. What cannot be done so is left to whoever asked.
 */
export function commitBatch(
  request: CommandRequest,
  own: CommandPlan,
  tx: StoreTransaction,
  runtime: Runtime,
): BatchOutcome {
  const operation = toOperation(request, own);
  const { verb: command } = request;
  const ask: Ask = (expected) =>
    tx.takeWaitingRequests(expected).filter((request) => request.verb === command.name);
  const group = tx.group();
  const first = ask();
  if (first.length === 0 || !group.add(operation)) return { outcome: own, seq: tx.commit(operation).seq };
  let served = round(first, command, group, tx, runtime);
  const seq = served.seqs.get(operation.id) ?? null;
  for (let n = 1; n < ROUNDS && served.done > 0; n++)
    served = nextRound(served.done, ask, command, tx, runtime);
  return { outcome: own, seq };
}

/** Gives who asks for the verb and was not given before; so many are expected. */
type Ask = (expected?: number) => readonly Request[];

/** One commit for several: their numbers, and how many others were answered. */
interface Round {
  readonly seqs: ReadonlyMap<string, number>;
  readonly done: number;
}

function round(
  requests: readonly Request[],
  command: Command,
  group: CommitBatch,
  tx: StoreTransaction,
  runtime: Runtime,
): Round {
  const others = requests.flatMap((request) => joined(request, command, group, runtime) ?? []);
  const seqs = group.writeAll();
  for (const { id, outcome: plan } of others)
    tx.answerWaiter(id, { outcome: plan, seq: seqs.get(id) ?? null });
  return { seqs, done: others.length };
}

const NOBODY: Round = { seqs: new Map(), done: 0 };

/** Serves who came meanwhile. Our own is durable by now: where a person was faster, or the disk fails, others take over. */
function nextRound(
  expected: number,
  ask: Ask,
  command: Command,
  tx: StoreTransaction,
  runtime: Runtime,
): Round {
  try {
    const requests = ask(expected);
    return requests.length === 0 ? NOBODY : round(requests, command, tx.group(), tx, runtime);
  } catch (error) {
    if (error instanceof ConflictError || error instanceof UserError) return NOBODY;
    throw error;
  }
}

/** Thinks a request on the notes as the group leaves them, and takes it in; null where it must go alone. */
function joined(
  request: Request,
  command: Command,
  group: CommitBatch,
  runtime: Runtime,
): { readonly id: string; readonly outcome: CommandPlan } | null {
  try {
    const theirs = parseRequest(request, command, runtime.request.now);
    if (namesTranscript(theirs)) return null;
    const plan = planCommandSync(theirs, runtime, group.note).outcome;
    if (plan.changes.length > 0 && !group.add(toOperation(theirs, plan))) return null;
    return { id: request.id, outcome: plan };
  } catch (error) {
    if (error instanceof NotReadyError || error instanceof UserError) return null;
    throw error;
  }
}

/** It may be long and is checked first, so each writer does it alone. */
const namesTranscript = ({ verb: command, input }: CommandRequest): boolean =>
  Object.entries(input).some(
    ([name, value]) => command.params[name]?.reaches === 'transcript' && value !== undefined,
  );
