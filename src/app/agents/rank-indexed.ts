import { fromLengthClass, ROW } from '../../search/index/format.js';
import { addTimes } from '../../search/index/postings.js';
import type { Segment } from '../../search/index/segment.js';
import {
  type IndexedPassages,
  listPlaceWords,
  PASSAGE_WEIGHTS,
  type RankedPlace,
  ROLE_WEIGHT,
} from '../../transcripts/rank-passages.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import type { Passage, PassageRole } from '../../transcripts/session-passages.js';

/** A part of the index of sessions by words: each note of it is a session, each section an exchange. */
export interface WordLayer {
  readonly segment: Segment;
  /** By note; null for one that is gone or not searched. */
  readonly heads: readonly (SessionHeader | null)[];
}

/** How passages count and are read. */
export interface IndexedRanking {
  /** Stems of the query, the most telling ones first; bits of a number stand for them. */
  readonly words: ReadonlySet<string>;
  /** The day of a passage as in the index; false for one that is not searched. */
  readonly isInTime: ((day: number) => boolean) | null;
  readonly raise: ((day: number) => number) | null;
  /** Reads passages of a session by their places; null for one that is missing. */
  readonly read: (head: SessionHeader, places: readonly number[]) => readonly (Passage | null)[];
}

/** More words of a query are left out: a number has so many bits. */
const MOST_WORDS = 24;
/** The length class is in these bits; the lengths by class. */
const LENGTH = 127;
const LENGTHS = Float64Array.from({ length: LENGTH + 1 }, (_, of) => Math.max(1, fromLengthClass(of)));
/** Sums for all sets of so many words fit in a small table. */
const MOST_IN_TABLE = 10;
/** The most that a word can count in one passage, as a share of its weight. */
const MOST_ALONE = (PASSAGE_WEIGHTS.k1 + 1) * Math.max(...Object.values(ROLE_WEIGHT));

/** Counts the words of a query in a layer. */
export function countIndexedPassages(
  { segment, heads }: WordLayer,
  { words, isInTime, raise, read }: IndexedRanking,
): IndexedPassages<SessionHeader> {
  const { entries, lengths, rows, sections } = segment;
  const keys = [...words].slice(0, MOST_WORDS);
  const times = keys.map((key) => {
    const list = segment.list(key);
    if (!list) return null;
    const into = new Uint8Array(entries);
    addTimes(list, into);
    return into;
  });
  const masks = new Uint32Array(entries);
  const holders = new Map<string, number>();
  const roles = segment.head.types as readonly PassageRole[];
  const ranges = heads.flatMap((head, ordinal) => {
    if (head === null) return [];
    const { firstEntry, endEntry, firstSection } = segment.file(ordinal);
    return [{ head, firstEntry, endEntry, firstSection }];
  });
  const isWhole = isInTime === null && ranges.length === segment.fileCount;
  let [total, all] = isWhole ? [entries, segment.head.words] : [0, 0];
  const counts = keys.map(() => 0);
  for (const { firstEntry, endEntry } of ranges) {
    for (let entry = firstEntry; !isWhole && entry < endEntry; entry++) {
      if (isInTime?.(segment.day(entry)) === false) {
        for (const of of times) if (of) of[entry] = 0;
        continue;
      }
      total++;
      all += LENGTHS[lengths[entry]! & LENGTH]!;
    }
    for (const [word, of] of times.entries())
      if (of) counts[word]! += markWord(of, masks, { bit: 1 << word, from: firstEntry, end: endEntry });
  }
  for (const [word, key] of keys.entries()) if (counts[word]! > 0) holders.set(key, counts[word]!);
  return {
    total,
    words: all,
    holders,
    rank(weights, mean) {
      const { k1, b, inExchange, elsewhere, ofPlace } = PASSAGE_WEIGHTS;
      const own = keys.map((key) => weights.get(key) ?? 0);
      const sum = (mask: number): number => {
        let weight = 0;
        for (let word = 0; word < own.length; word++) if (mask & (1 << word)) weight += own[word]!;
        return weight;
      };
      const table =
        own.length <= MOST_IN_TABLE
          ? Float64Array.from({ length: 1 << own.length }, (_, mask) => sum(mask))
          : null;
      const weigh = (mask: number): number => (table ? table[mask]! : sum(mask));
      const byType = roles.map((role) => ROLE_WEIGHT[role] ?? 1);
      const scoreAlone = (entry: number, mask: number): number => {
        const length = LENGTHS[lengths[entry]! & LENGTH]!;
        const damping = k1 * (1 - b + (b * length) / mean);
        let score = 0;
        for (let word = 0; word < own.length; word++)
          if (mask & (1 << word)) {
            const count = times[word]![entry]!;
            score += (own[word]! * count * (k1 + 1)) / (count + damping);
          }
        return score * byType[rows[entry * ROW + 2]!]!;
      };
      return ranges.flatMap(
        ({ head, firstEntry, endEntry, firstSection }): readonly RankedPlace<SessionHeader>[] => {
          let everywhere = 0;
          let count = 0;
          for (let entry = firstEntry; entry < endEntry; entry++) {
            everywhere |= masks[entry]!;
            if (masks[entry] !== 0) count++;
          }
          if (count === 0) return [];
          const named = listPlaceWords(getPlace(head), words);
          let place = 0;
          for (const [word, key] of keys.entries()) if (named.has(key)) place |= 1 << word;
          let best = { score: -1, exchange: 0, from: 0, end: 0 };
          for (let section = firstSection, from = firstEntry; from < endEntry; section++) {
            const end = Math.min(endEntry, sections[section + 1] ?? entries);
            let near = 0;
            for (let entry = from; entry < end; entry++) near |= masks[entry]!;
            const around = elsewhere * weigh(everywhere & ~near) + ofPlace * weigh(place & ~near);
            const mayBeBest = raise !== null || MOST_ALONE * weigh(near) + around > best.score;
            if (near !== 0 && mayBeBest) {
              for (let entry = from; entry < end; entry++) {
                const mask = masks[entry]!;
                if (mask === 0) continue;
                const alone = scoreAlone(entry, mask) + inExchange * weigh(near & ~mask) + around;
                const score = raise ? alone * raise(segment.day(entry)) : alone;
                if (score > best.score) best = { score, exchange: entry, from, end };
              }
            }
            from = end;
          }
          let shown = best.exchange;
          for (let entry = best.from; entry < best.end; entry++)
            if (weigh(masks[entry]!) > weigh(masks[shown]!)) shown = entry;
          const roleOf = (entry: number) => roles[rows[entry * ROW + 2]!];
          const findPartner = (): number | null => {
            if (roleOf(shown) !== 'prompt') return roleOf(best.from) === 'prompt' ? best.from : null;
            for (let entry = best.end - 1; entry > shown; entry--)
              if (roleOf(entry) === 'answer') return entry;
            return null;
          };
          return [
            {
              session: head,
              score: best.score,
              count,
              read() {
                const partner = findPartner();
                const places = [shown, ...(partner === null ? [] : [partner])].map(
                  (entry) => entry - firstEntry,
                );
                const [passage = null, other = null] = read(head, places);
                return passage && { passage, partner: other };
              },
            },
          ];
        },
      );
    },
  };
}

/** Sets the bit of a word in the masks of a range of entries; returns how many have it. */
function markWord(
  times: Uint8Array,
  masks: Uint32Array,
  { bit, from, end }: { readonly bit: number; readonly from: number; readonly end: number },
): number {
  let count = 0;
  for (let entry = from; entry < end; entry++)
    if (times[entry] !== 0) {
      masks[entry]! |= bit;
      count++;
    }
  return count;
}

/** The names of the folder and branch of a session. */
export const getPlace = ({ cwd, branch }: SessionHeader): string =>
  `${cwd?.slice(cwd.lastIndexOf('/') + 1) ?? ''} ${branch ?? ''}`;
