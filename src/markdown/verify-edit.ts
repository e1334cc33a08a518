import type { Block, BlockKind, Outline, TextRange, UncertainRange } from './outline.js';
import { findBlockContentEnd } from './section-edits.js';
import { applyEdits, type TextEdit } from './text-edit.js';

/** The result of a proof: the edit changes only its own lines, or the reason for doubt. */
type EditVerification =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: string; readonly line: number };

/**
 * Proves that outside the lines of the splices every root block keeps its kind, its bytes and its order. `look` gives
 * an outline of a text; if it has doubts at these lines, the edit is not proved. Callers try `scan` first, then `tree`
 * (guide/store.md › What is read).
 */
export function verifyEdit(
  text: string,
  splices: readonly TextEdit[],
  look: (text: string) => Outline,
): EditVerification {
  const after = applyEdits(text, splices);
  const shifts = shiftsOf(splices);
  const zones = splices.map((one, i) => zoneOf(text, after, one, shifts[i] as number));
  const old = look(text);
  const before = doubtIn(old, zones, 'before');
  if (before) return unsure(before);
  const fresh = look(after);
  const behind = doubtIn(fresh, zones, 'after');
  if (behind) return unsure(behind);
  const isSame = (one: Fixed, other: Fixed): boolean =>
    isMoved(text, one, after, other, shifts) || bytesOf(text, one) === bytesOf(after, other);
  return compare(untouched(old, zones, 'before'), untouched(fresh, zones, 'after'), isSame);
}

/** The lines of a splice, as offsets in both texts; whole lines, without the line break it begins with. */
interface Zone {
  readonly before: TextRange;
  readonly after: TextRange;
}

type Side = keyof Zone;

/** A block without a splice, and the number of zones before it. */
interface Fixed {
  readonly block: Block;
  readonly zone: number;
}

/** The shift before each splice, and the total at the end. */
function shiftsOf(splices: readonly TextEdit[]): readonly number[] {
  const shifts = [0];
  for (const { old, new: fresh } of splices) shifts.push((shifts.at(-1) ?? 0) + fresh.length - old.length);
  return shifts;
}

function zoneOf(text: string, after: string, { at, old, new: fresh }: TextEdit, shift: number): Zone {
  const skip = untouchedBreak(text, at, old, fresh);
  const from = Math.min(at + skip, text.length);
  const to = Math.max(from, at + old.length);
  const [fromAfter, toAfter] = [at + skip + shift, at + shift + fresh.length];
  const added = endsLine(after, fromAfter, toAfter);
  if (skip > 0 && from === to)
    return { before: { start: from, end: from }, after: lines(after, fromAfter, toAfter, added) };
  const isWhole = added && endsLine(text, from, to);
  return { before: lines(text, from, to, isWhole), after: lines(after, fromAfter, toAfter, isWhole) };
}

/** Returns false if a span ends within a line in both texts. */
const endsLine = (text: string, from: number, to: number): boolean =>
  to > from ? isBreak(text, to - 1) && !isHalfBreak(text, to) : to === 0 || isBreak(text, to - 1);

/**
 * Returns the length of the line break that lines added at a line's end begin with. The break of a line in the middle
 * is then the one that the added text ends with.
 */
function untouchedBreak(text: string, at: number, old: string, fresh: string): number {
  const own = /^(?:\r\n|\n|\r)/.exec(fresh)?.[0] ?? '';
  if (own === '' || at === 0 || isBreak(text, at - 1)) return 0;
  if (old !== '') return old.startsWith(own) ? own.length : 0;
  return at === text.length || text.startsWith(own, at) ? own.length : 0;
}

/**
 * Extends a span to whole lines; an empty span at a line's start has no line. If the span is not of whole lines, the
 * line after its end belongs to it.
 */
function lines(text: string, from: number, to: number, isWhole: boolean): TextRange {
  let start = from;
  while (start > 0 && !isBreak(text, start - 1)) start--;
  if (isWhole && from === to && start === from) return { start, end: start };
  let end = to;
  if (isWhole && end > start && isBreak(text, end - 1) && !isHalfBreak(text, end)) return { start, end };
  while (end < text.length && !isBreak(text, end)) end++;
  while (end < text.length && isBreak(text, end)) {
    end++;
    if (!isHalfBreak(text, end)) break;
  }
  return { start, end };
}

const isBreak = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';
const isHalfBreak = (text: string, at: number): boolean => text[at] === '\n' && text[at - 1] === '\r';

const touches = (block: Block, { start, end }: TextRange): boolean => block.start < end && start < block.end;
/** An insertion between two lines of one block is inside it without changing a line. */
const holds = (block: Block, { start, end }: TextRange): boolean =>
  start === end && block.start < start && start < block.end;

/** Returns the first doubt that a zone touches or borders; one without an end affects all zones after it. */
function doubtIn(
  { uncertainRanges: doubts, blocks }: Outline,
  zones: readonly Zone[],
  side: Side,
): UncertainRange | null {
  for (const doubt of doubts) {
    const { line, lastLine } = doubt;
    if (lastLine === Number.POSITIVE_INFINITY) return doubt;
    const own = blocks.filter((block) => block.line <= lastLine && line <= block.lastLine);
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return doubt;
    const wide = { start: first.start, end: last.end };
    if (zones.some((zone) => wide.start <= zone[side].end && zone[side].start <= wide.end)) return doubt;
  }
  return null;
}

function untouched({ blocks }: Outline, zones: readonly Zone[], side: Side): Fixed[] {
  const fixed: Fixed[] = [];
  let zone = 0;
  for (const block of blocks) {
    while (zone < zones.length && (zones[zone] as Zone)[side].end <= block.start) zone++;
    const near = zones[zone];
    if (near && (touches(block, near[side]) || holds(block, near[side]))) continue;
    fixed.push({ block, zone });
  }
  return fixed;
}

/** Returns true if a block is exactly where the splices before it shift it: then its bytes are equal. */
function isMoved(text: string, old: Fixed, after: string, fresh: Fixed, shifts: readonly number[]): boolean {
  const shift = shifts[old.zone] ?? 0;
  return (
    fresh.block.start === old.block.start + shift &&
    findBlockContentEnd(after, fresh.block) === findBlockContentEnd(text, old.block) + shift
  );
}

const bytesOf = (text: string, { block }: Fixed): string =>
  text.slice(block.start, findBlockContentEnd(text, block));

/** Names of blocks in messages. */
const BLOCK_NAMES: Readonly<Record<BlockKind, string>> = {
  frontmatter: 'the front matter',
  heading: 'a heading',
  item: 'a list item',
  paragraph: 'a paragraph',
  code: 'a code block',
  html: 'an HTML block or comment',
  quote: 'a quotation',
  rule: 'a line between sections',
  definition: 'a link definition',
};

const nameBlock = (fixed: Fixed | undefined): string => (fixed ? BLOCK_NAMES[fixed.block.kind] : 'a block');

function compare(
  before: readonly Fixed[],
  after: readonly Fixed[],
  isSame: (old: Fixed, fresh: Fixed) => boolean,
): EditVerification {
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [old, fresh] = [before[i], after[i]];
    if (!old) return no(`${nameBlock(fresh)} would appear`, fresh);
    if (!fresh) return no(`${nameBlock(old)} would become part of another block`, old);
    if (!isSame(old, fresh) || old.block.kind !== fresh.block.kind || old.block.depth !== fresh.block.depth)
      return no(`${nameBlock(old)} would become part of another block`, old);
    if (old.zone !== fresh.zone || old.block.marker !== fresh.block.marker)
      return no(`${nameBlock(old)} would move`, old);
  }
  return { ok: true };
}

const unsure = ({ line, why = 'the scanner is not certain here' }: UncertainRange): EditVerification => ({
  ok: false,
  why,
  line,
});

const no = (why: string, fixed: Fixed | undefined): EditVerification => ({
  ok: false,
  why,
  line: fixed?.block.line ?? 1,
});
