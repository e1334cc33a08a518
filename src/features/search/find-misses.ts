import { listEntryLabels } from '../../notes/entries/entry.js';
import { listIndexedWords } from '../../search/index/term.js';
import type { SearchHit, SearchQuery, SearchResults } from '../../search/query.js';
import { findQuotedPhrases } from '../../search/ranking/quoted-phrases.js';

/** An entry that nearly matched a query, and why it is not among the hits. */
export interface Miss {
  readonly hit: SearchHit;
  readonly reasons: readonly string[];
}

/** Number of misses to list. */
const MOST_MISSES = 5;

/** Searches again without filters and quotes; returns the best entries that are not hits, each with the reasons. */
export function findMisses(
  query: SearchQuery,
  { hits, nearly }: SearchResults,
  ask: (query: SearchQuery) => SearchResults,
): readonly Miss[] {
  const words = removeQuotes(query.words);
  const listed = new Set(hits.map(placeOf));
  const all = ask({ words, limit: hits.length + query.limit + MOST_MISSES, explain: query.explain ?? false });
  return all.hits
    .filter((hit) => !listed.has(placeOf(hit)))
    .slice(0, MOST_MISSES)
    .map((hit) => {
      const refused = listRefusals(query, hit);
      const reasons = refused.length > 0 ? refused : [`ranked below the limit of ${query.limit}`];
      return { hit, reasons: [...reasons, ...listLacking(words, hit, nearly), ...listEntryLabels(hit)] };
    });
}

export const removeQuotes = (words: string): string => words.replace(/["“”«»]/g, ' ');

const placeOf = ({ path, line, id }: SearchHit): string => `${path}:${line}:${id}`;

/** Lists the filters and quoted phrases that an entry does not pass. */
function listRefusals(
  { words, types, kinds, tags, paths, after, before }: SearchQuery,
  hit: SearchHit,
): string[] {
  const day = hit.at?.slice(0, 10) ?? '';
  const lacked = (tags ?? []).filter((tag) => !hit.tags.includes(tag));
  const checks: readonly (readonly [boolean, string])[] = [
    [!!types?.length && !types.includes(hit.type), `its type is ${hit.type}`],
    [!!kinds?.length && !kinds.includes(hit.kind), `its kind is ${hit.kind}`],
    [lacked.length > 0, `it has no tag ${lacked.map((tag) => `#${tag}`).join(', ')}`],
    [!!paths && !paths.includes(hit.path), 'it is in no note of the task'],
    [!!(after || before) && day === '', 'it has no date'],
    [!!after && day !== '' && day < after, `its day is ${day}, before ${after}`],
    [!!before && day > before, `its day is ${day}, after ${before}`],
  ];
  const found = checks.flatMap(([isRefused, reason]) => (isRefused ? [reason] : []));
  const isQuoted = findQuotedPhrases(words).length > 0;
  return found.length === 0 && isQuoted ? ['it lacks the quoted words in this order'] : found;
}

/** Lists the words of the query that an entry itself lacks; with the words that replaced a mistyped one. */
function listLacking(words: string, { matches }: SearchHit, nearly: SearchResults['nearly']): string[] {
  const keys = new Set(matches.flatMap((word) => listIndexedWords(word).map(({ key }) => key)));
  const lacking = listIndexedWords(words).filter(
    ({ key, form, whole }) =>
      !whole && !keys.has(key) && !(nearly[form] ?? []).some((near) => matches.includes(near)),
  );
  const forms = [...new Set(lacking.map(({ form }) => form))];
  const shown = forms.slice(0, MOST_MISSES).map((form) => {
    const near = nearly[form];
    return near ? `\`${form}\` (taken for ${near.join(', ')})` : `\`${form}\``;
  });
  return shown.length === 0 ? [] : [`it lacks ${shown.join(', ')}`];
}
