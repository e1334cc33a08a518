import type { SessionQuery, SessionSearchResults, TextBeside } from '../../command/session-query.js';
import type { LocalTime } from '../../dates/local-time.js';
import { createPassageRanking } from '../../transcripts/rank-passages.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { dropIndexedSessions, eachIndexedSession, type SessionIndexOptions } from './session-index.js';

/** Searches the transcripts of sessions. Secrets are removed before a text is cached. */
export function searchSessions(
  heads: readonly SessionHeader[],
  { words, after, before, limit, excluded, texts = [], mostBytes }: SessionQuery,
  { local, ...options }: SessionIndexOptions & { readonly local: (ms: number) => LocalTime },
): SessionSearchResults {
  dropIndexedSessions(excluded, options.home);
  const ranking = createPassageRanking<SessionHeader | TextBeside>(words);
  const isInTime = (at: string | null): boolean => {
    if (after === undefined && before === undefined) return true;
    const date = at === null ? null : local(Date.parse(at)).date;
    return (
      date !== null && (after === undefined || date >= after) && (before === undefined || date <= before)
    );
  };
  for (const text of texts) ranking.add(text, text.passages);
  let bytes = 0;
  const read = heads.filter((head) => {
    bytes += head.bytes;
    return mostBytes === undefined || bytes <= mostBytes;
  });
  eachIndexedSession(read, options, ({ head, lowerText, passages }) => {
    if (ranking.mayMatch(lowerText))
      ranking.add(
        head,
        passages().filter(({ at }) => isInTime(at ?? head.last)),
      );
  });
  return ranking.end(limit);
}
