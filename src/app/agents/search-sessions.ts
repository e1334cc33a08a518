import type { SessionQuery, SessionSearchResults } from '../../command/session-query.js';
import type { LocalTime } from '../../dates/local-time.js';
import { createPassageRanking } from '../../transcripts/rank-passages.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { dropIndexedSessions, eachIndexedSession, type SessionIndexOptions } from './session-index.js';

/** Searches the transcripts of sessions. Secrets are removed before a text is cached. */
export function searchSessions(
  heads: readonly SessionHeader[],
  { words, after, before, limit, excluded }: SessionQuery,
  { local, ...options }: SessionIndexOptions & { readonly local: (ms: number) => LocalTime },
): SessionSearchResults {
  dropIndexedSessions(excluded, options.home);
  const ranking = createPassageRanking<SessionHeader>(words);
  const isInTime = (at: string | null): boolean => {
    if (after === undefined && before === undefined) return true;
    const date = at === null ? null : local(Date.parse(at)).date;
    return (
      date !== null && (after === undefined || date >= after) && (before === undefined || date <= before)
    );
  };
  eachIndexedSession(heads, options, ({ head, lowerText, passages }) => {
    if (ranking.mayMatch(lowerText))
      ranking.add(
        head,
        passages().filter(({ at }) => isInTime(at ?? head.last)),
      );
  });
  return ranking.end(limit);
}
