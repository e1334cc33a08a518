import { CLAIMS } from '../kinds/memory.js';
import { readClaim } from '../recall/likeness/claim.js';
import { judgedClaims, type Verdict } from '../recall/likeness/contradiction.js';
import type { Located } from '../wiki/entries.js';
import { candidates } from './novelty.js';

/** A line of memory that stands in the way of a fresh one, and how. */
export interface InTheWay {
  readonly entry: Located;
  readonly verdict: NonNullable<Verdict>;
}

/** The lines of memory that hold now, and that another line may contradict. */
export const claimsIn = (entries: readonly Located[]): readonly Located[] =>
  entries.filter(
    ({ type, status, superseded }) =>
      CLAIMS.includes(type) &&
      superseded === null &&
      status !== 'done' &&
      status !== 'dropped' &&
      status !== 'resolved',
  );

/**
 * What keeps a fresh line from being added (Mutable §Write Protocol, Validate): the lines that it contradicts, else the
 * one that says the same. Only lines that share words with it are looked at.
 */
export function inTheWayOf(text: string, known: readonly Located[]): readonly InTheWay[] {
  const fresh = readClaim(text);
  const found = candidates(text, known).flatMap((index): InTheWay[] => {
    const entry = known[index] as Located;
    const verdict = judgedClaims(readClaim(entry.text), fresh);
    return verdict === null ? [] : [{ entry, verdict }];
  });
  const against = found.filter(({ verdict }) => verdict.kind === 'contradiction');
  return against.length > 0 ? against : found.slice(0, 1);
}
