import { scanBlocks } from '../../markdown/block-scanner.js';
import type { Block, TextRange } from '../../markdown/outline.js';

/** A conflict that git left in a text: its lines from 1, markers included, and the parts between the markers. */
export interface Conflict extends TextRange {
  readonly line: number;
  readonly lastLine: number;
  readonly ours: TextRange;
  /** What both sides began with; null where git did not write it (style `merge`). */
  readonly base: TextRange | null;
  readonly theirs: TextRange;
}

/**
 * Finds the conflicts in a text: git's markers at line starts, in their order and of one length, the first of them
 * outside fences. Styles `merge`, `diff3` and `zdiff3`. `inFences` finds them in fences too. A conflict within another
 * is part of its side.
 */
export const findMergeConflicts = (text: string, inFences = false): readonly Conflict[] =>
  findOutermost(findAllConflicts(text), text, inFences);

/**
 * Returns a text with blanks in the place of conflict markers and of the base, so that both sides are read and every
 * other character keeps its place. A line with an id in both sides is shown once.
 */
export function hideConflictMarkers(text: string, conflicts: readonly Conflict[]): string {
  if (conflicts.length === 0) return text;
  const inside = findAllConflicts(text).filter((one) =>
    conflicts.some(({ start, end }) => start <= one.start && one.end <= end),
  );
  const shown = blankOut(text, inside.flatMap(listMarkers));
  return blankOut(shown, conflicts.flatMap(repeatedItems(shown)));
}

/** Returns true if a text has a line that git could have written as the first marker of a conflict. */
const mayHaveConflict = (text: string): boolean => /(?:^|[\r\n])<{7}/.test(text);

const MARKER = /^(?:(<{7,}|\|{7,}|>{7,})(?: .*)?|(={7,}))$/;

/** A conflict whose end was not found yet. */
interface Opened {
  readonly size: number;
  readonly open: Line;
  base: Line | null;
  middle: Line | null;
}

interface Line extends TextRange {
  /** From 1. */
  readonly line: number;
}

/** Finds every conflict, in fences too, and within others; the innermost of two that end together comes first. */
function findAllConflicts(text: string): readonly Conflict[] {
  if (!mayHaveConflict(text)) return [];
  const found: Conflict[] = [];
  const opened: Opened[] = [];
  for (const { line, source } of eachLine(text)) {
    const [, labelled, plain] = MARKER.exec(source) ?? [];
    const marker = labelled ?? plain;
    if (marker === undefined) continue;
    if (marker.startsWith('<')) {
      opened.push({ size: marker.length, open: line, base: null, middle: null });
      continue;
    }
    const at = opened.findLastIndex(({ size }) => size === marker.length);
    const conflict = opened[at];
    if (!conflict) continue;
    if (marker.startsWith('|')) conflict.base ??= conflict.middle ? null : line;
    else if (marker.startsWith('=')) conflict.middle ??= line;
    else if (conflict.middle) {
      found.push(toConflict(conflict, conflict.middle, line));
      opened.length = at;
    }
  }
  return found;
}

const toConflict = ({ open, base }: Opened, middle: Line, close: Line): Conflict => ({
  line: open.line,
  lastLine: close.line,
  start: open.start,
  end: close.end,
  ours: { start: open.end, end: (base ?? middle).start },
  base: base && { start: base.end, end: middle.start },
  theirs: { start: middle.end, end: close.start },
});

/** Filters out conflicts within others, and those that begin in a fence unless they count too. */
function findOutermost(all: readonly Conflict[], text: string, inFences: boolean): readonly Conflict[] {
  if (all.length === 0) return [];
  const byLine = new Map(all.map((one) => [one.line, one]));
  const found: Conflict[] = [];
  let fence: string | null = null;
  let until = 0;
  for (const { line, source } of eachLine(text)) {
    const conflict = line.line > until && (inFences || fence === null) ? byLine.get(line.line) : undefined;
    if (conflict) {
      found.push(conflict);
      until = conflict.lastLine;
    }
    const { base = null, theirs = null } = found.at(-1) ?? {};
    if (!isWithin(line, base) && !isWithin(line, theirs)) fence = findOpenFence(source, fence);
  }
  return found;
}

const isWithin = ({ start }: Line, span: TextRange | null): boolean =>
  span !== null && span.start <= start && start < span.end;

/** Returns the marker of the fence that is open after a line; null if there is none. */
function findOpenFence(line: string, open: string | null): string | null {
  const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (!mark) return open;
  const [, run = '', rest = ''] = mark;
  if (open === null) return run.startsWith('`') && rest.includes('`') ? null : run;
  return run[0] === open[0] && run.length >= open.length && rest.trim() === '' ? null : open;
}

/** The lines that are no side: the markers, and the base between two of them. */
const listMarkers = ({ start, end, ours, theirs }: Conflict): readonly TextRange[] => [
  { start, end: ours.start },
  { start: ours.end, end: theirs.start },
  { start: theirs.end, end },
];

/** Returns the items with an id in a conflict's second side that are in its first side too. */
const repeatedItems =
  (text: string) =>
  ({ ours, theirs }: Conflict): readonly TextRange[] => {
    const source = ({ start, end }: Block) => text.slice(start, end).trimEnd();
    const items = scanBlocks(text).blocks.filter(
      (block) => block.kind === 'item' && /\^[A-Za-z0-9-]+$/.test(source(block)),
    );
    const within = ({ start, end }: TextRange) => items.filter((one) => start <= one.start && one.end <= end);
    const known = new Set(within(ours).map(source));
    return within(theirs).filter((one) => known.has(source(one)));
  };

/** Replaces all but line breaks by blanks. */
function blankOut(text: string, spans: readonly TextRange[]): string {
  let out = '';
  let from = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < from) continue;
    out += text.slice(from, start) + text.slice(start, end).replace(/[^\r\n]/g, ' ');
    from = end;
  }
  return out + text.slice(from);
}

/** Yields the lines of a text with their offsets, line endings included. */
function* eachLine(text: string): Generator<{ readonly line: Line; readonly source: string }> {
  let start = 0;
  for (let line = 1; start < text.length; line++) {
    const ends = /\r\n|\n|\r/g;
    ends.lastIndex = start;
    const ending = ends.exec(text);
    const end = ending ? ending.index + ending[0].length : text.length;
    yield { line: { line, start, end }, source: text.slice(start, ending?.index ?? text.length) };
    start = end;
  }
}

/** Takes a text with conflicts apart: its versions, each with the text around the conflicts. Where git did not write the base, it has only that. */
export const joinSides = (text: string, conflicts: readonly Conflict[]) => ({
  base: pickSide(text, conflicts, ({ base }) => base),
  ours: pickSide(text, conflicts, ({ ours }) => ours),
  theirs: pickSide(text, conflicts, ({ theirs }) => theirs),
});

function pickSide(
  text: string,
  conflicts: readonly Conflict[],
  pick: (conflict: Conflict) => TextRange | null,
): string {
  let out = '';
  let from = 0;
  for (const conflict of conflicts) {
    const side = pick(conflict);
    out += text.slice(from, conflict.start) + (side ? text.slice(side.start, side.end) : '');
    from = conflict.end;
  }
  return out + text.slice(from);
}
