import { isSameStatement } from '../../../matching/relations/find-relation.js';
import { parseStatement, type Statement } from '../../../matching/similarity/statement.js';
import { formatEntryText } from '../../../notes/entries/entry.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import type { LintContext, LintFinding, LintRule } from '../rule.js';

export const duplicate: LintRule = {
  name: 'duplicate',
  level: 'warning',
  why: 'two lines with the same meaning take two places in the brief, and only one of them gets corrected',
  find: (inspection) => twins(lasting(inspection)),
};

/** What lasts: the entries of memory and session that are neither done nor superseded. */
const lasting = ({ notes, entries }: LintContext): LocatedEntry[] =>
  notes
    .flatMap((note) => entries(note))
    .filter(({ kind, type }) => (kind === 'memory' || kind === 'session') && type !== 'prose')
    .filter(({ superseded, status }) => superseded === null && status !== 'done' && status !== 'dropped');

/** A line is held against those that share one of its rarest words; so many words, and so many lines for each. */
const RAREST = 3;
const MOST_COMPARED = 40;

interface Line {
  readonly entry: LocatedEntry;
  readonly saying: Statement;
}

/** Each line that repeats an earlier one, with that earlier one. */
function twins(entries: readonly LocatedEntry[]): LintFinding[] {
  const lines = entries.map((entry): Line => ({ entry, saying: parseStatement(formatEntryText(entry)) }));
  const counts = new Map<string, number>();
  for (const { saying } of lines)
    for (const { stem } of saying.words) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const earlier = new Map<string, Line[]>();
  return lines.flatMap((line): LintFinding[] => {
    const keys = keysOf(line, counts);
    const twin = twinOf(line, new Set(keys.flatMap((key) => earlier.get(key) ?? [])));
    for (const key of keys) earlier.set(key, [...(earlier.get(key) ?? []).slice(1 - MOST_COMPARED), line]);
    if (!twin) return [];
    const { path, line: at } = line.entry;
    return [
      {
        path,
        line: at,
        message: `says what ${twin.entry.path}:${twin.entry.line} says: «${twin.entry.text}»`,
      },
    ];
  });
}

const twinOf = ({ entry, saying }: Line, others: ReadonlySet<Line>): Line | undefined =>
  [...others].find((other) => other.entry.type === entry.type && isSameStatement(other.saying, saying));

/** The rarest words of a line; one without any word to compare goes by its text. */
function keysOf({ saying }: Line, counts: ReadonlyMap<string, number>): string[] {
  const stems = saying.words.map(({ stem }) => stem);
  if (stems.length === 0) return [saying.text.trim()];
  return stems.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, RAREST);
}
