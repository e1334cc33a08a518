// @module-tag full: it runs commands many times over
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRandom } from '../support/random.js';
import { createWorkspace, FULL, type Reply, SEED } from '../support/workspace.js';

const SIZE = 1_000_000;
const COUNT = FULL ? 200 : 4;
/** Node ends a command that needs more, in MB. */
const MEMORY_MB = 300;

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

it(`${COUNT} generated texts of 1 MB end no command`, async () => {
  const random = createRandom(SEED);
  for (let round = 0; round < COUNT; round++) {
    const text = createLargeText(random);
    const bench = createWorkspace({ 'content/Large.md': text });
    writeFileSync(join(bench.root, 'large.md'), text);
    const env = { NODE_OPTIONS: `--max-old-space-size=${MEMORY_MB}` };
    const commands = [
      ['search', 'zebra'],
      ['lint'],
      ['page', 'show', 'Large'],
      ['ingest', 'large.md'],
      ['log', text.slice(0, 20_000).replace(/^-+/, '')],
    ];
    const replies: Reply[] = [await bench.send('UserPromptSubmit', { prompt: text })];
    for (const args of commands) replies.push(await bench.start(args, { env }).ended);
    const broken = replies.filter(({ status }) => status !== 0 && status !== 1 && status !== 2);
    expect(broken, `seed ${SEED}, round ${round}: ${text.slice(0, 200)}`).toEqual([]);
  }
}, 7_200_000);
