import type { Deed } from './deed.js';
import type { Term, Trap } from './trap.js';

/** What a call does to a trap: it walks into it, heeds it, or has nothing to do with it. */
export type Verdict = 'does' | 'heeds' | null;

/** Holds a trap against what a call would do (FEATURES H6). */
export function verdict({ terms, need, wants, instead }: Trap, deed: Deed): Verdict {
  const isTaking = terms.some(({ is }) => TAKING.test(is));
  const there = terms.filter((term) => isThere(term, deed) || (isTaking && deed.takes.has(term.is)));
  const share = weightOf(there) / weightOf(terms);
  if (share === 0 && instead.length === 0) return null;
  const isMeant =
    deed.only === null ||
    (isTaking && deed.takes.size > 0) ||
    deed.only.some((word) => terms.some(({ is, part }) => part === 'thing' && isWordOf(word, is)));
  const isGiven = (word: string) => deed.has.has(word) || shortOf(word).some((one) => deed.has.has(one));
  const has = (words: readonly string[]) => words.length > 0 && words.every(isGiven);
  const isRight = has(wants) || instead.some(has);
  const isDone = (share >= need && isWhole(terms, there)) || isAdded(terms, deed);
  if (isDone && isMeant) return isRight ? 'heeds' : 'does';
  return isRight && deed.only === null ? 'heeds' : null;
}

/** The short forms that an option mostly has: `--time` is `-t`. */
const shortOf = (word: string): readonly string[] => {
  const letter = /^--([a-z])/.exec(word)?.[1];
  return letter === undefined ? [] : [`-${letter}`, `-${letter.toUpperCase()}`];
};

/** A trap that is about taking away. */
const TAKING = /^(?:delet|remov|wip|eras)/;

/** More than half of the thing, and something of where it is done, where that was said. */
const isWhole = (terms: readonly Term[], there: readonly Term[]): boolean =>
  (['thing', 'around'] as const).every((wanted) => {
    const own = terms.filter(({ part }) => part === wanted);
    const found = weightOf(there.filter(({ part }) => part === wanted));
    return own.length === 0 || (wanted === 'thing' ? found > weightOf(own) / 2 : found > 0);
  });

/** A package that is added, or a program that is started, serves whatever it was rejected for; with an option it is another matter. */
function isAdded(terms: readonly Term[], { adds }: Deed): boolean {
  const thing = terms.filter(({ part }) => part === 'thing');
  const isPlain = !terms.some(({ is }) => is.startsWith('-'));
  return isPlain && adds.size > 0 && thing.length > 0 && thing.every(({ is }) => adds.has(is));
}

const weightOf = (terms: readonly Term[]): number => terms.reduce((sum, { weight }) => sum + weight, 0);

function isThere({ is, how, part }: Term, { has, near, line, files }: Deed): boolean {
  if (how === 'word') return has.has(is) || (part === 'around' && near.has(is));
  if (how === 'phrase') return line.includes(` ${is} `);
  return files.some((file) => /^[/.]/.test(pathFrom(file.toLowerCase(), is)));
}

/** A term that is rooted begins the word that it was. */
const isWordOf = (word: string, term: string): boolean =>
  term
    .split(' ')
    .some((one) => one === word || (one.length > 2 && word.startsWith(one) && word.length - one.length < 3));

/** A path from the sign before a part of it on, where that part ends it or one of its folders. */
function pathFrom(file: string, part: string): string {
  const at = `/${file}/`.indexOf(`${part}/`);
  return at < 1 ? '' : `/${file}/`.slice(at - 1);
}
