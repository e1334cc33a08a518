import { findWordLabel } from '../../notes/labels/labels.js';

/** Types of lines that give something a value. */
const VALUE_TYPES: ReadonlySet<string> = new Set(['preference', 'fact', 'rule']);

/** A line that may be related to another. */
export interface RelatedLine {
  readonly text: string;
  readonly type: string;
}

/**
 * Returns true where two lines give one key two values, by their form alone: `key: value`, or the same words up to the value,
 * as in `user prefers …`, `the API rate limit is …`, `回答用…`. Of decisions only pairs count. Lines that forbid something have no value.
 */
export function hasChangedValue(earlier: RelatedLine, later: RelatedLine): boolean {
  const [a, b] = [cleanLine(earlier.text), cleanLine(later.text)];
  if (a === b || FORBIDS.test(a) || FORBIDS.test(b)) return false;
  const haveTypes = (...more: string[]) =>
    [earlier, later].every(({ type }) => VALUE_TYPES.has(type) || more.includes(type));
  const [mine, theirs] = [parsePair(a), parsePair(b)];
  if (mine && theirs)
    return (
      haveTypes('decision') &&
      mine.key === theirs.key &&
      !/^\S+s$/.test(mine.key) &&
      areAlternatives(mine.value, theirs.value)
    );
  const arePreferences = earlier.type === 'preference' && later.type === 'preference';
  return haveTypes() && differInValue(splitWords(a), splitWords(b), arePreferences);
}

const cleanLine = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/^the /, '')
    .replace(/[.。!！]{1,80}$/, '');

const FORBIDS = /\b(?:never|not|no|nor|avoid|without|don['’]?t|doesn['’]?t|cannot)\b|n['’]t\b|不|别|禁止/;

/** The key of a line and its value; null if it is no pair, or the key is a type label. */
function parsePair(line: string): { readonly key: string; readonly value: string } | null {
  const [, key = '', value = ''] =
    /^([^:=：]{1,50}?)\s*(?:[:：](?=\s|\p{Script=Han})|=)\s*(\S.*)$/u.exec(line) ?? [];
  const isLabel = key.split(/\s+/).some((word) => findWordLabel(word)?.type);
  return key === '' || isLabel ? null : { key, value };
}

/** True for two values of which one is a single word, or that begin or end alike; `24 rooms` and `two lifts` are both true. */
function areAlternatives(a: string, b: string): boolean {
  const [mine, theirs] = [a.split(/\s+/), b.split(/\s+/)];
  const isSingle = mine.length === 1 || theirs.length === 1;
  return a !== b && (isSingle || mine[0] === theirs[0] || mine.at(-1) === theirs.at(-1));
}

/** Words; of Chinese the characters. */
const splitWords = (text: string): readonly string[] =>
  text.match(/\p{Script=Han}|[^\s,;，；\p{Script=Han}]+/gu) ?? [];

/** Fewest words, or Chinese characters with those behind the value, that are a key. */
const FEWEST = 2;
const FEWEST_HAN = 4;
/** A longer value is a statement of its own. */
const WIDEST = 4;

/** `use 2 spaces for indentation` has its key on both sides; of facts it could be a number that names one of many. */
function differInValue(a: readonly string[], b: readonly string[], arePreferences: boolean): boolean {
  const length = Math.min(a.length, b.length);
  const before = countWhile(length, (at) => a[at] === b[at]);
  const after = countWhile(length - before, (at) => a.at(-1 - at) === b.at(-1 - at));
  const key = a.slice(0, before);
  const [mine, theirs] = [a, b].map((words) => words.slice(before, words.length - after)) as [
    string[],
    string[],
  ];
  if (before === 0 || Math.max(mine.length, theirs.length) > WIDEST) return false;
  if (mine.length === 0 || theirs.length === 0) return after > 0 && before >= FEWEST && nests(a, b, before);
  if (key.every(isHan)) return before + after >= FEWEST_HAN;
  const single = mine.length === 1 && theirs.length === 1;
  const least = arePreferences ? FEWEST - after : FEWEST;
  if (single && before >= least && [...mine, ...theirs].every((word) => /\d/.test(word))) return true;
  if (before < FEWEST) return false;
  return single && (STATES.test(key.at(-1) ?? '') || (after === 0 && before > FEWEST));
}

const isHan = (word: string): boolean => /^\p{Script=Han}$/u.test(word);

/** Words that a value follows. */
const STATES = /^(?:is|are|was|uses|prefers?|likes?|wants?|loves?|has|runs|needs?)$/;

/** True where the value of one line is the last word of the other's: `tabs`, `spaces over tabs`. */
const nests = (a: readonly string[], b: readonly string[], before: number): boolean => {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return long.length > short.length + 1 && CHOICE.test(long.slice(before).join(' '));
};

const CHOICE = /\b(?:over|instead of|rather than)\b/;

function countWhile(most: number, test: (at: number) => boolean): number {
  let count = 0;
  while (count < most && test(count)) count++;
  return count;
}
