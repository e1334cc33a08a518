import { stripInvisible } from '../../text/sanitize.js';
import { BIAS, FEATURE_WEIGHTS, WEIGHT_SCALE } from './weights.data.js';

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

/**
 * Returns true if a text reads like an instruction to its reader and not like something worth knowing: it overrides
 * rules, speaks as the system, hides from the user, runs what it fetches, sends secrets away (FEATURES H7). Fixed
 * patterns decide first, then word weights learned from labelled texts (guide/agents.md › Untrusted text). Hidden
 * characters and spaced letters are removed first. It finds most of them; provenance, a person's review and `undo
 * --session` cover the rest.
 */
export function isInstruction(text: string): boolean {
  const plain = flatten(text);
  const passages = new Set(passagesOf(plain)); // a generated text repeats them
  return ALWAYS.some((one) => one.test(plain)) || [...passages].some((one) => orderliness(one) > 0);
}

/**
 * Returns true if a fixed pattern matches. A document that a person chose stays unless it matches one: manuals are full
 * of orders to people, which word weights take for orders to an agent.
 */
export function isOverride(text: string): boolean {
  const plain = flatten(text);
  return ALWAYS.some((one) => one.test(plain));
}

const flatten = (text: string): string => joined(stripInvisible(text)).replace(/\s+/g, ' ');

const SHELL = '(?:(?:ba|z|da|fi)?sh|python3?|node|perl|ruby|iex)';

/**
 * Overrides earlier instructions, runs what it fetches or decodes, or imitates the markup of a model's system prompt.
 */
const ALWAYS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,24}\b(?:previous|prior|above|earlier|preceding)\b.{0,16}\b(?:instructions?|prompts?|rules?|guidelines)\b/i,
  new RegExp(`\\b(?:curl|wget|iwr|irm)\\b.{0,200}\\|\\s?(?:sudo )?${SHELL}\\b`, 'i'),
  new RegExp(`\\b(?:${SHELL}|eval|source)\\b[^|]{0,20}(?:<\\(|["']?\\$\\()\\s?(?:curl|wget)\\b`, 'i'),
  /\bbase64 (?:-d|-D|--decode)\b.{0,80}\|\s?\w{0,4}sh\b/i,
  /<\/?(?:system|assistant|instructions?|system-reminder|tool_result)\b[^>]{0,80}>(?!\s+(?:is|are|tags?|elements?|stands?|has|was|in|and|or)\b)|<\|im_start\|>\s?(?:system|user|assistant)\b/i,
];

/** Shorter texts are not instructions: an instruction names an action and its object. */
const FEWEST = 8;

/** The score of a passage; above 0 it reads like an instruction. */
function orderliness(passage: string): number {
  const signs = extractFeatures(passage);
  if (signs.size < FEWEST) return 0;
  const known = weights();
  let sum = 0;
  for (const sign of signs) sum += known.get(sign) ?? 0;
  return (sum * WEIGHT_SCALE) / Math.sqrt(Math.max(signs.size, 1)) + BIAS;
}

let read: ReadonlyMap<string, number> | undefined;

/** By sign, in steps. */
function weights(): ReadonlyMap<string, number> {
  read ??= new Map(
    FEATURE_WEIGHTS.split('\n').flatMap((line) => {
      const [weight = '', ...signs] = line.split('\t');
      return signs.map((sign): [string, number] => [sign, Number(weight)]);
    }),
  );
  return read;
}

/** The minimum length of a passage, in letters, so that an instruction inside a long text is found. */
const LONG = 240;

/** Splits a text into passages of whole sentences; each begins with the last sentence of the one before. */
function passagesOf(text: string): readonly string[] {
  if (text.length <= LONG) return [text];
  const found: string[] = [];
  let passage = '';
  for (const sentence of text.match(SENTENCE) ?? []) {
    passage += sentence;
    if (passage.length < LONG) continue;
    found.push(passage);
    passage = sentence.length < LONG ? sentence : '';
  }
  return [...found, passage];
}

const SENTENCE = /[^.!?。！？；]{1,400}(?:[.!?。！？；]+\s*|$)?/g;

/** `i g n o r e  a l l` as `ignore all`: single letters with one blank between them are one word. */
const joined = (text: string): string =>
  text.replace(/(?<!\S)(?:\S ){3,}\S(?!\S)/g, (word) => word.replaceAll(' ', ''));
