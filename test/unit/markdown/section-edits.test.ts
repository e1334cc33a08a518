import { expect, test } from 'vitest';
import { scanBlocks } from '../../../src/markdown/block-scanner.js';
import type { Block } from '../../../src/markdown/outline.js';
import {
  appendBlock,
  appendToSection,
  removeBlocks,
  replaceLine,
  replaceSpan,
} from '../../../src/markdown/section-edits.js';
import { applyEdits, type TextEdit } from '../../../src/markdown/text-edit.js';
import { verifyEdit } from '../../../src/markdown/verify-edit.js';

const ORDER = ['Facts', 'Decisions', 'Learnings'];
const item = (bullet: string) => `${/\s$/.test(bullet) ? bullet : `${bullet} `}new`;
const append = (text: string, heading = 'Decisions') =>
  appendToSection(text, scanBlocks(text), heading, ORDER, item);

test.each([
  ['an empty note', '', '## Decisions\n\n- new\n'],
  ['a title alone', '# Memory\n', '# Memory\n\n## Decisions\n\n- new\n'],
  ['a title without a final newline', '# Memory', '# Memory\n\n## Decisions\n\n- new'],
  [
    'behind the last item',
    '## Decisions\n\n- a\n- b\n\n## Learnings\n',
    '## Decisions\n\n- a\n- b\n- new\n\n## Learnings\n',
  ],
  ['no final newline', '## Decisions\n- a', '## Decisions\n- a\n- new'],
  ['the neighbour’s bullet', '## Decisions\n\n*   a\n', '## Decisions\n\n*   a\n*   new\n'],
  ['the next number', '## Decisions\n\n9. a\n', '## Decisions\n\n9. a\n10. new\n'],
  ['an indented list', '## Decisions\n\n  - a\n', '## Decisions\n\n  - a\n  - new\n'],
  ['CRLF', '## Decisions\r\n\r\n- a\r\n', '## Decisions\r\n\r\n- a\r\n- new\r\n'],
  ['lone CR', '## Decisions\r\r- a\r', '## Decisions\r\r- a\r- new\r'],
  [
    'an item with more in it',
    '## Decisions\n- a\n  - sub\n\n  more\n',
    '## Decisions\n- a\n  - sub\n\n  more\n- new\n',
  ],
  ['prose behind the list', '## Decisions\n- a\n\nprose\n', '## Decisions\n- a\n- new\n\nprose\n'],
  ['prose without a list', '## Decisions\nprose\n', '## Decisions\nprose\n\n- new\n'],
  [
    'prose before the next heading',
    '## Decisions\nprose\n## Learnings\n',
    '## Decisions\nprose\n\n- new\n\n## Learnings\n',
  ],
  ['an empty section', '## Decisions\n\n## Learnings\n', '## Decisions\n\n- new\n\n## Learnings\n'],
  [
    'an empty section without a gap',
    '## Decisions\n## Learnings\n',
    '## Decisions\n\n- new\n\n## Learnings\n',
  ],
  ['another case and depth, with a colon', '#### DECISIONS:\n- a\n', '#### DECISIONS:\n- a\n- new\n'],
  ['a setext heading', 'Decisions\n---\n- a\n', 'Decisions\n---\n- a\n- new\n'],
  [
    'before a later section',
    '## Facts\n\n- f\n\n## Learnings\n\n- l\n',
    '## Facts\n\n- f\n\n## Decisions\n\n- new\n\n## Learnings\n\n- l\n',
  ],
  [
    'before a later section without a gap',
    '- f\n## Learnings\n',
    '- f\n\n## Decisions\n\n- new\n\n## Learnings\n',
  ],
  ['behind an earlier section', '## Facts\n\n- f\n', '## Facts\n\n- f\n\n## Decisions\n\n- new\n'],
  [
    'a heading in a fence is none',
    '```\n## Decisions\n```\n',
    '```\n## Decisions\n```\n\n## Decisions\n\n- new\n',
  ],
  ['a heading in a quote is none', '> ## Decisions\n', '> ## Decisions\n\n## Decisions\n\n- new\n'],
  [
    'a section of its own below',
    '## Decisions\n- a\n### Old\n- b\n',
    '## Decisions\n- a\n- new\n### Old\n- b\n',
  ],
  ['a file of blank lines', '\n\n', '## Decisions\n\n- new\n\n'],
  ['blank lines at the end', '## Decisions\n- a\n\n\n', '## Decisions\n- a\n- new\n\n\n'],
])('an entry is added: %s', (_, text, want) => {
  const splices = append(text);
  expect(applyEdits(text, splices)).toBe(want);
  expect(verifyEdit(text, splices, scanBlocks)).toEqual({ ok: true });
});

test('what an open fence would swallow is not proved', () => {
  for (const text of ['- a\n\n```\ncode', '<!-- open\n', '<pre>\n'])
    expect(verifyEdit(text, append(text), scanBlocks).ok).toBe(false);
});

test.each([
  ['at the end', 'a\n', undefined, 'a\n\n## H\n- x\n'],
  ['at the end without a newline', 'a', undefined, 'a\n\n## H\n- x'],
  [
    'below a heading with all below it',
    '# D\n- a\n## S\n- b\n# E\n',
    'D',
    '# D\n- a\n## S\n- b\n\n## H\n- x\n\n# E\n',
  ],
  ['into nothing', '', undefined, '## H\n- x\n'],
])('a block is added %s', (_, text, below, want) => {
  const splices = appendBlock(text, scanBlocks(text), ['## H', '- x'], below);
  expect(applyEdits(text, splices)).toBe(want);
  expect(verifyEdit(text, splices, scanBlocks)).toEqual({ ok: true });
});

test.each([
  ['an item among items', '- a\n- b\n- c\n', [1], '- a\n- c\n'],
  ['the last item', '- a\n- b\n', [1], '- a\n'],
  ['the last item without a newline', '- a\n- b', [1], '- a'],
  ['the only item', '## A\n\n- b\n\n## C\n', [1], '## A\n\n## C\n'],
  ['all', '- a\n- b\n', [0, 1], ''],
  ['what kept two texts apart', 'a\n***\nb\n', [1], 'a\n\nb\n'],
  ['two runs', '- a\n- b\n- c\n- d\n', [0, 2], '- b\n- d\n'],
])('blocks are removed: %s', (_, text, which, want) => {
  const outline = scanBlocks(text);
  const splices = removeBlocks(
    text,
    outline,
    which.map((at) => outline.blocks[at] as Block),
  );
  expect(applyEdits(text, splices)).toBe(want);
  expect(verifyEdit(text, splices, scanBlocks)).toEqual({ ok: true });
});

test('a line is replaced by its difference alone', () => {
  const text = '- a\r\n- [ ] b ^id\r\n- c\r\n';
  const outline = scanBlocks(text);
  const splices = replaceLine(text, outline, outline.blocks[1] as Block, ['- [x] b ^id']);
  expect(splices).toEqual<TextEdit[]>([{ at: 8, old: ' ', new: 'x' }]);
  expect(replaceLine(text, outline, outline.blocks[1] as Block, ['- [ ] b ^id'])).toEqual([]);
});

test('a difference parts no pair of surrogates and no line ending', () => {
  for (const [old, fresh] of [
    ['a🙂b', 'a🙃b'],
    ['a\r\nb', 'a\nb'],
    ['a\nb', 'a\r\nb'],
    ['aXa', 'aa'],
    ['', 'x'],
  ] as const) {
    const splices = replaceSpan(old, 0, old.length, fresh);
    expect(applyEdits(old, splices)).toBe(fresh);
    for (const one of splices) expect(one.old + one.new).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
  }
});

test.each([
  ['- a\n\n4 more\n', '- a\n- b\n\n14 more\n'],
  ['## A\n\n4 more\n\nb\n', '## A\n\n- a\n\n34 more\n\nb\n'],
  ['a\n\nb c\n\nd\n', 'a\n\nx\n\nb c\n\nd\n'],
])(
  'a difference that ends within a line touches that line before and after, there and back: %j',
  (old, fresh) => {
    for (const [from, to] of [
      [old, fresh],
      [fresh, old],
    ] as const) {
      const splices = replaceSpan(from, 0, from.length, to);
      expect(applyEdits(from, splices)).toBe(to);
      expect(verifyEdit(from, splices, scanBlocks)).toEqual({ ok: true });
    }
  },
);

test.each([
  ['a line that begins a fence', 'a\n\nb\n', { at: 0, old: 'a', new: '```' }],
  ['an underline below a text', 'a\n\n- b\n', { at: 2, old: '', new: '===\n' }],
  ['text that an item takes in', '- a\n\nb\n', { at: 4, old: '\n', new: '' }],
  ['an item in front of a text', 'a\nb\n', { at: 2, old: '', new: '- x\n' }],
  ['a line in a fence', '```\na\n```\n', { at: 4, old: '', new: '```\n' }],
])('no proof for %s', (_, text, one) => {
  expect(verifyEdit(text, [one], scanBlocks).ok).toBe(false);
});

test.each([
  ['a line behind a line, its break first', '- a\n- b\n', { at: 3, old: '', new: '\n- x' }],
  ['the same with CRLF', 'a\r\n\r\nb\r\n', { at: 1, old: '', new: '\r\n\r\n- x' }],
  ['a line at the end', '- a', { at: 3, old: '', new: '\n- x' }],
  ['text within a line', '- a\n- b\n', { at: 3, old: '', new: ' ^id' }],
  ['a line taken out', '- a\n- b\n', { at: 0, old: '- a\n', new: '' }],
  ['a line taken out with the break before it', '- a\n- b', { at: 3, old: '\n- b', new: '' }],
  ['all of it', '- a\n- b', { at: 0, old: '- a\n- b', new: '' }],
])('a proof for %s', (_, text, one) => {
  expect(verifyEdit(text, [one], scanBlocks)).toEqual({ ok: true });
});

test('a doubt is in the way only where it is', () => {
  const text = '[a]:\n/u\n\n# A\n\n- a\n';
  expect(verifyEdit(text, append(text, 'A'), scanBlocks)).toEqual({ ok: true });
  expect(verifyEdit(text, [{ at: 8, old: '', new: 'x\n' }], scanBlocks)).toMatchObject({
    ok: false,
    line: 1,
  });
});
