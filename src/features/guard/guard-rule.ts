import type { Proof } from '../../notes/entries/proof.js';
import type { GuardLiteral, Stance } from './guard-literal.js';
import { parseLiterals, parseRightWay, parseTrigger } from './literals.js';
import { parsePattern } from './pattern.js';

/** The version of the code that builds rules. Raise it with every change: cached rules of another version are rebuilt. */
export const RULESET_VERSION = 17;

/** What an entry warns of, in the form that is compared with calls. */
export interface GuardRule {
  readonly wrong: readonly GuardLiteral[];
  /** Commands that do it right. */
  readonly right: readonly (readonly string[])[];
  /** Files and symbols that an entry names, which is shown before one of them is edited. */
  readonly names?: readonly string[];
}

/** The parts of an entry that a rule is built from. */
export interface GuardedMemory {
  readonly what: string;
  /** What triggers the mistake, if known. */
  readonly trigger?: string;
  /** What to do instead. */
  readonly instead: readonly string[];
  readonly stance: Stance;
  /** A proved pattern; with it, the words of the entry are not used. */
  readonly proof?: Proof | null;
}

/** Builds the rule of an entry; null if the entry names nothing that a call could contain. */
export function buildGuardRule({
  what,
  trigger = '',
  instead,
  stance,
  proof,
}: GuardedMemory): GuardRule | null {
  const words = proof ? parsePattern(proof.pattern) : [];
  if (words.length > 0) return { wrong: [{ how: 'pattern', words }], right: instead.flatMap(parseRightWay) };
  const { wrong, right } = parseLiterals(what, stance);
  const conditional = wrong.filter((one) => one.how === 'command' && one.lacks !== undefined);
  const isStricter = (one: GuardLiteral) =>
    conditional.some(
      (two) => 'words' in one && 'words' in two && one.words.join(' ') === two.words.join(' '),
    );
  const all = [...wrong, ...parseTrigger(trigger).filter((one) => !isStricter(one))];
  return all.length === 0 ? null : { wrong: all, right: [...right, ...instead.flatMap(parseRightWay)] };
}
