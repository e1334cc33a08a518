import { findWordLabel } from '../../notes/labels/labels.js';
import { parseWordSet } from '../../text/word-list.js';
import * as vocabulary from './claim-vocabulary.data.js';
import { parseStatement, type Statement, type StatementWord } from './statement.js';
import { parseStatementTokens, type StatementToken } from './statement-tokens.js';

const ATTRIBUTES = parseWordSet(vocabulary.ATTRIBUTES);
const CASES = parseWordSet(vocabulary.CASES);
const IMPERATIVES = parseWordSet(vocabulary.IMPERATIVES);
const NO = parseWordSet(vocabulary.NO);
const NO_KEYS = parseWordSet(vocabulary.NO_KEYS);
const PREPOSITIONS = parseWordSet(vocabulary.PREPOSITIONS);
const TRANSITIVE = parseWordSet(vocabulary.TRANSITIVE);
const VERBS = parseWordSet(vocabulary.VERBS);
const YES = parseWordSet(vocabulary.YES);

/** The role of a word in its line: subject, verb, predicate, or case. */
export type ClaimSlot = 'subject' | 'act' | 'value' | 'case';

/** A line parsed as a claim. */
export interface Claim {
  readonly saying: Statement;
  /** The stems of the words before a colon, `=` or a plain `is`; null without a key. */
  readonly key: string | null;
  /** The value as it is written, in one form; null without a key. */
  readonly value: string | null;
  /** True if it is written `key: value`, or there is only one such thing. */
  readonly single: boolean;
  readonly slot: (word: StatementWord) => ClaimSlot;
}

/** Parses a line as a claim. Never throws. `duckduckgo_blocked: true` means that DuckDuckGo is blocked. */
export function parseClaim(line: string): Claim {
  const text = line
    .replace(/[*_`]{1,3}(?=\S)|(?<=\S)[*`]{1,3}/g, (mark) => (mark.includes('_') ? mark : ''))
    .trim();
  const pair = pairIn(text) ?? copulaIn(text);
  const phrase = pair?.written ? sentenceOf(pair) : text;
  const tokens = parseStatementTokens(phrase.slice(0, LONGEST).normalize('NFKC'));
  return {
    saying: parseStatement(phrase),
    key: (pair && stemsOf(pair.key)) || null,
    value: pair ? plainValue(pair.value) : null,
    single: pair !== null && (pair.written || isAttribute(pair.key)),
    slot: slotsOf(tokens),
  };
}

/** A line in one form, `key: value`, where it names a thing of which there is one; any other as it is (Mutable §Read Protocol). */
export function toKeyValue(line: string): string {
  const pair = pairIn(line) ?? copulaIn(line);
  if (!pair || (!pair.written && !isAttribute(pair.key))) return line;
  return `${pair.key}: ${pair.value.replace(/[.。]$/, '')}`;
}

/** Characters of a claim that are read. */
const LONGEST = 1000;

interface Pair {
  readonly key: string;
  readonly value: string;
  /** With a colon or `=`, not as a sentence. */
  readonly written: boolean;
}

/* Patterns over all letters take long to make: they are made when a text comes to them. */

/** More words before a colon are a sentence. */
const MOST_KEY_WORDS = 4;
const PAIR = () => /^([\p{L}_][\p{L}\p{N}_ .-]{0,48}?)\s*(?::(?=\s|$)|：|=(?!=)|:=)\s*(\S.*)$/u;

function pairIn(text: string): Pair | null {
  const [, key = '', value = ''] = PAIR().exec(text) ?? [];
  const plain = key.trim();
  if (plain === '' || isNoKey(plain.toLowerCase()) || /[.!?]$/.test(plain)) return null;
  return plain.split(/\s+/).length > MOST_KEY_WORDS ? null : { key: plain, value, written: true };
}

/** The word of a label or remark is no key. */
const isNoKey = (word: string): boolean => NO_KEYS.has(word) || findWordLabel(word)?.type != null;

const COPULA = () =>
  /^(?:the |our |my |a |an )?([\p{L}\p{N}_' -]{2,60}?) (?:is|are) (?!not\b|no\b|never\b)(?:set to |called |named |at )?(\S.{0,200})$/iu;
const HAN_COPULA = () => /^(\p{Script=Han}{2,8})\s?(?:是|为)\s?(\S.{0,100})$/u;

function copulaIn(text: string): Pair | null {
  const [, key = '', value = ''] = COPULA().exec(text) ?? HAN_COPULA().exec(text) ?? [];
  if (key === '' || key.split(/\s+/).length > MOST_KEY_WORDS + 1) return null;
  return { key, value, written: false };
}

/** A pair as a sentence: a boolean value states or denies its key. */
function sentenceOf({ key, value }: Pair): string {
  const thing = key.replaceAll('_', ' ');
  const plain = plainValue(value);
  if (YES.has(plain)) return thing;
  return NO.has(plain) ? `not ${thing}` : `${thing} is ${value}`;
}

const stemsOf = (key: string): string =>
  parseStatement(key.replaceAll('_', ' '))
    .words.map(({ stem }) => stem)
    .toSorted()
    .join(' ');

const plainValue = (value: string): string =>
  value
    .toLowerCase()
    .replace(/[`"'“”*]|,(?=\s)/g, '')
    .replace(/(?<![\s.。!！;,])[\s.。!！;,]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** True if a key ends with, or has before `of`, a thing of which there is one. */
function isAttribute(key: string): boolean {
  const [head = ''] = key.toLowerCase().split(/ (?:of|for|in) /);
  const last = head.trim().split(/\s+/).at(-1) ?? '';
  return (
    ATTRIBUTES.has(last) || [...ATTRIBUTES].some((one) => /^\p{Script=Han}/u.test(one) && last.endsWith(one))
  );
}

/** Assigns each word of a line, by its position, its role. */
function slotsOf(tokens: readonly StatementToken[]): (word: StatementWord) => ClaimSlot {
  const first = tokens.findIndex(
    ({ lower }) => !/^(?:always|never|please|do|not|don't|then|must)$/.test(lower),
  );
  const orders = (IMPERATIVES.has(tokens[Math.max(0, first)]?.lower ?? '') || first > 0) && !tells(tokens);
  const command = orders ? Math.max(0, first) : verbAt(tokens);
  const takes = TRANSITIVE.has(tokens[command]?.lower ?? '');
  return ({ at }) => {
    if (at <= command) return orders || at === command ? 'act' : 'subject';
    const between = tokens.slice(Math.ceil(command + 0.5), at);
    if (between.some(({ lower }) => CASES.has(lower))) return 'case';
    const places = between.flatMap(({ lower }, i) => (PREPOSITIONS.has(lower) ? [i] : []));
    const object = takes && places[0] !== undefined && places[0] > 0;
    return places.length > 1 || (object && places.length > 0) ? 'case' : 'value';
  };
}

/** A plain `is` or `must` before any case makes a line declarative, whatever it begins with: "Commit messages are …". */
function tells(tokens: readonly StatementToken[]): boolean {
  const at = tokens.findIndex(({ lower }) => CASES.has(lower) || PLAIN_VERBS.test(lower));
  return PLAIN_VERBS.test(tokens[at]?.lower ?? '');
}

/** Without a known verb: the first token is the subject, the rest the predicate. */
const BEHIND_FIRST = 0.5;

const PLAIN_VERBS = /^(?:is|are|was|were|must|should|may|can|cannot)$/;

/** The position of the verb: a known one, else a word in `-s` before a preposition or number, else after the first word. */
function verbAt(tokens: readonly StatementToken[]): number {
  const known = tokens.findIndex(({ lower }, i) => i > 0 && VERBS.has(lower));
  const formed = tokens.findIndex(
    ({ lower }, i) =>
      i > 0 &&
      /[a-z]{2}s$/.test(lower) &&
      /^(?:\d|in$|on$|at$|to$|with$|after$|from$)/.test(tokens[i + 1]?.lower ?? ''),
  );
  const found = [known, formed].filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) : BEHIND_FIRST;
}
