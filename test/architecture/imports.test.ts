import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderOf, SOURCES } from './source.js';

const INTERFACE = [
  'app',
  'output',
  'features',
  'records',
  'command',
  'matching',
  'search',
  'notes',
  'transcripts',
  'security',
  'html',
  'markdown',
  'dates',
  'text',
  'config',
];

/** Which folders a folder of `src/` may import from. Missing: `bin` and `src/index.ts`, which may import everything. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: INTERFACE,
  mcp: INTERFACE,
  hooks: INTERFACE,
  scheduler: INTERFACE,
  web: INTERFACE,
  'public-api': INTERFACE,
  app: [...INTERFACE.filter((folder) => folder !== 'app'), 'store', 'git', 'platform'],
  features: [
    'records',
    'command',
    'matching',
    'search',
    'notes',
    'transcripts',
    'security',
    'dates',
    'markdown',
    'config',
    'text',
  ],
  records: ['command', 'notes', 'dates', 'markdown', 'text'],
  command: ['notes', 'search', 'matching', 'transcripts', 'security', 'dates', 'config', 'markdown', 'text'],
  matching: ['search', 'notes', 'text', 'dates'],
  search: ['notes', 'markdown', 'dates', 'text'],
  store: ['git', 'search', 'notes', 'transcripts', 'security', 'config', 'markdown', 'text', 'platform'],
  git: ['platform', 'notes', 'transcripts', 'dates', 'text'],
  notes: ['markdown', 'dates', 'text'],
  security: ['notes', 'markdown', 'text'],
  config: ['dates', 'text'],
  html: ['markdown', 'notes', 'text'],
  output: ['html', 'notes', 'dates', 'text'],
  transcripts: ['dates', 'text'],
  platform: ['transcripts', 'markdown', 'dates', 'text'],
  dates: [],
  markdown: [],
  text: [],
};

test('imports between folders follow the table', () => {
  const wrong = SOURCES.flatMap(({ path, imports }) => {
    const allowed = MAY_IMPORT[folderOf(path)];
    return imports
      .filter((target) => target.startsWith('src/') && folderOf(target) !== '')
      .filter((target) => folderOf(target) !== folderOf(path))
      .filter((target) => allowed && !allowed.includes(folderOf(target)))
      .map((target) => `${path} → ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('a feature imports the rules of another feature, never its commands', () => {
  const wrong = SOURCES.filter(({ path }) => folderOf(path) === 'features').flatMap(({ path, imports }) =>
    imports.filter((target) => target.endsWith('.command.ts')).map((target) => `${path} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('no files import each other in a circle', () => {
  expect(findCycles()).toEqual([]);
});

/** Groups of files that import each other, by Tarjan's algorithm for strongly connected components. */
function findCycles(): readonly (readonly string[])[] {
  const imports = new Map(SOURCES.map((source) => [source.path, source.imports]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): number => {
    const index = order.size;
    order.set(path, index);
    lowest.set(path, index);
    stack.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) lowest.set(path, Math.min(lowest.get(path) ?? index, visit(target)));
      else if (stack.includes(target))
        lowest.set(path, Math.min(lowest.get(path) ?? index, order.get(target) ?? index));
    }
    const low = lowest.get(path) ?? index;
    if (low === index) {
      const group = stack.splice(stack.indexOf(path));
      if (group.length > 1) cycles.push(group.toSorted());
    }
    return low;
  };
  for (const path of imports.keys()) if (!order.has(path)) visit(path);
  return cycles;
}

test('only platform, git and store open files, and only named adapters start programs', () => {
  const opens = SOURCES.filter(({ imports }) => imports.some((name) => /^(node:)?fs(\/|$)/.test(name)));
  expect(
    opens.map(({ path }) => path).filter((path) => !['platform', 'git', 'store'].includes(folderOf(path))),
  ).toEqual([]);
  const starts = SOURCES.filter(({ path }) => /child_process/.test(readFileSync(path, 'utf8')));
  expect(starts.map(({ path }) => path)).toEqual([
    'src/git/git.ts',
    'src/git/sync/sync-git.ts',
    'src/platform/process-identity.ts',
    'src/platform/run-program.ts',
  ]);
});

test('remark and yaml are each imported by one file alone and by the page, and the scanners import plain files of their folder only', () => {
  const heavy = /^(remark|unified|mdast|micromark|yaml)/;
  const loads = SOURCES.filter(({ values }) => values.some((name) => heavy.test(name)));
  expect(loads.map(({ path }) => path)).toEqual([
    'src/html/read-html.ts',
    'src/html/render-markdown.ts',
    'src/markdown/front-matter.ts',
    'src/markdown/remark-outline.ts',
  ]);
  for (const scanner of ['src/markdown/block-scanner.ts', 'src/markdown/front-matter-scanner.ts'])
    for (const needed of findNeeded(scanner)) {
      expect(needed).toMatch(/^src\/markdown\//);
      expect(loads.map(({ path }) => path)).not.toContain(needed);
    }
});

/** Everything that a file loads, and what that loads in turn. */
function findNeeded(path: string, seen = new Set<string>()): ReadonlySet<string> {
  for (const target of SOURCES.find((source) => source.path === path)?.values ?? [])
    if (!seen.has(target)) findNeeded(target, seen.add(target));
  return seen;
}
