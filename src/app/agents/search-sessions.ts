import type {
  RankedSession,
  SessionQuery,
  SessionSearchResults,
  TextBeside,
} from '../../command/session-query.js';
import type { LocalTime } from '../../dates/local-time.js';
import { IndexBuilder } from '../../search/index/builder.js';
import { Corpus, type IndexPart } from '../../search/index/corpus.js';
import { CorruptIndexError, createMemorySource } from '../../search/index/paged-bytes.js';
import { eachEntry } from '../../search/index/postings.js';
import { Segment } from '../../search/index/segment.js';
import { listIndexedWords } from '../../search/index/term.js';
import { type Accepts, createFilter } from '../../search/ranking/filter.js';
import { type ParsedQuery, parseQuery } from '../../search/ranking/parse-query.js';
import { type RankedEntry, rankEntries } from '../../search/ranking/rank.js';
import { RANKING_WEIGHTS } from '../../search/ranking/ranking-weights.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import {
  dropIndexedSessions,
  eachIndexedSession,
  readPassages,
  type SessionIndexOptions,
} from './session-index.js';
import { addPassages, dropSessionWords, openSessionWords } from './session-words.js';

interface SearchClock {
  readonly local: (ms: number) => LocalTime;
  readonly now: number;
}

/** A part of the index, and whose passages its notes hold; null for a session that is not searched. */
interface SessionPart extends IndexPart {
  readonly owners: readonly (SessionHeader | TextBeside | null)[];
}

/** Passages that are ranked for each wanted session: one may have many. */
const RANKED_FOR_ONE = 12;

/** Searches the transcripts of sessions by the ranking of the notes. Secrets are removed before a text is cached. */
export function searchSessions(
  heads: readonly SessionHeader[],
  query: SessionQuery,
  options: SessionIndexOptions & SearchClock,
): SessionSearchResults {
  dropIndexedSessions(query.excluded, options.home);
  let bytes = 0;
  const read = heads.filter((head) => {
    bytes += head.bytes;
    return query.mostBytes === undefined || bytes <= query.mostBytes;
  });
  try {
    return rankSessions(read, query, options);
  } catch (error) {
    if (!(error instanceof CorruptIndexError)) throw error;
    dropSessionWords(options.home);
    return rankSessions(read, query, options);
  }
}

function rankSessions(
  heads: readonly SessionHeader[],
  query: SessionQuery,
  options: SessionIndexOptions & SearchClock,
): SessionSearchResults {
  const { words, after, before, limit, excluded, texts = [] } = query;
  if (listIndexedWords(words).length === 0) return findPhrase(heads, query, options);
  const layers = openSessionWords(heads, excluded, options);
  const parts = [
    ...layers.map(({ segment, heads: owners }) => toPart(segment, owners)),
    ...indexTexts(texts),
  ];
  const corpus = new Corpus(parts);
  const today = options.local(options.now).date;
  const question = parseQuery(words, corpus, { today }, RANKING_WEIGHTS);
  const isUnknown = question.matchedWords.length === 0 && question.days.length === 0;
  // Reading all texts takes seconds, so only a search of the sessions alone does it for words that no session has.
  if (isUnknown && query.mostBytes === undefined) return findPhrase(heads, query, options);
  const days = { ...(after ? { after } : {}), ...(before ? { before } : {}) };
  const accepts = (part: number) =>
    layers.length > part ? createFilter({ words, limit, ...days }, [], corpus, part) : null;
  const { best } = rankEntries(question, corpus, accepts, {
    most: limit * RANKED_FOR_ONE,
    today,
    kindWeight: () => 1,
    weights: RANKING_WEIGHTS,
    listing: false,
  });
  const counts = countMatches(question, corpus, parts, accepts);
  const groups = new Map<SessionHeader | TextBeside, RankedEntry[]>();
  for (const one of best) {
    const part = parts.find(({ segment }) => segment === one.segment);
    const owner = part?.owners[one.segment.ordinalOf(one.entry)];
    if (owner) groups.set(owner, [...(groups.get(owner) ?? []), one]);
  }
  const ranked = [...groups]
    .map(([session, entries]) => ({ session, entries, sum: sumScores(entries) }))
    .toSorted((a, b) => b.sum - a.sum);
  const hits = ranked.slice(0, limit).flatMap(({ session, entries: [first] }) => {
    if (!first) return [];
    const places = findPlaces(first);
    const [passage = null, partner = null] =
      'passages' in session
        ? places.map((at) => session.passages[at] ?? null)
        : readPassages(session, places, options);
    return passage
      ? [{ session, score: first.score, passage, partner, count: counts.get(session) ?? 1 }]
      : [];
  });
  return { hits, total: Math.max(hits.length, counts.size) };
}

/** Share of the score of each further passage of a session, of the one before. */
const NEXT_SHARE = 0.5;

const sumScores = (entries: readonly RankedEntry[]): number =>
  entries.reduce((sum, { score }, at) => sum + score * NEXT_SHARE ** at, 0);

/** The places of a passage and its partner among those of their session. */
function findPlaces({ segment, entry }: RankedEntry): readonly number[] {
  const { firstEntry } = segment.fileOf(entry);
  return [entry, findPartner(segment, entry)].flatMap((one) => (one === null ? [] : one - firstEntry));
}

function toPart(segment: Segment, owners: SessionPart['owners']): SessionPart {
  const gone = new Uint8Array(segment.entries);
  for (const [ordinal, owner] of owners.entries()) {
    const { firstEntry, endEntry } = segment.file(ordinal);
    if (!owner) gone.fill(1, firstEntry, endEntry);
  }
  return { segment, owners, gone: owners.every(Boolean) ? null : gone };
}

/** Indexes the texts beside the sessions, so that one ranking compares both. */
function indexTexts(texts: readonly TextBeside[]): readonly SessionPart[] {
  if (texts.length === 0) return [];
  const builder = new IndexBuilder(undefined, 'words');
  for (const { name, passages } of texts) addPassages(builder, name, passages, () => null);
  return [toPart(new Segment(createMemorySource(builder.done())), texts)];
}

/** Finds the answer to a prompt, or the prompt of another passage, in its exchange. */
function findPartner(segment: Segment, entry: number): number | null {
  const section = segment.sectionOf(entry);
  const first = segment.sections[section] ?? entry;
  if (segment.row(entry).type !== 'prompt') return segment.row(first).type === 'prompt' ? first : null;
  const end = segment.sections[section + 1] ?? segment.entries;
  for (let other = end - 1; other > entry; other--) if (segment.row(other).type === 'answer') return other;
  return null;
}

/** Counts the passages with a word of the query, by session or text. */
function countMatches(
  question: ParsedQuery,
  corpus: Corpus,
  parts: readonly SessionPart[],
  accepts: (part: number) => Accepts | null,
) {
  const counts = new Map<SessionHeader | TextBeside, number>();
  const keys = question.matchedWords.flatMap(({ options }) => options.map(({ key }) => key));
  for (const [part, { segment, owners }] of parts.entries()) {
    const passes = accepts(part);
    const found = new Set<number>();
    for (const key of keys) {
      const list = corpus.find(key).lists[part];
      if (list) eachEntry(list, (entry) => found.add(entry));
    }
    for (const entry of found) {
      if (passes?.(entry) === false) continue;
      const owner = owners[segment.ordinalOf(entry)];
      if (owner) counts.set(owner, (counts.get(owner) ?? 0) + 1);
    }
  }
  return counts;
}

/** Finds the sessions that hold words as they are written: words that the index leaves out, or the beginning of one. */
function findPhrase(
  heads: readonly SessionHeader[],
  { words, after = '', before = '9999', limit }: SessionQuery,
  options: SessionIndexOptions & SearchClock,
): SessionSearchResults {
  const phrase = words.trim().toLowerCase();
  const hits: RankedSession<SessionHeader>[] = [];
  if (/^\P{L}*$/u.test(phrase)) return { hits, total: 0 };
  eachIndexedSession(heads, options, ({ head, lowerText, passages }) => {
    if (hits.length >= limit || !lowerText.includes(phrase)) return;
    const found = passages().filter(({ text, at }) => {
      const time = at ?? head.last;
      const day = time === null ? '' : options.local(Date.parse(time)).date;
      return day >= after && day <= before && text.toLowerCase().includes(phrase);
    });
    const [passage] = found;
    if (passage) hits.push({ session: head, score: 1, passage, partner: null, count: found.length });
  });
  return { hits, total: hits.length };
}
