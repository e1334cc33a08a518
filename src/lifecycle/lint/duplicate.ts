import { compared } from '../../recall/likeness/likeness.js';
import { readSaying, type Saying } from '../../recall/likeness/saying.js';
import type { Located } from '../../wiki/entries.js';
import { NOVELTY } from '../novelty.js';
import type { Finding, Inspection, Rule } from './rule.js';

export const duplicate: Rule = {
  name: 'duplicate',
  level: 'warning',
  why: 'two lines that say the same take two places in every brief, and only one of them will be kept true',
  find: (inspection) => twins(lasting(inspection)),
};

/** What lasts: the entries of memory and session that are neither done nor superseded. */
const lasting = ({ notes, entries }: Inspection): Located[] =>
  notes
    .flatMap((note) => entries(note))
    .filter(({ kind, type }) => (kind === 'memory' || kind === 'session') && type !== 'prose')
    .filter(({ superseded, status }) => superseded === null && status !== 'done' && status !== 'dropped');

/** A line is held against those that share one of its rarest words; so many words, and so many lines for each. */
const RAREST = 3;
const MOST_COMPARED = 40;

interface Line {
  readonly entry: Located;
  readonly saying: Saying;
}

/** Each line that says what an earlier one says, with that earlier one. */
function twins(entries: readonly Located[]): Finding[] {
  const lines = entries.map((entry): Line => ({ entry, saying: readSaying(entry.text) }));
  const counts = new Map<string, number>();
  for (const { saying } of lines)
    for (const { stem } of saying.words) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const earlier = new Map<string, Line[]>();
  return lines.flatMap((line): Finding[] => {
    const keys = keysOf(line, counts);
    const twin = twinOf(line, new Set(keys.flatMap((key) => (earlier.get(key) ?? []).slice(-MOST_COMPARED))));
    for (const key of keys) earlier.set(key, [...(earlier.get(key) ?? []), line]);
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
  [...others].find(
    (other) => other.entry.type === entry.type && compared(other.saying, saying).likeness > NOVELTY.skip,
  );

/** The rarest words of a line; one without any word to compare goes by its text. */
function keysOf({ saying }: Line, counts: ReadonlyMap<string, number>): string[] {
  const stems = saying.words.map(({ stem }) => stem);
  if (stems.length === 0) return [saying.text.trim()];
  return stems.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, RAREST);
}
