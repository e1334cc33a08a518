import { type GuardLiteral, parseLiterals, parseRightWay, parseTrigger, type Stance } from './literals.js';

/** The version of the code that builds rules. Raise it with every change: cached rules of another version are rebuilt. */
export const RULESET_VERSION = 9;

/** What an entry warns of, in the form that is compared with calls. */
export interface GuardRule {
  readonly wrong: readonly GuardLiteral[];
  /** Commands that do it right. */
  readonly right: readonly (readonly string[])[];
}

/** The parts of an entry that a rule is built from. */
export interface GuardedMemory {
  readonly what: string;
  /** What triggers the mistake, if known. */
  readonly trigger?: string;
  /** What to do instead. */
  readonly instead: readonly string[];
  readonly stance: Stance;
}

/** Builds the rule of an entry; null if the entry names nothing that a call could contain. */
export function buildGuardRule({ what, trigger = '', instead, stance }: GuardedMemory): GuardRule | null {
  const { wrong, right } = parseLiterals(what, stance);
  const all = [...wrong, ...parseTrigger(trigger)];
  return all.length === 0 ? null : { wrong: all, right: [...right, ...instead.flatMap(parseRightWay)] };
}
