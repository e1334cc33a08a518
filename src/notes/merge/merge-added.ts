import { mergeLines } from './merge-lines.js';
import { mergeOrder } from './merge-order.js';

/** Splits lines into parts that stay whole; null if they have no such parts. */
type PartSplitter = (lines: readonly string[]) => readonly string[] | null;

/**
 * Merges lines as git does, and keeps what both sides added at one place, sorted by its bytes. Returns null where both
 * sides changed the same part.
 */
export function mergeAdded(
  base: readonly string[],
  one: readonly string[],
  other: readonly string[],
  split: PartSplitter,
): readonly string[] | null {
  const merged: string[] = [];
  for (const run of mergeLines(base, one, other)) {
    const lines = 'lines' in run ? run.lines : mergeParts(run.base, run.ours, run.theirs, split);
    if (lines === null) return null;
    for (const line of lines) merged.push(line);
  }
  return merged;
}

function mergeParts(
  base: readonly string[],
  one: readonly string[],
  other: readonly string[],
  split: PartSplitter,
): readonly string[] | null {
  const [before, left, right] = [base, one, other].map((lines) => split(lines));
  if (!before || !left || !right) return null;
  const keys = { base: createKeys(before), one: createKeys(left), other: createKeys(right) };
  const [known, mine, others] = [new Set(keys.base), new Set(keys.one), new Set(keys.other)];
  const addedBy = (list: readonly string[]) => list.filter((key) => !known.has(key));
  const added = [addedBy(keys.one), addedBy(keys.other)];
  const isTaken = keys.base.some((key) => !mine.has(key) && !others.has(key));
  if (isTaken && added.every(({ length }) => length > 0)) return null;
  const stays = new Set([...keys.base.filter((key) => mine.has(key) && others.has(key)), ...added.flat()]);
  const order = mergeOrder(keys, stays, (some, more) => [...some, ...more].sort());
  return order.flatMap((key) => key.slice(0, key.lastIndexOf('\0')).split('\n'));
}

/** Numbers parts that occur again. */
function createKeys(parts: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  return parts.map((part) => {
    const turn = times.get(part) ?? 0;
    times.set(part, turn + 1);
    return `${part}\0${turn}`;
  });
}

const ITEM = /^([ \t]+)(?:[-*+]|\d{1,9}[.)])[ \t]/;
const FENCE = /^[ \t]*(?:`{3}|~{3})/;

/** Splits nested list items: each has the deeper lines below it. */
export function splitNestedItems(lines: readonly string[]): readonly string[] | null {
  const parts: string[][] = [];
  let depth = 0;
  for (const line of lines) {
    const indent = ITEM.exec(line)?.[1]?.length;
    if (FENCE.test(line)) return null;
    if (indent !== undefined && (parts.length === 0 || indent <= depth)) {
      parts.push([line]);
      depth = indent;
    } else if (parts.length === 0) return null;
    else parts.at(-1)?.push(line);
  }
  return parts.map((part) => part.join('\n'));
}

/** Splits the rows of a table. */
export const splitRows: PartSplitter = (lines) => lines;

const DASHES = /^[|: \t-]+$/;

/** Returns true for the lines of a table: a header and a row of dashes come first. */
export const isTable = ([header = '', dashes = '']: readonly string[]): boolean =>
  header.includes('|') && dashes.includes('-') && DASHES.test(dashes);
