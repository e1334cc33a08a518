/* `merge --resolve` is killed at any moment; the rerun ends the same, and uncommitted work has its bytes. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Clone, createBranches, getAddedLine, BRANCHED_NOTES as NOTES } from '../../support/clones.js';
import { freshFolder } from '../../support/store-root.js';
import { createWorkspaceAt, FULL, NOON, start } from '../../support/workspace.js';

/** Creates a clone in the middle of a merge with a conflict in three notes, and uncommitted work. */
async function startMerge(): Promise<Clone> {
  const clone = await createBranches({ setUp: false });
  expect(clone.tryGit('merge', '--no-edit', 'theirs')).toBe(false);
  clone.write('work.txt', 'not committed\n');
  clone.write('content/pages/c.md', '# C\n\n- not committed either\n');
  return clone;
}

it('ends the same after a kill at any point', async () => {
  const original = await startMerge();
  const env = (home: string) => ({
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    DAYBOOK_NOW: NOON,
    PATH: process.env.PATH ?? '',
  });
  const copy = () => {
    const folder = freshFolder();
    cpSync(original.root, join(folder, 'work'), { recursive: true });
    cpSync(original.home, join(folder, 'home'), { recursive: true });
    return createWorkspaceAt(join(folder, 'work'), join(folder, 'home'));
  };
  const run = (bench: ReturnType<typeof copy>) => start(['merge', '--resolve'], bench.root, env(bench.home));
  const whole = copy();
  const began = performance.now();
  expect((await run(whole).ended).status).toBe(0);
  const ms = performance.now() - began;
  const wanted = whole.files();
  for (const [at, path] of NOTES.entries())
    expect(whole.read(path)).toContain(getAddedLine('ours', at) + getAddedLine('theirs', at));
  const rounds = FULL ? 100 : 3;
  let killed = 0;
  for (let round = 0; round < rounds; round++) {
    const bench = copy();
    const first = run(bench);
    const timer = setTimeout(() => first.process.kill('SIGKILL'), (ms * 1.1 * round) / rounds);
    if ((await first.ended).status === null) killed++;
    clearTimeout(timer);
    for (const path of ['work.txt', 'content/pages/c.md']) expect(bench.read(path)).toBe(original.read(path));
    const again = await run(bench).ended;
    expect(again.status, `${round}: ${again.err}`).toBe(0);
    expect(bench.files(), `${round}`).toEqual(wanted);
    expect(original.git('-C', bench.root, 'ls-files', '--unmerged')).toBe('');
  }
  console.log(
    `killed: ${rounds} runs of merge --resolve, ${killed} of them killed, ${rounds} ended the same`,
  );
  expect(killed).toBeGreaterThan(rounds / 3);
});
