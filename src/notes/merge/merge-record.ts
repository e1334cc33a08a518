import { mergeLinesCleanly } from './merge-lines.js';
import { mergeFieldValue } from './merge-values.js';
import { findRecordLabel, setRecordLabel } from './record-labels.js';

/** The lines of a record, with a placeholder for each field, and the fields by placeholder. */
interface Skeleton {
  readonly lines: readonly string[];
  readonly fields: ReadonlyMap<string, Field>;
}

/** A field: the text before its value, the value, and the white space after it. */
interface Field {
  readonly head: string;
  readonly value: string;
  readonly tail: string;
}

const BOLD = /^([ \t]{0,3}(?:[-*+][ \t]+)?\*\*([^*:]{1,60}):?\*\*:?[ \t]*)(.*?)([ \t]*)$/;
const PAIR = /^([ \t]{0,8}([A-Za-z][\w -]{0,59}):[ \t]+)(\S.*?)([ \t]*)$/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})[ \t]*(\w*)/;

/**
 * Merges three versions of a record: a heading with its id, fields and text. Each field is merged by its value, the rest
 * by lines. Returns null where both sides changed the same text.
 */
export function mergeRecord(base: string | null, one: string, other: string): string | null {
  const label = mergeLabels(base, one, other);
  const [first, left, right] = [base ?? '', one, other].map((text) =>
    parseSkeleton(setRecordLabel(text, label)),
  ) as [Skeleton, Skeleton, Skeleton];
  const lines = mergeSkeletons(first.lines, left.lines, right.lines);
  if (!lines) return null;
  const merged: string[] = [];
  for (const line of lines) {
    const [a, b, c] = [first.fields.get(line), left.fields.get(line), right.fields.get(line)];
    const like = b ?? c ?? a;
    if (!like) {
      merged.push(line);
      continue;
    }
    const value = mergeFieldValue({ base: a?.value, one: b?.value, other: c?.value });
    if (value === null) return null;
    merged.push(like.head + (value ?? like.value) + (b && c && b.tail !== c.tail ? '  ' : like.tail));
  }
  return breakFields(merged).join('\n');
}

/** Returns the number of a record. Two sides that renumbered it reworded nothing: the lower number stands. */
function mergeLabels(base: string | null, one: string, other: string): string | null {
  const [before, mine, theirs] = [findRecordLabel(base ?? ''), findRecordLabel(one), findRecordLabel(other)];
  if (mine === null || theirs === null || mine === theirs || before === theirs) return mine;
  return before === mine || theirs < mine ? theirs : mine;
}

/** Marks a line as the place of a field; it never occurs in a text. */
const PLACE = '\0';

function parseSkeleton(source: string): Skeleton {
  const fields = new Map<string, Field>();
  let fence: string | null = null;
  const lines = source.split('\n').map((line, at) => {
    const opened = FENCE.exec(line);
    if (opened) fence = fence === null ? (opened[1] ?? '') : null;
    const isYaml = fence !== null && /^ya?ml$/i.test(fence);
    const pattern = opened || at === 0 ? null : isYaml ? PAIR : fence === null ? BOLD : null;
    const [, head = '', name = '', value = '', tail = ''] = pattern?.exec(line) ?? [];
    const place = `${PLACE}${name.trim().toLowerCase()}`;
    if (name === '' || fields.has(place)) return line;
    fields.set(place, { head, value, tail });
    return place;
  });
  return { lines, fields };
}

/** Merges lines with placeholders: fields that both sides added at one place all stay, in the order of their names. */
function mergeSkeletons(
  base: readonly string[],
  one: readonly string[],
  other: readonly string[],
): readonly string[] | null {
  const clean = mergeLinesCleanly(base, one, other);
  const isField = (line: string) => line.startsWith(PLACE);
  const merged =
    clean ?? mergeLinesCleanly(base.filter(isNoField), one.filter(isNoField), other.filter(isNoField));
  if (merged === null || clean !== null) return withoutRepeats(merged);
  const places = [...new Set([...base, ...one, ...other].filter(isField))].filter(
    (place) => !base.includes(place) || (one.includes(place) && other.includes(place)),
  );
  const known = [...base, ...one].filter(isField);
  const order = (place: string) => (base.includes(place) ? known.indexOf(place) : Number.MAX_SAFE_INTEGER);
  const sorted = places.toSorted((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  const [heading = '', ...rest] = merged;
  const hasId = /^\^[\w-]+\s*$/.test(rest[0] ?? '');
  const above = hasId ? [heading, rest[0] ?? ''] : [heading];
  const below = merged.slice(above.length);
  while (below[0]?.trim() === '') below.shift();
  return [...above, '', ...sorted, ...(below.length > 0 ? ['', ...below] : [])];
}

const isNoField = (line: string): boolean => !line.startsWith(PLACE);

/** A field that both sides added stays once. */
function withoutRepeats(lines: readonly string[] | null): readonly string[] | null {
  const seen = new Set<string>();
  return (
    lines?.filter((line) => {
      if (isNoField(line)) return true;
      const isNew = !seen.has(line);
      seen.add(line);
      return isNew;
    }) ?? null
  );
}

/** In a run of fields that breaks lines with two blanks, all but the last do. */
function breakFields(lines: readonly string[]): readonly string[] {
  const isBold = (line: string | undefined) => line !== undefined && /^\*\*[^*:]{1,60}:?\*\*/.test(line);
  return lines.map((line, at) => {
    if (!isBold(line)) return line;
    let from = at;
    let to = at;
    while (isBold(lines[from - 1])) from--;
    while (isBold(lines[to + 1])) to++;
    const breaks = lines.slice(from, to + 1).some((one) => one.endsWith('  '));
    return breaks ? line.trimEnd() + (at < to ? '  ' : '') : line;
  });
}
