import { parseClaim } from '../../matching/similarity/claim.js';
import { type ClaimRelation, compareClaims } from '../../matching/similarity/contradiction.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { CLAIM_TYPES } from '../../notes/entry-types.js';
import type { KnownLines } from '../promotion/known-lines.js';

/** A line of memory that stands in the way of a fresh one, and how. */
export interface MemoryConflict {
  readonly entry: LocatedEntry;
  readonly verdict: NonNullable<ClaimRelation>;
}

/** True for a line of memory that holds now, and that another line may contradict. */
export const isClaim = ({ type, status, superseded }: LocatedEntry): boolean =>
  CLAIM_TYPES.includes(type) &&
  superseded === null &&
  status !== 'done' &&
  status !== 'dropped' &&
  status !== 'resolved';

/**
 * What keeps a fresh line from being added (Mutable §Write Protocol, Validate): the lines that it contradicts, else the
 * one that says the same. Only lines that share words with it are looked at.
 */
export function findConflicts(text: string, known: KnownLines<LocatedEntry>): readonly MemoryConflict[] {
  const fresh = parseClaim(text);
  const found = known.near(text, isClaim).flatMap((entry): MemoryConflict[] => {
    const verdict = compareClaims(parseClaim(entry.text), fresh);
    return verdict === null ? [] : [{ entry, verdict }];
  });
  const against = found.filter(({ verdict }) => verdict.kind === 'contradiction');
  return against.length > 0 ? against : found.slice(0, 1);
}
