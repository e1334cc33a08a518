import { readSmallText } from '../platform/encoding.js';
import { replaceWhole } from '../platform/file-io.js';
import { ignoreErrors } from '../platform/system-errors.js';
import { isRecord, parseJson } from '../text/json-value.js';
import { ensureStateFolder, type StoreContext } from './layout.js';

/** The last activity in this workspace. */
export interface StoredHeartbeat {
  /** Milliseconds since 1970 UTC. */
  readonly lastActivity: number;
  /** Ends of sessions that no recall has followed yet, oldest first. */
  readonly sessionEnds: readonly number[];
}

/**
 * Reads the last activity, or null if the file is missing or damaged. A missing heartbeat never triggers an action. The
 * time is stored twice: where the two differ, one is damaged.
 */
export function readHeartbeat(store: StoreContext): StoredHeartbeat | null {
  const { lastActivity, last_activity: iso, sessionEnds } = readStatusFile(store);
  if (!isMoment(lastActivity)) return null;
  if (typeof iso === 'string' && Date.parse(iso) !== lastActivity) return null;
  return { lastActivity, sessionEnds: Array.isArray(sessionEnds) ? sessionEnds.filter(isMoment) : [] };
}

const isMoment = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Records activity. */
export const writeHeartbeat = (store: StoreContext, { lastActivity, sessionEnds }: StoredHeartbeat): void =>
  writeStatusFile(store, {
    lastActivity,
    last_activity: new Date(lastActivity).toISOString(),
    sessionEnds: sessionEnds.length > 0 ? sessionEnds : undefined,
  });

/**
 * Writes fields to the signal file and keeps the others; a field that is undefined is removed. Nothing is flushed, and failures are ignored: it is telemetry.
 */
export function writeStatusFile(store: StoreContext, fields: StatusFields): void {
  const { port, at, machine } = store;
  const part = `${at.signal}.${process.pid}-${machine.nonce()}.part`;
  ignoreErrors(() => {
    ensureStateFolder(store);
    const text = `${JSON.stringify({ ...readStatusFile(store), ...fields })}\n`;
    replaceWhole(port, { path: at.signal, part, fsync: 'off' }, Buffer.from(text));
  });
}

/** The content of the signal file, for other programs and the next session (MindSave §Signal File Integration). */
export type StatusFields = Readonly<Record<string, unknown>>;

/** Reads the fields of the signal file; empty if it is missing or damaged. */
export function readStatusFile({ port, at }: StoreContext): StatusFields {
  const value = parseJson(readSmallText(port, at.signal, 64 * 1024));
  return isRecord(value) ? value : {};
}
