// What git's merge driver takes for two versions of a large note: time and peak memory, in a process of its own.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { peak } from './cold.mjs';

const COMMAND = resolve('dist/daybook.cjs');
const MOST_MS = 1000;
const MOST_MEGABYTES = 150;
const RUNS = 5;
const SECTIONS = ['Facts', 'Decisions', 'Learnings', 'Gotchas'];
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Prints the table of merges of notes with so many entries, of which each side changed some and added some. */
export function mergeTable(sizes) {
  console.log('\n## Merges (one file, as git calls it)\n');
  console.log('| entries | s | peak MB | goal | entries after |\n|---|---|---|---|---|');
  for (const size of sizes) {
    const home = mkdtempSync(join(tmpdir(), 'daybook-merge-'));
    const root = join(home, 'vault');
    mkdirSync(join(root, 'content'), { recursive: true });
    writeFileSync(join(root, 'daybook.yaml'), 'timezone: Europe/Berlin\n');
    const env = { PATH: process.env.PATH, HOME: home, DAYBOOK_HOME: join(home, '.daybook') };
    const words = [COMMAND, 'merge', 'base', 'ours', 'theirs', 'content/MEMORY.md'];
    const put = () => {
      for (const [name, text] of Object.entries(makeVersions(size))) writeFileSync(join(root, name), text);
    };
    const times = Array.from({ length: RUNS }, () => {
      put();
      const began = performance.now();
      spawnSync(process.execPath, words, { cwd: root, env });
      return performance.now() - began;
    });
    put();
    const megabytes = peak(words, root, env) ?? Number.NaN;
    const ms = times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)];
    const after = readFileSync(join(root, 'ours'), 'utf8').match(/^- /gm)?.length;
    const isMissed = ms > MOST_MS || megabytes > MOST_MEGABYTES;
    const goal = `≤ ${MOST_MS / 1000} s, ≤ ${MOST_MEGABYTES} MB${isMissed ? ' **missed**' : ''}`;
    console.log(`| ${[size, (ms / 1000).toFixed(2), megabytes.toFixed(0), goal, after].join(' | ')} |`);
    rmSync(home, { recursive: true, force: true });
  }
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
