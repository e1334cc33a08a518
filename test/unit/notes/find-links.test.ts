import { expect, test } from 'vitest';
import { findLinks } from '../../../src/notes/links/find-links.js';
import { createResolver } from '../../../src/notes/links/resolve-link.js';

test('notes, headings, blocks, aliases and embeds, with their offsets', () => {
  const text = 'see [[A]] and [[b/C#Head|the c]], ![[img]], [[2026-06-07#^k1]], [[#Own]]';
  const links = findLinks(text);
  expect(links.map(({ note, heading, block, alias, embed }) => [note, heading, block, alias, embed])).toEqual(
    [
      ['A', null, null, null, false],
      ['b/C', 'Head', null, 'the c', false],
      ['img', null, null, null, true],
      ['2026-06-07', null, 'k1', null, false],
      ['', 'Own', null, null, false],
    ],
  );
  expect(links.map(({ start, end }) => text.slice(start, end))).toEqual([
    '[[A]]',
    '[[b/C#Head|the c]]',
    '![[img]]',
    '[[2026-06-07#^k1]]',
    '[[#Own]]',
  ]);
});

test.each([
  ['a code span', 'a `[[x]]` b'],
  ['a longer code span', 'a ``[[x]] ` [[y]]`` b'],
  ['a span over two lines', 'a `b\n[[x]]` c'],
  ['a fence', '```\n[[x]]\n```\n'],
  ['an open fence', '~~~ js\n[[x]]\n'],
  ['a fence in a list', '- ```\n  [[x]]\n  ```\n'],
  ['an escaped one', '\\[[x]]'],
  ['no end', '[[x'],
  ['two lines', '[[a\nb]]'],
  ['nothing in it', '[[]] [[ ]]'],
])('no link in %s', (_, text) => {
  expect(findLinks(text)).toEqual([]);
});

test('a backtick that stays alone, or ends with its paragraph, hides nothing', () => {
  expect(findLinks('it`s [[a]]\n\nand `b [[c]]').map(({ note }) => note)).toEqual(['a', 'c']);
  expect(findLinks('```\nx\n```\n\n[[a]] `b` [[c]]').map(({ note }) => note)).toEqual(['a', 'c']);
});

test('links in a table keep their alias', () => {
  expect(findLinks('| [[a\\|b]] |')[0]).toMatchObject({ note: 'a', alias: 'b' });
});

test('hostile text ends soon', () => {
  for (const part of ['[[', '`', '`` ', '[[a|', '```\n', ']]'])
    expect(findLinks(part.repeat(100_000 / part.length))).toEqual([]);
});

const PATHS = [
  'content/_index.md',
  'content/MEMORY.md',
  'content/a/note.md',
  'content/b/note.md',
  'content/evolving/2026-06-07.md',
];

test.each([
  ['MEMORY', 'content/x.md', 'content/MEMORY.md'],
  ['memory.md', 'content/x.md', 'content/MEMORY.md'],
  ['2026-06-07', 'content/MEMORY.md', 'content/evolving/2026-06-07.md'],
  ['evolving/2026-06-07', 'content/MEMORY.md', 'content/evolving/2026-06-07.md'],
  ['index', 'content/a/note.md', 'content/_index.md'],
  ['note', 'content/a/other.md', 'content/a/note.md'],
  ['note', 'content/MEMORY.md', null],
  ['b/note', 'content/MEMORY.md', 'content/b/note.md'],
  ['The Day', 'content/MEMORY.md', 'content/evolving/2026-06-07.md'],
  ['nothing', 'content/MEMORY.md', null],
  ['', 'content/MEMORY.md', 'content/MEMORY.md'],
])('[[%s]] in %s', (note, from, want) => {
  const resolver = createResolver(PATHS, new Map([['the day', 'content/evolving/2026-06-07.md']]));
  expect(resolver.resolve(note, from)).toBe(want);
});
