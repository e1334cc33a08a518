import { stem } from '../../text/stem.js';
import { LIGHT, STOP, toCanonicalWord } from './canonical-words.js';
import { splitClauses } from './negation.js';
import { isPath, parseStatementTokens, type StatementToken } from './statement-tokens.js';

/** The sort of a word: all but a plain word name exactly one thing. */
export type WordKind = 'word' | 'proper' | 'identifier' | 'path' | 'number';

/** A word of a line in the form that is compared. */
export interface StatementWord {
  /** Folded and stemmed. */
  readonly stem: string;
  /** Folded, not stemmed: the form of the tables. */
  readonly form: string;
  readonly sort: WordKind;
  readonly weight: number;
  /** Stated or denied; both if a line has it twice. */
  readonly polarity: 'said' | 'denied' | 'both';
  /** True in the first clause. */
  readonly main: boolean;
}

/** A parsed line: its words in order, each once. */
export interface Statement {
  readonly text: string;
  /** True for a passive sentence: "B is called by A". */
  readonly passive: boolean;
  /** True if the line is longer than the part that was read. */
  readonly cut: boolean;
  readonly words: readonly StatementWord[];
}

/** Characters of a text that are read. */
const MAX_LENGTH = 4096;
const WEIGHTS = { light: 0.3, plain: 1, name: 1.25 };

/** Parses a line. Markdown marks, case, inflection and synonyms do not matter. */
export function parseStatement(text: string): Statement {
  const words = new Map<string, StatementWord>();
  const tokens = parseStatementTokens(text.slice(0, MAX_LENGTH).normalize('NFKC'));
  for (const [index, clause] of splitClauses(tokens).entries())
    for (const { token, denied } of clause) {
      const word = toWord(token, denied, index === 0);
      if (!word) continue;
      const before = words.get(word.stem);
      words.set(word.stem, before ? again(before, word) : word);
    }
  return {
    text,
    passive: PASSIVE.test(text.slice(0, MAX_LENGTH)),
    cut: text.length > MAX_LENGTH,
    words: [...words.values()],
  };
}

const PASSIVE = /\b(?:is|are|was|were|be|been|being|gets?)\b[^.;]{1,60}\bby\b/i;

/** Numbers by the words for them. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    twice: '2',
  }).concat(
    [...'一二三四五六七八九十'].map((digit, index) => [digit, String(index + 1)]),
    [
      ['两', '2'],
      ['一百', '100'],
    ],
  ),
);

function toWord(token: StatementToken, denied: boolean, main: boolean): StatementWord | null {
  const number = NUMBER_WORDS.get(token.lower);
  const form = number ?? toCanonicalWord(toCanonicalWord(token.lower).replace(/'s$/, ''));
  if (!number && STOP.has(form) && !isShouted(token)) return null;
  if (!/[\p{L}\p{N}]/u.test(form)) return null;
  const sort = number ? 'number' : sortOf(token);
  const compared = sort === 'word' || sort === 'proper' ? toCanonicalWord(stem(form)) : form;
  const light = LIGHT.has(form) || LIGHT.has(compared);
  const weight = light ? WEIGHTS.light : sort === 'word' ? WEIGHTS.plain : WEIGHTS.name;
  return { stem: compared, form, sort, weight, polarity: denied ? 'denied' : 'said', main };
}

/** `US`, `IT`: letters that are a name where the same word in small letters says nothing. */
const isShouted = ({ raw }: StatementToken): boolean => /^[A-Z]{2,4}$/.test(raw);

function sortOf({ raw, first }: StatementToken): WordKind {
  if (/^v?\d+(?:[.:,]\d+)*(?:\.x)?$/i.test(raw)) return 'number';
  if (/^[0-9a-f]{7,40}$/.test(raw) && /\d/.test(raw)) return 'identifier';
  if (isPath(raw)) return 'path';
  if (/[_$]|^--|\p{Ll}\p{Lu}/u.test(raw) || (/\p{L}/u.test(raw) && /\d/.test(raw))) return 'identifier';
  return !first && /^\p{Lu}[\p{Ll}\p{Lu}]/u.test(raw) ? 'proper' : 'word';
}

const again = (before: StatementWord, word: StatementWord): StatementWord => ({
  ...before,
  polarity: before.polarity === word.polarity ? before.polarity : 'both',
  main: before.main || word.main,
});
