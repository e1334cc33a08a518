import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseWithRemark } from '../../../src/markdown/remark-outline.js';
import { type LocatedEntry, readEntries } from '../../../src/notes/entries/read-entries.js';
import { parseSummaryLine } from '../../../src/notes/freeform/freeform-entry.js';
import { local } from '../../support/search-notebook.js';

const read = (path: string, text: string): LocatedEntry[] =>
  readEntries({ path: `content/${path}`, text, bom: false, hash: '' }, parseWithRemark(text), {
    content: 'content',
    local,
  });
const FILES = new URL('../../fixtures/loose/files/', import.meta.url);
const names = readdirSync(FILES).filter((name) => name.endsWith('.md'));
const expected = (name: string) =>
  readFileSync(new URL(name.replace('.md', '.finds'), FILES), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
const told = ({ confidence }: LocatedEntry) => (confidence ?? 0) > 0;
const shown = ({ type, status, text }: LocatedEntry) => `${type} ${status ?? '-'} ${text}`;

test('whole files give the same finds as entries of a memory, and nothing else is taken for one', () => {
  let right = 0;
  let all = 0;
  const missed: string[] = [];
  for (const name of names) {
    // Headings that a memory knows keep their own type; here the words alone are to tell.
    const text = readFileSync(new URL(name, FILES), 'utf8').replace(/^(#{1,6}) (.*)$/gm, '$1 Chapter');
    const finds = read('MEMORY.md', text).filter(told).map(shown);
    const wanted = expected(name);
    all += Math.max(finds.length, wanted.length);
    for (const [i, want] of wanted.entries()) {
      if (finds[i]?.startsWith(want)) right++;
      else missed.push(`${name}: wanted ${want}, found ${finds[i]}`);
    }
  }
  console.log(
    `loose files through entriesOf: ${names.length} files, ${right}/${all} = ${(right / all).toFixed(3)}`,
    ...missed,
  );
  expect(names.length).toBeGreaterThanOrEqual(20);
  expect(right / all).toBeGreaterThanOrEqual(0.95);
});

const brief = (path: string, text: string) =>
  read(path, text).map(({ type, text, why, workaround, status, at }) => [
    type,
    text,
    workaround ?? why,
    status,
    at,
  ]);

test.each([
  ['decided to use **pnpm** because npm hoists #tools', 'decision', 'use **pnpm**', 'npm hoists', null, null],
  ['**Decided:** sessions live in Redis', 'decision', 'sessions live in Redis', null, null, null],
  ['TIL: the cache ignores the locale', 'learning', 'the cache ignores the locale', null, null, null],
  [
    'gotcha: `reset` drops the schema -> take a dump first',
    'gotcha',
    '`reset` drops the schema',
    'take a dump first',
    null,
    null,
  ],
  [
    'gotcha: CORS fails on redirects → call the final URL',
    'gotcha',
    'CORS fails on redirects',
    'call the final URL',
    null,
    null,
  ],
  [
    'gotcha: tests share a port -- run them in band',
    'gotcha',
    'tests share a port',
    'run them in band',
    null,
    null,
  ],
  ['KEY: never deploy on Friday', 'rule', 'never deploy on Friday', null, null, null],
  ['[x] problem: avatars vanish', 'problem', 'avatars vanish', null, 'resolved', null],
  ['[-] problem: avatars vanish', 'problem', 'avatars vanish', null, 'dropped', null],
  ['6/7/2026: fixed the backup', 'progress', 'fixed the backup', null, 'resolved', '2026-06-07'],
  ['blocked by DNS [at:: 2026-06-01] ^abc-1', 'blocker', 'blocked by DNS', null, 'blocked', '2026-06-01'],
  [
    '2026-06-07 | wrote the importer | mood: tired',
    'summary',
    'wrote the importer (mood: tired)',
    null,
    null,
    '2026-06-07',
  ],
  ["haven't decided on a cache yet", 'prose', "haven't decided on a cache yet", null, null, null],
])('%s', (line, ...expected) => {
  for (const lead of ['- ', '* ', '+ ', '1. ', '## Odds and ends\n\n-\t', '- '])
    expect(brief('MEMORY.md', lead + line).at(-1)).toEqual(expected);
  expect(brief('MEMORY.md', `# Notes\r\n\r\n- ${line}`)).toEqual([expected]);
});

test('below a heading that the kind knows, items stay what the heading says, and paragraphs are read by their words', () => {
  const text =
    '## Learnings\n\n- decided to use pnpm because npm hoists\n\nWe decided to use Vite.\n\nA thought.\n';
  expect(brief('MEMORY.md', text).map(([type, what]) => [type, what])).toEqual([
    ['learning', 'decided to use pnpm'],
    ['decision', 'use Vite'],
    ['prose', 'A thought.'],
  ]);
});

test('a session keeps lines without a signal as experience; pages and archives are never read loosely', () => {
  expect(brief('SESSION.md', '- trying sockets\n- TIL: they time out\n').map(([type]) => type)).toEqual([
    'experience',
    'learning',
  ]);
  for (const path of ['ideas.md', 'archive/MEMORY-2025.md'])
    expect(brief(path, '- decided to use pnpm\n').map(([type, what]) => [type, what])).toEqual([
      ['prose', 'decided to use pnpm'],
    ]);
});

test('session summary lines date the lines below them', () => {
  const text =
    '## 2026-06-07 | wrote the importer | mood: tired\n\n- TIL: dates lie\n\n## June 8, 2026\n\n- KEY: test it\n\n## 6/9/2026 | shipped\n';
  expect(brief('MEMORY.md', text)).toEqual([
    ['summary', 'wrote the importer (mood: tired)', null, null, '2026-06-07'],
    ['learning', 'dates lie', null, null, '2026-06-07'],
    ['fact', 'test it', null, null, '2026-06-08'],
    ['summary', 'shipped', null, null, '2026-06-09'],
  ]);
  for (const none of [
    'a | b',
    '2026-06-07',
    '2026-06-07 |',
    'release 2026-06-07 of X | y',
    '| 2026-06-07 | x',
  ])
    expect(parseSummaryLine(none)).toBeNull();
});

test('nothing throws, whatever is written', () => {
  for (const text of [
    '\uFEFF# x\r- y',
    '---\nhalf: [front',
    '\t- a\n\t\t- TIL: b',
    '```\n- decided X',
    '> decided to X',
    '- ',
    '-\n\n  p',
    '\0',
    '- [x]',
    '| a | b |\n|---|---|\n| TIL: c | d |',
  ])
    for (const path of ['MEMORY.md', 'SESSION.md']) expect(() => read(path, text)).not.toThrow();
  expect(brief('MEMORY.md', '```\n- decided to use X\n```\n\n> decided to use Y\n')).toEqual([]);
});
