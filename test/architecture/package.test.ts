import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderOf, SOURCES } from './source.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
};

/** Named by the people who asked for Daybook; each is used where its row says. */
const NAMED = {
  remark: 'markdown',
  unified: 'markdown',
  'remark-frontmatter': 'markdown',
  yaml: 'markdown',
  'fuse.js': 'search',
  'node-cron': 'scheduler',
};

/** Bundled, so that a project that installs Daybook, or uses its library, does not install them. */
const BUNDLED = [
  '@modelcontextprotocol/server',
  '@secretlint/core',
  '@secretlint/secretlint-rule-preset-recommend',
];

test('every dependency is imported by the source, and every import is a dependency', () => {
  const foreign = SOURCES.flatMap(({ imports }) => imports).filter(
    (name) => !/^(src\/|node:|package\.json)/.test(name),
  );
  const used = new Set(foreign.map(packageOf));
  used.delete('mdast'); // types only
  expect([...used].toSorted()).toEqual([...Object.keys(manifest.dependencies), ...BUNDLED].toSorted());
  for (const name of BUNDLED) expect(manifest.devDependencies).toHaveProperty([name]);
});

test('a bundled package is imported by the MCP server or by a file of its own, and its licence is shipped', () => {
  const users = SOURCES.filter(({ imports }) =>
    imports.map(packageOf).some((name) => BUNDLED.includes(name)),
  );
  const apart = users.map(({ path }) => path).filter((path) => folderOf(path) !== 'mcp');
  expect(apart).toEqual(['src/security/secretlint.ts']);
  const licences = readFileSync('dist/licences.txt', 'utf8');
  for (const name of [...Object.keys(manifest.dependencies), ...BUNDLED, 'zod'])
    expect(licences, name).toContain(`${name} `);
});

test.each(Object.entries(NAMED))('%s is used by the folder %s', (name, folder) => {
  const users = SOURCES.filter(({ imports }) => imports.map(packageOf).includes(name));
  expect(users.map(({ path }) => folderOf(path))).toContain(folder);
});

test('the lock file names no download addresses, and nothing runs at install', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved": *"http/);
  expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name))).toEqual(
    [],
  );
});

test.each(['cli', 'mcp', 'hook', 'clean'])(
  'the bundle %s is ASCII: the launcher reads it as such',
  (name) => {
    expect(readFileSync(`dist/${name}.cjs`, 'latin1')).not.toMatch(/[^\x00-\x7f]/);
  },
);

const HEAVY = 'remark|unified|micromark|mdast|chrono|node-cron|@secretlint';

test.each([
  ['cli', `${HEAVY}|@modelcontextprotocol|zod`],
  ['mcp', `${HEAVY}|yaml|gpt-tokenizer|ajv`],
])('the bundle %s holds none of %s', (bundle, packages) => {
  const heavy = new RegExp(`node_modules/(${packages})`);
  expect(readInputs(bundle).filter((name) => heavy.test(name) || /ajvProvider/.test(name))).toEqual([]);
});

test('the bundle of the hooks loads no other interface, no heavy package and few commands', () => {
  const names = readInputs('hook');
  const heavy =
    /node_modules\/(remark|unified|micromark|mdast|yaml|zod|gpt-tokenizer|chrono|@modelcontextprotocol)|src\/(cli|mcp|scheduler|web)\/|markdown\/remark-outline|tokens\/o200k/;
  expect(names.filter((name) => heavy.test(name))).toEqual([]);
});

const readInputs = (bundle: string): readonly string[] =>
  JSON.parse(readFileSync(`dist/${bundle}.inputs.json`, 'utf8'));

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
