import stringWidth from 'string-width';
import type { Span } from './spans.js';

/** Returns how many columns a text takes on a terminal. */
export const measureColumns = (text: string): number =>
  /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text);

/** A part of a text within which no line may end. */
interface Unit {
  readonly spans: Span[];
  columns: number;
  /** True if white space precedes it. */
  readonly isSpaced: boolean;
}

/** Scripts without spaces between words: a line may end after each character. */
const WIDE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
/** Punctuation that must not begin a line. */
const CLOSING = '、。，．！？：；）」』】》〉ー';
const PIECES = new RegExp(`\\s+|[${WIDE}][${CLOSING}]*|[^\\s${WIDE}]+`, 'gu');
const IS_WIDE = new RegExp(`^[${WIDE}]`, 'u');

/**
 * Breaks spans into lines of at most `width` columns, between words only; a longer word keeps its own line. The first line
 * starts at column `start`, the others at `indent`. The lines do not include the indent.
 */
export function wrapSpans(
  spans: readonly Span[],
  { width, start, indent }: { readonly width: number; readonly start: number; readonly indent: number },
): readonly (readonly Span[])[] {
  const whole = spans.reduce((sum, { text }) => sum + measureColumns(text), start);
  if (whole <= width) return [spans];
  const lines: Span[][] = [[]];
  let column = start;
  for (const unit of splitUnits(spans)) {
    const isFirst = lines.at(-1)?.length === 0;
    const gap = unit.isSpaced && !isFirst ? 1 : 0;
    const isTooLong = column + gap + unit.columns > width;
    if (isTooLong && (!isFirst || (lines.length === 1 && start > indent))) {
      lines.push([...unit.spans]);
      column = indent + unit.columns;
    } else {
      lines.at(-1)?.push(...(gap ? [{ text: ' ' }] : []), ...unit.spans);
      column += gap + unit.columns;
    }
  }
  return lines;
}

function splitUnits(spans: readonly Span[]): readonly Unit[] {
  const units: Unit[] = [];
  let isSpaced = false;
  let isOpen = false;
  for (const { text, tone } of spans)
    for (const [piece] of text.matchAll(PIECES)) {
      if (/^\s/.test(piece)) {
        isSpaced = true;
        isOpen = false;
        continue;
      }
      const span = { text: piece, tone };
      const last = units.at(-1);
      const isWide = IS_WIDE.test(piece);
      if (isOpen && last && !isWide) {
        last.spans.push(span);
        last.columns += measureColumns(piece);
      } else units.push({ spans: [span], columns: measureColumns(piece), isSpaced });
      isSpaced = false;
      isOpen = !isWide;
    }
  return units;
}
