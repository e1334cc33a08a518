import { quietly } from './failure.js';
import { OWN_FILE, readFile, writeFresh } from './file.js';
import { furnish, type Ground } from './layout.js';

/** When somebody last asked for something here. */
export interface Heartbeat {
  /** Milliseconds since 1970 UTC. */
  readonly lastActivity: number;
}

/** The last sign of life, or null where it is missing or damaged: never a reason to do anything (law 1). */
export function heartbeat(ground: Ground): Heartbeat | null {
  const lastActivity = readSignal(ground).lastActivity;
  return typeof lastActivity === 'number' && Number.isFinite(lastActivity) ? { lastActivity } : null;
}

/** Notes a sign of life. */
export const beat = (ground: Ground, now: number): void => signal(ground, { lastActivity: now });

/** Writes fields into the signal file; others are kept, nothing is flushed, and a failure is silent: it is telemetry. */
export function signal(ground: Ground, fields: Signal): void {
  const { port, at, machine } = ground;
  const part = `${at.signal}.${process.pid}-${machine.nonce()}.part`;
  const put = quietly(() => {
    furnish(ground);
    const text = `${JSON.stringify({ ...readSignal(ground), ...fields })}\n`;
    writeFresh(port, part, Buffer.from(text), OWN_FILE, 'off');
    port.rename(part, at.signal);
  });
  if (!put) quietly(() => port.unlink(part));
}

/** What the signal file says, for other programs and the next session (MindSave §Signal File Integration). */
export type Signal = Readonly<Record<string, unknown>>;

/** The fields of the signal file; none where it is missing or damaged. */
export function readSignal({ port, at }: Ground): Signal {
  try {
    const read = readFile(port, at.signal, 64 * 1024);
    const value: unknown = read && JSON.parse(Buffer.from(read.bytes).toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as { [field: string]: unknown })
      : {};
  } catch {
    return {};
  }
}
