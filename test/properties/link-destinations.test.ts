import { tests } from 'commonmark-spec';
import type { Definition, Image, Link as MarkdownLink, Root, RootContent } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { expect, test } from 'vitest';
import { parseWithRemark } from '../../src/markdown/remark-outline.js';
import { findVisibleLinks } from '../../src/notes/links/find-links.js';
import { asDestination, toNoteLink } from '../../src/notes/links/link.js';
import { createRandom } from '../support/random.js';

const parser = unified().use(remarkParse);

type Node = Root | RootContent;
const isTarget = (node: Node): node is MarkdownLink | Image | Definition =>
  node.type === 'link' || node.type === 'image' || node.type === 'definition';

/** The notes that remark's links lead to, as they stand in the text. */
function byRemark(text: string): string[] {
  const found: [number, string][] = [];
  const visit = (node: Node): void => {
    const at = node.position?.start.offset ?? 0;
    if (isTarget(node) && text[at] !== '<' && !(node.type === 'definition' && node.label?.startsWith('^'))) {
      const note = toNoteLink(node.url, { start: 0, end: node.url.length });
      if (note) found.push([at, note.note]);
    }
    if ('children' in node) for (const child of node.children) visit(child);
  };
  visit(parser.parse(text));
  return found.sort(([a], [b]) => a - b).map(([, note]) => note);
}

const byUs = (text: string): string[] =>
  findVisibleLinks(text, () => parseWithRemark(text))
    .filter(({ form }) => form === 'markdown')
    .map(({ note }) => note);

/** Letters by rarer names, labels over two lines, and what stands in the words of an image. */
const KNOWN = [32, 33, 208, 503, 541, 574, 575];

test('on the examples of CommonMark the scanner finds the links that remark finds', () => {
  const wrong: number[] = [];
  let links = 0;
  for (const { number, markdown } of tests) {
    const text = markdown.replaceAll('→', '\t');
    if (text.includes('[[')) continue; // a wikilink, here
    const [own, wanted] = [byUs(text), byRemark(text)];
    links += wanted.length;
    if (JSON.stringify(own) !== JSON.stringify(wanted)) wrong.push(number);
  }
  console.log(`${tests.length} examples, ${links} links, ${wrong.length} wrong`);
  expect(wrong).toEqual(KNOWN);
});

const PIECES = [
  'word',
  ' ',
  '\n',
  '\n\n',
  '[',
  ']',
  '[x](old.md)',
  '![x](old.md "t")',
  '[x](<old note.md>)',
  '](old.md)',
  '[x]: old.md',
  '\n[x]: old.md\n',
  '\n[x]: <old note.md> "title"\n',
  '[x]',
  '[y][x]',
  '`',
  '``',
  '\\',
  '(',
  ')',
  '\n- ',
  '\n  - ',
  '\n> ',
  '\n## ',
  '\n```\n',
  '\n    ',
  '<a href="[x](old.md)">',
  '<!-- [x](old.md) -->',
  '<https://a.b/[x](old.md)>',
  '\n<div>\n',
  '**',
  '&amp;',
];

test('on texts made of pieces that no person puts together it hardly ever differs from remark', () => {
  const seed = 20261122;
  const random = createRandom(seed);
  const rounds = process.env.DAYBOOK_FULL ? 50_000 : 700;
  let [found, wanted, missed, extra] = [0, 0, 0, 0];
  const shown: unknown[] = [];
  for (let round = 0; round < rounds; round++) {
    const text = Array.from(
      { length: 1 + Math.floor(random() * 12) },
      () => PIECES[Math.floor(random() * PIECES.length)] as string,
    ).join('');
    if (text.includes('[[')) continue;
    const [own, theirs] = [byUs(text), byRemark(text)];
    found += own.length;
    wanted += theirs.length;
    if (own.length > theirs.length) extra += own.length - theirs.length;
    if (own.length < theirs.length) missed += theirs.length - own.length;
    if (own.length !== theirs.length && shown.length < 12) shown.push({ text, own, theirs });
  }
  console.log(
    `${rounds} texts, seed ${seed}: ${wanted} links by remark, ${found} by us, ${missed} missed, ${extra} too many`,
  );
  if (process.env.SHOW) console.log(shown);
  expect(extra / wanted).toBeLessThan(0.02);
  expect(missed / wanted).toBeLessThan(0.04);
});

test.each([
  ['old.md', 'new.md', 'old.md', 'new.md'],
  ['a path in blanks', 'plan (v2) 100%', 'old%20page.md', 'plan%20%28v2%29%20100%25'],
  ['in brackets blanks stay', 'plan (v2) 100%', null, 'plan (v2) 100%25'],
  ['letters as they are', '计划', 'old', '计划'],
  ['letters encoded as before', '计划', '%E6%97%A7', '%E8%AE%A1%E5%88%92'],
  ['no reference by mistake', 'R&amp;D', 'old', 'R%26amp;D'],
])('%s: a name in a destination reads back as it is', (_, name, like, want) => {
  const said = asDestination(name, { raw: like ?? '', angled: like === null });
  expect(said).toBe(want);
  expect(toNoteLink(said, { start: 0, end: said.length })?.note).toBe(name);
});

test.each([
  ['[x](../wiki/old.md#a-b "t")', '../wiki/old.md', 'a-b', null],
  ['[x](<old note.md>)', 'old note.md', null, null],
  ['[x](old%20note.md#%5Eb1)', 'old note.md', null, 'b1'],
  ['![x](old.md)', 'old.md', null, null],
  ['[x](#own)', '', 'own', null],
  ['[x](old.md?plain=1#L3)', 'old.md', 'L3', null],
  ['[x](old\\_note.md)', 'old_note.md', null, null],
  ['[x](R&amp;D.md)', 'R&D.md', null, null],
  ['[x](old\\#1.md)', 'old', '1.md', null],
  ['[the](a.md "b") [x](old (1).md)', 'a.md', null, null],
])('%s', (text, note, heading, block) => {
  const [link] = findVisibleLinks(text, () => parseWithRemark(text));
  expect(link).toMatchObject({ form: 'markdown', note, heading, block });
});

test.each(['https://a.b/old.md', 'mailto:a@b.c', '//a.b/old.md', 'pic.png', 'folder/', 'a b.md', ''])(
  '[x](%s) leads to no note',
  (target) => {
    expect(byUs(`[x](${target})`)).toEqual([]);
  },
);
