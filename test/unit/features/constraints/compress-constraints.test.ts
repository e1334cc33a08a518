import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ConstraintCompressor,
  compressConstraints,
  compressLayer2,
} from '../../../../src/features/constraints/compress-constraints.js';

test('the seed’s own example', () => {
  const { symbolic, constraints, conflicts } = compressConstraints([
    'no tailwind',
    'use css variables',
    'avoid utility css',
    'no utility framework',
  ]);
  expect(symbolic).toEqual({
    theme_system: {
      strategy: ['CSS variables'],
      rejected: ['Tailwind', 'utility-first'],
      raw: ['no tailwind', 'use css variables', 'avoid utility css', 'no utility framework'],
    },
  });
  expect([constraints, conflicts]).toEqual([[], []]);
});

test('the SDK of the seed', () => {
  const compressor = new ConstraintCompressor(20);
  compressor.addConstraint('No Tailwind CSS');
  compressor.addConstraint('Use JWT for auth');
  expect(compressor.compress().symbolic).toMatchObject({
    theme_system: { strategy: [], rejected: ['Tailwind'] },
    auth_strategy: { strategy: expect.arrayContaining(['JWT']), rejected: [] },
  });
  const layer = compressLayer2(
    ['No Tailwind CSS', 'Use JWT'],
    ['REST API first'],
    ['localStorage for tokens'],
  );
  expect(layer.decisions).toEqual(['REST API first']);
  expect(Object.keys(layer.failure_graph)).toEqual(['localStorage for tokens']);
});

test.each([
  ['restart the server', []],
  ['a form with a session-like feel', ['auth_strategy']],
  ['the form must be short', []],
  ['prefer REST', ['api_style']],
  ['the rest of the team is away', []],
  ['不要用样式框架', ['theme_system']],
  ['使用令牌认证', ['auth_strategy']],
  ['用图查询', ['api_style']],
  ['数据库ORM', ['db_access']],
  ['存文档数据库', ['db_type']],
  ['performant', []],
  ['authenticate twice', []],
] as const)('whole words: %s', (text, groups) => {
  expect(Object.keys(compressConstraints([text]).symbolic)).toEqual(groups);
});

test.each([
  ['use JWT', 'no JWT'],
  ['use JWT', 'avoid JWT'],
  ['always use an ORM', 'never use an ORM'],
  ['使用样式框架', '不要使用样式框架'],
  ['prefer GraphQL', "don't use GraphQL"],
])('%s and %s are reported as a conflict', (one, other) => {
  const { conflicts, symbolic } = compressConstraints([one, other]);
  expect(conflicts).toMatchObject([{ wanted: [one], refused: [other] }]);
  const [group] = Object.values(symbolic);
  expect([group?.strategy, group?.rejected, group?.raw]).toEqual([[], [], [one, other]]);
});

test('every constraint stays reachable, however many there are', () => {
  const word = fc.constantFrom(
    'no tailwind',
    'use jwt',
    'rest first',
    'short names',
    '不用 orm',
    'tabs',
    'keep it small',
    'no mongodb',
  );
  const line = fc.oneof(
    word,
    fc.tuple(word, fc.nat(200)).map(([text, n]) => `${text} ${n}`),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 80 }), (lines) => {
      const { symbolic, constraints } = compressConstraints(lines);
      const all = new Set([...constraints, ...Object.values(symbolic).flatMap(({ raw }) => raw)]);
      for (const one of lines.map((text) => text.trim()).filter(Boolean))
        expect(all.has(one), one).toBe(true);
    }),
    { numRuns: 200, seed: 7 },
  );
  const many = new ConstraintCompressor(20);
  for (let n = 0; n < 30; n++) many.addConstraint(`rule number ${n}`);
  expect(many.compress()).toMatchObject({ constraints: { length: 30 }, over: 10 });
});

test.each([
  ['Use JWT', 'no JWT in localStorage', ['JWT'], ['JWT in localStorage']],
  ['use JWT for login', 'never use JWT for admin pages', ['JWT'], ['JWT for admin pages']],
  ['always use an ORM', "don't use an ORM in migrations", ['ORM'], ['ORM in migrations']],
])('%s and %s are no conflict', (one, other, strategy, rejected) => {
  const { symbolic, conflicts } = compressConstraints([one, other]);
  expect(conflicts).toEqual([]);
  expect(Object.values(symbolic)).toMatchObject([{ strategy, rejected, raw: [one, other] }]);
});

test('what is wanted and refused for one place is a conflict', () => {
  const lines = ['use JWT for login', 'no JWT for login'];
  expect(compressConstraints(lines).conflicts).toMatchObject([{ wanted: [lines[0]], refused: [lines[1]] }]);
});

test.each([
  'The auth page must load within one second',
  'Session ids are never older than a day',
  'Every endpoint answers within 200 ms, REST or not',
  'JWT tokens expire after 15 minutes',
  'the restore script must not need MongoDB credentials from a session',
])('a mention is no strategy: %s', (line) => {
  const { symbolic, constraints } = compressConstraints([line]);
  expect(Object.values(symbolic).flatMap(({ strategy }) => strategy)).toEqual([]);
  expect([...constraints, ...Object.values(symbolic).flatMap(({ raw }) => raw)]).toContain(line);
});
