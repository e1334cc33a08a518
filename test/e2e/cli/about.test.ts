// @module-tag full: 8 s of processor time
import { beforeAll, expect, it } from 'vitest';
import { repository } from '../../support/repository.js';
import { createInitializedWorkspace, type InitializedWorkspace } from '../../support/workspace.js';

/** Days of one month, in UTC. */
const day = (date: number) => `2026-03-${String(date).padStart(2, '0')}T10:00:00Z`;
const body = (name: string) =>
  Array.from({ length: 12 }, (_, line) => `export const ${name}${line} = '${name} ${line}';\n`).join('');

/** What happens to a file after its entry was written. */
type Fate = 'stays' | 'renamed' | 'renamed twice' | 'folder moved' | 'deleted' | 'staged' | 'twin';

const FATES: readonly (readonly [Fate, number])[] = [
  ['stays', 12],
  ['renamed', 10],
  ['renamed twice', 5],
  ['folder moved', 4],
  ['deleted', 4],
  ['staged', 2],
  ['twin', 3],
];

interface Case {
  readonly fate: Fate;
  /** The name at the time of the entry, and the last one. */
  readonly first: string;
  readonly last: string;
  readonly commits: number;
}

const CASES: readonly Case[] = FATES.flatMap(([fate, count]) =>
  Array.from({ length: count }, (_, n): Case => {
    const name = `${fate.replace(' ', '-')}${n}`;
    const first =
      fate === 'folder moved' ? `lib/old/${name}.ts` : `src/${fate === 'twin' ? `t${n}/index` : name}.ts`;
    const last = {
      stays: first,
      renamed: `src/new/${name}-now.ts`,
      'renamed twice': `pkg/${name}-end.ts`,
      'folder moved': `lib/shared/${name}.ts`,
      deleted: first,
      staged: `staged/${name}.ts`,
      twin: first,
    }[fate];
    const commits = {
      stays: 1,
      renamed: 2,
      'renamed twice': 3,
      'folder moved': 2,
      deleted: 2,
      staged: 1,
      twin: 1,
    }[fate];
    return { fate, first, last, commits };
  }),
);

let stage: InitializedWorkspace;

beforeAll(async () => {
  stage = await createInitializedWorkspace({}, '2026-03-05T12:00:00+01:00');
  const repo = repository(stage.root);
  const of = (fate: Fate) => CASES.filter((one) => one.fate === fate);
  repo.write(day(1), Object.fromEntries(CASES.map(({ first }, n) => [first, body(`part${n}`)])));
  repo.commit(day(1), 'First steps');
  for (const [n, { first }] of CASES.entries())
    await stage.ask('log', `part ${n} is slow in ${first} under load number ${n}`, '--type', 'learning');
  const move = (at: number, from: string, to: string) => {
    repo.write(day(at), { [`${to}.tmp`]: '' });
    repo.git(day(at), 'mv', from, to);
  };
  for (const { first, last } of of('renamed')) move(6, first, last);
  for (const { first } of of('renamed twice')) move(6, first, first.replace('.ts', '-middle.ts'));
  repo.git(day(6), 'mv', 'lib/old', 'lib/shared');
  for (const { first } of of('deleted')) repo.git(day(6), 'rm', '--quiet', first);
  repo.git(day(6), 'commit', '--quiet', '--message', 'Move things');
  for (const { first, last } of of('renamed twice')) move(7, first.replace('.ts', '-middle.ts'), last);
  repo.git(day(7), 'commit', '--quiet', '--message', 'Move them again');
  for (const { first, last } of of('staged')) move(8, first, last);
});

it('finds the entries and commits of 40 paths, by their old and their present names', async () => {
  const wrong: string[] = [];
  for (const [n, { first, last, commits, fate }] of CASES.entries())
    for (const path of new Set([first, last])) {
      const { answer } = await stage.ask('about', path);
      const found = answer.entries?.map(({ text }: { text: string }) => text) ?? [];
      const isRight =
        answer.path === last &&
        found.length === 1 &&
        found[0].includes(`part ${n} is slow`) &&
        answer.commits.length === commits;
      if (!isRight) wrong.push(`${fate} ${path}: ${answer.path}, ${found.length}, ${answer.commits?.length}`);
    }
  const questions = CASES.reduce((sum, { first, last }) => sum + new Set([first, last]).size, 0);
  expect(CASES).toHaveLength(40);
  expect(wrong, wrong.join('\n')).toHaveLength(0);
  expect((questions - wrong.length) / questions).toBeGreaterThanOrEqual(0.95);
});
