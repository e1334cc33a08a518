import { addDays, toDayNumber } from '../dates/local-time.js';
import { type Entry, formatEntryText, isStanding } from '../notes/entries/entry.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import type { Corpus } from '../search/index/corpus.js';
import { eachEntry } from '../search/index/postings.js';
import type { Segment } from '../search/index/segment.js';
import { DuplicateFilter, getEntryText } from '../search/ranking/dedupe.js';
import { compareByPosition } from '../search/ranking/rank.js';
import { TopK } from '../search/ranking/top-k.js';
import type { Language } from '../text/language.js';
import { tokenizeText } from '../text/tokenize.js';
import type { WordRarity } from '../text/word-rarity.js';
import { LEAST_SHARED, type RelevancePurpose, rateWords, SharedWeight } from './rate-words.js';

/** A question what is known about a text. */
export interface RelevanceQuery {
  readonly text: string;
  readonly purpose: RelevancePurpose;
  readonly most: number;
  /** The day of the question: older days than those of the warm tier are not searched. */
  readonly today: string;
}

/** What the answer depends on besides the entries. */
interface WordKnowledge {
  readonly rarityOf: WordRarity;
  readonly language?: Language;
}

/** Days whose entries are searched, as long as the warm tier. */
const DAYS = 30;
/** Notes with entries that apply now; entries of the other kinds are found by search only. */
const KINDS: ReadonlySet<string> = new Set(['memory', 'session', 'day', 'failures', 'feedback']);
/** Types that report what was done. */
const EVENTS: ReadonlySet<string> = new Set(['progress', 'reminder', 'summary']);
/** Candidates that are read for each wanted entry. */
const READ_FOR_ONE = 4;
/** A word that shares less weight than this decides nothing, and its entries are not walked. */
const LEAST_WEIGHT = 4;

interface Candidate {
  readonly score: number;
  readonly day: number;
  readonly segment: Segment;
  readonly entry: number;
}

/**
 * Finds the current entries that are relevant to a text, typed or not: those that share a rare word with it, or two
 * uncommon ones, first those that share most.
 */
export function findRelevant(
  { text, purpose, most, today }: RelevanceQuery,
  corpus: Corpus,
  fetch: (segment: Segment, entry: number) => LocatedEntry,
  { rarityOf, language }: WordKnowledge,
): readonly LocatedEntry[] {
  const keys = [...rateWords(text, rarityOf, language)].flatMap(([key, rarity]) => {
    if (rarity < LEAST_WEIGHT) return [];
    const { entries, lists } = corpus.find(key);
    const weight = rarity - Math.log(Math.max(1, entries));
    return entries > 0 && weight >= LEAST_WEIGHT ? [{ weight, lists }] : [];
  });
  const top = new TopK<Candidate>(most * READ_FOR_ONE, comesBefore);
  const since = toDayNumber(addDays(today, -DAYS));
  for (const [part, { segment, gone }] of corpus.parts.entries()) {
    const shares = new Map<number, SharedWeight>();
    for (const { weight, lists } of keys) {
      const list = lists[part];
      if (!list) continue;
      let before = -1;
      eachEntry(list, (entry) => {
        if (entry === before || gone?.[entry]) return;
        before = entry;
        const share = shares.get(entry) ?? new SharedWeight();
        share.add(weight);
        shares.set(entry, share);
      });
    }
    for (const [entry, share] of shares) {
      if (!share.isEnough(LEAST_SHARED[purpose])) continue;
      const day = segment.day(entry);
      const { kind } = segment.fileOf(entry);
      if (KINDS.has(kind) && (kind !== 'day' || day >= since))
        top.offer({ score: share.sum, day, segment, entry });
    }
  }
  const found: LocatedEntry[] = [];
  const once = new DuplicateFilter(language);
  for (const { segment, entry } of top.done()) {
    const one = fetch(segment, entry);
    if (!isStanding(one) || ((purpose === 'call' || purpose === 'prompt') && EVENTS.has(one.type))) continue;
    if (!once.passes(tokenizeText(getEntryText(one)))) continue;
    found.push(one);
    if (found.length === most) break;
  }
  return found;
}

function comesBefore(a: Candidate, b: Candidate): boolean {
  if (a.score !== b.score) return a.score > b.score;
  return a.day === b.day ? compareByPosition(a, b) : a.day > b.day;
}

/** Formats an entry with its reason for comparison. */
export const formatStatement = ({ why, ...entry }: Pick<Entry, 'text' | 'workaround' | 'why'>): string =>
  [formatEntryText(entry), why].filter(Boolean).join(': ');
