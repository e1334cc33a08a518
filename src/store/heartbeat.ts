import { OWN_FILE, readFile, writeFresh } from '../platform/file-io.js';
import { ignoreErrors } from '../platform/system-errors.js';
import { ensureStateFolder, type StoreContext } from './layout.js';

/** When somebody last asked for something here. */
export interface StoredHeartbeat {
  /** Milliseconds since 1970 UTC. */
  readonly lastActivity: number;
}

/** The last sign of life, or null where it is missing or damaged: never a reason to do anything (law 1). */
export function readHeartbeat(ground: StoreContext): StoredHeartbeat | null {
  const lastActivity = readStatusFile(ground).lastActivity;
  return typeof lastActivity === 'number' && Number.isFinite(lastActivity) ? { lastActivity } : null;
}

/** Notes a sign of life. */
export const writeHeartbeat = (ground: StoreContext, now: number): void =>
  writeStatusFile(ground, { lastActivity: now });

/** Writes fields into the signal file; others are kept, nothing is flushed, and a failure is silent: it is telemetry. */
export function writeStatusFile(ground: StoreContext, fields: StatusFields): void {
  const { port, at, machine } = ground;
  const part = `${at.signal}.${process.pid}-${machine.nonce()}.part`;
  const put = ignoreErrors(() => {
    ensureStateFolder(ground);
    const text = `${JSON.stringify({ ...readStatusFile(ground), ...fields })}\n`;
    writeFresh(port, part, Buffer.from(text), OWN_FILE, 'off');
    port.rename(part, at.signal);
  });
  if (!put) ignoreErrors(() => port.unlink(part));
}

/** What the signal file says, for other programs and the next session (MindSave §Signal File Integration). */
export type StatusFields = Readonly<Record<string, unknown>>;

/** The fields of the signal file; none where it is missing or damaged. */
export function readStatusFile({ port, at }: StoreContext): StatusFields {
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
