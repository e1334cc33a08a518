import { type Command, type CommandPlan, UserError } from '../../command/define-command.js';
import { type CommitBatch, ConflictError, type Request } from '../../store/store.js';
import type { StoreTransaction } from '../../store/transaction.js';
import { NotReadyError } from '../lazy-modules.js';
import { planCommandSync } from '../plan-command.js';
import type { CommandRequest } from '../request.js';
import { toOperation } from '../request.js';
import type { Runtime } from '../runtime.js';
import { parseRequest } from './check-queued-request.js';

/** The result of a request with its number in the journal; null if nothing was changed. */
export interface BatchOutcome {
  readonly outcome: CommandPlan;
  readonly seq: number | null;
}

/** After this many rounds a process continues with its own work, and another one takes the lock. */
const ROUNDS = 8;

/**
 * Commits our own request and, while we hold the lock, those of waiting processes with the same command. All become
 * durable together, and each gets its own result (guide/store.md › Waiting). Requests that arrive meanwhile are served
 * in the next round, since passing the lock on costs more. Requests that cannot be served are left to their processes.
 */
export function commitBatch(
  request: CommandRequest,
  own: CommandPlan,
  tx: StoreTransaction,
  runtime: Runtime,
): BatchOutcome {
  const operation = toOperation(request, own);
  const { command } = request;
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

/** Returns new requests for the command; `expected` is how many are likely. */
type Ask = (expected?: number) => readonly Request[];

/** One commit for several requests: their numbers, and how many others were answered. */
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

/**
 * Serves the requests that arrived meanwhile. Our own is durable by now: after a conflict or a disk error other
 * processes take over.
 */
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

/** Plans a request on the notes as the batch leaves them and adds it; null if it must be committed alone. */
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

/** Returns true if the input names a transcript. It may be long and is checked first, so each process does it alone. */
const namesTranscript = ({ command, input }: CommandRequest): boolean =>
  Object.entries(input).some(
    ([name, value]) => command.params[name]?.reaches === 'transcript' && value !== undefined,
  );
