import { HASH, isBlank } from './char-codes.js';

/** A heading's text without its closing `#`s. */
export function stripClosing(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === HASH) end--;
  if (end === text.length) return text;
  if (end === 0) return '';
  if (!isBlank(text.charCodeAt(end - 1))) return text;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Trims each line of a text. */
export function trimLines(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')).join('\n');
}
