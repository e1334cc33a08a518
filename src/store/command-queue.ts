import { join } from 'node:path';
import { UserError } from '../errors.js';
import { readSmallText } from '../platform/encoding.js';
import { listFolder, OWN_FILE, readFile, syncFolder, Unfit, writeFresh } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import { catchErrors, getErrorCode, ignoreErrors } from '../platform/system-errors.js';
import { isRecord, isText, parseJson } from '../text/json-value.js';
import { ensureStateFolder, type StoreContext } from './layout.js';

/** Queues a request durably for the next holder of the lock. Queueing it twice has no effect. */
export function enqueue(store: StoreContext, request: Request): void {
  const { port, at, fsync, machine } = store;
  if (!isRequest(request)) throw new RangeError('no request: it could not be read back');
  ensureStateFolder(store);
  const part = join(at.spool, `.${process.pid}-${machine.nonce()}.part`);
  writeFresh(port, part, Buffer.from(JSON.stringify(request)), OWN_FILE, fsync);
  try {
    catchErrors(['EEXIST'], undefined, () => port.link(part, join(at.spool, `${request.id}.json`)));
    syncFolder(port, at.spool, fsync);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(getErrorCode(error))) throw error;
    port.rename(part, join(at.spool, `${request.id}.json`));
  } finally {
    ignoreErrors(() => port.unlink(part));
  }
}

/** Lists the queued requests, oldest first; unreadable ones are skipped and stay. */
export function listQueued({ port, at }: StoreContext): readonly Request[] {
  const requests = requestNames(port, at.spool).flatMap((name) => readNamed(port, at.spool, name) ?? []);
  return requests.sort((a, b) => a.now - b.now || (a.id < b.id ? -1 : 1));
}

/** Removes a request from the queue. A refused one is stored with the reason. */
export function dequeue({ port, at, machine }: StoreContext, id: string, refused?: string): void {
  if (!ID.test(id)) throw new UserError('unknown-request', `no request ${id} waits`, 'see: daybook doctor');
  const path = join(at.spool, `${id}.json`);
  if (refused !== undefined) {
    const request = readRequest(path, port);
    const bytes = Buffer.from(`${JSON.stringify({ ...request, refused })}\n`);
    writeFresh(port, join(at.spool, `${id}.${machine.nonce().slice(0, 6)}.refused`), bytes, OWN_FILE, 'off');
  }
  catchErrors(['ENOENT'], undefined, () => port.unlink(path));
}

/** Lists the refused requests, for `doctor`. */
export function listRefusedRequests({ port, at }: StoreContext) {
  return listFolder(port, at.spool)
    .filter(({ name }) => name.endsWith('.refused'))
    .map(({ name }) => ({ name, why: readReason(port, join(at.spool, name)) }));
}

function readReason(port: FileSystem, path: string): string {
  const value = parseJson(readSmallText(port, path, LARGEST_REFUSED));
  return isRecord(value) && isText(value.refused) ? value.refused.slice(0, LONGEST_REASON) : '';
}

const LONGEST_REASON = 200;

/** Lists names in the queue that are not Daybook requests. They are never run and stay where they are. */
export function listStrangeRequests({ port, at }: StoreContext): readonly string[] {
  return requestNames(port, at.spool).filter((name) => !readNamed(port, at.spool, name));
}

const requestNames = (port: FileSystem, folder: string): readonly string[] =>
  listFolder(port, folder)
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.json'));

/** Reads the request in a file named by its id; null for anything else. */
function readNamed(port: FileSystem, folder: string, name: string): Request | null {
  const request = readRequest(join(folder, name), port);
  return request && name === `${request.id}.json` ? request : null;
}

function readRequest(path: string, port: FileSystem): Request | null {
  try {
    const read = readFile(port, path, LARGEST_REQUEST);
    return read && parseRequestText(Buffer.from(read.bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof Unfit || getErrorCode(error) !== '') return null;
    throw error;
  }
}

/** A command and its input: everything that is needed to run it later, once. */
export interface Request {
  /** Runs once, however often it is queued. */
  readonly id: string;
  readonly verb: string;
  readonly input: unknown;
  /** Milliseconds since 1970 UTC when the command was issued. */
  readonly now: number;
  readonly seed: string;
  readonly by: string | null;
  readonly session: string | null;
}

/** Ids become file names (guide/store.md › Untrusted text). */
export const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/;

/** Larger requests are neither written nor read. */
export const LARGEST_REQUEST = 4 * 1024 * 1024;
/** A refused request also has the reason. */
const LARGEST_REFUSED = LARGEST_REQUEST + 64 * 1024;

const COMMAND = /^[a-z][a-z-]{0,39}$/;
/** The largest time that a Date can hold. */
const LATEST_MS = 8.64e15;
const LONGEST_NAME = 200;

/** Returns true for a value with the shape of a request; its input is checked when it runs. */
export function isRequest(value: unknown): value is Request {
  if (!isRecord(value)) return false;
  const { id, verb: command, input, now, seed, by, session, ...more } = value;
  return (
    Object.keys(more).length === 0 &&
    typeof id === 'string' &&
    ID.test(id) &&
    typeof command === 'string' &&
    COMMAND.test(command) &&
    isRecord(input) &&
    typeof now === 'number' &&
    now >= 0 &&
    now <= LATEST_MS &&
    isName(seed) &&
    (by === null || isName(by)) &&
    (session === null || isName(session))
  );
}

/** Parses a request; null if the text is none. */
export function parseRequestText(text: string): Request | null {
  const value = parseJson(text);
  return isRequest(value) ? value : null;
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_NAME && !/[\0-\x1f\x7f]/.test(value);
