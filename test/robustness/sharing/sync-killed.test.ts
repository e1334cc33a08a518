/* `sync` is killed at any moment; the rerun ends the same, and uncommitted work has its bytes. */
import { cpSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClones } from '../../support/clones.js';
import { freshFolder } from '../../support/store-root.js';
import { createWorkspaceAt, FULL, NOON, start } from '../../support/workspace.js';

const [DELETED, RENAMED, NEW_NAME, EDITED] = ['deleted', 'old name', 'new name', 'edited'].map(
  (name) => `content/pages/${name}.md`,
) as [string, string, string, string];
const PAGES = [DELETED, RENAMED, EDITED];

it('ends the same after a kill at any point', async () => {
  const [one, other] = await createClones(2, { setUp: true });
  if (!one || !other) throw new Error('no clones');
  for (const path of PAGES) other.write(path, `# ${path}\n\n- a line of ${path}\n- another of ${path}\n`);
  expect((await other.run(['sync'])).status).toBe(0);
  expect((await one.run(['sync'])).status).toBe(0);
  await other.run(['log', 'the other one learned this', '--type', 'learning']);
  other.git('rm', '--quiet', DELETED, EDITED);
  other.git('mv', RENAMED, NEW_NAME);
  other.git('commit', '--quiet', '--message', 'pages');
  other.git('push', '--quiet', 'origin', 'HEAD:main');
  expect((await other.run(['sync'])).status).toBe(0);
  await one.run(['log', 'this one learned that', '--type', 'learning']);
  one.write(EDITED, `${one.read(EDITED)}- an edit\n`);
  one.write('work.txt', 'not committed\n');
  one.write('staged.txt', 'staged\n');
  one.git('add', 'staged.txt');
  const temporary = join(freshFolder(), 'temporary');
  mkdirSync(temporary);
  const copy = () => {
    const folder = freshFolder();
    for (const [from, to] of [
      [one.root, 'work'],
      [one.home, 'home'],
      [join(one.root, '../hub.git'), 'hub.git'],
    ] as const)
      cpSync(from, join(folder, to), { recursive: true });
    const bench = createWorkspaceAt(join(folder, 'work'), join(folder, 'home'));
    const git = (...words: string[]) => one.git('-C', bench.root, ...words).trim();
    git('remote', 'set-url', 'origin', join(folder, 'hub.git'));
    const env = {
      HOME: bench.home,
      DAYBOOK_HOME: join(bench.home, '.daybook'),
      DAYBOOK_NOW: NOON,
      PATH: process.env.PATH ?? '',
      TMPDIR: temporary,
    };
    const look = () => ({
      notes: bench.read('content/MEMORY.md'),
      pages: bench.texts('content/pages'),
      staged: git('diff', '--cached', '--name-only'),
      unmerged: git('ls-files', '--unmerged'),
      work: [bench.read('work.txt'), bench.read('staged.txt')],
      isShared: git('rev-parse', 'HEAD') === git('ls-remote', 'origin', 'refs/heads/main').split('\t')[0],
    });
    return { run: () => start(['sync'], bench.root, env), look };
  };
  const whole = copy();
  const began = performance.now();
  const first = await whole.run().ended;
  expect(first.status, first.err).toBe(0);
  const ms = performance.now() - began;
  const wanted = whole.look();
  expect(wanted).toMatchObject({
    staged: 'staged.txt',
    unmerged: '',
    work: ['not committed\n', 'staged\n'],
    isShared: true,
  });
  expect(Object.keys(wanted.pages)).toEqual([EDITED, NEW_NAME]);
  expect(wanted.pages[EDITED]).toContain('- an edit\n');
  for (const text of ['the other one learned this', 'this one learned that'])
    expect(wanted.notes.split('\n').filter((line) => line.includes(text))).toHaveLength(1);
  const rounds = FULL ? 100 : 8;
  let killed = 0;
  for (let round = 0; round < rounds; round++) {
    const { run, look } = copy();
    const ended = run();
    const timer = setTimeout(() => ended.process.kill('SIGKILL'), (ms * 1.1 * round) / rounds);
    if ((await ended.ended).status === null) killed++;
    clearTimeout(timer);
    expect(look().work, `${round}`).toEqual(wanted.work);
    const again = await run().ended;
    expect(again.status, `${round}: ${again.err}`).toBe(0);
    expect(look(), `${round}`).toEqual(wanted);
  }
  const left = readdirSync(temporary);
  for (const name of left) utimesSync(join(temporary, name), new Date(0), new Date(0));
  expect((await copy().run().ended).status).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
  console.log(
    `sync: ${rounds} runs, ${killed} of them killed, ${rounds} ended the same; the next one deleted ${left.length} folders`,
  );
  expect(left.length).toBeGreaterThan(0);
  expect(killed).toBeGreaterThan(rounds / 3);
}, 900_000);
