import { join } from 'node:path';
import { quietly, unless } from './failure.js';
import { OWN_FILE, readFile, statAt, writeFresh } from './file.js';
import type { Ground } from './layout.js';
import { ID, type Request, readRequest } from './spool.js';

/**
 * A writer that waits for the lock leaves what it wants beside the spool, so that the holder can do it with its own
 * (guide/store.md › Waiting). Nothing of it is flushed: it is acknowledged only when the holder's commit is durable.
 */
export function want(ground: Ground, request: Request): boolean {
  if (!ID.test(request.id)) return false;
  const bytes = Buffer.from(JSON.stringify(request));
  return quietly(() => writeFresh(ground.port, wantPath(ground, request.id), bytes, OWN_FILE, 'off'));
}

/** True while nobody did it and its asker did not take it back. */
export const isWanted = (ground: Ground, id: string): boolean =>
  statAt(ground.port, wantPath(ground, id)) !== null;

/** Takes a want away; false where it is gone already, since it was done. */
export const unwant = (ground: Ground, id: string): boolean =>
  unless(['ENOENT'], false, () => {
    ground.port.unlink(wantPath(ground, id));
    return true;
  });

/** Whoever was just answered asks again within this time, if they have more to say. */
const GATHER_MS = 6;
const GATHER_NAP_MS = 0.5;

/** Waits for as many wants as are expected, but no longer than it takes to make what comes later durable on its own. */
export function gather({ port, at, machine }: Ground, expected: number, commitMs: number): void {
  const count = () => port.list(at.spool).filter(({ name }) => name.endsWith('.want')).length;
  const deadline = machine.ticks() + Math.min(commitMs, GATHER_MS);
  while (expected > 0 && machine.ticks() < deadline && count() < expected) machine.sleep(GATHER_NAP_MS);
}

/** Nobody waits longer: what is older was left by a process that died. */
const OLDEST_MS = 300_000;

/** What others wait for, oldest first. Only under the lock. */
export function wanted(ground: Ground): readonly Request[] {
  const { port, at, machine } = ground;
  const requests: Request[] = [];
  for (const { name } of port.list(at.spool)) {
    if (!/\.(want|told)$/.test(name)) continue;
    const path = join(at.spool, name);
    const stat = statAt(port, path);
    if (stat && machine.wall() - stat.mtimeMs > OLDEST_MS) quietly(() => port.unlink(path));
    else if (name.endsWith('.want')) requests.push(...[readRequest(path, port)].flatMap((one) => one ?? []));
  }
  return requests.sort((a, b) => a.now - b.now || (a.id < b.id ? -1 : 1));
}

/** Leaves the answer, then takes the want away: whoever waits reads it. */
export function tell(ground: Ground, id: string, answer: unknown): void {
  const bytes = Buffer.from(JSON.stringify(answer));
  quietly(() => writeFresh(ground.port, toldPath(ground, id), bytes, OWN_FILE, 'off'));
  unwant(ground, id);
}

/** The answer that a holder left, once; null where there is none. */
export function told(ground: Ground, id: string): unknown {
  const path = toldPath(ground, id);
  const read = readFile(ground.port, path);
  if (!read) return null;
  quietly(() => ground.port.unlink(path));
  return JSON.parse(Buffer.from(read.bytes).toString('utf8'));
}

const wantPath = ({ at }: Ground, id: string): string => join(at.spool, `${id}.want`);
const toldPath = ({ at }: Ground, id: string): string => join(at.spool, `${id}.told`);
