import { folded, LIGHT, STOP } from './sameness.js';
import { isSlip } from './slip.js';
import { stem } from './stem.js';
import { STOP_WORDS } from './stop-words.js';
import { words } from './tokenize.js';

/** A word of a prompt or of a topic. */
export interface Heard {
  /** What it is counted as: other names of a thing, and inflections, are one. */
  readonly key: string;
  /** The same of the name that it is a part of: `auth` of `OAuth`, `8` of `k8s`; null for a word by itself. */
  readonly whole: string | null;
  readonly form: string;
  /** How many words stand before it. */
  readonly at: number;
  /** It carries the grammar, or stands in any text (`it`, `go`, `use`). */
  readonly light: boolean;
  /** `DST`, `S3`, `node_modules`: written as no plain word is. */
  readonly name: boolean;
  /** Written with a capital where no sentence begins. */
  readonly capital: boolean;
}

/** Longer prompts are pasted documents: their beginning and their end tell what they are about. */
const LONGEST = 8000;

/** The words of a text in reading order: parts of names, not names as a whole. `topic` may begin with a capital. */
export function hear(text: string, as: 'prompt' | 'topic'): readonly Heard[] {
  const said = text.length <= LONGEST ? text : `${text.slice(0, LONGEST / 2)}\n${text.slice(-LONGEST / 2)}`;
  const named = lowered(said, NAME);
  const capitals = lowered(said, as === 'topic' ? CAPITAL : INNER_CAPITAL);
  const heard: Heard[] = [];
  let name: string | null = null;
  for (const { text: form, whole } of words(said)) {
    if (whole) name = form;
    else {
      if (!name?.includes(form)) name = null;
      heard.push({
        key: keyOf(form),
        whole: name && keyOf(name),
        form,
        at: heard.length,
        light: STOP.has(form) || LIGHT.has(form) || STOP_WORDS.has(form) || /^[a-z0-9]$/.test(form),
        name: named.has(form) && !ANY_NAME.has(form),
        capital: capitals.has(form),
      });
    }
  }
  return heard;
}

/** Names that any program has to do with: to share one says little. */
const ANY_NAME: ReadonlySet<string> = new Set(
  'api apis ui url urls id ids http https json css html js ts sql cli io ok readme'.split(' '),
);

/** True where two words are one: equal but for inflection, another name, a slip of the keys; or one Chinese word in another. */
export function isOne(a: Heard, b: Heard): boolean {
  if (a.key === b.key || a.key === b.whole || a.whole === b.key || a.form === b.form) return true;
  if (HAN.test(a.form)) return a.form.length >= 2 && b.form.includes(a.form);
  return isSlip(a.form, b.form) || isSlip(a.key, b.key);
}

const HAN = /^\p{Script=Han}+$/u;

const NAME = /[\p{L}\p{N}_]*(?:\p{Lu}{2}|\p{L}\p{N}|\p{N}\p{L}|\p{Ll}\p{Lu}|\p{L}_\p{L})[\p{L}\p{N}_]*/gu;
const CAPITAL = /\p{Lu}[\p{L}\p{N}]*/gu;
/** No sentence begins with it, or it is all capitals. */
const INNER_CAPITAL =
  /(?<=[\p{L}\p{N},;)"'’] +)\p{Lu}[\p{L}\p{N}]*|(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu;

const lowered = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set([...text.matchAll(pattern)].flatMap(([raw]) => words(raw).map((word) => word.text)));

function keyOf(form: string): string {
  const name = folded(form);
  return name === form ? stem(folded(stem(form))) : stem(name);
}
