import {
  ANY_NUMBER,
  type AnalyzedWord,
  analyzePlainWord,
  analyzeText,
  findWordPrefix,
  isWordForm,
  type TextAnalysis,
} from './analyze-text.js';

/** Where a phrase is said, word by word; `=` asks for its very form, and what is no plain word is looked for as it stands. */
export function findPhrase(phrase: string, heard: TextAnalysis): readonly number[] {
  if (isLiteral(phrase)) return heard.text.includes(phrase) ? literally(phrase, heard) : [];
  const near = heard.starting(startOfPhrase(phrase));
  if (near.length === 0) return [];
  const exact = phrase.startsWith('=');
  const parts = wordsOf(exact ? phrase.slice(1) : phrase);
  return near
    .filter(({ at }) =>
      parts.every((part, i) => {
        const word = heard.words[at + i];
        return word !== undefined && (exact ? part.form === word.form : isWordForm(part, word));
      }),
    )
    .map(({ at }) => at);
}

/** True where words are a phrase, inflected or not; Chinese stands without blanks. */
export function isNamed(words: readonly AnalyzedWord[], phrase: string): boolean {
  const parts = wordsOf(phrase);
  return parts.length === words.length && parts.every((part, i) => isInflected(part, words[i]!));
}

/** True where each word of a phrase stands somewhere in a text: it may be said there, or named. */
export function mayBeSaid(phrase: string, heard: TextAnalysis): boolean {
  if (isLiteral(phrase)) return heard.text.includes(phrase);
  const isThere = (part: AnalyzedWord) =>
    part.form === ANY_NUMBER ||
    heard.starting(findWordPrefix(part.form)).some((word) => isInflected(part, word));
  const words = phrase.replace(/^=/, '');
  // Most phrases fail at a word, and are not cached.
  return PLAIN.test(words)
    ? words.split(' ').every((word, at) => isThere(analyzePlainWord(word, at)))
    : wordsOf(words).every(isThere);
}

const isInflected = (part: AnalyzedWord, word: AnalyzedWord): boolean =>
  isWordForm(part, word) || isWordForm(word, part);

/** How the first word of a name begins. */
export function startOfName(name: string): string {
  const start = findWordPrefix(name);
  const blank = start.indexOf(' ');
  return blank < 0 ? start : start.slice(0, blank);
}

/** The same of a phrase that is looked for; none where it is looked for as it stands. */
export const startOfPhrase = (phrase: string): string =>
  isLiteral(phrase) ? '' : startOfName(phrase.startsWith('=') ? phrase.slice(1) : phrase);

/** What begins with no plain letter, and Chinese, stands in a text as it is. */
const isLiteral = (phrase: string): boolean => !/^[a-z0-9=]/.test(phrase);

/** The words of the table's phrases: many, and needed again and again. */
const known = new Map<string, readonly AnalyzedWord[]>();

function wordsOf(phrase: string): readonly AnalyzedWord[] {
  let words = known.get(phrase);
  if (!words) {
    words = PLAIN.test(phrase) ? phrase.split(' ').map(analyzePlainWord) : analyzeText(phrase, 'topic').words;
    known.set(phrase, words);
  }
  return words;
}

/** Most names and things are plain words, and need no taking apart. */
const PLAIN = /^[a-z]+(?: [a-z]+)*$/;

/** A literal counts where no letter goes on behind it; its place is that of its last word. */
function literally(phrase: string, { text }: TextAnalysis): readonly number[] {
  const isWordy = /[a-z0-9]$/.test(phrase);
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (isWordy && /[a-z0-9]/.test(text[at + phrase.length] ?? '')) continue;
    return [Math.max(0, analyzeText(text.slice(0, at + phrase.length), 'prompt').words.length - 1)];
  }
  return [];
}
