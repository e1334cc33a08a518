import { expect, test } from 'vitest';
import { scanBlocks } from '../../src/markdown/block-scanner.js';
import type { Outline } from '../../src/markdown/outline.js';
import { parseWithRemark } from '../../src/markdown/remark-outline.js';
import { EXAMPLES, FORMS } from '../support/markdown-samples.js';

test('the scanner never disagrees with remark on an example of the specification', () => {
  const unsure = new Set<string>();
  let certain = 0;
  for (const example of EXAMPLES) {
    for (const [form, rewrite] of Object.entries(FORMS)) {
      const text = rewrite(example);
      const seen = scanBlocks(text);
      if (seen.isCertain) certain++;
      else unsure.add(example);
      if (seen.isCertain)
        expect(shape(seen), `${form}: ${JSON.stringify(text)}`).toEqual(shape(parseWithRemark(text)));
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
  expect(
    scanBlocks(text).blocks.map(({ kind, line, lastLine, text }) => [kind, line, lastLine, text]),
  ).toEqual([
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
    scanBlocks(text)
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
  const [block] = scanBlocks(text).blocks;
  expect([block?.marker, block?.text]).toEqual(want);
});

test.each<[string, Outline['eol']]>([
  ['', '\n'],
  ['a', '\n'],
  ['a\nb\r\n', '\n'],
  ['a\r\nb\r\nc\n', '\r\n'],
  ['a\rb\r', '\r'],
])('the line ending of %j', (text, eol) => {
  expect(scanBlocks(text).eol).toBe(eol);
  expect(parseWithRemark(text).eol).toBe(eol);
});

test('a front matter that is never closed hides nothing', () => {
  const text = '---\n- a\n\n## Decisions\n\n- b\n';
  expect(shape(scanBlocks(text))).toEqual(shape(parseWithRemark(text)));
  expect(scanBlocks(text).blocks.map(({ kind }) => kind)).toEqual(['rule', 'item', 'heading', 'item']);
});

test('what may be a link definition is left to remark, and only that', () => {
  const { isCertain: certain, uncertainRanges: doubts, blocks } = scanBlocks('# A\n\n[a]:\n/u\n\n# B\n');
  expect([certain, doubts, blocks.length]).toEqual([false, [{ line: 3, lastLine: 4 }], 3]);
  expect(scanBlocks('[a]: /u\n===\nb').uncertainRanges).toEqual([
    { line: 1, lastLine: Number.POSITIVE_INFINITY },
  ]);
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
    expect(scanBlocks(part.repeat(100_000 / part.length)).blocks.length).toBeGreaterThanOrEqual(0);
  expect(scanBlocks(`${'- '.repeat(99)}\n`.repeat(2000) + '\n'.repeat(100_000)).eol).toBe('\n');
});

const shape = ({ blocks, eol }: Outline) => ({ blocks, eol });
