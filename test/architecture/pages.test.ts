import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const GUIDE = readdirSync('content/guide', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
);

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

test.each([
  ['CONTRIBUTING', 10],
  ['SECURITY', 4],
])('every file that %s names exists', (page, least) => {
  const paths = findPaths(`.github/${page}.md`, /^(?:src|test|content|\.ci)\/[\w./-]+$/);
  expect(paths.length).toBeGreaterThan(least);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test.each(GUIDE)('every source file that the page %s names exists', (page) => {
  const paths = findPaths(`content/guide/${page}`, /^(?:src|test|\.ci)\/[\w./-]+$/).filter((path) =>
    /\.\w+$/.test(path),
  );
  const isOurs = (path: string) => !/^src\/(?:a|b|auth|net|jwt|config|parse|queue|x)\b/.test(path); // examples of user code
  expect(paths.filter((path) => isOurs(path) && !existsSync(path))).toEqual([]);
});

test('links in the guide are plain Markdown, which sites that host the repository render too, and lead to files', () => {
  const pages = readdirSync('content/guide').filter((name) => name.endsWith('.md'));
  const texts = pages.map((name) =>
    readFileSync(`content/guide/${name}`, 'utf8').replaceAll(/^(`{3,})[\s\S]*?^\1|`[^`\n]*`/gm, ''),
  );
  expect(texts.flatMap((text, at) => (text.includes('[[') ? [pages[at]] : []))).toEqual([]);
  const targets = texts.flatMap((text) =>
    [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = '']) => target),
  );
  expect(targets.length).toBeGreaterThan(20);
  expect(targets.filter((target) => !existsSync(`content/guide/${target}`))).toEqual([]);
});
