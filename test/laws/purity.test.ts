import { expect, test } from 'vitest';
import { roomOf, SOURCES } from './source.js';

const PURE = ['markdown', 'kinds', 'wiki', 'recall', 'lifecycle', 'sessions', 'verbs'];

/** What a verb, and all below it, may not do: each would make the same world give another outcome. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\basync\b|\bawait\b/, 'waits'],
  [/\bDate \. now\b|\bnew Date \( *\)/, 'asks the clock'],
  [/\bMath \. random\b/, 'throws dice'],
  [/\bprocess \./, 'asks the process'],
  [/\blocaleCompare\b/, 'sorts by the machine’s language'],
  [/\bset(Timeout|Interval|Immediate)\b/, 'starts something'],
];

test('nothing above the store waits, asks the clock, throws dice or touches the machine', () => {
  const pure = SOURCES.filter(({ path }) => PURE.includes(roomOf(path)) && path !== 'src/verbs/index.ts');
  const wrong = pure.flatMap(({ path, code, imports }) => [
    ...FORBIDDEN.filter(([pattern]) => pattern.test(code)).map(([, what]) => `${path} ${what}`),
    ...imports.filter((name) => name.startsWith('node:')).map((name) => `${path} imports ${name}`),
  ]);
  expect(wrong).toEqual([]);
});

test('nothing opens a connection', () => {
  const network = /^node:(http|https|http2|net|dgram|tls|dns)$/;
  expect(
    SOURCES.filter(({ imports }) => imports.some((name) => network.test(name))).map(({ path }) => path),
  ).toEqual([]);
});
