// What git runs: its merge driver for two versions of a large note, and its clean filter; whole processes, medians.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peak } from './cold.mjs';
import {
  COMMAND,
  createEnvironment,
  findMedian,
  inFolder,
  measureMs,
  printHead,
  printRow,
} from './measure.mjs';

const MOST_MS = 1000;
const MOST_MEGABYTES = 150;
const RUNS = 5;
const MOST_FILTER_MS = 60;
const FILTER_RUNS = 21;
const SECTIONS = ['Facts', 'Decisions', 'Learnings', 'Gotchas'];
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Prints the table of merges of notes with so many entries, of which each side changed some and added some. */
export function mergeTable(sizes) {
  printHead('Merges (one file, as git calls it)', 'entries', 's', 'peak MB', 'goal', 'entries after');
  for (const size of sizes) inFolder((home) => mergeRow(size, home));
}

function mergeRow(size, home) {
  const root = join(home, 'vault');
  mkdirSync(join(root, 'content'), { recursive: true });
  writeFileSync(join(root, 'daybook.yaml'), 'timezone: Europe/Berlin\n');
  const env = createEnvironment(home);
  const words = [COMMAND, 'merge', 'base', 'ours', 'theirs', 'content/MEMORY.md'];
  const put = () => {
    for (const [name, text] of Object.entries(makeVersions(size))) writeFileSync(join(root, name), text);
  };
  const times = Array.from({ length: RUNS }, () => {
    put();
    return measureMs(() => spawnSync(process.execPath, words, { cwd: root, env }));
  });
  put();
  const megabytes = peak(words, root, env) ?? Number.NaN;
  const ms = findMedian(times);
  const after = readFileSync(join(root, 'ours'), 'utf8').match(/^- /gm)?.length;
  const isMissed = ms > MOST_MS || megabytes > MOST_MEGABYTES;
  const goal = `≤ ${MOST_MS / 1000} s, ≤ ${MOST_MEGABYTES} MB${isMissed ? ' **missed**' : ''}`;
  printRow(size, (ms / 1000).toFixed(2), megabytes.toFixed(0), goal, after);
}

/** Prints what the filter costs for one file, beside a bare `node`, and how often git runs it for an unchanged file. */
export const filterTable = () => inFolder(filterRow);

function filterRow(home) {
  const root = join(home, 'work');
  mkdirSync(root);
  const env = createEnvironment(home, { GIT_CONFIG_NOSYSTEM: '1' });
  const run = (command, words, input = '') => spawnSync(command, words, { cwd: root, env, input });
  const git = (...words) => run('git', words).stdout.toString();
  git('init', '--quiet');
  run(process.execPath, [COMMAND, 'init', '--quiet']);
  run(process.execPath, [COMMAND, 'log', 'decided to measure the filter', '--quiet']);
  run(process.execPath, [COMMAND, 'context', '--quiet']);
  const text = readFileSync(join(root, 'CLAUDE.md'), 'utf8');
  const times = { node: [], clean: [] };
  const time = (of, words, input) => of.push(measureMs(() => run(process.execPath, words, input)));
  for (let turn = 0; turn < FILTER_RUNS; turn++) {
    time(times.node, ['-e', '0']);
    time(times.clean, [COMMAND, 'clean'], text);
  }
  const log = join(home, 'runs');
  const filter = git('config', '--local', 'filter.daybook.clean').trim();
  git('config', '--local', 'filter.daybook.clean', `echo run >> '${log}'; ${filter}`);
  git('add', '--all');
  const count = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0);
  spawnSync('sleep', ['1.1']); // git compares files again that are as young as its index
  git('status');
  const before = count();
  for (let turn = 0; turn < RUNS; turn++) git('status');
  const [bare, ms] = [times.node, times.clean].map(findMedian);
  printHead(
    'Filter (one file, as git calls it)',
    ...['ms', '× bare node', 'goal', 'runs in 5 × git status, nothing changed'],
  );
  const goal = `≤ ${MOST_FILTER_MS} ms${ms > MOST_FILTER_MS ? ' **missed**' : ''}`;
  printRow(ms.toFixed(1), (ms / bare).toFixed(2), goal, count() - before);
}

function makeVersions(size) {
  const base = Array.from({ length: size }, (_, n) => makeLine(n));
  const change = (every, from, edit) => base.map((line, n) => (n % every === from ? edit(line) : line));
  const add = (side) => Array.from({ length: size / 100 }, (_, n) => makeLine(2 * (size + n) + side));
  return {
    base: makeNote(base),
    ours: makeNote([...change(50, 0, (line) => line.replace('minutes', 'hours')), ...add(0)]),
    theirs: makeNote([...change(50, 25, (line) => line.replace('- ', '- [x] ')), ...add(1)]),
  };
}

const makeLine = (n) =>
  `- the build of module ${n % 97} needs the cache of entry ${n} — otherwise it takes minutes ^${makeId(n)}`;

function makeId(n) {
  let time = '';
  for (let rest = 200_000_000 + n; time.length < 6; rest = Math.floor(rest / 32))
    time = ALPHABET[rest % 32] + time;
  return time + String(n % 100_000).padStart(5, '0');
}

const makeNote = (lines) =>
  `# Memory\n${SECTIONS.map((name, own) => `\n## ${name}\n\n${lines.filter((_, n) => n % SECTIONS.length === own).join('\n')}\n`).join('')}`;
