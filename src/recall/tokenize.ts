/** One word of a text: lower-cased, without accents; `whole` where its parts are words of their own beside it. */
export interface Word {
  readonly text: string;
  /** True for a name such as `node.js` or `src/a-b.ts`, whose parts follow; only parts count towards a length. */
  readonly whole: boolean;
}

/** A run of letters and digits, with what joins names inside: `a-b`, `node.js`, `src/x`, `a_b`, `it's`, `C++`, `#42`. */
const CHUNK =
  /[\p{L}\p{N}\p{M}]+(?:[-_./\\:@'’+&][\p{L}\p{N}\p{M}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?|\p{Extended_Pictographic}/gu;
const ASCII = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}+/gu;
/** Scripts that do not part words by blanks. */
const UNPARTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const APOSTROPHE = /['’]/;
const CLITIC = /['’](?:s|m|d|ll|re|ve)$/;
const JOINED = /[-_./\\:@+&]/;
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** A word longer than this is a blob (base64, a hash, minified code): its start is kept. */
const LONGEST = 64;

let segmenter: Intl.Segmenter | undefined;

/** The words of a text in reading order; names come whole and in parts. Never throws, whatever the text. */
export function words(text: string): Word[] {
  const found: Word[] = [];
  for (const [chunk] of text.replace(THOUSANDS, '').matchAll(CHUNK)) addChunk(chunk, found);
  return found;
}

function addChunk(chunk: string, found: Word[]): void {
  const plain = ASCII.test(chunk);
  if (!plain && UNPARTED.test(chunk)) return addUnparted(chunk, found);
  const bare = plain ? chunk : unaccented(chunk);
  if (!JOINED.test(bare) && !HUMP.test(bare)) return addWord(bare, found);
  const whole = clipped(bare.toLowerCase());
  found.push({ text: whole, whole: true });
  const file = whole.slice(Math.max(whole.lastIndexOf('/'), whole.lastIndexOf('\\')) + 1);
  if (file !== whole && JOINED.test(file)) found.push({ text: file, whole: true });
  for (const part of bare.split(JOINED)) for (const hump of part.split(HUMP)) addWord(hump, found);
}

/** `Anna's` is anna, `don't` is dont. */
function addWord(word: string, found: Word[]): void {
  const small = word.toLowerCase();
  const bare = APOSTROPHE.test(small) ? small.replace(CLITIC, '').replace(/['’]/g, '') : small;
  if (bare) found.push({ text: clipped(bare), whole: false });
}

/** The dictionary's words, and pairs of letters, since a dictionary parts a question otherwise than its answer. */
function addUnparted(chunk: string, found: Word[]): void {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
  for (const { segment, isWordLike } of segmenter.segment(chunk.normalize('NFKC').toLowerCase())) {
    if (!isWordLike) continue;
    found.push({ text: clipped(segment), whole: false });
    const letters = UNPARTED.test(segment) ? [...segment] : [];
    for (let i = 0; letters.length > 2 && i + 1 < letters.length; i++)
      found.push({ text: `${letters[i]}${letters[i + 1]}`, whole: true });
  }
}

const unaccented = (text: string): string => text.normalize('NFKD').replace(MARKS, '').normalize('NFC');
const clipped = (word: string): string => (word.length > LONGEST ? word.slice(0, LONGEST) : word);
