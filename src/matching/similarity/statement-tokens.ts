import { splitChinese } from '../../text/tokenize.js';
import { JOINED, STOP, toCanonicalWord } from './canonical-words.js';
import { NEGATES_CLAUSE } from './negation-words.js';

/** A token of a line. */
export interface StatementToken {
  /** As written, without surrounding punctuation. */
  readonly raw: string;
  readonly lower: string;
  /** Begins a sentence: a capital says nothing there. */
  readonly first: boolean;
  /** A clause ends before it. */
  readonly breaks: boolean;
}

/** Patterns with whole scripts compile slowly, so they are made when needed. */
const isCjk = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
const chunksOf = (text: string) =>
  text.matchAll(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[\p{L}\p{N}_$@.~/\\#%+'’-]+|[^\s\p{L}\p{N}]/gu,
  );
const STOPS_SENTENCE = /^[.!?。]$/u;
const ENDS_CLAUSE = /^[,;:!?()。→—–]$/u;
const LEADING_DATE = /^\s*\[?(?:\d{4}-\d\d-\d\d)?[T ]?(?:\d\d:\d\d)?\]?:?\s+/;

/** Parses a line into its words and marks, in order and as they are written: comparison needs capitals and clauses. */
export function parseStatementTokens(text: string): StatementToken[] {
  const tokens: StatementToken[] = [];
  const marks = { first: true, breaks: false };
  const add = (raw: string) => {
    tokens.push({ raw, lower: raw.toLowerCase().replaceAll('’', "'"), ...marks });
    marks.first = false;
    marks.breaks = false;
  };
  const named = JOINED.reduce(
    (rest, [pattern, one]) => rest.replace(pattern, one),
    text.replace(LEADING_DATE, ''),
  );
  for (const [chunk] of chunksOf(named)) {
    const bare = chunk.replace(/^[.'’\\+#-]+(?=$|[^-])|^['’]+|(?<![.'’\\/+-])[.'’\\/+-]+$/g, '');
    if (isCjk(chunk)) for (const piece of segmented(chunk)) add(piece);
    else for (const piece of pieces(bare)) add(piece);
    if (ENDS_CLAUSE.test(chunk) || /[.]$/.test(chunk) || (chunk === '-' && tokens.length > 0))
      marks.breaks = true;
    if (STOPS_SENTENCE.test(chunk) || /[.:]$/.test(chunk)) marks.first = true;
  }
  return tokens;
}

/** A chunk between spaces: a path, a flag, a version and an identifier stay whole, a compound is parted. */
function pieces(chunk: string): string[] {
  if (chunk === '') return [];
  const amount = /^(\d+(?:\.\d+)?)(%|[a-z]{1,3})$/i.exec(chunk);
  if (amount?.[1] && amount[2] && toCanonicalWord(amount[2].toLowerCase()) !== amount[2].toLowerCase())
    return [amount[1], amount[2]];
  if (isPath(chunk) || chunk.startsWith('--') || /\d/.test(chunk)) return [chunk];
  const parts = chunk.split(/[/\\+~%#-]/).filter((piece) => piece !== '');
  const oneWord = parts.length === 2 && parts.some((part) => STOP.has(part.toLowerCase()));
  return oneWord ? [parts.join('')] : parts;
}

/** A file or a folder, as it is written. */
export const isPath = (chunk: string): boolean =>
  /^(?:[.~@]?[\\/]|[a-z]:\\)./i.test(chunk) ||
  /[\\/].*[\\/.]/.test(chunk) ||
  /^[\w-]+(?:\.[\w-]+)*\.[a-z]{1,5}$/i.test(chunk);

/** A weekday, and a number before a measure word, are words of their own in Chinese. */
const PARTS =
  /(?:周|星期|礼拜)[一二三四五六日天]|[零一二两三四五六七八九十百]{1,12}(?=[点个天小分秒次月日年页号条倍种])/u;
const DENYING_CHARACTER = /^(?:不|没有?|无|未)(?=.)/u;
const NOT_DENYING = /^(?:不过|不同|不仅|不断|不错|不久|无论|不管|未来)/u;

function segmented(run: string): string[] {
  const part = PARTS.exec(run);
  if (part)
    return [
      ...segmented(run.slice(0, part.index)),
      part[0],
      ...segmented(run.slice(part.index + part[0].length)),
    ];
  if (run === '') return [];
  return splitChinese(run).flatMap((segment) => {
    const denying =
      NOT_DENYING.test(segment) || NEGATES_CLAUSE.has(segment) ? null : DENYING_CHARACTER.exec(segment)?.[0];
    return denying ? [denying, segment.slice(denying.length)] : [segment];
  });
}
