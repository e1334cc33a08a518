import { listWordForms, stripWordEnding } from './call-tokens.js';
import type { GuardRule } from './guard-rule.js';
import type { GuardTerm } from './terms.js';
import type { ToolAction } from './tool-action.js';

/** True where a call shows a doing: in what it newly writes, by the files that it writes, or by the words that name it. */
function isActionVisible(term: GuardTerm, action: ToolAction): boolean {
  const { is, said, shows, files, edits, changes } = term;
  const { script, past, isSpoken } = action;
  const isNew = (source: string) => countOf(source, script) > countOf(source, past);
  return (
    (shows !== undefined && (isNew(shows) || (changes === true && linesThat(term, action).length > 0))) ||
    (isSpoken &&
      (is.split(' ').every((word) => action.has.has(word)) || pattern(said ?? NEVER).test(script))) ||
    (files !== undefined && action.files.some((file) => pattern(files).test(file))) ||
    (edits !== undefined && action.edited.some((file) => pattern(edits).test(file)))
  );
}

/** The lines of a call that show a doing. */
const linesThat = ({ shows }: GuardTerm, { script, past }: ToolAction): readonly string[] => {
  const before = new Set(past.split('\n'));
  const lines = script.split('\n').filter((line) => !before.has(line));
  return shows === undefined ? lines : lines.filter((line) => pattern(shows).test(line));
};

const countOf = (source: string, text: string): number =>
  text === '' ? 0 : (text.match(new RegExp(pattern(source), 'gim')) ?? []).length;

const NEVER = '(?!)';

const patterns = new Map<string, RegExp>();

/** Compiled once, and only where a call comes so far. */
function pattern(source: string): RegExp {
  const known = patterns.get(source);
  if (known) return known;
  const made = new RegExp(source, 'im');
  patterns.set(source, made);
  return made;
}

/** What a call does to a trap: it walks into it, heeds it, or has nothing to do with it. */
export type GuardVerdict = 'does' | 'heeds' | null;

/** Holds a trap against what a call would do (FEATURES H6). */
export function evaluateRule(trap: GuardRule, action: ToolAction): GuardVerdict {
  const { terms, wants, instead } = trap;
  const isGiven = (word: string) =>
    action.has.has(word) ||
    (word.includes('/') && isIn(word, action.script)) ||
    shortOf(word).some((one) => action.has.has(one));
  const has = (words: readonly string[]) => words.length > 0 && words.every(isGiven);
  const isRight = has(wants) || instead.some(has);
  const isDone = terms.some(({ how }) => how === 'doing') ? isShownIn(trap, action) : isSaidIn(trap, action);
  if (isDone) return isRight ? 'heeds' : 'does';
  return isRight && action.only === null ? 'heeds' : null;
}

/** True where the words of a trap are there, enough of them, and the call does not only look at them. */
function isSaidIn({ terms, need, anywhere }: GuardRule, action: ToolAction): boolean {
  const isTaking = terms.some(({ is }) => TAKING.test(is));
  const there = terms.filter((term) => isThere(term, action) || (isTaking && action.takes.has(term.is)));
  const share = loadOf(there) / loadOf(terms);
  const isMeant =
    action.only === null ||
    (isTaking && action.takes.size > 0) ||
    action.only.some((word) => terms.some(({ is, part }) => part === 'thing' && isWordOf(word, is)));
  return isMeant && ((share >= need && isWhole(terms, there)) || isAdded(terms, anywhere, action));
}

/** True where each doing that a trap names is shown, and at least half of the other words of the thing, and its place. */
function isShownIn({ terms }: GuardRule, action: ToolAction): boolean {
  const others = terms.filter(({ how, part }) => how !== 'doing' && part !== null);
  const doings = terms.filter(({ how }) => how === 'doing');
  const own = others.filter(({ part }) => part === 'thing');
  const around = others.filter(({ part }) => part === 'around');
  const where = placeOf(doings, action);
  const isTaking = doings.some(({ is }) => TAKING.test(is));
  const isFound = (term: GuardTerm) =>
    isThere(term, where) ||
    (term.how === 'path' && isIn(term.is, where.script)) ||
    (isTaking && where.takes.has(term.is));
  return (
    (own.length === 0 || weightOf(own.filter(isFound)) >= weightOf(own) / 2) &&
    (around.length === 0 || around.some(isFound)) &&
    doings.every((actionTerm) => isActionVisible(actionTerm, action))
  );
}

/** Where the other words are looked for: in all of the call, or in the lines that show a doing. */
function placeOf(doings: readonly GuardTerm[], action: ToolAction): ToolAction {
  const close = doings.filter(({ line }) => line);
  if (close.length === 0 || action.isSpoken) return action;
  const lines = close.flatMap((actionTerm) => linesThat(actionTerm, action));
  return { ...action, has: listWordForms([...lines, ...action.files].join('\n')), near: new Set() };
}

/** True where a text names a path, from the root where that is said. */
const isIn = (path: string, text: string): boolean =>
  path.startsWith('/')
    ? text
        .toLowerCase()
        .split(path)
        .slice(0, -1)
        .some((before) => !/[\w.-]$/.test(before))
    : text.toLowerCase().includes(path);

/** The short forms that an option mostly has: `--time` is `-t`. */
const shortOf = (word: string): readonly string[] => {
  const letter = /^--([a-z])[a-z]*$/.exec(word)?.[1];
  return letter === undefined ? [] : [`-${letter}`, `-${letter.toUpperCase()}`];
};

/** A trap that is about taking away. */
const TAKING = /^(?:delet|remov|wipe|eras)/;

/** More than half of the thing, and something of where it is done, where that was said. */
const isWhole = (terms: readonly GuardTerm[], there: readonly GuardTerm[]): boolean =>
  (['thing', 'around'] as const).every((wanted) => {
    const own = terms.filter(({ part }) => part === wanted);
    const found = weightOf(there.filter(({ part }) => part === wanted));
    return own.length === 0 || (wanted === 'thing' ? found > weightOf(own) / 2 : found > 0);
  });

/** A package that is added, or a program that is started, serves whatever it was rejected for; with an option it is another matter. */
function isAdded(terms: readonly GuardTerm[], anywhere: boolean, { adds, starts }: ToolAction): boolean {
  const thing = terms.filter(({ part }) => part === 'thing');
  const isPlain = !terms.some(({ is }) => is.startsWith('-'));
  const isIn = ({ is, also = [] }: GuardTerm) =>
    adds.has(is) || (anywhere && starts.has(is)) || also.some((one) => adds.has(one));
  return isPlain && adds.size + starts.size > 0 && thing.length > 0 && thing.every(isIn);
}

/** The same, where all that tells of the place counts as one. */
const loadOf = (terms: readonly GuardTerm[]): number =>
  weightOf(terms.filter(({ part }) => part !== 'around')) +
  Math.max(0, ...terms.map(({ part, weight }) => (part === 'around' ? weight : 0)));

const weightOf = (terms: readonly GuardTerm[]): number => terms.reduce((sum, { weight }) => sum + weight, 0);

function isThere({ is, how, part, also = [] }: GuardTerm, action: ToolAction): boolean {
  const { has, near, line, files } = action;
  if (how === 'doing') return false;
  if (how === 'phrase') return line.includes(` ${is} `) || has.has(is.replaceAll(' ', ''));
  if (how === 'path') return files.some((file) => /^[/.]/.test(pathFrom(file.toLowerCase(), is)));
  if (how === 'all') return is.split(' ').every((one) => has.has(one));
  const isIn = (words: ReadonlySet<string>) => [is, ...also].some((one) => words.has(one));
  return isIn(has) || (part === 'around' && (isIn(near) || isCutShort(is, has)));
}

/** A long word is often cut short in names: `calib` for what has to do with calibration. */
const isCutShort = (word: string, words: ReadonlySet<string>): boolean =>
  /^[a-z]{6,}$/.test(word) && words.has(word.slice(0, 5));

/** True where a word is one of a term, whatever its form. */
const isWordOf = (word: string, term: string): boolean =>
  term.split(' ').some((one) => one === word || one === stripWordEnding(word));

/** A path from the sign before a part of it on, where that part ends it or one of its folders. */
function pathFrom(file: string, part: string): string {
  const at = `/${file}/`.indexOf(`${part}/`);
  return at < 1 ? '' : `/${file}/`.slice(at - 1);
}
