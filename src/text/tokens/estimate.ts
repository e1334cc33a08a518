/**
 * Tokens of a text, estimated without a vocabulary: a little above what o200k counts for prose, code and Chinese,
 * so that a sum of estimates rarely passes a budget. Where a budget is a promise, the real tokenizer has the last word.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const piece of text.match(PIECES) ?? []) tokens += cost(piece);
  return tokens;
}

/** Runs that a tokenizer keeps apart: words of Latin letters, numbers, other scripts, punctuation, line ends. */
const PIECES =
  /[A-Za-z]+|[0-9]+|[\u00c0-\u024f\u0370-\u052f]+|[^\s\u0000-\u024f\u0370-\u052f]|[!-/:-@[-`{-~\u0080-\u00bf]+|\n+/g;

/** Letters per token of a common word, and of a rare or joined one. */
const COMMON = 7;
const RARE = 3.5;

function cost(piece: string): number {
  const code = piece.charCodeAt(0);
  if (code >= SURROGATES) return 1.3;
  if (code >= IDEOGRAPHS) return 0.8;
  if (code >= ACCENTED) return Math.ceil(piece.length / 2);
  if (code >= 0x30 && code <= 0x39) return Math.ceil(piece.length / 3);
  if (isLetter(code)) return piece.length <= COMMON ? 1 : Math.ceil(piece.length / RARE) - 1;
  return Math.ceil(piece.length / 2);
}

const isLetter = (code: number): boolean => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);

const ACCENTED = 0xc0;
const IDEOGRAPHS = 0x2e80;
const SURROGATES = 0xd800;
