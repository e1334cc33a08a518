import type { SessionQuery, SessionSearchResults, TextBeside } from '../../command/session-query.js';
import { fromDayNumber } from '../../dates/day-number.js';
import type { LocalTime } from '../../dates/local-time.js';
import { CorruptIndexError } from '../../search/index/paged-bytes.js';
import { countMatchingParts, findDateParts } from '../../search/ranking/query-dates.js';
import { RANKING_WEIGHTS } from '../../search/ranking/ranking-weights.js';
import { isWithinOneEdit } from '../../text/edit-distance.js';
import { createPassageRanking, hasTellingWords, listQueryStems } from '../../transcripts/rank-passages.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { countIndexedPassages, getPlace, type WordLayer } from './rank-indexed.js';
import {
  dropIndexedSessions,
  eachIndexedSession,
  readPassages,
  type SessionIndexOptions,
} from './session-index.js';
import { dropSessionWords, openSessionWords } from './session-words.js';

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
  const isDayInTime = (date: string | null): boolean =>
    date === null
      ? after === undefined && before === undefined
      : (after === undefined || date >= after) && (before === undefined || date <= before);
  const toDay = (at: string | null): string | null => (at === null ? null : local(Date.parse(at)).date);
  let bytes = 0;
  const read = heads.filter((head) => {
    bytes += head.bytes;
    return mostBytes === undefined || bytes <= mostBytes;
  });
  const isBounded = after !== undefined || before !== undefined;
  const raises = new Map<number, number>([[0, 1]]);
  const raiseDay = (day: number): number => {
    const known = raises.get(day);
    if (known !== undefined) return known;
    const raised = 1 + DATE * countMatchingParts(days, fromDayNumber(day) ?? '');
    raises.set(day, raised);
    return raised;
  };
  const rankIndexed = (query: string, layers: readonly WordLayer[]) => {
    const ranking = createPassageRanking<SessionHeader | TextBeside>(query, raise);
    for (const text of texts) ranking.add(text, () => text.passages);
    for (const layer of layers)
      ranking.addIndex(
        countIndexedPassages(layer, {
          words: listQueryStems(query),
          isInTime: isBounded ? (day) => isDayInTime(fromDayNumber(day)) : null,
          raise: days.length === 0 ? null : raiseDay,
          read: (head, places) => readPassages(head, places, options),
        }),
      );
    return ranking;
  };
  /** Reads all texts: a query of stop words alone is not in the index. */
  const rankTexts = (query: string) => {
    const ranking = createPassageRanking<SessionHeader | TextBeside>(query, raise);
    for (const text of texts) ranking.add(text, () => text.passages);
    eachIndexedSession(read, options, ({ head, lowerText, passages }) => {
      const inTime = () => passages().filter(({ at }) => isDayInTime(toDay(at ?? head.last)));
      if (ranking.mayMatch(lowerText)) ranking.add(head, inTime, getPlace(head));
    });
    return ranking;
  };
  const answer = () => {
    if (!hasTellingWords(words)) return rankTexts(words).end(limit);
    const layers = openSessionWords(read, excluded, { ...options, local });
    const ranking = rankIndexed(words, layers);
    const unknown = mostBytes === undefined ? ranking.listUnknown().filter(isGuessed) : [];
    const near = findNearWords(unknown, layers);
    return (near.length === 0 ? ranking : rankIndexed([words, ...near].join(' '), layers)).end(limit);
  };
  try {
    return answer();
  } catch (error) {
    if (!(error instanceof CorruptIndexError)) throw error;
    dropSessionWords(options.home);
    return answer();
  }
}

const isGuessed = (word: string): boolean => /^[a-z]{5,24}$/.test(word);

/** Nearest words that replace one that no session has. */
const MOST_NEAR = 3;

/** Returns the words of sessions that differ from one of these by a letter or two, or begin with it. */
const findNearWords = (unknown: readonly string[], layers: readonly WordLayer[]): readonly string[] =>
  unknown.flatMap((one) => {
    const found = new Map<string, number>();
    for (const { segment } of layers) {
      for (const word of segment.vocabulary.listBeginning(one)) found.set(word, 1);
      for (const { word, distance } of segment.vocabulary.near(one)) {
        const slips = isWithinOneEdit(one, word, 1) ? 0 : one.length >= LONG ? 2 : null;
        if (slips !== null && !found.has(word)) found.set(word, slips + distance);
      }
    }
    return [...found]
      .toSorted(([, a], [, b]) => a - b)
      .slice(0, MOST_NEAR)
      .map(([word]) => word);
  });

/** From this length on, two letters may differ. */
const LONG = 8;
