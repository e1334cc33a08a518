import { join } from 'node:path';
import { makeFolder, OWN_FOLDER, statAt } from '../../platform/file-io.js';
import { catchErrors } from '../../platform/system-errors.js';
import type { StoreContext } from '../layout.js';
import {
  acquireLock,
  isAbandoned,
  LockedError,
  listLeftLocks,
  readHolder,
  removeDeadLocks,
} from '../lock.js';
import { createEngines, dropCopy, ENGINES, type Engines, findCopy, lockFolder } from './choose-engine.js';

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
      if (left > 0) clear(store, engines, id);
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
  const locks = catchErrors(['ENOENT', 'ENOTDIR'], [], () =>
    store.port.list(join(store.at.locks, 'sessions')),
  );
  const names = locks.flatMap((item) => (item.isDirectory() ? item.name : []));
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

function clear(store: StoreContext, engines: Engines, id: string): void {
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
