import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIST } from '../../src/verbs/index.js';
import { roomOf, SOURCES } from './source.js';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
};

/** Named by the people who asked for Daybook; each is used where its row says. */
const ASKED = {
  remark: 'markdown',
  unified: 'markdown',
  'remark-frontmatter': 'markdown',
  yaml: 'markdown',
  'fuse.js': 'recall',
  'node-cron': 'faces',
};

/** Bundled into a face, or into a file of its own, so that whoever installs Daybook, or uses its library, need not load it. */
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

test('what is only bundled is imported by a face or a file of its own, and its licence is shipped', () => {
  const users = SOURCES.filter(({ imports }) =>
    imports.map(packageOf).some((name) => BUNDLED.includes(name)),
  );
  const apart = users.map(({ path }) => path).filter((path) => roomOf(path) !== 'faces');
  expect(apart).toEqual(['src/secretlint.ts']);
  const licences = readFileSync('dist/licences.txt', 'utf8');
  for (const name of [...Object.keys(manifest.dependencies), ...BUNDLED, 'zod'])
    expect(licences, name).toContain(`${name} `);
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

test.each(['command', 'mcp', 'hook'])('the bundle %s is ASCII: the launcher reads it as such', (name) => {
  expect(readFileSync(`dist/${name}.cjs`, 'latin1')).not.toMatch(/[^\x00-\x7f]/);
});

const HEAVY = 'remark|unified|micromark|mdast|chrono|node-cron|@secretlint';

test.each([
  ['command', `${HEAVY}|@modelcontextprotocol|zod`],
  ['mcp', `${HEAVY}|yaml|gpt-tokenizer|ajv`],
])('the bundle %s holds none of %s', (bundle, packages) => {
  const { inputs } = JSON.parse(readFileSync(`dist/${bundle}.meta.json`, 'utf8')) as {
    inputs: Record<string, unknown>;
  };
  const heavy = new RegExp(`node_modules/(${packages})`);
  expect(Object.keys(inputs).filter((name) => heavy.test(name) || /ajvProvider/.test(name))).toEqual([]);
});

test('what a module gives to others is never assigned again: the bundles link their modules by value', () => {
  const linked = SOURCES.filter(({ path }) => !path.includes('/assembly/'));
  const again = linked.filter(({ code }) => /\bexport (?:let|var)\b/.test(code));
  expect(again.map(({ path }) => path)).toEqual([]);
});

test('the hooks’ bundle holds what their events need: no parser of commands, no other face, few verbs', () => {
  const { inputs } = JSON.parse(readFileSync('dist/hook.meta.json', 'utf8')) as {
    inputs: Record<string, unknown>;
  };
  const names = Object.keys(inputs);
  const heavy =
    /node_modules\/(remark|unified|micromark|mdast|yaml|zod|gpt-tokenizer|chrono|@modelcontextprotocol)|src\/faces\/(?!hooks\/)|src\/markdown\/tree|brief\/tokenizer/;
  expect(names.filter((name) => heavy.test(name))).toEqual([]);
  const verbs = names.flatMap((name) => /^src\/verbs\/(\w+)\.ts$/.exec(name)?.[1] ?? []);
  const few = [
    'amend',
    'attend',
    'checkpoint',
    'context',
    'finding',
    'guard',
    'log',
    'memory',
    'pressure',
    'prompt',
    'recall',
    'remind',
    'retain',
    'save',
    'snap',
  ];
  expect(verbs.filter((name) => LIST.includes(name as never) && !few.includes(name))).toEqual([]);
});

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
