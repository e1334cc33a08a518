/* `sync` is killed at any moment; the rerun ends the same, and uncommitted work has its bytes. */
import { cpSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshFolder } from '../../support/store-root.js';
import { createWorkspaceAt, FULL, NOON, start } from '../../support/workspace.js';
import { createDivergedClones, expectSynced } from './diverged-clones.js';

it('ends the same after a kill at any point', async () => {
  const { one, folders, lookAt } = await createDivergedClones();
  const temporary = join(freshFolder(), 'temporary');
  mkdirSync(temporary);
  const copy = () => {
    const folder = freshFolder();
    for (const [at, to] of ['work', 'home', 'hub.git'].entries())
      cpSync(folders[at] ?? '', join(folder, to), { recursive: true });
    const bench = createWorkspaceAt(join(folder, 'work'), join(folder, 'home'));
    one.git('-C', bench.root, 'remote', 'set-url', 'origin', join(folder, 'hub.git'));
    const env = {
      HOME: bench.home,
      DAYBOOK_HOME: join(bench.home, '.daybook'),
      DAYBOOK_NOW: NOON,
      PATH: process.env.PATH ?? '',
      TMPDIR: temporary,
    };
    const look = () => lookAt(bench.root, bench.home);
    return { run: () => start(['sync'], bench.root, env), look };
  };
  const whole = copy();
  const began = performance.now();
  const first = await whole.run().ended;
  expect(first.status, first.err).toBe(0);
  const ms = performance.now() - began;
  const wanted = whole.look();
  expectSynced(wanted);
  const rounds = FULL ? 100 : 3;
  let killed = 0;
  for (let round = 0; round < rounds; round++) {
    const { run, look } = copy();
    const ended = run();
    // The first one is killed as soon as it has a temporary folder, so that one is left for certain.
    const timer =
      round === 0
        ? setInterval(() => readdirSync(temporary).length > 0 && ended.process.kill('SIGKILL'), 1)
        : setTimeout(() => ended.process.kill('SIGKILL'), (ms * 1.1 * round) / rounds);
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
