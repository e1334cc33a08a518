import { isAscii } from '../../wiki/two-forms.js';
import { isSlip } from '../index/slip.js';
import { folded, LIGHT, STOP } from '../likeness/sameness.js';
import { IRREGULAR } from '../words/irregular.js';
import { stem } from '../words/stem.js';
import { STOP_WORDS } from '../words/stop-words.js';
import { words } from '../words/tokenize.js';

/** A word of a prompt or of a topic. Stems are dear: they are found only for words that begin alike. */
export interface Heard {
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
  #stem: string | null = null;

  constructor(form: string) {
    this.text = folded(IRREGULAR.get(form) ?? DOINGS.get(form) ?? form);
  }

  /** Stemmed twice: `deployment` is `deploy`, and that is stemmed as `deploy` itself is. */
  get stem(): string {
    this.#stem ??= folded(stem(folded(stem(this.text))));
    return this.#stem;
  }
}

/** What was heard of a text. What capitals tell is looked up only where it matters. */
export interface Hearing {
  /** Parts of names, not names as a whole, in reading order. */
  readonly words: readonly Heard[];
  /** Written as no plain word is: `DST`, `S3`, `node_modules`. */
  readonly isName: (word: Heard) => boolean;
  /** Written with a capital where no sentence begins; a topic may begin with one. */
  readonly isCapital: (word: Heard) => boolean;
}

/** Longer prompts are pasted documents: their beginning and their end tell what they are about. */
const LONGEST = 8000;

/** Takes a text apart as far as matching needs it. Never throws. */
export function hear(text: string, as: 'prompt' | 'topic'): Hearing {
  const said = text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)}\n${text.slice(-LONGEST / 2)}`;
  const heard: Heard[] = [];
  let name: string | null = null;
  for (const { text: form, whole } of words(said)) {
    if (whole) name = form;
    else {
      if (!name?.includes(form)) name = null;
      const light = STOP.has(form) || LIGHT.has(form) || STOP_WORDS.has(form) || /^[a-z0-9]$/.test(form);
      heard.push({
        form,
        at: heard.length,
        light,
        meant: new Meant(form),
        whole: name === null ? null : new Meant(name),
      });
    }
  }
  const letters = once(() => lettersOf(said));
  const names = once(() => formsOf(said, letters().name));
  const capitals = once(() => formsOf(said, as === 'topic' ? letters().capital : letters().inner));
  return {
    words: heard,
    isName: ({ form }) => !ANY_NAME.has(form) && names().has(form),
    isCapital: ({ form }) => capitals().has(form),
  };
}

/** True where two words are one: equal but for inflection, another name, a slip of the keys; or one Chinese word in another. */
export function isOne(a: Heard, b: Heard): boolean {
  if (a.form === b.form || isSame(a.meant, b.meant)) return true;
  if ((b.whole !== null && isSame(a.meant, b.whole)) || (a.whole !== null && isSame(a.whole, b.meant)))
    return true;
  return a.form.length >= 2 && b.form.includes(a.form) && /^\p{Script=Han}+$/u.test(a.form);
}

/** What counts as the same word has one key. */
export const keyOf = ({ meant }: Heard): string => meant.stem;

function isSame(a: Meant, b: Meant): boolean {
  if (a.text === b.text) return true;
  if (a.text[0] !== b.text[0]) return false;
  return a.stem === b.stem || isSlip(a.text, b.text) || isSlip(a.stem, b.stem);
}

/** Nouns in `-age` for what a verb does; no rule tells them from `message` and `image`. */
const DOINGS: ReadonlyMap<string, string> = new Map([
  ['storage', 'store'],
  ['usage', 'use'],
  ['leakage', 'leak'],
  ['linkage', 'link'],
  ['breakage', 'break'],
  ['coverage', 'cover'],
]);

/** Names that any program has to do with: to share one says little. */
const ANY_NAME: ReadonlySet<string> = new Set(
  'api apis ui url urls id ids http https json css html js ts sql cli io ok readme'.split(' '),
);

/** How names and capitals are written. */
interface Letters {
  readonly name: RegExp;
  readonly capital: RegExp;
  /** No sentence begins with it, or it is all capitals. */
  readonly inner: RegExp;
}

const PLAIN: Letters = {
  name: /(?<!\w)\w*(?:[A-Z]{2}|[a-zA-Z][0-9]|[0-9][a-zA-Z]|[a-z][A-Z]|[a-zA-Z]_[a-zA-Z])\w*/g,
  capital: /[A-Z][a-zA-Z0-9]*/g,
  inner: /(?<=[a-zA-Z0-9,;)"'] +)[A-Z][a-zA-Z0-9]*|(?<![a-zA-Z0-9])[A-Z]{2,}(?![a-zA-Z0-9])/g,
};
/** The same over all letters: such patterns take a while to make, and most texts do without. */
const anyLetters = once(
  (): Letters => ({
    name: /(?<![\p{L}\p{N}_])[\p{L}\p{N}_]*(?:\p{Lu}{2}|\p{L}\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}|\p{L}_\p{L})[\p{L}\p{N}_]*/gu,
    capital: /\p{Lu}[\p{L}\p{N}]*/gu,
    inner: /(?<=[\p{L}\p{N},;)"'’] +)\p{Lu}[\p{L}\p{N}]*|(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu,
  }),
);

const lettersOf = (text: string): Letters => (isAscii(text) ? PLAIN : anyLetters());

const formsOf = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].flatMap(([raw]) => words(raw).map((word) => word.text)));

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
