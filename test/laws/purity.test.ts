import { expect, test } from 'vitest';
import { roomOf, SOURCES } from './source.js';

const PURE = ['markdown', 'kinds', 'wiki', 'recall', 'lifecycle', 'verbs'];

/** What a verb, and all below it, may not do: each would make the same world give another outcome. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\basync\b|\bawait\b/, 'waits'],
  [/'node:/, 'touches the machine'],
  [/\bDate\.now\(|new Date\(\)/, 'asks the clock'],
  [/\bMath\.random\(/, 'throws dice'],
  [/\bprocess\./, 'asks the process'],
  [/\bsetTimeout\(|\bfetch\(/, 'starts something'],
];

test('nothing above the store waits, asks the clock, throws dice or touches the machine', () => {
  const wrong = SOURCES.filter(
    ({ path }) => PURE.includes(roomOf(path)) && path !== 'src/verbs/index.ts',
  ).flatMap(({ path, text }) =>
    FORBIDDEN.filter(([pattern]) => pattern.test(text)).map(([, what]) => `${path} ${what}`),
  );
  expect(wrong).toEqual([]);
});
