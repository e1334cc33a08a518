// @module-tag full: it runs commands many times over
/* git's merge driver is killed at any moment; git merges by itself then, and `merge --resolve` makes it whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createBranches, getAddedLine, BRANCHED_NOTES as NOTES } from '../../support/clones.js';
import { FULL } from '../../support/workspace.js';

it('nothing is lost or doubled after a kill of the driver at any point', async () => {
  const clone = await createBranches({ setUp: true });
  const driver = clone.git('config', '--local', 'merge.daybook.driver').trim();
  const start = clone.git('rev-parse', 'HEAD').trim();
  const log = join(clone.home, 'killed');
  const merge = (seconds: number) => {
    const [, words = '', fallback = ''] = /^NODE_EXTRA_CA_CERTS= (.*?) \|\| (\{.*\})$/.exec(driver) ?? [];
    expect(fallback).not.toBe('');
    const killed = `timeout -s KILL ${seconds.toFixed(3)} ${words}; s=$?; echo $s >> '${log}'; (exit $s)`;
    clone.git('config', '--local', 'merge.daybook.driver', `{ ${killed}; } || ${fallback}`);
    clone.tryGit('merge', '--no-edit', 'theirs');
  };
  const began = performance.now();
  merge(60);
  let seconds = (performance.now() - began) / 1000 / NOTES.length;
  const wanted = NOTES.map((path) => clone.read(path));
  for (const [at, text] of wanted.entries())
    expect(text).toContain(getAddedLine('ours', at) + getAddedLine('theirs', at));
  const readStatuses = () => readFileSync(log, 'utf8').trim().split('\n');
  const countKilled = () => readStatuses().filter((status) => status === '137').length;
  const rounds = FULL ? 60 : 3;
  for (let round = 0; round < rounds || (countKilled() <= rounds / 3 && round < 4 * rounds); round++) {
    const before = countKilled();
    clone.git('reset', '--quiet', '--hard', start);
    clone.git('clean', '--quiet', '--force', '-d');
    merge((seconds * 1.2 * ((round % rounds) + 1)) / rounds);
    // The machine is faster than at the first merge: kill sooner.
    if (countKilled() === before) seconds /= 1.5;
    expect((await clone.run(['merge', '--resolve'])).status).toBe(0);
    expect(
      NOTES.map((path) => clone.read(path)),
      `${round}`,
    ).toEqual(wanted);
    clone.commit('merge');
    expect(clone.git('status', '--short')).toBe('');
  }
  const killed = countKilled();
  console.log(
    `driver: ${readStatuses().length} merges of a note, ${killed} of them killed, all ended the same`,
  );
  expect(killed).toBeGreaterThan(rounds / 3);
});
