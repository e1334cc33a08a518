import type { House } from './house.js';
import type { Facts } from './verbs/facts.js';
import type { World } from './verbs/verb.js';
import { createIds } from './wiki/ids.js';
import type { Wiki } from './wiki/wiki.js';

/** Parts that are loaded only when a verb comes to need them. */
export type Part = 'tree' | 'tokenizer';

/** Thrown through a verb that asks for a part not loaded yet; run loads it and thinks the verb again. */
export class Wanted extends Error {
  constructor(readonly part: Part) {
    super(`the ${part} is wanted`);
  }
}

/** When and as whom a verb is thought: a spooled request keeps the moment and the seed of the one who asked. */
export interface Moment {
  readonly now: number;
  readonly seed: string;
  readonly by: string | null;
  readonly session: string | null;
}

/** The world of one thought: the same moment, notes and answers give the same outcome. */
export function createWorld(house: House, wiki: Wiki, { now, seed, by, session }: Moment, answers: Facts): World {
  const ask = <K extends keyof Facts>(fact: K, ...args: Parameters<Facts[K]>): ReturnType<Facts[K]> => {
    const answer = answers[fact] as (...given: Parameters<Facts[K]>) => ReturnType<Facts[K]>;
    return answer(...args);
  };
  const { zone, local, settings } = house;
  return { now, zone, local, ids: createIds(now, seed), settings, wiki, who: { by, session }, ask };
}
