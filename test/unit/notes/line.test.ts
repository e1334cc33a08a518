import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EMPTY_LINE,
  formatLine,
  type LineParts,
  normalizeLine,
  parseLine,
} from '../../../src/notes/entries/entry-line.js';

const RUNS = process.env.DAYBOOK_FULL ? 50_000 : 4_000;
const SEED = 20_260_607;

/** Text made of what could be taken for something else. */
const TRAPS = [
  ' ',
  '  ',
  '\t',
  '\n',
  '\r\n',
  '\r',
  '-',
  '- ',
  ' - ',
  '—',
  ' — ',
  ' because ',
  '#',
  '#tag',
  ' #tag',
  '^id',
  ' ^id',
  '\\',
  '`',
  '``',
  '[',
  ']',
  '[[',
  ']]',
  '[[n#^a]]',
  ' [[n#^a]]',
  '[at:: x]',
  ' [why:: y]',
  ' [at:: [b] ]',
  '::',
  '|',
  '[ ] ',
  '[x] ',
  '1. ',
  '2) ',
  '# ',
  '> ',
  '* ',
  '+ ',
  '---',
  '***',
  '```',
  '~~~',
  '<div>',
  '<!-- ',
  '-->',
  '</a>',
  '[a]: /u',
  '(',
  ')',
  '](u - v)',
  'word',
  'é',
  '漢字',
  '🙂',
  '\u00a0',
  '\u2028',
  '\0',
  '\uFEFF',
];
const trapped = fc.array(fc.constantFrom(...TRAPS), { maxLength: 10 }).map((parts) => parts.join(''));
const anyText = fc.oneof(
  trapped,
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const anyId = fc.stringMatching(/^[A-Za-z0-9-]{1,12}$/);
const anyTag = fc.constantFrom('key', 'a/b', 'x-1', 'größe', '漢字', 'v2_0');
const maybe = <T>(what: fc.Arbitrary<T>) => fc.option(what, { nil: null });

const anyParts: fc.Arbitrary<LineParts> = fc.record({
  box: maybe(fc.constantFrom('open', 'done', 'dropped')),
  text: anyText,
  why: maybe(anyText),
  tags: fc.array(anyTag, { maxLength: 3 }),
  fields: fc.dictionary(fc.constantFrom('at', 'by', 'branch', 'status', 'verified', 'superseded'), anyText, {
    maxKeys: 3,
  }),
  from: maybe(fc.constantFrom('[[2026-06-07#^k3m9p2x1ab4]]', '[[a b#^c]]')),
  id: maybe(anyId),
});

test(`what is written reads back equal (${RUNS} lines, seed ${SEED})`, () => {
  fc.assert(
    fc.property(anyParts, fc.constantFrom('-', '*', '+', '1.'), (parts, bullet) => {
      const line = formatLine(parts, bullet);
      expect(line).not.toMatch(/[\r\n]/);
      expect(plain(parseLine(line.slice(bullet.length + 1)))).toEqual(plain(normalizeLine(parts)));
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test(`what is read and written again reads the same (${RUNS} lines, seed ${SEED})`, () => {
  fc.assert(
    fc.property(anyText, (source) => {
      const parts = parseLine(source);
      const line = formatLine(parts);
      expect(plain(parseLine(line.slice(2)))).toEqual(plain(parts));
      expect(formatLine(parseLine(line.slice(2)))).toBe(line);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test.each<[string, Partial<LineParts>]>([
  ['chose SQLite — one file to back up', { text: 'chose SQLite', why: 'one file to back up' }],
  ['chose SQLite - one file', { text: 'chose SQLite', why: 'one file' }],
  ['chose SQLite because it is one file', { text: 'chose SQLite', why: 'it is one file' }],
  ['chose SQLite, because it is one file', { text: 'chose SQLite', why: 'it is one file' }],
  ['run `a — b` first', { text: 'run `a — b` first' }],
  ['see [[Notes - old]] for it — why', { text: 'see [[Notes - old]] for it', why: 'why' }],
  ['see [a - b](c - d) now - later', { text: 'see [a - b](c - d) now', why: 'later' }],
  [
    '[ ] fix it #bug #key ^k3m9p2x1ab4',
    { box: 'open', text: 'fix it', tags: ['bug', 'key'], id: 'k3m9p2x1ab4' },
  ],
  ['[x] done', { box: 'done', text: 'done' }],
  ['[-] dropped', { box: 'dropped', text: 'dropped' }],
  ['[y] no box', { text: '[y] no box' }],
  [
    'a [at:: 2026-06-07] [by:: claude] [[2026-06-07#^abc]] ^d',
    { text: 'a', fields: { at: '2026-06-07', by: 'claude' }, from: '[[2026-06-07#^abc]]', id: 'd' },
  ],
  ['see [[2026-06-07]]', { text: 'see [[2026-06-07]]' }],
  ['see [[a#^b]] there', { text: 'see [[a#^b]] there' }],
  ['fixes #12', { text: 'fixes #12' }],
  ['a [why:: b — c]', { text: 'a', why: 'b — c' }],
  ['a — b [why:: ]', { text: 'a — b' }],
  ['\\#not a tag', { text: '\\#not a tag' }],
  ['ends in \\#tag', { text: 'ends in #tag' }],
  ['1\\. first', { text: '1. first' }],
  ['line one\n  line two — why', { text: 'line one line two', why: 'why' }],
  ['', { text: '' }],
])('reads %j', (source, want) => {
  expect(parseLine(source)).toEqual({ ...EMPTY_LINE, text: '', ...want });
});

test.each<[Partial<LineParts>, string]>([
  [{ text: 'use X', why: 'it is fast' }, '- use X — it is fast'],
  [{ text: 'use X because Y', why: 'Z' }, '- use X because Y [why:: Z]'],
  [{ text: 'use X because Y' }, '- use X because Y [why:: ]'],
  [{ text: 'use X, because Y' }, '- use X, because Y [why:: ]'],
  [{ text: '# title' }, '- \\# title'],
  [{ text: 'see #tag' }, '- see \\#tag'],
  [{ text: 'a\nb' }, '- a b'],
])('writes %j', (parts, line) => {
  expect(formatLine({ ...EMPTY_LINE, text: '', ...parts })).toBe(line);
});

test('refuses a tag, a source and an id that are none', () => {
  for (const wrong of [{ tags: ['a b'] }, { from: '[[x]]' }, { id: 'a b' }])
    expect(() => formatLine({ ...EMPTY_LINE, text: 'x', ...wrong })).toThrow(RangeError);
});

test('long hostile lines take little time', () => {
  for (const part of ['[', ']', '`', '``` ', '[`', '\\', ' - `', ' #a', '[at:: ', ' — ['])
    expect(parseLine(part.repeat(16_384 / part.length))).toBeDefined();
});

const plain = (parts: LineParts) => ({
  ...parts,
  fields: Object.fromEntries(Object.entries(parts.fields).toSorted()),
});
