import { expect, test } from 'vitest';
import { readFrontMatter as frontmatter, parseYaml } from '../../../src/markdown/front-matter.js';
import { parseWithRemark } from '../../../src/markdown/remark-outline.js';

test('a heading below definitions begins at its own line', () => {
  expect(
    parseWithRemark('[a]: /u\nb\n---\n').blocks.map(({ kind, start, end }) => [kind, start, end]),
  ).toEqual([
    ['definition', 0, 8],
    ['heading', 8, 14],
  ]);
});

test('items that a fence leaves open end before the next one', () => {
  expect(
    parseWithRemark('- ```\n- \nfoo').blocks.map(({ kind, line, lastLine }) => [kind, line, lastLine]),
  ).toEqual([
    ['item', 1, 1],
    ['item', 2, 2],
    ['paragraph', 3, 3],
  ]);
});

test.each<[string, Record<string, unknown> | null, RegExp | null]>([
  ['no front matter', null, null],
  ['---\ntitle: A\ntags: [x, y]\n---\ntext', { title: 'A', tags: ['x', 'y'] }, null],
  ['---\r\na: 1\r\n---', { a: 1 }, null],
  ['---\n---\n', {}, null],
  ['---\na: 1\n', null, null],
  ['---\n- a\n---\n', null, /no mapping/],
  ['---\na: [\n---\n', null, /not understood/],
  ['---\na: 1\na: 2\n---\n', null, /not understood/],
  ['---\na: &x [1]\nb: *x\n---\n', null, /not understood/],
  ['---\na: yes\nb: 2026-06-07\n---\n', { a: 'yes', b: '2026-06-07' }, null],
  ['---\n<<: {a: 1}\n---\n', { '<<': { a: 1 } }, null],
])('the front matter of %j', (text, want, notice) => {
  const read = frontmatter(text);
  expect(read.data && Object.fromEntries(read.data)).toEqual(want);
  if (notice) expect(read.notice).toMatch(notice);
  else expect(read.notice).toBeNull();
});

test('a front matter reaches no prototype', () => {
  const { data } = frontmatter('---\n__proto__: {polluted: true}\nconstructor: 1\n---\n');
  expect(data?.has('__proto__')).toBe(true);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('a bomb of aliases does not go off', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(',')}]`)
    .join('\n')}\n`;
  expect(() => parseYaml(bomb)).toThrow();
});

test('a front matter that is too long or too deep is noticed', () => {
  expect(frontmatter(`---\na: ${'x'.repeat(300_000)}\n---\n`)).toMatchObject({
    data: null,
    notice: expect.stringMatching(/longer/),
  });
  expect(frontmatter(`---\na: ${'['.repeat(4000)}\n---\n`)).toMatchObject({
    data: null,
    notice: expect.stringMatching(/not understood/),
  });
});
