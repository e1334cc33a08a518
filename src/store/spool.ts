import { join } from 'node:path';
import { Refusal } from '../wiki/refusal.js';
import { codeOf, quietly, unless } from './failure.js';
import { OWN_FILE, readFile, statAt, syncFolder, writeFresh } from './file.js';
import { furnish, type Ground } from './layout.js';

/** A verb as it was asked: all that is needed to do it later, once. */
export interface Request {
  /** Done once, however often it is told. */
  readonly id: string;
  readonly verb: string;
  readonly input: unknown;
  /** Milliseconds since 1970 UTC, as the verb saw it. */
  readonly now: number;
  readonly seed: string;
  readonly by: string | null;
  readonly session: string | null;
}

/** Ids become file names (guide/store.md › Words from outside). */
export const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/;

/** Leaves a request for the next holder of the lock, durably; told twice it is there once. */
export function spool(ground: Ground, request: Request): void {
  const { port, at, fsync, machine } = ground;
  if (!ID.test(request.id)) throw new RangeError(`no id for a request: ${request.id}`);
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
  if (!statAt(port, at.spool)) return [];
  const names = port.list(at.spool).filter(({ name }) => name.endsWith('.json'));
  const requests = names.flatMap(({ name }) => readRequest(join(at.spool, name), port) ?? []);
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

/** What was refused when its turn came: for `doctor`. */
export function refusedRequests({ port, at }: Ground): readonly string[] {
  if (!statAt(port, at.spool)) return [];
  return port.list(at.spool).flatMap(({ name }) => (name.endsWith('.refused') ? [name] : []));
}

function readRequest(path: string, port: Ground['port']): Request | null {
  try {
    const read = readFile(port, path, 4 * 1024 * 1024);
    return read && requestIn(Buffer.from(read.bytes).toString('utf8'));
  } catch (error) {
    if (codeOf(error) !== '') return null;
    throw error;
  }
}

/** The request that a text is, or null where it is none. */
export function requestIn(text: string): Request | null {
  try {
    const request = JSON.parse(text) as Request | null;
    return request && ID.test(request.id) && typeof request.verb === 'string' ? request : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
