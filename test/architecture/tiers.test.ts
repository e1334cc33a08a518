import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** The tests that `npm test` leaves out, with the reason of each; `DAYBOOK_APPROVE=1` writes it again. */
const LIST = 'test/full-run.txt';

const FILES = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .toSorted()
  .map((path) => ({ path: join('test', path), text: readFileSync(join('test', path), 'utf8') }));

test('the list of the tests that only the full run has is up to date', () => {
  const lines = FILES.flatMap(({ path, text }) => {
    const reasons = [...text.matchAll(/^ *\/\/ (?:@module-tag )?(?:full|nightly): (.+)$/gm)].map(
      (found) => found[1],
    );
    const desk = findDeskTests(text).map((name) => `  at the desk: ${name}`);
    return reasons.length === 0 ? [] : [`${path}: ${reasons.join('; ')}`, ...desk];
  });
  const list = `${lines.join('\n')}\n`;
  if (process.env.DAYBOOK_APPROVE) writeFileSync(LIST, list);
  expect(readFileSync(LIST, 'utf8')).toBe(list);
});

test('each tag of a file has its reason', () => {
  const bare = FILES.filter(({ text }) => /^\/\/ @module-tag \w+(?![\w]*: .)/m.test(text));
  expect(bare.map(({ path }) => path)).toEqual([]);
});

/** Returns the names of the tests with the tag `desk`. */
const findDeskTests = (text: string): readonly string[] =>
  [...text.matchAll(/tags: \[?'desk'/g)].map(
    ({ index }) =>
      [...text.slice(0, index).matchAll(/\b(?:it|test|story|describe)\(\s*'([^'\n]+)'/g)].at(-1)?.[1] ?? '',
  );
