import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Paths in the code spans of a page; example files of a new command do not exist. */
const findPaths = (page: string, pattern: RegExp): readonly string[] =>
  [...readFileSync(page, 'utf8').matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => pattern.test(span) && !/hello|[<*…]/.test(span));

test('every file that the architecture page names exists below src/', () => {
  const paths = findPaths('content/guide/architecture.md', /^[a-z-]+\/[\w./-]+$/).map((path) =>
    existsSync(path) ? path : `src/${path}`,
  );
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('every file that CONTRIBUTING names exists', () => {
  const paths = findPaths('.github/CONTRIBUTING.md', /^(?:src|test|content|\.ci)\/[\w./-]+$/);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
