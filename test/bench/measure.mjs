// What the benches share: the built command, a folder of their own, times, and rows of tables.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const COMMAND = resolve('dist/daybook.cjs');

/** Lets a bench work in a new folder, which is gone when it ends. */
export function inFolder(act) {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  let done;
  try {
    done = act(folder);
  } finally {
    if (!(done instanceof Promise)) remove();
  }
  return done instanceof Promise ? done.finally(remove) : done;
}

/** The environment of a command whose home is this folder. */
export const createEnvironment = (home, more = {}) => ({
  PATH: process.env.PATH,
  HOME: home,
  DAYBOOK_HOME: join(home, '.daybook'),
  ...more,
});

/** Writes a program without a word: what a bare Node takes. */
export function writeEmpty(folder) {
  const path = join(folder, 'empty.cjs');
  writeFileSync(path, '');
  return path;
}

/** Returns the ms that something takes. */
export function measureMs(act) {
  const from = performance.now();
  act();
  return performance.now() - from;
}

/** Returns the value below which this share of the values lies. */
export const findQuantile = (values, share) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))];

export const findMedian = (values) => findQuantile(values, 0.5);

export const printRow = (...cells) => console.log(`| ${cells.join(' | ')} |`);

/** Prints a heading and the head of its table. */
export function printHead(title, ...names) {
  console.log(`\n## ${title}\n`);
  printRow(...names);
  console.log(`|${'---|'.repeat(names.length)}`);
}

/** A goal, and whether a figure misses it. */
export const formatGoal = (sign, goal, found) =>
  `${sign} ${goal}${(sign === '≤' ? found > goal : found < goal) ? ' **missed**' : ''}`;
