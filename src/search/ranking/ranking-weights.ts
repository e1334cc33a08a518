/** How much each part of the ranking says. The gain of each is printed by `npm run bench` (test/bench/recall.mjs); of recency and pins by test/unit/search/bm25-weights.test.ts. */
export interface RankingWeights {
  /** BM25: how soon more of the same word stops to count. */
  readonly k1: number;
  /** BM25: how much the length of an entry counts. */
  readonly b: number;
  /** Words from which an entry is long: its surroundings count less for it, and it for them. No mean length is above. */
  readonly long: number;
  /** The score of the section that an entry stands in. */
  readonly section: number;

  /** The scores of the entries before and after it in its section, nearest first. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** More of the entry before, where that asks: what follows a question answers it. */
  readonly answer: number;
  /** What is taken from an entry that asks itself. */
  readonly question: number;
  /** For an entry whose subject or speaker the query names. */
  readonly label: number;
  /** For an entry of the owner, where the query says "I" or "my". */
  readonly owner: number;
  /** For an entry of a day that the query names, for each part of the date. */
  readonly date: number;
  /** A synonym, measured against the word itself. */
  readonly synonym: number;
  /** A nearest word of the vocabulary, where no entry has the word of the query. */
  readonly spelling: number;
  /** For an entry of the type that the question asks for: a time, an amount, a duration, a name, a title. */
  readonly answerType: number;
  /** For the share of the question, by rarity, that an entry and those beside it have. */
  readonly coverage: number;
  /** For two words of the question that stand side by side in an entry as they do there. */
  readonly pair: number;
  /** Newest entries, at most this much more. */
  readonly recency: number;
  /** Entries that carry `#pin`. */
  readonly pin: number;
}

export const RANKING_WEIGHTS: RankingWeights = {
  k1: 0.9,
  b: 0.4,
  long: 40,
  section: 0.35,
  before: [0.35, 0.2, 0.1],
  after: [0.25, 0.15, 0.1],
  answer: 0.35,
  question: 0.3,
  label: 0.7,
  owner: 0.6,
  date: 0.75,
  synonym: 0.4,
  spelling: 0.8,
  answerType: 0.25,
  coverage: 0.2,
  pair: 0.1,
  recency: 0.02,
  pin: 0.1,
};
