import { CLAIMS } from '../kinds/memory.js';
import { readClaim } from '../recall/likeness/claim.js';
import { judgedClaims, type Verdict } from '../recall/likeness/contradiction.js';
import type { Located } from '../wiki/entries.js';
import type { Known } from './known.js';

/** A line of memory that stands in the way of a fresh one, and how. */
export interface InTheWay {
  readonly entry: Located;
  readonly verdict: NonNullable<Verdict>;
}

/** True for a line of memory that holds now, and that another line may contradict. */
export const isClaim = ({ type, status, superseded }: Located): boolean =>
  CLAIMS.includes(type) &&
  superseded === null &&
  status !== 'done' &&
  status !== 'dropped' &&
  status !== 'resolved';

/**
 * What keeps a fresh line from being added (Mutable §Write Protocol, Validate): the lines that it contradicts, else the
 * one that says the same. Only lines that share words with it are looked at.
 */
export function inTheWayOf(text: string, known: Known<Located>): readonly InTheWay[] {
  const fresh = readClaim(text);
  const found = known.near(text, isClaim).flatMap((entry): InTheWay[] => {
    const verdict = judgedClaims(readClaim(entry.text), fresh);
    return verdict === null ? [] : [{ entry, verdict }];
  });
  const against = found.filter(({ verdict }) => verdict.kind === 'contradiction');
  return against.length > 0 ? against : found.slice(0, 1);
}
