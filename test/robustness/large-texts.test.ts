// @module-tag full: it runs commands many times over
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRandom } from '../support/random.js';
import { COMMAND, createWorkspace, FULL, SEED } from '../support/workspace.js';

const SIZE = 1_000_000;
const COUNT = FULL ? 200 : 4;
/** The most that one command may take: processor time in seconds, of which the goal is 1, and memory. */
const LIMIT = { seconds: 3, mb: 300 };

const PIECES =
  '[[ ]] [ ] [a]( ![ ( ) [^1]: [a]:x ` ``` ~~~ * ** _ > - 1. # --- = | <a <!-- --> <b> &amp; \\ " \' password=" token: 密码是 パスワード 비밀번호 สวัสดี 👨‍👩‍👧 é @a http://a.b/ 2026-05-30 ^abc123def45 {{ $( % 0 a word decided'.split(
    ' ',
  );

/** Repeats a few pieces, with blanks, line breaks or nothing between them, and nests some of the lines. */
function createLargeText(random: () => number): string {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const used = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(PIECES));
  const between = pick(['', '', ' ', '\n', '\n\n', '\n  ']);
  const unit = Array.from({ length: 50 }, () => pick(used) + between).join('');
  return `# Large\n\n${unit
    .repeat(Math.ceil(SIZE / unit.length))
    .slice(0, SIZE)
    .toWellFormed()}\n`;
}

/** Run before a command: writes at its end what it took. */
const MEASURE = `process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  require('node:fs').appendFileSync(process.env.MEASURED, JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024]) + '\\n');
});\n`;

interface Measured {
  readonly name: string;
  readonly status: number | null;
  readonly seconds: number;
  readonly mb: number;
  readonly isLeftOut: boolean;
}

it(`${COUNT} generated texts of 1 MB end no command, and none takes too long or too much`, () => {
  const random = createRandom(SEED);
  const all: Measured[] = [];
  for (let round = 0; round < COUNT; round++) {
    const text = createLargeText(random);
    const bench = createWorkspace({ 'content/Large.md': text, 'tool/CLAUDE.md': text, 'large.md': text });
    const [measure, measured] = [join(bench.home, 'measure.cjs'), join(bench.home, 'measured')];
    writeFileSync(measure, MEASURE);
    const run = (args: readonly string[], input = '') => {
      rmSync(measured, { force: true });
      const env = {
        HOME: bench.home,
        DAYBOOK_HOME: join(bench.home, '.daybook'),
        PATH: process.env.PATH,
        NODE_OPTIONS: `--require ${measure}`,
        MEASURED: measured,
      };
      const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
        cwd: bench.root,
        env,
        input,
        encoding: 'utf8',
        maxBuffer: 64_000_000,
      });
      const lines = existsSync(measured) ? readFileSync(measured, 'utf8').trim().split('\n') : [];
      const used = lines.map((line) => JSON.parse(line) as [number, number]);
      all.push({
        name: `${args.slice(0, 2).join(' ').slice(0, 30)} of round ${round}: ${JSON.stringify(text.slice(9, 60))}`,
        status,
        seconds: used.reduce((sum, [seconds]) => sum + seconds, 0),
        mb: Math.max(0, ...used.map(([, mb]) => mb)),
        isLeftOut: /cannot be read|left out|too large|left alone/.test(stdout + stderr),
      });
    };
    run(
      ['hook', 'UserPromptSubmit', 'claude'],
      JSON.stringify({ session_id: 's', cwd: bench.root, prompt: text }),
    );
    run(['search', 'zebra']);
    run(['lint']);
    run(['page', 'show', 'Large']);
    run(['import', 'agents-files', 'tool']);
    run(['ingest', 'large.md']);
    run(['log', text.slice(0, 20_000).replace(/^-+/, '')]);
  }
  const show = ({ name, status, seconds, mb }: Measured) =>
    `${seconds.toFixed(2)} s, ${mb.toFixed(0)} MB, status ${status}: ${name}`;
  const most = (by: 'seconds' | 'mb') =>
    [...all]
      .sort((a, b) => b[by] - a[by])
      .slice(0, 5)
      .map(show);
  console.log(`slowest\n${most('seconds').join('\n')}\nlargest\n${most('mb').join('\n')}`);
  const broken = all.filter(
    ({ status, seconds, mb, isLeftOut }) =>
      ![0, 1, 2].includes(status ?? -1) || mb > LIMIT.mb || (seconds > LIMIT.seconds && !isLeftOut),
  );
  expect(broken.map(show), `seed ${SEED}`).toEqual([]);
}, 7_200_000);
