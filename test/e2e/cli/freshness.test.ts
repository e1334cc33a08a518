// @module-tag full: 24 s of processor time
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Freshness, ReferencedThing } from '../../../src/features/freshness/assess-references.js';
import type { ReferenceStatus } from '../../../src/notes/reference-status.js';
import { type Repository, repository } from '../../support/repository.js';
import { freshFolder, stateOf } from '../../support/store-root.js';
import { createInitializedWorkspace, type InitializedWorkspace } from '../../support/workspace.js';

/** Number of unchanged modules in the repository. */
const FRESH = 100;
const day = (date: number) => `2026-03-${String(date).padStart(2, '0')}T10:00:00Z`;
const body = (name: string) =>
  Array.from({ length: 12 }, (_, line) => `export const ${name}${line} = '${name} ${line}';\n`).join('');

let repo: Repository;
let stage: InitializedWorkspace;
let expected: readonly Expected[];

/** What an entry says, and what became of the things that it names, in their order. */
type Expected = readonly [text: string, state: Freshness['state'], ...named: Told[]];
type Told = ReferenceStatus['fate'] | `renamed ${string}`;

/** A typical history, before and after the day of the log entries. */
beforeAll(async () => {
  stage = await createInitializedWorkspace({}, '2026-04-01T12:00:00+02:00');
  repo = repository(stage.root);
  const modules = Object.fromEntries(
    Array.from({ length: FRESH }, (_, n) => [`src/part${n % 10}/module${n}.ts`, body(`module${n}Of`)]),
  );
  repo.write(day(1), {
    ...modules,
    'src/renamed.ts': body('renamed'),
    'src/twice.ts': body('twice'),
    'src/then-deleted.ts': body('thenDeleted'),
    'src/deleted.ts': `${body('deleted')}export function lostFunction() {}\n`,
    'src/changed.ts': body('changed'),
    'src/back-again.ts': body('backAgain'),
    'src/deleted-and-back.ts': body('deletedAndBack'),
    'src/there-and-back.ts': body('thereAndBack'),
    'src/by-merge.ts': body('byMerge'),
    'src/changed-by-merge.ts': body('changedByMerge'),
    'src/other-branch.ts': body('otherBranch'),
    'src/dirty.ts': body('dirty'),
    'src/unlinked.ts': body('unlinked'),
    'src/moved-by-hand.ts': body('movedByHand'),
    'src/symbols.ts': 'export const oldName = 1;\nexport const staysHere = 2;\n',
    'src/early.ts': body('early'),
    'lib/one/a.ts': body('oneA'),
    'lib/one/deep/b.ts': body('oneB'),
    'lib/two/c.ts': body('twoC'),
    'package.json': '{"scripts": {"check": "tsc", "lint": "biome", "build": "esbuild"}}\n',
  });
  const first = repo.commit(day(1), 'First steps');
  repo.git(day(2), 'rm', '--quiet', 'src/early.ts');
  const early = repo.commit(day(2), 'Remove what was early');
  repo.write(day(3), { 'src/feature.ts': body('feature') });
  const reverted = repo.commit(day(3), 'A feature');
  repo.write(day(4), { 'src/second.ts': body('second') });
  const revertedTwice = repo.commit(day(4), 'Another');
  repo.git(day(5), 'checkout', '--quiet', '-b', 'attic');
  repo.write(day(5), { 'src/attic.ts': body('attic') });
  const onBranch = repo.commit(day(5), 'Only on a branch');
  repo.git(day(6), 'checkout', '--quiet', 'main');
  repo.git(day(6), 'checkout', '--quiet', '-b', 'doomed');
  repo.write(day(6), { 'src/doomed.ts': body('doomed') });
  const dropped = repo.commit(day(6), 'Never merged');
  repo.git(day(6), 'checkout', '--quiet', 'main');

  // The changes from here on come after the log entries.
  repo.git(day(11), 'mv', 'src/renamed.ts', 'src/new-name.ts');
  repo.git(day(11), 'mv', 'src/twice.ts', 'src/twice-b.ts');
  repo.git(day(11), 'mv', 'src/then-deleted.ts', 'src/then-b.ts');
  repo.git(day(11), 'mv', 'src/there-and-back.ts', 'src/for-a-while.ts');
  repo.git(day(11), 'mv', 'lib/one', 'lib/uno');
  repo.commit(day(11), 'Rename');
  repo.git(day(12), 'mv', 'src/twice-b.ts', 'src/deep-twice.ts');
  repo.git(day(12), 'mv', 'src/for-a-while.ts', 'src/there-and-back.ts');
  repo.git(
    day(12),
    'rm',
    '--quiet',
    'src/then-b.ts',
    'src/deleted.ts',
    'src/deleted-and-back.ts',
    'lib/two/c.ts',
  );
  const deletion = repo.commit(day(12), 'Delete');
  repo.git(day(13), 'checkout', '--quiet', `${deletion}^`, '--', 'src/deleted-and-back.ts');
  repo.write(day(13), {
    'src/changed.ts': body('other'),
    'src/back-again.ts': body('other'),
    'src/symbols.ts': 'export const newName = 1;\nexport const staysHere = 2;\n',
    'package.json': '{"scripts": {"verify": "tsc", "build": "esbuild --minify"}}\n',
  });
  repo.commit(day(13), 'Change');
  repo.write(day(14), { 'src/back-again.ts': body('backAgain') });
  repo.commit(day(14), 'And back');
  repo.git(day(15), 'revert', '--no-edit', reverted);
  repo.git(day(15), 'revert', '--no-edit', revertedTwice);
  repo.git(day(15), 'revert', '--no-edit', 'HEAD');
  repo.git(day(16), 'checkout', '--quiet', '-b', 'side');
  repo.git(day(16), 'rm', '--quiet', 'src/by-merge.ts');
  repo.write(day(16), { 'src/changed-by-merge.ts': body('other') });
  repo.commit(day(16), 'On the side');
  repo.git(day(17), 'checkout', '--quiet', 'main');
  repo.write(day(17), { 'src/main-goes-on.ts': body('goesOn') });
  repo.commit(day(17), 'Meanwhile');
  repo.git(day(18), 'merge', '--quiet', '--no-ff', '--no-edit', 'side');
  repo.git(day(19), 'branch', '-D', 'doomed');
  repo.write(day(20), { 'src/dirty.ts': body('other') });
  rmSync(join(stage.root, 'src/unlinked.ts'));
  repo.write(day(20), { 'src/moved-here.ts': body('movedByHand') });
  rmSync(join(stage.root, 'src/moved-by-hand.ts'));
  expected = [
    ['Tokens live in src/renamed.ts', 'stale', 'renamed src/new-name.ts'],
    ['See renamed.ts for it', 'stale', 'renamed src/new-name.ts'],
    ['Wheels turn in `src/twice.ts`', 'stale', 'renamed src/deep-twice.ts'],
    ['Clocks tick in src/then-deleted.ts', 'stale', 'deleted'],
    ['Doors open in src/deleted.ts:7', 'stale', 'deleted'],
    ['Rivers run in src/by-merge.ts', 'stale', 'deleted'],
    ['Trees grow in src/changed.ts', 'stale', 'changed'],
    ['Birds sing in src/changed-by-merge.ts', 'stale', 'changed'],
    ['Fires burn in src/dirty.ts', 'stale', 'changed'],
    ['Stars shine in src/unlinked.ts', 'stale', 'deleted'],
    ['Winds blow in src/moved-by-hand.ts', 'stale', 'renamed src/moved-here.ts'],
    ['Ships sail in lib/one/', 'stale', 'renamed lib/uno'],
    ['Trains run in `lib/two`', 'stale', 'deleted'],
    ['Call `oldName` once', 'stale', 'renamed newName'],
    ['Use `lostFunction()` at the end', 'stale', 'deleted'],
    ['Run `npm run check` before a push', 'stale', 'renamed verify'],
    ['Format with `npm run lint`', 'stale', 'deleted'],
    [`The feature came with ${reverted.slice(0, 8)}`, 'stale', 'reverted'],
    [`Try \`${dropped.slice(0, 10)}\` again`, 'stale', 'dropped'],
    ['Both src/renamed.ts and src/other-branch.ts say so', 'stale', 'renamed src/new-name.ts', 'there'],
    ['It came back in src/back-again.ts', 'fresh', 'there'],
    ['Never gone is src/deleted-and-back.ts', 'fresh', 'there'],
    ['Went and came: src/there-and-back.ts', 'fresh', 'there'],
    ['Call `staysHere` twice', 'fresh', 'there'],
    ['Build with `npm run build`', 'fresh', 'there'],
    [`Began with ${first.slice(0, 7)}`, 'fresh', 'there'],
    [`The second came with ${revertedTwice.slice(0, 8)}`, 'fresh', 'there'],
    [`The attic has ${onBranch.slice(0, 8)}`, 'fresh', 'there'],
    [`Early left with ${early}`, 'fresh', 'there'],
    ['It is done in src/never.ts', 'stale', 'absent'],
    ['Another project has src/early.ts', 'unverifiable', 'unknown'],
    ['Their `foreignSymbol` is odd', 'unverifiable', 'unknown'],
    ['They say 1234567abc did it', 'unverifiable', 'unknown'],
    ['Start it with `npm run nothing`', 'unverifiable', 'unknown'],
  ];
  const fresh = Array.from({ length: FRESH }, (_, n): Expected => [told(n), 'fresh', 'there']);
  expected = [...expected, ...fresh];
  const at = '[at:: 2026-03-10T12:00:00+01:00]';
  const lines = expected.map(([text]) => `- ${text} ${at}`);
  repo.write(day(20), { 'content/MEMORY.md': `# Memory\n\n## Facts\n\n${lines.join('\n')}\n` });
});

/** Entries that name unchanged things: a file, its bare name, a folder, or a symbol of it. */
function told(n: number): string {
  const path = `src/part${n % 10}/module${n}.ts`;
  const ways = [
    `Step ${n} is done in ${path}`,
    `Step ${n} is done in \`module${n}.ts\``,
    `Step ${n} calls \`module${n}Of3\``,
    `Step ${n} lies below src/part${n % 10}/`,
  ];
  return ways[Math.floor(n / 10) % ways.length] as string;
}

type Found = { readonly text: string; readonly freshness: Freshness | null };

const shown = ({ fate, to }: ReferencedThing): Told => (fate === 'renamed' ? `renamed ${to}` : fate);

/** What search says once `lint` has looked thoroughly, however slow the machine is. */
async function looked(): Promise<readonly Found[]> {
  await stage.ask('lint');
  const { answer } = await stage.ask(
    'search',
    'x',
    '--type',
    'fact',
    '--after',
    '2026-01-01',
    '--limit',
    '1000',
  );
  return answer.hits as Found[];
}

test('every file, folder, symbol, script and commit is told what became of it', async () => {
  const hits = new Map((await looked()).map(({ text, freshness }) => [text, freshness]));
  const found = expected.map(([text]) => {
    const freshness = hits.get(text);
    return [text, freshness?.state, ...(freshness?.named ?? []).map(shown)];
  });
  expect(found).toEqual(expected);
  const states = found.map(([, state]) => state);
  const count = (state: string) => states.filter((one) => one === state).length;
  console.log(`${count('fresh')} fresh, ${count('stale')} stale, ${count('unverifiable')} unverifiable`);
});

test('without its cache, or with a damaged one, it says the same', async () => {
  const before = await looked();
  const cache = stateOf(stage.root, 'cache/became.json');
  expect(existsSync(cache)).toBe(true);
  for (const damage of ['', '{}', `${readFileSync(cache, 'utf8')} `]) {
    writeFileSync(cache, damage);
    expect(await looked()).toEqual(before);
  }
  rmSync(cache);
  expect(await looked()).toEqual(before);
});

test('git is asked a few times for all, and not at all while nothing has moved', async () => {
  const bin = freshFolder(); // a git binary inside the workspace is not used
  const request = join(bin, 'asked');
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$@" >> "${request}"\nexec ${real} "$@"\n`, {
    mode: 0o755,
  });
  const path = process.env.PATH;
  process.env.PATH = `${bin}${delimiter}${path}`;
  const count = () => (existsSync(request) ? readFileSync(request, 'utf8').trim().split('\n').length : 0);
  try {
    rmSync(stateOf(stage.root, 'cache/became.json'));
    await looked();
    const first = count();
    await stage.ask('search', 'module', '--limit', '10');
    await stage.ask('recall', '--no-promote');
    console.log(`${first} questions to git for ${expected.length} entries, then ${count() - first}`);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(40);
    expect(count()).toBe(first);
  } finally {
    process.env.PATH = path;
  }
});

test('what came to be since the last look is seen: a file goes, and comes back', async () => {
  const text = told(0);
  const file = join(stage.root, 'src/part0/module0.ts');
  const content = readFileSync(file, 'utf8');
  const stateOf = async () => (await looked()).find((hit) => hit.text === text)?.freshness?.state;
  expect(await stateOf()).toBe('fresh');
  rmSync(file);
  expect(await stateOf()).toBe('stale');
  repo.write(day(20), { 'src/part0/module0.ts': content });
  expect(await stateOf()).toBe('fresh');
});

test('a fresh clone has new times for all, and says the same', async () => {
  const files = repo
    .git(day(20), 'ls-files')
    .split('\n')
    .filter((path) => existsSync(join(stage.root, path)));
  const before = (await looked()).filter(({ text }) => !text.includes('dirty.ts'));
  for (const path of files.filter(Boolean)) utimesSync(join(stage.root, path), new Date(), new Date());
  const after = (await looked()).filter(({ text }) => !text.includes('dirty.ts'));
  expect(after).toEqual(before);
});

test('rewording keeps the clock, and only `--verify` sets it: then an entry holds as of that day', async () => {
  const hit = (await looked()).find(({ text }) => text.includes('src/deleted.ts')) as Found & { id: string };
  const reworded = await stage.ask('amend', hit.id, '--text', 'Doors still open in src/deleted.ts:7');
  expect(reworded.status).toBe(0);
  const why = async (id: string) => (await stage.ask('why', id)).answer.why.entry as Found;
  const { id } = reworded.answer.entry as { id: string };
  expect((await why(id)).freshness?.state).toBe('stale');
  await stage.ask('amend', id, '--verify');
  expect((await why(id)).freshness?.state).toBe('unverifiable');
});

test('without git nothing is called stale', async () => {
  const plain = await createInitializedWorkspace({
    'content/MEMORY.md':
      '# Memory\n\n## Facts\n\n- Tokens live in src/token.ts and `lost` [at:: 2026-03-10]\n',
  });
  const { answer } = await plain.ask('search', 'tokens');
  expect(answer.hits[0].freshness.state).toBe('unverifiable');
});
