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
export function findLeftovers(ground: StoreContext): readonly string[] {
  const engines = createEngines(ground);
  return allIds(ground, engines).flatMap((id) => leftoversOf(ground, engines, id));
}

/** Deletes leftovers, each under the lock of its session; nothing acknowledged is lost. Returns their number. */
export function clearLeftovers(ground: StoreContext): number {
  const engines = createEngines(ground);
  return allIds(ground, engines)
    .map((id) => {
      const left = leftoversOf(ground, engines, id).length;
      if (left > 0) clear(ground, engines, id);
      return left - (left > 0 ? leftoversOf(ground, engines, id).length : 0);
    })
    .reduce((sum, count) => sum + count, 0);
}

/** Lists damaged session files, and data that was moved aside. */
export function findDamage(ground: StoreContext): {
  readonly damaged: readonly string[];
  readonly aside: readonly string[];
} {
  const engines = createEngines(ground);
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
function allIds(ground: StoreContext, engines: Engines): readonly string[] {
  const locks = catchErrors(['ENOENT', 'ENOTDIR'], [], () =>
    ground.port.list(join(ground.at.locks, 'sessions')),
  );
  const names = locks.flatMap((item) => (item.isDirectory() ? item.name : []));
  const ids = new Set([...ENGINES.flatMap((name) => engines(name).allIds()), ...names]);
  return [...ids].filter((id) => /^\w[\w.-]{0,119}$/.test(id)).toSorted();
}

function leftoversOf(ground: StoreContext, engines: Engines, id: string): readonly string[] {
  const folder = lockFolder(ground, id);
  const locks = { ...ground, folder };
  const hasLocks = statAt(ground.port, folder)?.isDirectory() ?? false;
  const isDead = hasLocks && isAbandoned(locks);
  if (hasLocks && !isDead && readHolder(ground.port, folder) !== null) return [];
  const copy = findCopy(engines, id);
  return [
    ...ENGINES.flatMap((name) => engines(name).leftovers(id)),
    ...(copy ? [`the copy of session ${id} by the ${copy} engine`] : []),
    ...(isDead ? [join(folder, 'store.lock')] : []),
    ...(hasLocks ? listLeftLocks(locks) : []),
  ];
}

function clear(ground: StoreContext, engines: Engines, id: string): void {
  const locks = { ...ground, folder: lockFolder(ground, id) };
  makeFolder(ground.port, locks.folder, OWN_FOLDER, 'off');
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
