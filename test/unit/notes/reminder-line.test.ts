import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trimSpaces } from '../../../src/notes/entries/line-metadata.js';
import {
  EMPTY_METADATA,
  formatReminder,
  parseReminder,
  type ReminderParts,
} from '../../../src/notes/entries/reminder-line.js';

const RUNS = process.env.DAYBOOK_FULL ? 50_000 : 3_000;
const SEED = 20_260_607;
const cell = fc
  .oneof(
    fc
      .array(fc.constantFrom('|', '\\', ' ', 'a', '#tag', '^id', ' ^id', '[at:: x]', '[', ']', '\n', '漢'), {
        maxLength: 8,
      })
      .map((parts) => parts.join('')),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
  )
  .map((text) => trimSpaces(text.replace(/[ \t]*[\r\n]+[ \t]*/g, ' ')));

test(`a reminder that is written reads back equal (${RUNS} lines, seed ${SEED})`, () => {
  fc.assert(
    fc.property(
      cell,
      cell,
      cell,
      fc.constantFrom('open', 'done', 'dropped'),
      fc.option(fc.constantFrom('abc', 'k3m9p2x1ab4'), { nil: null }),
      (due, when, message, box, id) => {
        const parts: ReminderParts = { box, due, when, message, tail: { ...EMPTY_METADATA, id } };
        expect(parseReminder(formatReminder(parts).slice(2))).toEqual(parts);
      },
    ),
    { numRuns: RUNS, seed: SEED },
  );
});

test.each([
  ['[ ] 2026-06-09 | absolute | pay the bill ^r1', ['2026-06-09', 'absolute', 'pay the bill', 'r1']],
  ['[ ] a \\| b | context | c', ['a | b', 'context', 'c', null]],
  ['call Bob', [null, null, 'call Bob', null]],
  ['a | b', [null, null, 'a | b', null]],
  ['- | next session | a | b', ['-', 'next session', 'a | b', null]],
])('reads %j', (source, want) => {
  const { due, when, message, tail } = parseReminder(source);
  expect([due, when, message, tail.id]).toEqual(want);
});
