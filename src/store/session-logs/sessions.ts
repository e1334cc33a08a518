import { join } from 'node:path';
import { ConflictError, UserError } from '../../errors.js';
import { listFolder, makeFolder, OWN_FOLDER, statAt } from '../../platform/file-io.js';
import { toUserError } from '../../platform/system-errors.js';
import { cleanAll } from '../../security/clean-text.js';
import type { SessionEvent, StoredEvent } from '../../transcripts/event.js';
import { foldEvents, type SessionState } from '../../transcripts/session-state.js';
import { ensureStateFolder, type StoreContext } from '../layout.js';
import {
  acquireLock,
  isAbandoned,
  LockedError,
  listLeftLocks,
  readHolder,
  removeDeadLocks,
} from '../lock.js';
import {
  createEngines,
  dropCopy,
  ENGINES,
  type EngineName,
  type Engines,
  findCopy,
  findEngine,
  lockFolder,
} from './choose-engine.js';
import type { IntegrityReport, SessionEngine, StoredEvents } from './engine-contract.js';

export type { EngineName, IntegrityReport };

/** A stored session. */
export interface StoredSession {
  readonly state: SessionState;
  readonly engine: EngineName;
  readonly report: IntegrityReport;
}

/** How long to wait for the lock of a session. */
const PATIENCE_MS = 10_000;

/** Opens the sessions of a workspace, in both engines. */
export function openSessionStore(store: StoreContext, patienceMs = PATIENCE_MS) {
  const engines = createEngines(store);
  const engineOf = (id: string) => findEngine(engines, id);
  const locked = <T>(id: string, act: () => T): T => {
    try {
      const folder = lockFolder(store, id);
      ensureStateFolder(store);
      makeFolder(store.port, folder, OWN_FOLDER, 'off');
      const lock = acquireLock({ ...store, folder }, patienceMs);
      try {
        if (lock.tookOver) removeDeadLocks({ ...store, folder });
        dropCopy(engines, id);
        return act();
      } finally {
        lock.release();
      }
    } catch (error) {
      throw toUserError(error, store.at.keep);
    }
  };
  return {
    ids: () => [...new Set(ENGINES.flatMap((name) => engines(name).ids()))],
    /** Returns null if the id is unknown. */
    read(id: string) {
      const name = engineOf(checked(id));
      return name ? toStored(name, engines(name).read(id)) : null;
    },
    /**
     * Plans the next events from the current state under the session's lock, and stores them durably. If a number is
     * passed and the session has grown since, throws ConflictError. `begins` is the engine of a new session.
     */
    extend: (
      id: string,
      plan: (state: SessionState) => readonly SessionEvent[],
      { at, since, begins }: { readonly at: string; readonly since?: number; readonly begins?: EngineName },
    ) =>
      locked(checked(id), () => {
        const name = engineOf(id) ?? begins;
        if (!name) throw missing(id);
        const stored = engines(name).read(id);
        const now = toStored(name, stored);
        if (since !== undefined && since !== now.state.seq) throw new ConflictError(`session ${id}`);
        const events = numbered(plan(now.state), stored, at);
        return events.length === 0 ? now : toStored(name, engines(name).append(id, stored, events));
      }),
    /** Moves a session to the other engine; does nothing if it is there already. */
    migrate: (id: string, to: EngineName) =>
      locked(checked(id), () => {
        const from = engineOf(id);
        if (!from) throw missing(id);
        const stored = engines(from).read(id);
        if (from === to) return toStored(to, stored);
        const moved = copied(engines(to), id, stored);
        engines(from).remove(id);
        return toStored(to, moved);
      }),
  };
}

export type SessionStore = ReturnType<typeof openSessionStore>;

/** Copies all events of a session. Throws UserError if the other engine has events that are not in the session. */
function copied(to: SessionEngine, id: string, stored: StoredEvents): StoredEvents {
  if (to.has(id))
    throw new UserError(
      'kept-twice',
      `session ${id} is kept by both engines, and each has events that the other lacks`,
      'nothing was changed; see: daybook doctor; then move one of the two away',
    );
  const moved = to.append(id, to.read(id), stored.events);
  const [before, after] = [stored, moved].map(({ events }) => JSON.stringify(events));
  if (before !== after) throw new Error(`session ${id} reads otherwise after its copy`);
  return moved;
}

function toStored(engine: EngineName, { events, lastSeq, report }: StoredEvents): StoredSession {
  const state = foldEvents(events);
  return { state: { ...state, seq: Math.max(lastSeq, events.at(-1)?.seq ?? 0) }, engine, report };
}

/** Numbers events and removes hidden characters and secrets; nothing else reaches the disk. */
function numbered(
  events: readonly SessionEvent[],
  { events: before, lastSeq }: StoredEvents,
  at: string,
): StoredEvent[] {
  const last = before.at(-1)?.seq ?? 0;
  return events.map((event, index) => {
    const { t, ...rest } = cleanAll(event).value;
    const seq = lastSeq + 1 + index;
    return { t, seq, prev: index === 0 ? last : seq - 1, at, ...rest } as StoredEvent;
  });
}

/** Checks an id, which becomes a file name. */
function checked(id: string): string {
  if (/^\w[\w.-]{0,119}$/.test(id)) return id;
  throw new UserError(
    'bad-id',
    `\`${id}\` is not a session id`,
    'write letters, digits, - _ and . only, at most 120',
    {},
    2,
  );
}

const missing = (id: string): UserError =>
  new UserError('unknown-id', `there is no session ${id}`, `start it: daybook sessions new ${id}`);

/** Lists leftovers of dead session writers; sessions in use are skipped. */
export function findLeftovers(store: StoreContext): readonly string[] {
  const engines = createEngines(store);
  return allIds(store, engines).flatMap((id) => leftoversOf(store, engines, id));
}

/** Deletes leftovers, each under the lock of its session; nothing acknowledged is lost. Returns their number. */
export function clearLeftovers(store: StoreContext): number {
  const engines = createEngines(store);
  return allIds(store, engines)
    .map((id) => {
      const left = leftoversOf(store, engines, id).length;
      if (left > 0) clearSession(store, engines, id);
      return left - (left > 0 ? leftoversOf(store, engines, id).length : 0);
    })
    .reduce((sum, count) => sum + count, 0);
}

/** Lists damaged session files, and data that was moved aside. */
export function findDamage(store: StoreContext): {
  readonly damaged: readonly string[];
  readonly aside: readonly string[];
} {
  const engines = createEngines(store);
  const reports = ENGINES.flatMap((name) =>
    engines(name)
      .allIds()
      .map((id) => ({ id, ...engines(name).read(id).report })),
  );
  return {
    damaged: reports.flatMap(({ id, damaged }) => damaged.map((place) => `${id} ${place}`)),
    aside: reports.flatMap(({ quarantined }) => quarantined),
  };
}

/** Lists the ids of all sessions with any file; names that are not ids are skipped. */
function allIds(store: StoreContext, engines: Engines): readonly string[] {
  const names = listFolder(store.port, join(store.at.locks, 'sessions')).flatMap((item) =>
    item.isDirectory() ? item.name : [],
  );
  const ids = new Set([...ENGINES.flatMap((name) => engines(name).allIds()), ...names]);
  return [...ids].filter((id) => /^\w[\w.-]{0,119}$/.test(id)).toSorted();
}

function leftoversOf(store: StoreContext, engines: Engines, id: string): readonly string[] {
  const folder = lockFolder(store, id);
  const locks = { ...store, folder };
  const hasLocks = statAt(store.port, folder)?.isDirectory() ?? false;
  const isDead = hasLocks && isAbandoned(locks);
  if (hasLocks && !isDead && readHolder(store.port, folder) !== null) return [];
  const copy = findCopy(engines, id);
  return [
    ...ENGINES.flatMap((name) => engines(name).leftovers(id)),
    ...(copy ? [`the copy of session ${id} by the ${copy} engine`] : []),
    ...(isDead ? [join(folder, 'store.lock')] : []),
    ...(hasLocks ? listLeftLocks(locks) : []),
  ];
}

function clearSession(store: StoreContext, engines: Engines, id: string): void {
  const locks = { ...store, folder: lockFolder(store, id) };
  makeFolder(store.port, locks.folder, OWN_FOLDER, 'off');
  try {
    const lock = acquireLock(locks, 0);
    try {
      for (const name of ENGINES) engines(name).repair(id);
      dropCopy(engines, id);
      removeDeadLocks(locks);
    } finally {
      lock.release();
    }
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
}
