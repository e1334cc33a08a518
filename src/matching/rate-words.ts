import { listIndexedWords } from '../search/index/term.js';
import type { Language } from '../text/language.js';
import type { WordRarity } from '../text/word-rarity.js';

/** Why entries are looked for. What is shown without a question must share more. */
export type RelevancePurpose = 'call' | 'prompt' | 'line' | 'question';

/** What an entry must share: one word of this rarity, or two that reach it together. */
interface LeastShared {
  readonly one: number;
  readonly two: number;
}

/** Measured on calls, prompts and pairs of lines that were labelled without knowledge of this rule. */
export const LEAST_SHARED: Readonly<Record<RelevancePurpose, LeastShared>> = {
  call: { one: 15, two: 22 },
  prompt: { one: 12, two: 20 },
  line: { one: 11, two: 17 },
  question: { one: 10, two: 15 },
};

/** Characters of a text that are read, and its words that are compared. */
const MAX_CHARS = 8000;
const MAX_WORDS = 400;

/** A short word, a number and a piece of Chinese name little on their own. */
const SHORT = { chars: 3, rarity: 12 };
const NUMBER = { chars: 3, rarity: 11, short: 4 };
const HAN = { rarity: 10.5, single: 5 };

/** Lists the words of a text by their index keys, with the rarity of each. */
export function rateWords(
  text: string,
  rarityOf: WordRarity,
  language: Language | undefined,
): ReadonlyMap<string, number> {
  const rated = new Map<string, number>();
  for (const { key } of listIndexedWords(text.slice(0, MAX_CHARS), language)) {
    if (rated.size >= MAX_WORDS) break;
    if (!rated.has(key)) rated.set(key, rateWord(key, rarityOf, language?.name ?? 'english'));
  }
  return rated;
}

function rateWord(key: string, rarityOf: WordRarity, language: string): number {
  if (/^[\d.v]+$/.test(key)) return key.length < NUMBER.chars ? NUMBER.short : NUMBER.rarity;
  if (/^\p{Script=Han}+$/u.test(key)) return key.length === 1 ? HAN.single : HAN.rarity;
  // The table knows English only: in another language each plain word would seem to be a name.
  const isPlain = /^\p{L}+$/u.test(key) && (language !== 'english' || !/^[a-z]+$/.test(key));
  const rarity = isPlain ? Math.min(HAN.rarity, rarityOf(key)) : rarityOf(key);
  return key.length <= SHORT.chars ? Math.min(SHORT.rarity, rarity) : rarity;
}

/** The weight that an entry shares with a text: that of all shared words, of the rarest, and of the rarest two. */
export class SharedWeight {
  sum = 0;
  first = 0;
  second = 0;

  add(weight: number): void {
    this.sum += weight;
    if (weight > this.first) {
      this.second = this.first;
      this.first = weight;
    } else if (weight > this.second) this.second = weight;
  }

  isEnough({ one, two }: LeastShared): boolean {
    return this.first >= one || (this.second > 0 && this.first + this.second >= two);
  }
}

/** Creates the test whether another text is relevant to this one. */
export function createRelevanceTest(
  text: string,
  purpose: RelevancePurpose,
  rarityOf: WordRarity,
  language?: Language,
): (other: string) => boolean {
  const rated = rateWords(text, rarityOf, language);
  return (other) => {
    const shared = new SharedWeight();
    for (const key of rateWords(other, rarityOf, language).keys()) {
      const weight = rated.get(key);
      if (weight !== undefined) shared.add(weight);
    }
    return shared.isEnough(LEAST_SHARED[purpose]);
  };
}
