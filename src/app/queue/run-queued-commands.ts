import { type Command, UserError } from '../../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../../command/params.js';
import { ConflictError, LockedError, type Request, type StoreTransaction } from '../../store/store.js';
import { NotReadyError, withModules } from '../lazy-modules.js';
import { planCommandSync } from '../plan-command.js';
import { recordRequestActivity } from '../record-activity.js';
import { type CommandRequest, commitPlan, createRequest, toQueuedRequest } from '../request.js';
import type { Runtime } from '../runtime.js';
import { mayQueue, parseRequest } from './check-queued-request.js';

/** Queues a request durably for the next process that opens the workspace. It runs once (guide/store.md › Waiting). */
export function enqueueRequest<P extends ParamDefinitions>(
  command: Command<P>,
  input: CommandInput<P>,
  runtime: Runtime,
): void {
  const request = toQueuedRequest(
    createRequest(command as Command, input as CommandInput<ParamDefinitions>, runtime.request),
  );
  if (!mayQueue(request, command as Command))
    throw new UserError(
      'not-queued',
      `\`daybook ${command.name}\` cannot wait in the queue`,
      'run the command again',
      {},
      4,
    );
  runtime.store?.enqueue(request);
}

/** Number of attempts to load what queued requests need; the rest waits for the next command. */
const MOST_DRAINS = 100;

/** Runs the queued requests if the lock is free. A request that cannot run now stays in the queue. */
export async function drainQueue(runtime: Runtime): Promise<void> {
  try {
    await withModules(() => fileRequests(runtime), MOST_DRAINS);
  } catch (error) {
    if (!(error instanceof NotReadyError)) passOver(error);
  }
}

async function fileRequests(runtime: Runtime): Promise<void> {
  const { store } = runtime;
  const names = new Set(store?.waiting().map(({ verb: name }) => name));
  if (names.size === 0) return;
  const commands = await runtime.loadCommands([...names]);
  store?.transaction(0, (tx) => {
    for (const request of tx.spooled()) fileRequest(request, commands, tx, runtime);
  });
}

/** Completes interrupted operations. Returns true if there were any: a half-made change may have been read. */
export function recoverAbandoned({ store }: Runtime): boolean {
  if (!store?.isAbandoned()) return false;
  try {
    return store.transaction(0, () => true);
  } catch (error) {
    passOver(error);
    return false;
  }
}

/** Ignores errors that must not stop a command which only wanted to run the queue first. */
function passOver(error: unknown): void {
  if (error instanceof LockedError || error instanceof ConflictError || isOfSystem(error)) return;
  throw error;
}

/** Returns true for an error because a note cannot be read or written now, or must be merged: the request waits. */
const waitsForNote = (error: unknown): boolean => error instanceof UserError && WAITING.has(error.code);

const WAITING: ReadonlySet<string> = new Set(['unreadable', 'read-only', 'unmerged']);

/** Returns true for an error of the disk: the same request may succeed later. */
const isOfSystem = (error: unknown): boolean => error instanceof UserError && 'errno' in error.details;

function fileRequest(
  request: Request,
  verbs: ReadonlyMap<string, Command>,
  tx: StoreTransaction,
  runtime: Runtime,
): void {
  const command = verbs.get(request.verb);
  if (!command) return; // another interface may know it; `doctor` reports requests that none does
  try {
    const checked = withOwnTranscript(parseRequest(request, command, runtime.request.now), runtime);
    commitPlan(checked, planCommandSync(checked, runtime).outcome, tx, 'spool');
    tx.drop(request.id);
    if (command.countsAsActivity(checked.input)) recordRequestActivity(request, runtime);
    runtime.refreshBlockAfter(command);
  } catch (error) {
    if (error instanceof NotReadyError || error instanceof ConflictError || isOfSystem(error)) throw error;
    if (waitsForNote(error)) return;
    tx.drop(request.id, error instanceof Error ? error.message : String(error));
  }
}

/** Returns the request without an unreadable transcript. Throws UserError for the transcript of a session elsewhere. */
function withOwnTranscript(request: CommandRequest, runtime: Runtime): CommandRequest {
  const named = Object.entries(request.input).filter(
    ([name, value]) => request.command.params[name]?.reaches === 'transcript' && value !== undefined,
  );
  const kinds = named.map(([name, path]) => [name, runtime.transcriptIs(String(path))] as const);
  if (kinds.some(([, kind]) => kind === 'foreign'))
    throw new UserError(
      'not-queued',
      'it names the transcript of a session elsewhere',
      'run the command again yourself',
    );
  const unread = kinds.filter(([, kind]) => kind === 'none').map(([name]) => [name, ''] as const);
  return { ...request, input: { ...request.input, ...Object.fromEntries(unread) } };
}
