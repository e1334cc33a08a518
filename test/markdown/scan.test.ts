import { expect, test } from 'vitest';
import type { Outline } from '../../src/markdown/outline.js';
import { scan } from '../../src/markdown/scan.js';
import { tree } from '../../src/markdown/tree.js';
import { EXAMPLES, FORMS } from './samples.js';

test('the scanner never disagrees with remark on an example of the specification', () => {
  const unsure = new Set<string>();
  let certain = 0;
  for (const example of EXAMPLES) {
    for (const [form, rewrite] of Object.entries(FORMS)) {
      const text = rewrite(example);
      const seen = scan(text);
      if (seen.certain) certain++;
      else unsure.add(example);
      if (seen.certain) expect(shape(seen), `${form}: ${JSON.stringify(text)}`).toEqual(shape(tree(text)));
    }
  }
  const all = EXAMPLES.length * Object.keys(FORMS).length;
  console.log(
    `${EXAMPLES.length} examples × ${Object.keys(FORMS).length} forms: ${certain} of ${all} certain (${((100 * certain) / all).toFixed(1)} %), 0 disagreements`,
  );
  expect(certain / all).toBeGreaterThan(0.95);
});

test('an outline gives whole lines, ordered and disjoint', () => {
  const text =
    '---\nk: v\n---\n# T\n\npara\non\n\n- a\n  b\n\n  c\n- d\n***\n> q\nlazy\n\n```\n# no\n```\n<!-- x -->\n[a]: /u\n';
  expect(scan(text).blocks.map(({ kind, line, lastLine, text }) => [kind, line, lastLine, text])).toEqual([
    ['frontmatter', 1, 3, ''],
    ['heading', 4, 4, 'T'],
    ['paragraph', 6, 7, ''],
    ['item', 9, 12, 'a\nb'],
    ['item', 13, 13, 'd'],
    ['rule', 14, 14, ''],
    ['quote', 15, 16, ''],
    ['code', 18, 20, ''],
    ['html', 21, 21, ''],
    ['definition', 22, 22, ''],
  ]);
  expect(
    scan(text)
      .blocks.map(({ start, end }) => text.slice(start, end))
      .join(''),
  ).toBe(text.replace(/\n\n/g, '\n').replace('b\n', 'b\n\n'));
});

test.each([
  ['- a', ['- ', 'a']],
  ['  - a', ['  - ', 'a']],
  ['1.  a', ['1.  ', 'a']],
  ['-\ta', ['-\t', 'a']],
  ['-', ['-', '']],
  ['- # h', ['- ', '']],
  ['- - a', ['- ', '']],
  ['-     code', ['- ', '']],
])('the marker and text of %j', (text, want) => {
  const [block] = scan(text).blocks;
  expect([block?.marker, block?.text]).toEqual(want);
});

test.each<[string, Outline['eol']]>([
  ['', '\n'],
  ['a', '\n'],
  ['a\nb\r\n', '\n'],
  ['a\r\nb\r\nc\n', '\r\n'],
  ['a\rb\r', '\r'],
])('the line ending of %j', (text, eol) => {
  expect(scan(text).eol).toBe(eol);
  expect(tree(text).eol).toBe(eol);
});

test('a front matter that is never closed hides nothing', () => {
  const text = '---\n- a\n\n## Decisions\n\n- b\n';
  expect(shape(scan(text))).toEqual(shape(tree(text)));
  expect(scan(text).blocks.map(({ kind }) => kind)).toEqual(['rule', 'item', 'heading', 'item']);
});

test('what may be a link definition is left to remark, and only that', () => {
  const { certain, doubts, blocks } = scan('# A\n\n[a]:\n/u\n\n# B\n');
  expect([certain, doubts, blocks.length]).toEqual([false, [{ line: 3, lastLine: 4 }], 3]);
  expect(scan('[a]: /u\n===\nb').doubts).toEqual([{ line: 1, lastLine: Number.POSITIVE_INFINITY }]);
});

test('hostile text is scanned as well, and ends', () => {
  const parts = [
    '- ',
    '> ',
    '*a_ ',
    '[',
    '[a\n',
    '```a`\n',
    '<a ',
    '\r',
    '<a b="\n',
    '<!-- ',
    '\t- ',
    '1. ',
    '* ',
  ];
  for (const part of parts)
    expect(scan(part.repeat(100_000 / part.length)).blocks.length).toBeGreaterThanOrEqual(0);
  expect(scan(`${'- '.repeat(99)}\n`.repeat(2000) + '\n'.repeat(100_000)).eol).toBe('\n');
});

const shape = ({ blocks, eol }: Outline) => ({ blocks, eol });
