/** The weights of the ranking. The gain of each is printed by `npm run bench` (test/bench/recall.mjs); of recency and pins by test/unit/search/bm25-weights.test.ts. */
export interface RankingWeights {
  /** BM25 `k1`: how fast repetitions of a word stop to count. */
  readonly k1: number;
  /** BM25 `b`: how much the length of an entry counts. */
  readonly b: number;
  /**
   * Length (words) of a long entry: from it, an entry and its surroundings count less for each other. A longer entry has this
   * length for BM25, because its answer may be in one paragraph, and counts as several entries for the rarity of words.
   */
  readonly long: number;
  /** Share of the score of the section. */
  readonly section: number;

  /** Shares of the scores of the entries before and after it in its section, nearest first. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** Additional share of the entry before, if that is a question: the entry after it probably answers it. */
  readonly answer: number;
  /** Share that an entry loses if it is a question itself. */
  readonly question: number;
  /** Bonus of an entry whose subject or speaker the query names. */
  readonly label: number;
  /** Bonus of an entry of the owner, if the query has "I" or "my". */
  readonly owner: number;
  /** Bonus for each part of a date in the query that fits the day of the entry. */
  readonly date: number;
  /** Weight of a word in the headings, title or path above an entry of a page; a word of the entry has 1. */
  readonly heading: number;
  /** Weight of a synonym of the setting `search.synonyms`; the word itself has 1. */
  readonly synonym: number;
  /** Weight of the nearest words of the index, if no entry has the word of the query. */
  readonly spelling: number;
  /** Bonus of an entry that has the type of answer that the query asks for: a time, amount, duration, name or title. */
  readonly answerType: number;
  /** Bonus for the share of query words, weighted by rarity, in an entry and its direct neighbours. */
  readonly coverage: number;
  /** Bonus for the similarity of meaning, from 0 to 1; only with an embedder. */
  readonly meaning: number;
  /** Share that an entry loses if another replaced it. */
  readonly superseded: number;
  /** Bonus if two adjacent words of the query are adjacent in the entry. */
  readonly pair: number;
  /** Largest bonus of new entries. */
  readonly recency: number;
  /** Bonus of entries with the tag `#pin`. */
  readonly pin: number;
}

export const RANKING_WEIGHTS: RankingWeights = {
  k1: 0.9,
  b: 0.75,
  long: 40,
  section: 0.35,
  before: [0.35, 0.2, 0.1],
  after: [0.25, 0.15, 0.1],
  answer: 0.35,
  question: 0.3,
  label: 0.8,
  owner: 0.6,
  date: 0.75,
  heading: 0.6,
  synonym: 0.4,
  spelling: 0.5,
  answerType: 0.35,
  coverage: 0.2,
  meaning: 1,
  superseded: 0.5,
  pair: 0.15,
  recency: 0.02,
  pin: 0.1,
};
