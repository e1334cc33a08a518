import { join } from 'node:path';
import {
  makeFolder,
  OWN_FILE,
  OWN_FOLDER,
  readFile,
  statAt,
  Unfit,
  writeAll,
} from '../../platform/file-io.js';
import { OPEN_FLAGS } from '../../platform/file-system.js';
import { catchErrors, getErrorCode, ignoreErrors } from '../../platform/system-errors.js';
import { ensureStateFolder, type StoreContext } from '../layout.js';
import { ID, isRequest, LARGEST_REQUEST, parseRequestText, type Request } from '../queued-request.js';

/** A request that a waiting writer hands to the holder of the lock. */
interface Waiter {
  /** Returns true until the holder has done it. */
  waits(): boolean;
  /** Removes the request and returns its result; later calls return the same. */
  end(): WaiterResult;
}

/** Whether another process did the request, and its answer; null if it left none. */
interface WaiterResult {
  readonly done: boolean;
  readonly answer: unknown;
}

/**
 * Writes the request of a waiting process to a file, so that the lock holder can commit it with its own (guide/store.md
 * › Waiting). The holder appends the answer as a second line. Nothing is flushed: the request is acknowledged only when
 * the holder's commit is durable. Returns null if the file cannot be written.
 */
export function registerWaiter(ground: StoreContext, request: Request): Waiter | null {
  const { port } = ground;
  if (!isRequest(request) || !ignoreErrors(() => ensureStateFolder(ground))) return null;
  const path = pathOf(ground, request.id);
  const bytes = Buffer.from(`${JSON.stringify(request)}\n`);
  if (!ignoreErrors(() => leave(ground, path, bytes))) return null;
  let ended: WaiterResult | null = null;
  return {
    waits: () => statAt(port, path)?.size === bytes.length || !endIn(ground, path).done,
    end() {
      ended ??= endIn(ground, path);
      ignoreErrors(() => port.unlink(path));
      return ended;
    },
  };
}

/** Writes the file without checking its size, because a holder may have answered already. */
function leave(ground: StoreContext, path: string, bytes: Uint8Array): void {
  const { port } = ground;
  const file = created(ground, path);
  try {
    writeAll(port, file, bytes, 0);
  } catch (error) {
    ignoreErrors(() => port.unlink(path));
    throw error;
  } finally {
    port.close(file);
  }
}

/** Creates the file, and its folder on first use: few workspaces have many writers. */
function created({ port, at }: StoreContext, path: string): number {
  const create = () => port.open(path, OPEN_FLAGS.fresh, OWN_FILE);
  try {
    return create();
  } catch (error) {
    if (getErrorCode(error) !== 'ENOENT') throw error;
    makeFolder(port, at.wants, OWN_FOLDER, 'off');
    return create();
  }
}

/**
 * Returns the result of a request. A missing file, or an unreadable answer, means that it was done by a process that
 * could not answer.
 */
function endIn(ground: StoreContext, path: string): WaiterResult {
  const lines = linesOf(ground, path);
  if (lines === null) return DONE_WITHOUT_ANSWER;
  const [, answer, end] = lines;
  if (answer === undefined || end === undefined) return UNANSWERED;
  try {
    return { done: true, answer: JSON.parse(answer) };
  } catch {
    return DONE_WITHOUT_ANSWER;
  }
}

const UNANSWERED: WaiterResult = { done: false, answer: null };
const DONE_WITHOUT_ANSWER: WaiterResult = { done: true, answer: null };

/** Returns the complete lines of the file, the request and then the answer; null if it is gone. */
function linesOf({ port }: StoreContext, path: string): readonly string[] | null {
  const read = readFile(port, path, LARGEST_REQUEST * 2);
  return read && Buffer.from(read.bytes).toString('utf8').split('\n');
}

/** A process that was just answered sends its next request within this time. */
const GATHER_MS = 6;
const GATHER_NAP_MS = 0.5;

/**
 * Waits for half of the expected requests in addition to those already present, but no longer than a separate commit
 * would take. The others can arrive while this half is committed.
 */
export function awaitWaiters(
  ground: StoreContext,
  expected: number,
  commitMs: number,
  seen: ReadonlySet<string>,
): void {
  const { machine } = ground;
  const count = () => namesIn(ground).filter((name) => !seen.has(name)).length;
  const deadline = machine.ticks() + Math.min(commitMs, GATHER_MS);
  while (machine.ticks() < deadline && count() < expected / 2) machine.sleep(GATHER_NAP_MS);
}

/** Older requests were left by processes that died. */
const OLDEST_MS = 300_000;

/** Lists the waiting requests, oldest first. Requires the lock. */
export function listWaiters(ground: StoreContext, seen: ReadonlySet<string>): readonly Request[] {
  const { port, at, machine } = ground;
  const requests: Request[] = [];
  for (const name of namesIn(ground)) {
    const path = join(at.wants, name);
    const stat = seen.has(name) || !ID.test(name) ? null : statAt(port, path);
    const read = stat?.isFile() && stat.nlink === 1 ? readWant(ground, name) : null;
    if (!stat || !read) continue;
    if (machine.wall() - stat.mtimeMs > OLDEST_MS) ignoreErrors(() => port.unlink(path));
    else if (read.isOpen) requests.push(read.request);
  }
  return requests.sort((a, b) => a.now - b.now || (a.id < b.id ? -1 : 1));
}

/**
 * Reads the request in a file named by its id, and whether it still waits; null for anything else, and for a file that
 * is being written.
 */
function readWant(
  ground: StoreContext,
  name: string,
): { readonly request: Request; readonly isOpen: boolean } | null {
  const [first = '', answer] = quietLines(ground, join(ground.at.wants, name));
  const request = answer === undefined ? null : parseRequestText(first);
  return request?.id === name ? { request, isOpen: answer === '' } : null;
}

/** Lists names among the waiting requests that are not Daybook's. They are never run and stay where they are. */
export const listStrangeWaiters = (ground: StoreContext): readonly string[] =>
  namesIn(ground).filter((name) => isOld(ground, name) && !readWant(ground, name));

/** Returns true for an old file; a younger one may still be being written. */
function isOld({ port, at, machine }: StoreContext, name: string): boolean {
  const stat = statAt(port, join(at.wants, name));
  return stat !== null && (!stat.isFile() || machine.wall() - stat.mtimeMs > OLDEST_MS);
}

function quietLines(ground: StoreContext, path: string): readonly string[] {
  try {
    return linesOf(ground, path) ?? [];
  } catch (error) {
    if (error instanceof Unfit || getErrorCode(error) !== '') return [];
    throw error;
  }
}

/** Appends the answer. If that fails, the file is removed, which means done without an answer. */
export function answerWaiter(ground: StoreContext, id: string, answer: unknown): void {
  const { port } = ground;
  const bytes = Buffer.from(`${JSON.stringify(answer)}\n`);
  const isAnswered = ignoreErrors(() => {
    const file = port.open(pathOf(ground, id), OPEN_FLAGS.more);
    try {
      writeAll(port, file, bytes, 0);
    } finally {
      port.close(file);
    }
  });
  if (!isAnswered) removeWaiter(ground, id);
}

/** Removes a request; returns false if it is gone already. */
export const removeWaiter = (ground: StoreContext, id: string): boolean =>
  catchErrors(['ENOENT'], false, () => {
    ground.port.unlink(pathOf(ground, id));
    return true;
  });

/** Lists the ids of requests, including answered ones; none if the folder does not exist. */
const namesIn = ({ port, at }: StoreContext): readonly string[] =>
  catchErrors(['ENOENT', 'ENOTDIR'], [], () => port.list(at.wants).map(({ name }) => name));

const pathOf = ({ at }: StoreContext, id: string): string => join(at.wants, id);
