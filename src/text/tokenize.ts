import { createFastRegex, isAscii } from './ascii-regex.js';

/** One word of a text: lower-cased, without accents; `whole` where its parts are words of their own beside it. */
export interface TokenizedWord {
  readonly text: string;
  /** True for a name such as `node.js` or `src/a-b.ts`, whose parts follow; only parts count towards a length. */
  readonly whole: boolean;
}

/** A run of letters and digits, with characters that join names: `a-b`, `node.js`, `src/x`, `a_b`, `it's`, `C++`, `C#`. */
const CHUNK = createFastRegex(
  /[A-Za-z0-9]+(?:[-_./\\:@'+&][A-Za-z0-9]+)*(?:\+\+|#(?![A-Za-z0-9]))?/g,
  () =>
    /[\p{L}\p{N}\p{M}]+(?:[-_./\\:@'’+&][\p{L}\p{N}\p{M}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?|\p{Extended_Pictographic}/gu,
);
/** Between the parts of `camelCase`, `HTTPServer`, `utf8`. */
const HUMP = createFastRegex(
  /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-zA-Z])(?=[0-9])|(?<=[0-9])(?=[a-zA-Z])/,
  () => /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u,
);

/** True for scripts without blanks between words. */
function isUnparted(text: string): boolean {
  unparted ??=
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
  return unparted.test(text);
}

/** Compiled at first need: property escapes take time. */
let unparted: RegExp | undefined;
/** Most words of a text. */
const SIMPLE = /^[a-z]{1,64}$/;
const CLITIC = /['’](?:s|m|d|ll|re|ve)$/;
const APOSTROPHE = /['’]/;
const APOSTROPHES = /['’]/g;
const JOINED = /[-_./\\:@+&]/;
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** A longer word is a blob (base64, a hash, minified code), and only its start is indexed. */
const MAX_LENGTH = 64;

let segmenter: Intl.Segmenter | undefined;

/** Splits Chinese text, which has no blanks, into the words of a dictionary. */
export function splitChinese(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  const words: string[] = [];
  for (const part of text.match(PART) ?? [])
    for (const { segment, isWordLike } of segmenter.segment(part)) if (isWordLike) words.push(segment);
  return words;
}

/** The segmenter needs time and memory that grow with the square of its text. */
const PART = /[\s\S]{1,1000}/gu;

/** The words of a text in reading order; names come whole and in parts. Never throws, whatever the text. */
export const tokenizeText = (text: string): TokenizedWord[] => splitRuns(text).flatMap(tokenizeRun);

/** The runs of a text of which each is a word, or a name with its parts. */
export function splitRuns(text: string): readonly string[] {
  return (text.includes(',') ? text.replace(THOUSANDS, '') : text).match(CHUNK(text)) ?? [];
}

/** Two adjacent words of a query written as one, for texts that do so: `log in` is `login` there. */
export function joinAdjacentWords(text: string): readonly string[] {
  const words = tokenizeText(text).filter(({ whole }) => !whole);
  return words.slice(1).flatMap(({ text: word }, at) => {
    const joined = `${words[at]?.text}${word}`;
    return SIMPLE.test(joined) && joined.length >= SHORTEST_JOINED ? joined : [];
  });
}

const SHORTEST_JOINED = 5;

/** The words of one run. */
export function tokenizeRun(chunk: string): TokenizedWord[] {
  const found: TokenizedWord[] = [];
  addChunk(chunk, HUMP(chunk), found);
  return found;
}

function addChunk(chunk: string, hump: RegExp, found: TokenizedWord[]): void {
  if (SIMPLE.test(chunk)) {
    found.push({ text: chunk, whole: false });
    return;
  }
  const plain = isAscii(chunk);
  if (!plain && isUnparted(chunk)) {
    addUnparted(chunk, found);
    return;
  }
  const bare = plain ? chunk : unaccented(chunk);
  if (!JOINED.test(bare) && !hump.test(bare)) {
    addWord(bare, found);
    return;
  }
  const whole = clipped(bare.toLowerCase());
  found.push({ text: whole, whole: true });
  const file = whole.slice(Math.max(whole.lastIndexOf('/'), whole.lastIndexOf('\\')) + 1);
  if (file !== whole && JOINED.test(file)) found.push({ text: file, whole: true });
  for (const part of bare.split(JOINED)) for (const word of part.split(hump)) addWord(word, found);
}

/** `Anna's` is anna, `don't` is dont. */
function addWord(word: string, found: TokenizedWord[]): void {
  const small = word.toLowerCase();
  const bare = APOSTROPHE.test(small) ? small.replace(CLITIC, '').replace(APOSTROPHES, '') : small;
  if (bare) found.push({ text: clipped(bare), whole: false });
}

/** Adds the words of the dictionary, and all pairs of letters, because the dictionary may split a query and its answer differently. */
function addUnparted(chunk: string, found: TokenizedWord[]): void {
  const text = chunk.normalize('NFKC').toLowerCase();
  const words = splitChinese(text);
  for (const word of words) found.push({ text: clipped(word), whole: false });
  const parted = new Set(words);
  let before = '';
  for (const letter of text) {
    const next = isUnparted(letter) ? letter : '';
    const pair = before + next;
    if (before !== '' && next !== '' && !parted.has(pair)) found.push({ text: pair, whole: true });
    before = next;
  }
}

const unaccented = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC');
const clipped = (word: string): string => (word.length > MAX_LENGTH ? word.slice(0, MAX_LENGTH) : word);
