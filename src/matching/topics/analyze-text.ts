import { isAscii } from '../../text/ascii-regex.js';
import { isKeyboardTypo } from '../../text/edit-distance.js';
import { IRREGULAR, STOP_WORDS } from '../../text/english-words.js';
import { groupByKeys } from '../../text/group-by.js';
import { stem } from '../../text/stem.js';
import { tokenizeText } from '../../text/tokenize.js';
import { parseWordRows, parseWordSet } from '../../text/word-list.js';
import { LIGHT, STOP, toCanonicalWord } from '../similarity/canonical-words.js';
import * as table from './topic-words.data.js';

const NOUN_TO_VERB = new Map(parseWordRows(table.NOUN_TO_VERB).map(([noun = '', root = '']) => [noun, root]));
/** A key that no stem has, for each form of a row. */
const STEM_OVERRIDES = new Map(
  parseWordRows(table.STEM_OVERRIDES).flatMap((row) => row.map((form) => [form, `=${row[0]}`])),
);
const COMPOUND_NAMES = parseWordSet(table.COMPOUND_NAMES);

/** A word of a prompt or of a topic. Stems are dear: they are found only for words that begin alike. */
export interface AnalyzedWord {
  readonly form: string;
  /** How many words stand before it. */
  readonly at: number;
  /** It carries the grammar, or stands in any text (`it`, `go`, `use`). */
  readonly light: boolean;
  /** What it stands for: `database` for `db`, `go` for `went`; else itself. */
  readonly meant: Meant;
  /** The same of the name that it is a part of: `oauth` for its `auth`, `kubernetes` for the `8` of `k8s`; or null. */
  readonly whole: Meant | null;
}

/** A word as it is compared. Its stem is reckoned when it is first needed, once. */
class Meant {
  readonly text: string;
  /** How it begins, as written and as meant. */
  readonly starts: readonly string[];
  #stem: string | null = null;

  constructor(form: string) {
    this.text = toCanonicalWord(IRREGULAR.get(form) ?? NOUN_TO_VERB.get(form) ?? form);
    const own = findWordPrefix(form);
    this.starts = this.text.startsWith(own) ? [own] : [own, findWordPrefix(this.text)];
  }

  /** Stemmed twice: `deployment` is `deploy`, and that is stemmed as `deploy` itself is. */
  get stem(): string {
    this.#stem ??= STEM_OVERRIDES.get(this.text) ?? toCanonicalWord(stem(toCanonicalWord(stem(this.text))));
    return this.#stem;
  }
}

/** What is known of a word wherever it stands. */
interface Sense {
  readonly meant: Meant;
  readonly light: boolean;
}

/** Hundreds of rules share words. The cache is cleared when it is full, since a long-running server meets new ones. */
const senses = new Map<string, Sense>();
const MOST_SENSES = 2000;

function senseOf(form: string): Sense {
  const known = senses.get(form);
  if (known) return known;
  const light = STOP.has(form) || LIGHT.has(form) || STOP_WORDS.has(form) || /^[a-z0-9]$/.test(form);
  const sense = { meant: new Meant(form), light };
  if (senses.size >= MOST_SENSES) senses.clear();
  senses.set(form, sense);
  return sense;
}

/** What was heard of a text. What capitals tell is looked up only where it matters. */
export interface TextAnalysis {
  /** The text, in lower case. */
  readonly text: string;
  /** Parts of names, not names as a whole, in reading order. */
  readonly words: readonly AnalyzedWord[];
  /** Written with a capital where no sentence begins; a topic may begin with one. */
  readonly isCapital: (word: AnalyzedWord) => boolean;
  /** The words that begin with these letters, as written, as meant, or as the name that they are part of. */
  readonly starting: (letters: string) => readonly AnalyzedWord[];
  /** All such beginnings of its words, each once. */
  readonly starts: () => Iterable<string>;
}

/** Longer prompts are pasted documents: their beginning and their end tell what they are about. */
const LONGEST = 8000;

/** Takes a text apart as far as matching needs it. Never throws. */
export function analyzeText(text: string, as: 'prompt' | 'topic'): TextAnalysis {
  const phrase = text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)}\n${text.slice(-LONGEST / 2)}`;
  const heard: AnalyzedWord[] = [];
  let name: string | null = null;
  let rest = '';
  for (const { text: form, whole: isName } of tokenizeText(phrase)) {
    if (rest !== '' && rest.startsWith(form)) {
      rest = rest.slice(form.length);
      continue;
    }
    const isOneName = isName && COMPOUND_NAMES.has(form);
    rest = isOneName ? form : '';
    if (isName && !isOneName) name = form;
    else {
      if (!name?.includes(form)) name = null;
      const { meant, light } = senseOf(form);
      heard.push({ form, at: heard.length, light, meant, whole: name === null ? null : senseOf(name).meant });
    }
  }
  const letters = memoize(() => lettersOf(phrase));
  const capitals = memoize(() => formsOf(phrase, as === 'topic' ? letters().capital : letters().inner));
  const starts = memoize(() => byStart(heard));
  return {
    text: phrase.toLowerCase(),
    words: heard,
    isCapital: ({ form }) => capitals().has(form),
    starting: (letters) => starts().get(letters) ?? [],
    starts: () => starts().keys(),
  };
}

/** The letters that all forms of a word begin with, and all that is written together with it. */
export const findWordPrefix = (text: string): string => text.slice(0, text.charCodeAt(0) > LATIN ? 1 : 3);

/** The last letter that words of several letters are written in. */
export const LATIN = 0x2e7f;

/** A plain lower-case word of a list, unchanged. Most are compared by their letters; few are analysed. */
export const analyzePlainWord = (form: string, at: number): AnalyzedWord => ({
  form,
  at,
  light: false,
  get meant() {
    return senseOf(form).meant;
  },
  whole: null,
});

/** Returns how the other forms of a word may begin. */
export const listWordStarts = ({ meant, whole }: AnalyzedWord): readonly string[] =>
  whole === null ? meant.starts : [...new Set([...meant.starts, findWordPrefix(whole.text)])];

const byStart = (heard: readonly AnalyzedWord[]): ReadonlyMap<string, readonly AnalyzedWord[]> =>
  groupByKeys(heard.flatMap((word) => listWordStarts(word).map((start) => [start, word] as const)));

/** Returns true if two words mean the same: equal but for inflection, synonym or typing error; or one Chinese word in another. */
export function isSameWord(a: AnalyzedWord, b: AnalyzedWord): boolean {
  if (a.form === b.form || isSame(a.meant, b.meant)) return true;
  if ((b.whole !== null && isSame(a.meant, b.whole)) || (a.whole !== null && isSame(a.whole, b.meant)))
    return true;
  return a.form.length >= 2 && b.form.includes(a.form) && /^\p{Script=Han}+$/u.test(a.form);
}

/**
 * Returns true if a word is a listed word or a regular inflection of it: `deploys` and `deployed` for `deploy`, `pod` for
 * `pods`; not `book` for `booking`. It is stricter and faster than `isSameWord`.
 */
export function isWordForm(listed: AnalyzedWord, { form, whole }: AnalyzedWord): boolean {
  const known = listed.form;
  if (known === ANY_NUMBER) return /^\d+$/.test(form);
  if (form === known || `${form}s` === known || IRREGULAR.get(form) === known) return true;
  if (whole !== null && (whole.text === known || whole.text === listed.whole?.text)) return true;
  if (form.length <= known.length && !known.endsWith('e') && !known.endsWith('y')) return false;
  const [, base = form, ending = ''] = ENDING.exec(form) ?? [];
  if (ending === '') return false;
  if (ending === 's') return base === known;
  if (ending === 'ies' || ending === 'ied') return `${base}y` === known;
  return base === known || `${base}e` === known || base === known + known.at(-1);
}

/** In a list, this matches any number. */
export const ANY_NUMBER = 'num';
const ENDING = /^(.{2,}?)(ies|ied|ing|es|ed|s)$/;

const isSame = (a: Meant, b: Meant): boolean =>
  isSameStem(a, b) ||
  (a.text[0] === b.text[0] && (isKeyboardTypo(a.text, b.text) || isKeyboardTypo(a.stem, b.stem)));

const isSameStem = (a: Meant, b: Meant): boolean =>
  a.text === b.text || (a.text[0] === b.text[0] && a.stem === b.stem);

/** How names and capitals are written. */
interface Letters {
  readonly capital: RegExp;
  /** No sentence begins with it, or it is all capitals. */
  readonly inner: RegExp;
}

const PLAIN: Letters = {
  capital: /[A-Z][a-zA-Z0-9]*/g,
  inner: /(?<=[a-zA-Z0-9,;)"'] +)[A-Z][a-zA-Z0-9]*|(?<![a-zA-Z0-9])[A-Z]{2,}(?![a-zA-Z0-9])/g,
};
/** The same over all letters: such patterns take a while to make, and most texts do without. */
const anyLetters = memoize(
  (): Letters => ({
    capital: /\p{Lu}[\p{L}\p{N}]*/gu,
    inner: /(?<=[\p{L}\p{N},;)"'’] +)\p{Lu}[\p{L}\p{N}]*|(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu,
  }),
);

const lettersOf = (text: string): Letters => (isAscii(text) ? PLAIN : anyLetters());

const formsOf = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].flatMap(([raw]) => tokenizeText(raw).map((word) => word.text)));

/** Creates a value when it is first needed. */
export function memoize<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
