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
import { catching, errorCode, ignoreErrors } from '../../platform/system-errors.js';
import { ensureStateFolder, type StoreContext } from '../layout.js';
import { ID, isRequest, LARGEST_REQUEST, parseRequestText, type Request } from '../queued-request.js';

/** What a writer wants of whoever holds the lock. */
export interface Waiter {
  /** True until its holder did it. */
  waits(): boolean;
  /** Takes the want away, and says what came of it; asked again it says the same. */
  end(): WaiterResult;
}

/** Whether somebody did it, and what they told; null where they told nothing. */
export interface WaiterResult {
  readonly done: boolean;
  readonly told: unknown;
}

/**
 * A writer that waits for the lock leaves what it wants in a file, so that the holder can do it with its own
 * (guide/store.md › Waiting); the holder adds the answer as a second line. Nothing of it is flushed: it is acknowledged
 * only when the holder's commit is durable. Null where it cannot be left.
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

/** Its size is not looked at when it is written: a holder may have answered by then. */
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

/** The folder is made when it is first needed: few workspaces have many writers. */
function created({ port, at }: StoreContext, path: string): number {
  const create = () => port.open(path, OPEN_FLAGS.fresh, OWN_FILE);
  try {
    return create();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    makeFolder(port, at.wants, OWN_FOLDER, 'off');
    return create();
  }
}

/** What is gone was done by somebody who could not tell of it; so was what has an answer that nobody can read. */
function endIn(ground: StoreContext, path: string): WaiterResult {
  const lines = linesOf(ground, path);
  if (lines === null) return UNTOLD;
  const [, answer, end] = lines;
  if (answer === undefined || end === undefined) return UNANSWERED;
  try {
    return { done: true, told: JSON.parse(answer) };
  } catch {
    return UNTOLD;
  }
}

const UNANSWERED: WaiterResult = { done: false, told: null };
const UNTOLD: WaiterResult = { done: true, told: null };

/** The request, then the answer, each with its line end; null where there is nothing any more. */
function linesOf({ port }: StoreContext, path: string): readonly string[] | null {
  const read = readFile(port, path, LARGEST_REQUEST * 2);
  return read && Buffer.from(read.bytes).toString('utf8').split('\n');
}

/** Whoever was just answered asks again within this time, if they have more to say. */
const GATHER_MS = 6;
const GATHER_NAP_MS = 0.5;

/**
 * Waits for half as many wants as are expected, besides those that were given, but no longer than it takes to make
 * what comes later durable on its own. The others have time to come while this half is done.
 */
export function awaitWaiters(
  ground: StoreContext,
  expected: number,
  commitMs: number,
  given: ReadonlySet<string>,
): void {
  const { machine } = ground;
  const count = () => namesIn(ground).filter((name) => !given.has(name)).length;
  const deadline = machine.ticks() + Math.min(commitMs, GATHER_MS);
  while (machine.ticks() < deadline && count() < expected / 2) machine.sleep(GATHER_NAP_MS);
}

/** Nobody waits longer: what is older was left by a process that died. */
const OLDEST_MS = 300_000;

/** What others wait for, oldest first. Only under the lock. */
export function listWaiters(ground: StoreContext, given: ReadonlySet<string>): readonly Request[] {
  const { port, at, machine } = ground;
  const requests: Request[] = [];
  for (const name of namesIn(ground)) {
    const path = join(at.wants, name);
    const stat = given.has(name) || !ID.test(name) ? null : statAt(port, path);
    const read = stat?.isFile() && stat.nlink === 1 ? readWant(ground, name) : null;
    if (!stat || !read) continue;
    if (machine.wall() - stat.mtimeMs > OLDEST_MS) ignoreErrors(() => port.unlink(path));
    else if (read.isOpen) requests.push(read.request);
  }
  return requests.sort((a, b) => a.now - b.now || (a.id < b.id ? -1 : 1));
}

/** The request in a file that is named by its id, and whether it waits; null for anything else, and while it is being written. */
function readWant(
  ground: StoreContext,
  name: string,
): { readonly request: Request; readonly isOpen: boolean } | null {
  const [first = '', answer] = quietLines(ground, join(ground.at.wants, name));
  const request = answer === undefined ? null : parseRequestText(first);
  return request?.id === name ? { request, isOpen: answer === '' } : null;
}

/** Names among the waiting requests that are none of Daybook's: they are never carried out and stay where they are. */
export const strangeWants = (ground: StoreContext): readonly string[] =>
  namesIn(ground).filter((name) => isOld(ground, name) && !readWant(ground, name));

/** A younger one may still be being written. */
function isOld({ port, at, machine }: StoreContext, name: string): boolean {
  const stat = statAt(port, join(at.wants, name));
  return stat !== null && (!stat.isFile() || machine.wall() - stat.mtimeMs > OLDEST_MS);
}

function quietLines(ground: StoreContext, path: string): readonly string[] {
  try {
    return linesOf(ground, path) ?? [];
  } catch (error) {
    if (error instanceof Unfit || errorCode(error) !== '') return [];
    throw error;
  }
}

/** Adds the answer; where that cannot be done the want is taken away: then it was done without a word. */
export function answerWaiter(ground: StoreContext, id: string, answer: unknown): void {
  const { port } = ground;
  const bytes = Buffer.from(`${JSON.stringify(answer)}\n`);
  const isTold = ignoreErrors(() => {
    const file = port.open(pathOf(ground, id), OPEN_FLAGS.more);
    try {
      writeAll(port, file, bytes, 0);
    } finally {
      port.close(file);
    }
  });
  if (!isTold) removeWaiter(ground, id);
}

/** Takes a want away; false where it is gone already. */
export const removeWaiter = (ground: StoreContext, id: string): boolean =>
  catching(['ENOENT'], false, () => {
    ground.port.unlink(pathOf(ground, id));
    return true;
  });

/** The ids of wants, answered ones too; none where nobody ever left one. */
const namesIn = ({ port, at }: StoreContext): readonly string[] =>
  catching(['ENOENT', 'ENOTDIR'], [], () => port.list(at.wants).map(({ name }) => name));

const pathOf = ({ at }: StoreContext, id: string): string => join(at.wants, id);
