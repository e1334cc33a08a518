import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { roomOf, SOURCES } from './source.js';

/** Which rooms a room may import from; files outside the rooms (run, house …) stand above all but the faces. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  markdown: [],
  kinds: [],
  wiki: ['markdown', 'kinds'],
  recall: ['wiki', 'markdown', 'kinds'],
  lifecycle: ['wiki', 'markdown', 'kinds', 'recall'],
  sessions: [],
  store: ['wiki', 'markdown', 'kinds', 'recall', 'sessions'],
  verbs: ['lifecycle', 'sessions', 'recall', 'wiki', 'markdown', 'kinds'],
  faces: ['verbs', 'recall', 'wiki', 'kinds', ''],
  '': ['store', 'verbs', 'lifecycle', 'sessions', 'recall', 'wiki', 'markdown', 'kinds', 'faces'],
};

test('arrows between rooms point down only', () => {
  const wrong = SOURCES.flatMap(({ path, imports }) =>
    imports
      .filter((target) => target.startsWith('src/') && roomOf(target) !== roomOf(path))
      .filter((target) => !BELOW[roomOf(path)]?.includes(roomOf(target)))
      .map((target) => `${path} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** The only files that may start a program: `ps` where there is no /proc, git, what the clock runs, and what `doctor` tries out. */
const ADAPTERS = ['src/store/machine.ts', 'src/store/git.ts', 'src/store/programs.ts', 'src/store/trial.ts'];

test('only the store opens files, and only named adapters start programs', () => {
  const opens = SOURCES.filter(({ imports }) => imports.some((name) => /^(node:)?fs(\/|$)/.test(name)));
  expect(opens.map(({ path }) => path).filter((path) => roomOf(path) !== 'store')).toEqual([]);
  const starts = SOURCES.filter(({ path }) => /child_process/.test(readFileSync(path, 'utf8')));
  expect(starts.map(({ path }) => path).filter((path) => !ADAPTERS.includes(path))).toEqual([]);
});

test('remark and yaml are each imported by one file alone, and the scanners import nothing', () => {
  const heavy = /^(remark|unified|mdast|micromark|yaml)/;
  const loads = SOURCES.filter(({ values }) => values.some((name) => heavy.test(name)));
  expect(loads.map(({ path }) => path)).toEqual(['src/markdown/front-matter.ts', 'src/markdown/tree.ts']);
  for (const scanner of ['src/markdown/scan.ts', 'src/markdown/properties.ts'])
    expect(SOURCES.find(({ path }) => path === scanner)?.values).toEqual([]);
});
