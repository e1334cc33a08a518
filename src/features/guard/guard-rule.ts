import { type GuardLiteral, parseLiterals, parseRightWay, parseTrigger, type Stance } from './literals.js';

/** The version of the rules by which guard rules are made: a list that other rules made is made anew. Raise it with them. */
export const RULESET_VERSION = 9;

/** What an entry says not to do, as the guard compares it with a call. */
export interface GuardRule {
  readonly wrong: readonly GuardLiteral[];
  /** Commands that do it right. */
  readonly right: readonly (readonly string[])[];
}

/** What memory says of a thing that went wrong, must hold, or was turned down. */
export interface GuardedMemory {
  readonly what: string;
  /** What brings it about, where that is said. */
  readonly trigger?: string;
  /** What to do instead, one each. */
  readonly instead: readonly string[];
  readonly stance: Stance;
}

/** What to look for in a call; null where an entry names nothing that a call could show. */
export function buildGuardRule({ what, trigger = '', instead, stance }: GuardedMemory): GuardRule | null {
  const { wrong, right } = parseLiterals(what, stance);
  const all = [...wrong, ...parseTrigger(trigger)];
  return all.length === 0 ? null : { wrong: all, right: [...right, ...instead.flatMap(parseRightWay)] };
}
