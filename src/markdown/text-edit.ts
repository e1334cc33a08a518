import { diffLines } from 'diff';

/** One symmetric change of text: at `at` (UTF-16 units) the units of `old` become `new`. */
export interface TextEdit {
  readonly at: number;
  readonly old: string;
  readonly new: string;
}

/** Caches the last long text that splices made: an edit is shown, verified and written in a row. */
let last: { readonly text: string; readonly splices: readonly TextEdit[]; readonly out: string } | null =
  null;
/** Shorter texts are not cached. */
const LONG = 4096;

/** Applies ordered, disjoint splices; throws if the text does not contain `old`. */
export function applyEdits(text: string, splices: readonly TextEdit[]): string {
  if (text.length < LONG) return spliced(text, splices);
  if (last?.splices !== splices || last.text !== text) last = { text, splices, out: spliced(text, splices) };
  return last.out;
}

function spliced(text: string, splices: readonly TextEdit[]): string {
  let out = '';
  let from = 0;
  for (const { at, old, new: fresh } of splices) {
    if (at < from || !text.startsWith(old, at)) throw new RangeError(`splice at ${at} does not fit the text`);
    out += text.slice(from, at) + fresh;
    from = at + old.length;
  }
  return out + text.slice(from);
}

/** Returns the splices that undo these: `splice(splice(t, s), reverse(s)) === t`. */
export function invertEdits(splices: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return splices.map(({ at, old, new: fresh }) => {
    const back = { at: at + shift, old: fresh, new: old };
    shift += fresh.length - old.length;
    return back;
  });
}

/** Returns the splices, by whole lines, from one text to another. */
export function createLineEdits(from: string, to: string): TextEdit[] {
  const splices: TextEdit[] = [];
  let at = 0;
  let pending = { at, old: '', new: '' };
  for (const { value, added, removed } of [
    ...diffLines(from, to),
    { value: '', added: false, removed: false },
  ]) {
    if (added) pending.new += value;
    if (removed) pending.old += value;
    if (!added) at += value.length;
    if (added || removed) continue;
    if (pending.old !== '' || pending.new !== '') splices.push(pending);
    pending = { at, old: '', new: '' };
  }
  return splices;
}

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
