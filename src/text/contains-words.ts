/**
 * True where these words stand in a text one after another: in any case, broken anywhere, and guarded by backslashes. A
 * longer last word is another word. As fast as the search for the first word.
 */
export function isWordSequenceIn(words: readonly string[], text: string): boolean {
  const [first, ...others] = words.filter((word) => word !== '').map((word) => word.toLowerCase());
  if (first === undefined) return true;
  const lower = text.toLowerCase();
  if (!others.every((word) => lower.includes(word))) return false;
  for (let at = lower.indexOf(first); at >= 0; at = lower.indexOf(first, at + 1))
    if (followed(lower, at + first.length, others)) return true;
  return false;
}

function followed(text: string, from: number, words: readonly string[]): boolean {
  let at = from;
  for (const word of words) {
    const behind = behindBreak(text, at);
    if (behind === at || !text.startsWith(word, behind)) return false;
    at = behind + word.length;
  }
  return !(isOfWord(text.charCodeAt(at - 1)) && isOfWord(text.charCodeAt(at)));
}

function behindBreak(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBreak(text.charCodeAt(at))) at++;
  return at;
}

const BACKSLASH = 92;

const isBreak = (code: number): boolean =>
  code <= 32 || code === BACKSLASH || (code > 127 && /\s/.test(String.fromCharCode(code)));

/** Checks only the most common letters and digits, which is fast. */
const isOfWord = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
