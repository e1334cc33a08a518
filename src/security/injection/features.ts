/**
 * Extracts the features of a lower-case text: word stems, pairs of neighbouring words, and the first word (`^ignore`).
 * Chinese is split into characters; URLs, email addresses, paths and machine names (sessions, commits, hashes) become
 * one feature each.
 */
export function extractFeatures(text: string): ReadonlySet<string> {
  const words = (masked(text.toLowerCase()).match(WORD) ?? []).map(withoutEnding);
  const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`);
  const telling = words.filter((word) => !SILENT.has(word));
  return new Set([...telling, ...pairs, ...words.slice(0, 1).map((word) => `^${word}`)]);
}

/** Words that occur in any text: alone they show only the language; in a pair they are features. */
const SILENT: ReadonlySet<string> = new Set(
  '@url @path @id a an the this that these those it its and or but so then there here to of in on at by for from with into as is are was be been has have not all any every each some und oder der die das den dem des ein eine einen einem zu zum zur mit von für auf im in ist sind dass als wie sie es er wir 的 了 和 在 是 这 那'.split(
    ' ',
  ),
);

const WORD = /[a-zà-ÿ'@]+|[\u4e00-\u9fff]/g;

const masked = (text: string): string =>
  text
    .replace(/[’‘]/g, "'")
    .replace(/@/g, ' at ')
    .replace(/\bhttps?:\/\/[^\s)>"'`]+/g, ' @url ')
    .replace(/(?<![\w.])(?:~|\.{1,2})?\/[\w.-][\w./-]*/g, ' @path ')
    .replace(BESIDE_DIGIT, ' @id ');

/** A few letters next to a digit are not a word: a UUID would give a dozen, and false positives in 1 of 70. */
const BESIDE_DIGIT = /(?<=\d)[a-z]{1,3}(?![a-z])|(?<![a-z])[a-z]{1,3}(?=\d)/g;

/** Shorter than a stem on purpose: with the stems of search, precision falls from 0.944 to 0.935 on unseen texts. */
const withoutEnding = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ing|ed|s|en|e)$/, '') : word;
