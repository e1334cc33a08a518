import { parseLinePrefix } from './line-prefix.js';

/** One statement of a text: offsets of its whole lines, line endings included, and its first line, counted from 0. */
export interface StatementSpan {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

/**
 * Splits a paragraph, or the first paragraph of an item, into statements of whole lines: a line joins the line above it
 * only where it continues that sentence. A statement that is split again stays whole.
 */
export function splitStatements(text: string): readonly StatementSpan[] {
  const lines = text.split(/(?<=\n|\r(?!\n))/);
  if (lines.length === 1) return [{ start: 0, end: text.length, line: 0 }];
  const width = Math.max(...lines.map((line) => line.trimEnd().length));
  const spans: StatementSpan[] = [];
  let offset = 0;
  for (const [at, line] of lines.entries()) {
    const last = spans.at(-1);
    const end = offset + line.length;
    if (last && continuesSentence(lines[at - 1] ?? '', line, width))
      spans[spans.length - 1] = { ...last, end };
    else spans.push({ start: offset, end, line: at });
    offset = end;
  }
  return spans;
}

/** Shorter lines were not broken at a right margin, and neither were lines longer than every margin. */
const MARGIN = { from: 60, to: 100, usual: 72 } as const;

function continuesSentence(above: string, line: string, width: number): boolean {
  const before = above.trim();
  const words = line.trim();
  if (words === '' || before === '') return words === '';
  if (ENDS_ENTRY.test(before) || words.startsWith('|') || beginsStatement(words)) return false;
  if (INDENTED.test(line) && !INDENTED.test(above)) return true;
  if (ENDS_SENTENCE.test(before)) return false;
  if (ENDS_OPEN.test(before) || CONTINUES.test(words)) return true;
  if (OPENS_CLAUSE.test(words)) return !LEADING_CLAUSE.test(words);
  return isBrokenAtMargin(above.trimEnd().length, words, width);
}

/** True where the first word of a line did not fit behind the line above it. */
function isBrokenAtMargin(length: number, words: string, width: number): boolean {
  const [first = ''] = words.split(/\s/, 1);
  if (length < MARGIN.from || width > MARGIN.to || !/^[\p{Ll}\d("'`]/u.test(first)) return false;
  return length + 1 + first.length > Math.max(width, MARGIN.usual);
}

/** A line that can only be the first of a statement: it has a box, a bullet, a date, a marker or a label. */
function beginsStatement(words: string): boolean {
  const { box, date, memory, key, label } = parseLinePrefix(words);
  return box !== null || date !== null || memory || key || label !== null || OTHER_LABEL.test(words);
}

/** A word before a colon that is not a known label, written as one. */
const OTHER_LABEL = /^(?:[*_]{2,3}\p{L}[^*_:]{0,30}:?[*_]{2,3}:?|\p{Lu}[\p{L}]{1,20}:)\s/u;
const ENDS_ENTRY = /\s\^[A-Za-z0-9-]+$/;
const INDENTED = /^(?: {2,}|\t)/;
const ENDS_SENTENCE = /[.!?;。！？；…]["'”’)\]*_]*$/u;

/** Ends with a word or mark after which a sentence must continue. */
const ENDS_OPEN =
  /(?:[,:([{&+/=<\u2192，、：（]|->|\s[-–—]|\b(?:a|an|the|and|or|but|nor|of|to|in|on|at|for|with|without|by|from|as|is|are|was|were|be|been|not|that|which|who|whose|than|into|onto|over|under|via|because|since|if|when|while|where|so|our|my|your|their|its|these|those|this|has|have|had|will|would|can|could|should|must|may|might|do|does|don[’']t|we|i|it|they)|因为|由于|和|或|的)$/iu;

/** Begins with a word or mark that joins it to the text before it. */
const CONTINUES =
  /^(?:[)(,;&+=/\u2192，、；（—–]|->|=>|(?:and|or|but|nor|because|which|who|whose|than|rather|instead|whereas|plus|e\.g\.|i\.e\.|too|(?:is|are|was|were|has|have|had|does)(?!.*\?$))\b|因为|由于|但|所以|而不是|而且|并且|以及|和)/u;

/** Begins with a word that opens a clause, which continues the sentence before it or leads into one of its own. */
const OPENS_CLAUSE =
  /^(?:so that|as|since|that|with|without|for|to|of|by|from|into|onto|per|via|while|where|when|whenever|until|till|unless|if|although|though|in|on|at|after|before|through|between|during|due|thanks|except|including|over|under)\b/u;
const LEADING_CLAUSE = /^[^,]{2,80}, ?\S/u;
