import { readFileSync } from 'node:fs';
import { extractFeatures } from '../../../../src/security/injection/classifier.js';

/** A text, and whether it is an order. */
export type Labelled = readonly [text: string, isOrder: boolean];

/** What was learned: weights in steps, by sign, and what is added to every text. */
export interface Lesson {
  readonly weights: ReadonlyMap<string, number>;
  readonly firm: number;
}

/** Sets that include orders, each written independently of the others and of the code. `unseen` is not used for training. */
export const WITH_ORDERS = ['fresh', 'notes', 'voices', 'terse', 'wild'] as const;

/** Those, our own examples, and what is no order: entries and calls of our stories, technical prose, talk of every day. */
export const TAUGHT = ['house', 'kept', 'technical', 'chat', ...WITH_ORDERS] as const;

export function labelled(name: string): Labelled[] {
  const { orders, ordinary } = JSON.parse(
    readFileSync(`test/fixtures/orders/${name}.json`, 'utf8'),
  ) as Record<'orders' | 'ordinary', readonly string[]>;
  return [
    ...orders.map((text): Labelled => [text, true]),
    ...ordinary.map((text): Labelled => [text, false]),
  ];
}

/** Signs that stand in one text only teach nothing; of the others so many are kept, the weightiest. */
const LEAST = 2;
const MOST = 2500;
/** Of a weight; what is kept is a whole number of them. */
export const STEP = 1 / 16;
const ROUNDS = 400;
const RATE = 0.5;
/** An order that passes is worse than a text that waits for a person. */
const ORDERS_COUNT = 4;
const RIDGE = 0.00005;

/** Logistic regression over signs, by gradient descent with AdaGrad’s steps: the same texts teach the same. */
export function learn(texts: readonly Labelled[]): Lesson {
  const told = texts.map(([text, isOrder]) => ({ signs: [...extractFeatures(text)], isOrder }));
  const counts = new Map<string, number>();
  for (const { signs } of told) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const known = [...counts].flatMap(([sign, count]) => (count >= LEAST ? [sign] : [])).toSorted();
  const places = new Map(known.map((sign, place) => [sign, place]));
  const rows = told.map(({ signs, isOrder }) => ({
    at: signs.flatMap((sign) => places.get(sign) ?? []),
    scale: 1 / Math.sqrt(Math.max(signs.length, 1)),
    isOrder,
  }));
  const weights = new Float64Array(known.length);
  const squares = new Float64Array(known.length).fill(1e-8);
  let [firm, firmSquares] = [0, 1e-8];
  for (let round = 0; round < ROUNDS; round++) {
    const slopes = new Float64Array(known.length);
    let slope = 0;
    for (const { at, scale, isOrder } of rows) {
      const sum = at.reduce((total, place) => total + (weights[place] ?? 0), 0) * scale + firm;
      const chance = 1 / (1 + Math.exp(-sum));
      const error = isOrder ? (chance - 1) * ORDERS_COUNT : chance;
      slope += error;
      for (const place of at) slopes[place] = (slopes[place] ?? 0) + error * scale;
    }
    for (const [place, weight] of weights.entries()) {
      const own = (slopes[place] ?? 0) + RIDGE * rows.length * weight;
      squares[place] = (squares[place] ?? 0) + own * own;
      weights[place] = weight - (RATE * own) / Math.sqrt(squares[place] ?? 1);
    }
    firmSquares += slope * slope;
    firm -= (RATE * slope) / Math.sqrt(firmSquares);
  }
  const kept = known
    .map((sign, place): [string, number] => [sign, Math.round((weights[place] ?? 0) / STEP)])
    .filter(([, weight]) => weight !== 0)
    .toSorted(([a, one], [b, other]) => Math.abs(other) - Math.abs(one) || (a < b ? -1 : 1))
    .slice(0, MOST);
  return { weights: new Map(kept), firm: Math.round(firm / STEP) * STEP };
}

/** The same sum that `readsAsOrder` makes, over another lesson. */
export function judged(text: string, { weights, firm }: Lesson): boolean {
  const signs = extractFeatures(text);
  const sum = [...signs].reduce((total, sign) => total + (weights.get(sign) ?? 0), 0);
  return (sum * STEP) / Math.sqrt(Math.max(signs.size, 1)) + firm > 0;
}

/** The file that keeps a lesson: a weight, then all signs of that weight. */
export function fileOf({ weights, firm }: Lesson): string {
  const steps = [...new Set(weights.values())].toSorted((a, b) => b - a);
  const lines = steps.map((step) =>
    [
      step,
      ...[...weights]
        .filter(([, weight]) => weight === step)
        .map(([sign]) => sign)
        .toSorted(),
    ].join('\t'),
  );
  return `// Learned from test/fixtures/orders by \`npm run approve:weights\`: not written by hand.

/** Of a weight. */
export const WEIGHT_SCALE = ${STEP};
/** What every text begins with: none is an order until its words say so. */
export const BIAS = ${firm};
/** A weight in steps, then the signs that have it, between tabs; those above 0 speak for an order. */
export const FEATURE_WEIGHTS = ${'`'}${lines.join('\n')}${'`'};
`;
}
