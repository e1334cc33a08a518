import { stem } from '../../text/stem.js';
import { tokenizeRun } from '../../text/tokenize.js';
import { parseWordRows } from '../../text/word-list.js';
import * as table from './guard-words.data.js';
import { translateChineseTerms } from './translate-chinese.js';

const ABBREVIATIONS = new Map(
  parseWordRows(table.ABBREVIATIONS).map(([short = '', ...long]) => [short, long]),
);

/** A word of a tool call or of an entry, as the guard compares it. */
export interface CallToken {
  /** Lower case, whole: `docker-compose`, `src/api.ts`, `--force`, `*`; an option of one letter as it is written. */
  readonly whole: string;
  /** Its parts, and their roots: `docker`, `compose`, `compos`; of a plain word its own. */
  readonly roots: readonly string[];
}

const TOKEN =
  /(?<![\w-])--?[A-Za-z][\w-]*|@?[A-Za-z0-9_\u00c0-\u024f](?:[\w\u00c0-\u024f]|[-./+@#](?=[\w\u00c0-\u024f]))*|\*/g;

/** Parses the words of a command line, code or a sentence, with options and `*`; Chinese terms become English. Never throws. */
export const parseCallTokens = (text: string): readonly CallToken[] =>
  (translateChineseTerms(text).match(TOKEN) ?? []).map((written) => {
    const word = written.replace(NUMBER, '$1');
    const whole = /^-\w$/.test(word) ? word : word.toLowerCase();
    if (/^-[a-z]{2,4}$/i.test(word))
      return { whole, roots: [whole, ...[...word.slice(1)].map((one) => `-${one}`)] };
    if (word === '*' || /^-\w*$/.test(word)) return { whole, roots: [whole] };
    const roots = partsOf(word.replace(/^-+(?:D(?=[a-z]))?/, '')).flatMap((part) => [
      part,
      stripWordEnding(part),
    ]);
    return { whole, roots: word.startsWith('-') ? [whole, ...roots] : roots };
  });

/** A number with the letter of its type behind it. */
const NUMBER = /^(\d+(?:\.\d+)?)[fdlu]$/i;

/** True for `--force`, `-x`. */
export const isFlag = ({ whole }: CallToken): boolean => whole.startsWith('-');

/** True for what is no plain word: `console.log`, `api.ts`, `node_modules`, `S3`, `localStorage`. */
export const isCodeName = (word: string): boolean =>
  /[a-z0-9][-_./][a-z0-9]|[a-z][A-Z]|[A-Za-z][0-9]|[0-9][A-Za-z]/.test(word);

/** The parts of a name; `tailwindcss` is called after `tailwind`, `web1` after `web`. */
function partsOf(word: string): readonly string[] {
  const own = tokenizeRun(word);
  const parts = own.flatMap(({ text, whole }) => (whole ? [] : [text]));
  const all = [...own.map(({ text }) => text), ...pairsOf(parts)];
  const called = all.flatMap((part) => /^(.{4,})(?:css|js|py|io)$/.exec(part)?.[1] ?? []);
  const long = all.flatMap((part) => ABBREVIATIONS.get(part) ?? []);
  const folders = word.includes('/') ? word.split('/').filter(Boolean) : [];
  const dotted = /^[^/]*\.[^/]*\.[^/]*$/.test(word) ? neighbours(word.split('.')) : [];
  return [...all, ...called, ...long, ...[...folders, ...dotted].map((part) => part.toLowerCase())];
}

/** `a.b`, `b.c` and so on of `a.b.c.d`. */
function neighbours(parts: readonly string[]): readonly string[] {
  if (parts.length > 6) return [];
  return parts.flatMap((_, from) =>
    parts.slice(from + 1).map((__, more) => parts.slice(from, from + more + 2).join('.')),
  );
}

/** What two neighbours are called together: `webview` in `web_view` and `WKWebView`. */
const pairsOf = (parts: readonly string[]): readonly string[] =>
  parts.length > 8 ? [] : parts.slice(1).map((part, i) => `${parts[i]}${part}`);

/** Returns the stem of a word; a word that would keep fewer than three letters stays as it is. */
export function stripWordEnding(word: string): string {
  const root = stem(word);
  return root.length < 3 ? word : root;
}

/** The words of a text, and their roots. */
export const listWordForms = (text: string): ReadonlySet<string> =>
  new Set(parseCallTokens(text).flatMap(({ whole, roots }) => [whole, ...roots]));
