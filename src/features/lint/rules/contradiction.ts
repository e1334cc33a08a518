import { findRelation } from '../../../matching/relations/find-relation.js';
import { parseStatement, type Statement } from '../../../matching/similarity/statement.js';
import { formatEntryText, isStanding } from '../../../notes/entries/entry.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { notePath } from '../../../notes/kinds/index.js';
import type { LintFinding, LintRule } from '../rule.js';

export const contradiction: LintRule = {
  name: 'contradiction',
  level: 'warning',
  why: 'of two lines that contradict each other an agent follows whichever it reads first',
  find({ wiki: notebook, entries }) {
    const note = notebook.note(`${notebook.content}/${notePath('memory')}`);
    return note ? against(entries(note).filter(holds)) : [];
  },
};

/** True for a valid entry; progress counts even where it is done. */
const holds = (entry: LocatedEntry): boolean =>
  entry.type === 'progress' ? entry.superseded === null : isStanding(entry);

/** A line is held against those that share one of its rarest words; so many words, and so many lines for each. */
const RAREST = 3;
const MOST_COMPARED = 40;

interface Held {
  readonly entry: LocatedEntry;
  readonly statement: Statement;
}

/** Each line that replaces or fixes an earlier one, with that earlier one. */
function against(entries: readonly LocatedEntry[]): LintFinding[] {
  const tx = entries.map((entry): Held => ({ entry, statement: parseStatement(entry.text) }));
  const counts = new Map<string, number>();
  for (const { statement } of tx)
    for (const { stem } of statement.words) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const earlier = new Map<string, LocatedEntry[]>();
  return tx.flatMap(({ entry, statement }): LintFinding[] => {
    const stems = statement.words.map(({ stem }) => stem);
    const shared = stems.filter((stem) => (counts.get(stem) ?? 0) > 1);
    const keys = shared.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, RAREST);
    const others = new Set(keys.flatMap((key) => (earlier.get(key) ?? []).slice(-MOST_COMPARED)));
    for (const key of keys) earlier.set(key, [...(earlier.get(key) ?? []), entry]);
    return [...others].flatMap((other) => finding(entry, other)).slice(0, 1);
  });
}

function finding(entry: LocatedEntry, other: LocatedEntry): LintFinding[] {
  const [first, second] =
    entry.type === 'progress' || other.type !== 'progress' ? [other, entry] : [entry, other];
  const { relation } = findRelation(toLine(first), toLine(second));
  if (relation !== 'replaces' && relation !== 'fixes') return [];
  const { path, line } = second;
  const says = relation === 'fixes' ? 'says that it is fixed, and it is open:' : 'contradicts';
  return [{ path, line, message: `${says} ${first.path}:${first.line}: «${first.text}»` }];
}

const toLine = (entry: LocatedEntry) => ({ type: entry.type, text: formatEntryText(entry) });
