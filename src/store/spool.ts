import { join } from 'node:path';
import { Refusal } from '../wiki/refusal.js';
import { codeOf, quietly, unless } from './failure.js';
import { OWN_FILE, readFile, syncFolder, Unfit, writeFresh } from './file.js';
import { furnish, type Ground } from './layout.js';
import type { Port } from './port.js';
import { ID, isRequest, LARGEST_REQUEST, parseRequestText, type Request } from './request.js';

/** Leaves a request for the next holder of the lock, durably; told twice it is there once. */
export function spool(ground: Ground, request: Request): void {
  const { port, at, fsync, machine } = ground;
  if (!isRequest(request)) throw new RangeError('no request: it could not be read back');
  furnish(ground);
  const part = join(at.spool, `.${process.pid}-${machine.nonce()}.part`);
  writeFresh(port, part, Buffer.from(JSON.stringify(request)), OWN_FILE, fsync);
  try {
    unless(['EEXIST'], undefined, () => port.link(part, join(at.spool, `${request.id}.json`)));
    syncFolder(port, at.spool, fsync);
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error))) throw error;
    port.rename(part, join(at.spool, `${request.id}.json`));
  } finally {
    quietly(() => port.unlink(part));
  }
}

/** What waits, oldest first; what cannot be read is passed over and stays. */
export function waiting({ port, at }: Ground): readonly Request[] {
  const requests = requestNames(port, at.spool).flatMap((name) => readNamed(port, at.spool, name) ?? []);
  return requests.sort((a, b) => a.now - b.now || (a.id < b.id ? -1 : 1));
}

/** Takes a request out of the spool; one that was refused is kept beside, with the reason. */
export function drop({ port, at, machine }: Ground, id: string, refused?: string): void {
  if (!ID.test(id))
    throw new Refusal('unknown-request', `no request ${id} waits`, 'look with `daybook doctor`');
  const path = join(at.spool, `${id}.json`);
  if (refused !== undefined) {
    const request = readRequest(path, port);
    const kept = Buffer.from(`${JSON.stringify({ ...request, refused })}\n`);
    writeFresh(port, join(at.spool, `${id}.${machine.nonce().slice(0, 6)}.refused`), kept, OWN_FILE, 'off');
  }
  unless(['ENOENT'], undefined, () => port.unlink(path));
}

/** A request that was refused when its turn came: its file, and why. */
export interface RefusedRequest {
  readonly name: string;
  readonly why: string;
}

/** What was refused when its turn came: for `doctor`. */
export function refusedRequests({ port, at }: Ground): readonly RefusedRequest[] {
  return unless(['ENOENT', 'ENOTDIR'], [], () => port.list(at.spool))
    .filter(({ name }) => name.endsWith('.refused'))
    .map(({ name }) => ({ name, why: readReason(port, join(at.spool, name)) }));
}

function readReason(port: Port, path: string): string {
  try {
    const { refused } = JSON.parse(
      Buffer.from(readFile(port, path, LARGEST_REFUSED)?.bytes ?? []).toString(),
    );
    return typeof refused === 'string' ? refused.slice(0, LONGEST_REASON) : '';
  } catch {
    return '';
  }
}

/** A refused request also holds the reason. */
const LARGEST_REFUSED = LARGEST_REQUEST + 64 * 1024;
const LONGEST_REASON = 200;

/** Names in the queue that are no request of Daybook: they are never carried out and stay where they are. */
export function strangeRequests({ port, at }: Ground): readonly string[] {
  return requestNames(port, at.spool).filter((name) => !readNamed(port, at.spool, name));
}

const requestNames = (port: Port, folder: string): readonly string[] =>
  unless(['ENOENT', 'ENOTDIR'], [], () => port.list(folder))
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.json'));

/** The request in a file that is named by its id; null for anything else. */
function readNamed(port: Port, folder: string, name: string): Request | null {
  const request = readRequest(join(folder, name), port);
  return request && name === `${request.id}.json` ? request : null;
}

function readRequest(path: string, port: Port): Request | null {
  try {
    const read = readFile(port, path, LARGEST_REQUEST);
    return read && parseRequestText(Buffer.from(read.bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof Unfit || codeOf(error) !== '') return null;
    throw error;
  }
}
