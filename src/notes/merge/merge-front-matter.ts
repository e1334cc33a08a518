import { mergeFieldValue } from './merge-values.js';

/**
 * Merges three versions of a front matter, rules included, property by property. Of two values that both sides wrote,
 * the smaller wins, and the other stays below it as a comment.
 */
export function mergeFrontMatter(base: string | null, one: string, other: string): string {
  const [first, left, right] = [parseProperties(base ?? ''), parseProperties(one), parseProperties(other)];
  const keys = orderKeys(first, left, right);
  const lines = keys.flatMap((key) => mergeProperty(first.get(key), left.get(key), right.get(key)));
  return ['---', ...lines, '---'].join('\n');
}

/** The lines of each property, by its key; comments and blank lines belong to the property below. */
function parseProperties(source: string): ReadonlyMap<string, string> {
  const found: [string, string[]][] = [];
  let waiting: string[] = [];
  for (const line of source.split('\n').slice(1, -1)) {
    const key = /^(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#:-][^:]*):(?:\s|$)/.exec(line)?.[0];
    const last = found.at(-1);
    if (key !== undefined) {
      const times = found.filter(([name]) => name.split('#')[0] === key.trimEnd()).length;
      found.push([times === 0 ? key.trimEnd() : `${key.trimEnd()}#${times}`, [...waiting, line]]);
      waiting = [];
    } else if (line.trim() === '' || line.startsWith('#') || !last) waiting.push(line);
    else {
      last[1].push(...waiting, line);
      waiting = [];
    }
  }
  if (waiting.length > 0) found.push(['', waiting]);
  return new Map(found.map(([key, lines]): [string, string] => [key, lines.join('\n')]));
}

/** The keys of both sides: those known before in their order, then the new ones by name. */
function orderKeys(
  first: ReadonlyMap<string, string>,
  left: ReadonlyMap<string, string>,
  right: ReadonlyMap<string, string>,
): readonly string[] {
  const known = [...first.keys()];
  const isNew = (key: string) => !first.has(key);
  const [mine, others] = [[...left.keys()].filter(isNew), [...right.keys()].filter(isNew)];
  const fresh = others.every((key) => mine.includes(key))
    ? mine
    : mine.every((key) => others.includes(key))
      ? others
      : [...new Set([...mine, ...others])].sort();
  return [...known, ...fresh];
}

function mergeProperty(
  base: string | undefined,
  one: string | undefined,
  other: string | undefined,
): string[] {
  if (one === undefined || other === undefined) {
    const left = one ?? other;
    return left === undefined || left === base ? [] : [left]; // taken out by one side; changed, it stays
  }
  if (one === other || base === other) return [one];
  if (base === one) return [other];
  const merged = mergeScalars(base, one, other);
  if (merged !== null) return [merged];
  const [first, second] = one < other ? [one, other] : [other, one];
  const isKnown = first.split('\n').includes(comment(second));
  return isKnown ? [first] : [first, comment(second)];
}

const comment = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith('# ') ? line : `# ${line}`))
    .join('\n');

/** Merges values on one line each; null where both sides wrote a text. */
function mergeScalars(base: string | undefined, one: string, other: string): string | null {
  const [first, left, right] = [base, one, other].map((text) =>
    /^([^\n]*?:[ \t]+)(\S[^\n]*)$/.exec(text ?? ''),
  );
  if (!left || !right) return null;
  const value = mergeFieldValue({ base: first?.[2], one: left[2], other: right[2] });
  return value === null || value === undefined ? null : `${left[1]}${value}`;
}
