import { type Claim, parseClaim } from '../../../matching/similarity/claim.js';
import { compareClaims } from '../../../matching/similarity/contradiction.js';
import type { LocatedEntry } from '../../../notes/entries/read-entries.js';
import { notePath } from '../../../notes/kinds/index.js';
import { isClaim } from '../../memory/find-conflicts.js';
import type { LintFinding, LintRule } from '../rule.js';

export const contradiction: LintRule = {
  name: 'contradiction',
  level: 'warning',
  why: 'of two lines that contradict each other an agent follows whichever it reads first',
  find({ wiki: notebook, entries }) {
    const note = notebook.note(`${notebook.content}/${notePath('memory')}`);
    return note ? against(entries(note).filter(isClaim)) : [];
  },
};

/** A line is held against those that share one of its rarest words; so many words, and so many lines for each. */
const RAREST = 3;
const MOST_COMPARED = 40;

interface Held {
  readonly entry: LocatedEntry;
  readonly claim: Claim;
}

/** Each line that contradicts an earlier one, with that earlier one. */
function against(entries: readonly LocatedEntry[]): LintFinding[] {
  const tx = entries.map((entry): Held => ({ entry, claim: parseClaim(entry.text) }));
  const counts = new Map<string, number>();
  for (const { claim } of tx)
    for (const { stem } of claim.saying.words) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const earlier = new Map<string, Held[]>();
  return tx.flatMap((one): LintFinding[] => {
    const stems = one.claim.saying.words.map(({ stem }) => stem);
    const shared = stems.filter((stem) => (counts.get(stem) ?? 0) > 1);
    const keys = shared.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0)).slice(0, RAREST);
    const others = new Set(keys.flatMap((key) => (earlier.get(key) ?? []).slice(-MOST_COMPARED)));
    const other = [...others].find(({ claim }) => compareClaims(claim, one.claim)?.kind === 'contradiction');
    for (const key of keys) earlier.set(key, [...(earlier.get(key) ?? []), one]);
    if (!other) return [];
    const { path, line } = one.entry;
    const message = `contradicts ${other.entry.path}:${other.entry.line}: «${other.entry.text}»`;
    return [{ path, line, message }];
  });
}
