import { expect, it } from 'vitest';
import { createLineFinder } from '../../src/features/lint/rule.js';
import { findLinks } from '../../src/notes/links/find-links.js';
import { findDefinitions } from '../../src/notes/links/markdown-links.js';
import { redact } from '../../src/security/secrets.js';
import { tokenizeText } from '../../src/text/tokenize.js';

/** Returns the least CPU time of three runs, in microseconds. */
function measure(run: () => void): number {
  return Math.min(
    ...Array.from({ length: 3 }, () => {
      const began = process.cpuUsage();
      run();
      return process.cpuUsage(began).user;
    }),
  );
}

/** By name: makes a text of a size, and what reads it. */
const ROWS: readonly (readonly [string, (size: number) => string, (text: string) => void])[] = [
  [
    'link definitions',
    (size) => Array.from({ length: size * 10_000 }, (_, i) => `[a${i}]: http://x.y/${i}\n`).join(''),
    (text) => findDefinitions(text, []),
  ],
  ['Chinese without punctuation', (size) => '密码'.repeat(size * 10_000), tokenizeText],
  ['hiragana', (size) => 'ぱすわーど'.repeat(size * 2000), tokenizeText],
  ['open wikilinks', (size) => '[['.repeat(size * 20_000), findLinks],
  ['open destinations', (size) => '[a](('.repeat(size * 10_000), findLinks],
  ['open tags beside a link', (size) => `[a](b) ${'<a '.repeat(size * 20_000)}`, findLinks],
  ['code spans', (size) => `[a](b) ${'`a` '.repeat(size * 10_000)}`, findLinks],
  ['beginnings of keys', (size) => '-----BEGIN PRIVATE KEY-----'.repeat(size * 5000), redact],
  ['quotes behind a name', (size) => 'password="'.repeat(size * 10_000), redact],
  [
    'many findings in one text',
    (size) => 'password="'.repeat(size * 20_000),
    (text) => {
      const lineOf = createLineFinder(text);
      for (let at = 0; at < text.length; at += 10) lineOf(at);
    },
  ],
];

it.each(ROWS)('twice the length of %s takes at most three times the work', (_, create, read) => {
  const [text, twice] = [create(2), create(4)];
  read(create(1));
  const [first, second] = [measure(() => read(text)), measure(() => read(twice))];
  expect(second, `${first} µs, then ${second} µs`).toBeLessThan(3 * first + 20_000);
});
