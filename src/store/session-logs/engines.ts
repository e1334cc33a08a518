import { join } from 'node:path';
import type { StoreContext } from '../layout.js';
import type { SessionEngine, StoredEvents } from './engine.js';
import { createFileEngine } from './file-engine.js';
import { createLogEngine } from './log-engine.js';

/** The ways of keeping a session, in the order in which one is looked for (Mink §Resume). */
export const ENGINES = ['log', 'file'] as const;
export type EngineName = (typeof ENGINES)[number];

/** The engines by name. */
export type Engines = (name: EngineName) => SessionEngine;

/** Returns the engines of a workspace; they are made anew where the first write has settled where the state lies. */
export function createEngines(ground: StoreContext): Engines {
  let made: { readonly keep: string; readonly all: Readonly<Record<EngineName, SessionEngine>> } | null =
    null;
  return (name) => {
    const { keep } = ground.at;
    if (made?.keep !== keep) {
      const log = createLogEngine(ground, join(keep, 'eventlog'));
      made = { keep, all: { log, file: createFileEngine(ground, join(keep, 'sessions')) } };
    }
    return made.all[name];
  };
}

/** The folder in which the lock of a session is taken. */
export const lockFolder = ({ at }: StoreContext, id: string): string => join(at.locks, 'sessions', id);

/** The engine that keeps a session. Where a move between the two was cut short both have it: then the one that has more. */
export function findEngine(engines: Engines, id: string): EngineName | undefined {
  const [first, second] = ENGINES.filter((name) => engines(name).has(id));
  if (first === undefined || second === undefined) return first;
  return count(engines, second, id) > count(engines, first, id) ? second : first;
}

const count = (engines: Engines, name: EngineName, id: string): number =>
  engines(name).read(id).events.length;

/** The engine whose copy of a session holds nothing that the other has not; undefined where there is no such copy. */
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

/** Takes away what a move that was cut short left of a session with the other engine; what is torn there is set aside. */
export function dropCopy(engines: Engines, id: string): void {
  const copy = findCopy(engines, id);
  if (!copy) return;
  engines(copy).mend(id);
  engines(copy).remove(id);
}
