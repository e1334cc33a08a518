import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { brotliDecompressSync } from 'node:zlib';
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

test('the packages that the user named are the ones that are installed beside Daybook; the others are bundled', () => {
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual(Object.keys(NAMED).toSorted());
  const foreign = readInputs('imports').filter((id) => !isBuiltin(id) && !id.startsWith('.'));
  expect(foreign.length).toBeGreaterThan(3);
  expect(foreign.filter((name) => !Object.hasOwn(NAMED, packageOf(name)))).toEqual([]);
});

test('every import of the source is a dependency, and the licence of what is bundled is shipped', () => {
  const foreign = SOURCES.flatMap(({ imports }) => imports).filter(
    (name) => !/^(src\/|node:|package\.json)/.test(name),
  );
  const used = new Set(foreign.map(packageOf));
  used.delete('mdast'); // types only
  const known = { ...manifest.dependencies, ...manifest.devDependencies };
  expect([...used].filter((name) => !Object.hasOwn(known, name))).toEqual([]);
  for (const name of Object.keys(manifest.dependencies)) expect([...used]).toContain(name);
  const licences = readFileSync('dist/licences.txt', 'utf8');
  for (const name of [...used, 'zod']) expect(licences, name).toContain(`${name} `);
});

test('the MCP SDK and secretlint are imported in one place each', () => {
  const users = (pattern: RegExp) =>
    SOURCES.filter(({ imports }) => imports.some((name) => pattern.test(name))).map(({ path }) => path);
  expect(users(/^@secretlint\//)).toEqual(['src/security/secretlint.ts']);
  expect(new Set(users(/^@modelcontextprotocol\//).map(folderOf))).toEqual(new Set(['mcp']));
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

test.each(['cli', 'server', 'clean'])('the bundle %s is ASCII: the launcher reads it as such', (name) => {
  // A packed build has the server compressed.
  const packed = `dist/${name}.br`;
  const bundle = existsSync(packed)
    ? brotliDecompressSync(readFileSync(packed))
    : readFileSync(`dist/${name}.cjs`);
  expect(bundle.toString('latin1')).not.toMatch(/[^\x00-\x7f]/);
});

const HEAVY = 'remark|unified|micromark|mdast|chrono|node-cron|@secretlint';

test.each([
  ['cli', `${HEAVY}|@modelcontextprotocol|zod`],
  ['mcp', `${HEAVY}|yaml|gpt-tokenizer|ajv`],
])('the bundle %s holds none of %s', (bundle, packages) => {
  const heavy = new RegExp(`node_modules/(${packages})`);
  expect(readInputs(bundle).filter((name) => heavy.test(name) || /ajvProvider/.test(name))).toEqual([]);
});

test('a hook starts without another interface, a heavy package and the commands that it does not run', () => {
  const names = readInputs('hook');
  const heavy =
    /node_modules\/(remark|unified|micromark|mdast|yaml|zod|gpt-tokenizer|chrono|@modelcontextprotocol)|src\/(cli|mcp|scheduler|web)\/|markdown\/remark-outline|tokens\/o200k/;
  expect(names.filter((name) => heavy.test(name) || /\.command\.ts$/.test(name))).toEqual([]);
});

const readInputs = (bundle: string): readonly string[] =>
  JSON.parse(readFileSync(`dist/${bundle}.inputs.json`, 'utf8'));

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
