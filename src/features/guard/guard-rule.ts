import type { Proof } from '../../notes/entries/proof.js';
import { isCommandMatched, parsePattern } from './pattern.js';
import { type ExactThing, readExactThings, readRightWay } from './read-exact-things.js';

/** The version of the code that builds rules. Raise it with every change: cached rules of another version are rebuilt. */
export const RULESET_VERSION = 19;

/** What an entry warns of at every call, in the form that is compared with calls. */
export interface GuardRule {
  readonly wrong: readonly ExactThing[];
  /** Commands that do it right; `git stash` is none beside a wrong `git stash --all`. */
  readonly right: readonly (readonly string[])[];
}

/** The parts of an entry that a rule is built from. */
export interface GuardedMemory {
  readonly what: string;
  /** True where the entry rejects all that it names; else it must say so. */
  readonly isRejection: boolean;
  /** What triggers the mistake, if known. */
  readonly trigger?: string;
  /** What to do instead. */
  readonly instead: readonly string[];
  /** A proved pattern; with it, the words of the entry are not used. */
  readonly proof?: Proof | null;
}

/** Builds the rule of an entry; null if it neither has a proved pattern nor rejects an exact command, package or path. */
export function buildGuardRule({
  what,
  isRejection,
  trigger,
  instead,
  proof,
}: GuardedMemory): GuardRule | null {
  const words = proof ? parsePattern(proof.pattern) : [];
  const wrong: readonly ExactThing[] =
    words.length > 0
      ? [{ how: 'pattern', words }]
      : [...readExactThings(what, isRejection), ...(trigger ? readExactThings(trigger, true) : [])];
  const isWrong = (own: readonly string[]) =>
    wrong.some((thing) => thing.how === 'command' && isCommandMatched(own, { ...thing, isLooking: false }));
  return wrong.length === 0
    ? null
    : { wrong, right: instead.flatMap(readRightWay).filter((own) => !isWrong(own)) };
}
