import {
  type AnalyzedWord,
  analyzePlainWord,
  analyzeText,
  findWordPrefix,
  isWordForm,
  type TextAnalysis,
} from './analyze-text.js';

/** Finds the places of a phrase, word by word. After `=` only its exact form counts; a literal is found as a substring. */
export function findPhrase(phrase: string, analysis: TextAnalysis): readonly number[] {
  if (isLiteral(phrase)) return analysis.text.includes(phrase) ? findLiteral(phrase, analysis) : [];
  const near = analysis.starting(startOfPhrase(phrase));
  if (near.length === 0) return [];
  const isExact = phrase.startsWith('=');
  const parts = wordsOf(isExact ? phrase.slice(1) : phrase);
  return near
    .filter(({ at }) =>
      parts.every((part, i) => {
        const word = analysis.words[at + i];
        return word !== undefined && (isExact ? part.form === word.form : isWordForm(part, word));
      }),
    )
    .map(({ at }) => at);
}

/** Returns true if the words are the phrase, inflected or not. */
export function isNamed(words: readonly AnalyzedWord[], phrase: string): boolean {
  const parts = wordsOf(phrase);
  return parts.length === words.length && parts.every((part, i) => isInflected(part, words[i]!));
}

const isInflected = (part: AnalyzedWord, word: AnalyzedWord): boolean =>
  isWordForm(part, word) || isWordForm(word, part);

/** Returns how the first word of a name begins. */
export function startOfName(name: string): string {
  const start = findWordPrefix(name);
  const blank = start.indexOf(' ');
  return blank < 0 ? start : start.slice(0, blank);
}

/** Returns the same for a phrase; empty for a literal. */
export const startOfPhrase = (phrase: string): string =>
  isLiteral(phrase) ? '' : startOfName(phrase.startsWith('=') ? phrase.slice(1) : phrase);

/** Returns true for a phrase that begins with no Latin letter or digit, such as Chinese. */
const isLiteral = (phrase: string): boolean => !/^[a-z0-9=]/.test(phrase);

/** A cache of the words of phrases. */
const known = new Map<string, readonly AnalyzedWord[]>();

function wordsOf(phrase: string): readonly AnalyzedWord[] {
  let words = known.get(phrase);
  if (!words) {
    words = PLAIN.test(phrase) ? phrase.split(' ').map(analyzePlainWord) : analyzeText(phrase, 'topic').words;
    known.set(phrase, words);
  }
  return words;
}

/** Plain words need no analysis. */
const PLAIN = /^[a-z]+(?: [a-z]+)*$/;

/** Finds a literal that no letter or digit follows; its place is that of its last word. */
function findLiteral(phrase: string, { text }: TextAnalysis): readonly number[] {
  const isWordy = /[a-z0-9]$/.test(phrase);
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (isWordy && /[a-z0-9]/.test(text[at + phrase.length] ?? '')) continue;
    return [Math.max(0, analyzeText(text.slice(0, at + phrase.length), 'prompt').words.length - 1)];
  }
  return [];
}
