import type { SessionQuery, SessionSearchResults, TextBeside } from '../../command/session-query.js';
import type { LocalTime } from '../../dates/local-time.js';
import { countMatchingParts, findDateParts } from '../../search/ranking/query-dates.js';
import { RANKING_WEIGHTS } from '../../search/ranking/ranking-weights.js';
import { isWithinOneEdit } from '../../text/edit-distance.js';
import { createPassageRanking } from '../../transcripts/rank-passages.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import type { Passage } from '../../transcripts/session-passages.js';
import { dropIndexedSessions, eachIndexedSession, type SessionIndexOptions } from './session-index.js';

/** Bonus for each part of a date in the query that fits the day of a passage, as for entries. */
const DATE = RANKING_WEIGHTS.date;

interface SearchClock {
  readonly local: (ms: number) => LocalTime;
  readonly now: number;
}

/** Searches the transcripts of sessions. Secrets are removed before a text is cached. */
export function searchSessions(
  heads: readonly SessionHeader[],
  { words, after, before, limit, excluded, texts = [], mostBytes }: SessionQuery,
  { local, now, ...options }: SessionIndexOptions & SearchClock,
): SessionSearchResults {
  dropIndexedSessions(excluded, options.home);
  const days = findDateParts(words, local(now).date);
  const raise = (at: string | null): number =>
    days.length === 0 || at === null ? 1 : 1 + DATE * countMatchingParts(days, local(Date.parse(at)).date);
  const isInTime = (at: string | null): boolean => {
    if (after === undefined && before === undefined) return true;
    const date = at === null ? null : local(Date.parse(at)).date;
    return (
      date !== null && (after === undefined || date >= after) && (before === undefined || date <= before)
    );
  };
  let bytes = 0;
  const read = heads.filter((head) => {
    bytes += head.bytes;
    return mostBytes === undefined || bytes <= mostBytes;
  });
  const rankAll = (query: string) => {
    const ranking = createPassageRanking<SessionHeader | TextBeside>(query, raise);
    for (const text of texts) ranking.add(text, () => text.passages);
    const readPassages = (head: SessionHeader): readonly Passage[] => {
      let found: readonly Passage[] = [];
      eachIndexedSession([head], { ...options, progress: () => undefined }, ({ passages }) => {
        found = passages().filter(({ at }) => isInTime(at ?? head.last));
      });
      return found;
    };
    eachIndexedSession(read, options, ({ head, lowerText, passages }) => {
      if (!ranking.mayMatch(lowerText)) return;
      const place = `${head.cwd?.slice(head.cwd.lastIndexOf('/') + 1) ?? ''} ${head.branch ?? ''}`;
      let first: readonly Passage[] | null = passages().filter(({ at }) => isInTime(at ?? head.last));
      ranking.add(
        head,
        () => {
          const now = first ?? readPassages(head);
          first = null; // read again for a hit: the texts of all sessions would fill the memory
          return now;
        },
        place,
      );
    });
    return ranking;
  };
  const ranking = rankAll(words);
  const unknown = mostBytes === undefined ? ranking.listUnknown().filter(isGuessed) : [];
  const near = unknown.length === 0 ? [] : findNearWords(unknown, read, options);
  return (near.length === 0 ? ranking : rankAll([words, ...near].join(' '))).end(limit);
}

const isGuessed = (word: string): boolean => /^[a-z]{5,24}$/.test(word);

/** Nearest words that replace one that no session has. */
const MOST_NEAR = 3;

/** Returns the words of sessions that differ from one of these by a letter or two, or begin with it. */
function findNearWords(
  unknown: readonly string[],
  heads: readonly SessionHeader[],
  options: SessionIndexOptions,
): readonly string[] {
  const found = unknown.map(() => new Map<string, number>());
  const seen = new Set<string>();
  eachIndexedSession(heads, options, ({ lowerText }) => {
    for (const word of lowerText.match(/[a-z]{4,24}/g) ?? []) {
      if (seen.has(word)) continue;
      seen.add(word);
      for (const [at, one] of unknown.entries()) {
        if (word.startsWith(one)) found[at]?.set(word, 1);
        else if (isWithinOneEdit(one, word, 1)) found[at]?.set(word, 0);
        else if (one.length >= LONG && isWithinOneEdit(one, word, 2)) found[at]?.set(word, 2);
      }
    }
  });
  return found.flatMap((near) =>
    [...near]
      .toSorted(([, a], [, b]) => a - b)
      .slice(0, MOST_NEAR)
      .map(([word]) => word),
  );
}

/** From this length on, two letters may differ. */
const LONG = 8;
