import type { CommandContext } from '../../command/define-command.js';
import type { Entry } from '../../notes/entries/entry.js';
import type { SearchHit } from '../../search/query.js';
import { sortSuperseded } from '../../search/ranking/sort-superseded.js';
import { assessFreshness, describeStaleness, type Freshness, rateFreshness } from './assess-references.js';

/** How fresh each of some entries is. */
export interface FreshnessLookup {
  /** Null for one that names nothing of the working tree. */
  of(entry: Entry): Freshness | null;
  /** What its reader should know of it: why it is stale; null where it is not. */
  mark(entry: Entry): string | null;
}

/** Looks at all that these entries name, at once. */
export function queryFreshness(ctx: CommandContext, entries: readonly Entry[]): FreshnessLookup {
  const found = assessFreshness(entries, ctx.local, (claims) =>
    ctx.query('referenceStatuses', claims, PATIENCE_MS),
  );
  const known = new Map(entries.map((entry, at) => [placeOf(entry), found[at] ?? null]));
  const of = (entry: Entry) => known.get(placeOf(entry)) ?? null;
  const mark = (entry: Entry) => {
    const why = describeStaleness(of(entry));
    return why && `stale: ${why}`;
  };
  return { of, mark };
}

/** The time limit of git in ms while a user waits; the rest is checked at night. */
const PATIENCE_MS = 5000;

const placeOf = ({ path, line, id }: Entry): string => `${path}:${line}:${id}`;

/** What is stale ranks lower among what is shown; the part that takes its score away is named among those that gave it. */
export function demoteStale(hits: readonly SearchHit[], fresh: FreshnessLookup): readonly SearchHit[] {
  const weighed = hits.map((hit): SearchHit => {
    const left = rateFreshness(fresh.of(hit));
    if (left === 1) return hit;
    const score = hit.score * left;
    return { ...hit, score, ...(hit.parts && { parts: { ...hit.parts, stale: score - hit.score } }) };
  });
  return weighed.every((hit, at) => hit === hits[at])
    ? hits
    : sortSuperseded(weighed.toSorted((a, b) => b.score - a.score));
}
