import { join } from 'node:path';
import type { StoreContext } from '../layout.js';
import type { SessionEngine, StoredEvents } from './engine-contract.js';
import { createFileEngine } from './file-engine.js';
import { createLogEngine } from './log-engine.js';

/** The storage engines, in lookup order (Mink §Resume). */
export const ENGINES = ['log', 'file'] as const;
export type EngineName = (typeof ENGINES)[number];

/** Returns an engine by name. */
export type Engines = (name: EngineName) => SessionEngine;

/** Creates the engines of a workspace. They are created again when the first write fixes the state folder. */
export function createEngines(store: StoreContext): Engines {
  let made: { readonly keep: string; readonly all: Readonly<Record<EngineName, SessionEngine>> } | null =
    null;
  return (name) => {
    const { keep } = store.at;
    if (made?.keep !== keep) {
      const log = createLogEngine(store, join(keep, 'eventlog'));
      made = { keep, all: { log, file: createFileEngine(store, join(keep, 'sessions')) } };
    }
    return made.all[name];
  };
}

/** Returns the folder for the lock of a session. */
export const lockFolder = ({ at }: StoreContext, id: string): string => join(at.locks, 'sessions', id);

/**
 * Finds the engine that stores a session. After an interrupted migration both have it: then the one with more events.
 */
export function findEngine(engines: Engines, id: string): EngineName | undefined {
  const [first, second] = ENGINES.filter((name) => engines(name).has(id));
  if (first === undefined || second === undefined) return first;
  return count(engines, second, id) > count(engines, first, id) ? second : first;
}

const count = (engines: Engines, name: EngineName, id: string): number =>
  engines(name).read(id).events.length;

/** Finds an engine whose copy of a session has nothing that the other lacks; undefined if there is none. */
export function findCopy(engines: Engines, id: string): EngineName | undefined {
  const keeper = findEngine(engines, id);
  const other = ENGINES.find((name) => name !== keeper);
  if (!keeper || !other || !engines(other).has(id)) return undefined;
  return isPart(engines(other).read(id), engines(keeper).read(id)) ? other : undefined;
}

function isPart(copy: StoredEvents, whole: StoredEvents): boolean {
  const texts = new Set(whole.events.map((event) => JSON.stringify(event)));
  return copy.events.every((event) => texts.has(JSON.stringify(event)));
}

/** Deletes the copy that an interrupted migration left in the other engine; torn data is moved aside. */
export function dropCopy(engines: Engines, id: string): void {
  const copy = findCopy(engines, id);
  if (!copy) return;
  engines(copy).repair(id);
  engines(copy).remove(id);
}
