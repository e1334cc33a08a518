import { applyEdits, type TextEdit } from './text-edit.js';

/** Lines as they stood before an edit, and as they stand after it; both joined by `\n`. */
export interface LinePair {
  readonly old: string;
  readonly new: string;
}

/**
 * Finds the full text of the lines that an edit changes in part, before and after: an edit inside a line holds only a
 * piece of it. Edits that cover whole lines give nothing.
 */
export function findChangedLines(text: string, splices: readonly TextEdit[]): LinePair[] {
  return groupByLines(text, splices).flatMap(({ start, end, own }) => {
    const region = text.slice(start, end);
    const edited = applyEdits(
      region,
      own.map((one) => ({ ...one, at: one.at - start })),
    );
    const pair = withoutSharedEnds(splitLines(region), splitLines(edited));
    const said = (side: 'old' | 'new') => new Set(own.flatMap((one) => splitLines(one[side])));
    const isCovered = (lines: readonly string[], known: ReadonlySet<string>) =>
      lines.every((line) => line === '' || known.has(line));
    if (isCovered(pair.old, said('old')) && isCovered(pair.new, said('new'))) return [];
    return [{ old: pair.old.join('\n'), new: pair.new.join('\n') }];
  });
}

export const splitLines = (text: string): string[] => text.split(/\r\n|\n|\r/);

interface Group {
  readonly start: number;
  readonly end: number;
  readonly own: readonly TextEdit[];
}

/** Splices that touch the same line belong together; each group has the offsets of its lines. */
function groupByLines(text: string, splices: readonly TextEdit[]): Group[] {
  const groups: Group[] = [];
  for (const one of splices) {
    const last = groups.at(-1);
    const end = endOfLine(text, one.at + one.old.length);
    if (last && one.at <= last.end) groups[groups.length - 1] = { ...last, end, own: [...last.own, one] };
    else groups.push({ start: startOfLine(text, one.at), end, own: [one] });
  }
  return groups;
}

function startOfLine(text: string, at: number): number {
  let start = at;
  while (start > 0 && !isBreak(text, start - 1)) start--;
  return start;
}

function endOfLine(text: string, at: number): number {
  let end = at;
  while (end < text.length && !isBreak(text, end)) end++;
  return end;
}

const isBreak = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';

function withoutSharedEnds(old: string[], fresh: string[]): { old: string[]; new: string[] } {
  const most = Math.min(old.length, fresh.length);
  let head = 0;
  while (head < most && old[head] === fresh[head]) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
  return { old: old.slice(head, old.length - tail), new: fresh.slice(head, fresh.length - tail) };
}
