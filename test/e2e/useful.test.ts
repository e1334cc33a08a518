// @module-tag full: 8 s of processor time
/* The benchmark `npm run bench:useful` plays one trap from its files to its table. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const play = (...args: readonly string[]) =>
  spawnSync(process.execPath, ['test/bench/useful/run.mjs', ...args], { encoding: 'utf8' });

test('one trap is played in every arm, and without Daybook its mistake is made again', () => {
  const { status, stdout, stderr } = play('--trap', 'package-manager', '--sessions', '1');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const rows = stdout.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const repeats = new Map(rows.slice(0, 8).map(([, arm = '', , all = '']) => [arm, all]));
  expect([...repeats.keys()]).toEqual(expect.arrayContaining(['none', 'start', 'action', 'both']));
  expect(repeats.get('none')).toMatch(/^100 /);
  expect(rows.find(([, trap]) => trap === 'package-manager')?.slice(4, 5)).toEqual(['1']);
});

test('a trap that is not there is named, with those that are', () => {
  const { status, stderr } = play('--trap', 'nowhere');
  expect(status).toBe(2);
  expect(stderr).toContain('No trap is called nowhere; there are package-manager,');
});
