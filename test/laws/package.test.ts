import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roomOf, SOURCES } from './source.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
};

/** Named by the people who asked for Daybook; each is used where its row says. */
const ASKED = {
  remark: 'markdown',
  unified: 'markdown',
  'remark-frontmatter': 'markdown',
  yaml: 'markdown',
  'fuse.js': 'recall',
};

test('every dependency is imported by the source, and every import is a dependency', () => {
  const foreign = SOURCES.flatMap(({ imports }) => imports).filter(
    (name) => !/^(src\/|node:|package\.json)/.test(name),
  );
  const used = new Set(foreign.map(packageOf));
  used.delete('mdast'); // types only
  expect([...used].toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted());
});

test.each(Object.entries(ASKED))('%s is used by the room %s', (name, room) => {
  const users = SOURCES.filter(({ imports }) => imports.map(packageOf).includes(name));
  expect(users.map(({ path }) => roomOf(path))).toContain(room);
});

test('the lock file names no download addresses, and nothing runs at install', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": *"http/);
  expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual(
    [],
  );
});

test('the bundle is ASCII: the launcher reads it as such', () => {
  expect(readFileSync('dist/command.cjs', 'latin1')).not.toMatch(/[^\x00-\x7f]/);
});

test('the hot bundle holds neither remark, yaml nor the tokenizer', () => {
  const { inputs } = JSON.parse(readFileSync('dist/command.meta.json', 'utf8')) as {
    inputs: Record<string, unknown>;
  };
  const heavy = Object.keys(inputs).filter((name) =>
    /node_modules\/(remark|unified|micromark|mdast|yaml|gpt-tokenizer|chrono)/.test(name),
  );
  expect(heavy).toEqual([]);
});

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
