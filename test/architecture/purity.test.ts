import { expect, test } from 'vitest';
import { folderOf, SOURCES } from './source.js';

const PURE = [
  'markdown',
  'text',
  'dates',
  'config',
  'notes',
  'security',
  'search',
  'matching',
  'transcripts',
  'features',
  'records',
  'command',
  'html',
  'output',
];

/** What a command, and all that it imports, may not do: each would make the same context give another plan. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\basync\b|\bawait\b/, 'waits'],
  [/\bDate \. now\b|\bnew Date \( *\)/, 'reads the clock'],
  [/\bMath \. random\b/, 'is random'],
  [/\bprocess \./, 'reads the process'],
  [/\blocaleCompare\b/, 'sorts by the language of the machine'],
  [/\bset(Timeout|Interval|Immediate)\b/, 'starts a timer'],
];

/** secretlint has an asynchronous interface only; `app` waits for it before a command is planned. */
const ASYNC_LIBRARY = 'src/security/secretlint.ts';

test('pure folders neither wait, read the clock, draw random numbers nor touch the machine', () => {
  const pure = SOURCES.filter(({ path }) => PURE.includes(folderOf(path)) && path !== ASYNC_LIBRARY);
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
