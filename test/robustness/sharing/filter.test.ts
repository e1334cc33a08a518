// @module-tag full: it runs commands many times over
/* Git's clean filter: the block is in no commit, and everything else goes through byte for byte. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Clone, createClones, secondsLater } from '../../support/clones.js';
import { COMMAND } from '../../support/workspace.js';

const RULES = '# Rules\n\nSpeak plainly.\n';
const EMPTY = '<!-- MIND:CONTEXT -->\n<!-- MIND:END -->\n';

function clean(input: string | Uint8Array): Buffer {
  const { stdout, status } = spawnSync(process.execPath, [COMMAND, 'clean'], { input, maxBuffer: 8_000_000 });
  expect(status).toBe(0);
  return stdout;
}

const block = (body: string) => `<!-- MIND:CONTEXT 0a1b2c3d -->\n${body}\n<!-- MIND:END -->\n`;

it.each([
  ['a block', `${RULES}\n${block('- one')}\nMore.\n`, `${RULES}\n${EMPTY}\nMore.\n`],
  ['an empty block', `${RULES}\n${EMPTY}`, `${RULES}\n${EMPTY}`],
  [
    'a block at the end without a line break',
    `${RULES}\n${block('- one').trimEnd()}`,
    `${RULES}\n${EMPTY.trimEnd()}`,
  ],
  [
    'line endings of Windows',
    `${RULES}\n${block('- one')}`.replaceAll('\n', '\r\n'),
    `${RULES}\n${EMPTY}`.replaceAll('\n', '\r\n'),
  ],
  ['a byte order mark', `\uFEFF${RULES}\n${block('- one')}`, `\uFEFF${RULES}\n${EMPTY}`],
  [
    'an example in a fence',
    `${RULES}\n\`\`\`\n${block('- one')}\`\`\`\n`,
    `${RULES}\n\`\`\`\n${block('- one')}\`\`\`\n`,
  ],
  [
    'markers that are no pair',
    `${RULES}\n<!-- MIND:CONTEXT -->\nrest\n`,
    `${RULES}\n<!-- MIND:CONTEXT -->\nrest\n`,
  ],
  ['two blocks', `${block('- one')}\n${block('- two')}`, `${block('- one')}\n${block('- two')}`],
  ['no block', RULES, RULES],
  ['nothing', '', ''],
])('%s', (_, input, wanted) => {
  expect(clean(input).toString('utf8')).toBe(wanted);
  expect(clean(wanted).toString('utf8')).toBe(wanted);
});

it('bytes that are no text go through', () => {
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x4d, ...Buffer.from(block('x'))]);
  expect(clean(bytes)).toEqual(bytes);
});

it('a large file goes through whole', () => {
  const text = `${block('- one')}\n${'A line of a long file.\n'.repeat(60_000)}`;
  expect(clean(text).toString('utf8')).toBe(text.replace(block('- one'), EMPTY));
});

async function started(): Promise<Clone> {
  const [clone] = (await createClones(1, { setUp: true })) as [Clone];
  const made = clone.read('CLAUDE.md');
  clone.write('CLAUDE.md', RULES + made.slice(made.indexOf('<!--')));
  clone.commit('rules');
  return clone;
}

let turn = 0;
async function remember(clone: Clone, what: string): Promise<void> {
  const now = secondsLater(turn++);
  await clone.run(['log', what, '--type', 'fact'], { now });
  await clone.run(['context'], { now });
  expect(clone.read('CLAUDE.md')).toContain(what);
}

const committed = (clone: Clone) => clone.git('show', 'HEAD:CLAUDE.md');

it('an own change beside the block is staged alone, by hunks too', async () => {
  const clone = await started();
  await remember(clone, 'the build needs Node 22');
  clone.write('CLAUDE.md', clone.read('CLAUDE.md').replace('plainly.', 'plainly, please.'));
  spawnSync('git', ['add', '-p', 'CLAUDE.md'], {
    cwd: clone.root,
    input: 'y\n',
    env: { PATH: process.env.PATH, HOME: clone.home },
  });
  expect(clone.git('diff', '--cached', '--', 'CLAUDE.md')).not.toContain('Node 22');
  expect(clone.git('diff', '--', 'CLAUDE.md')).toBe('');
  clone.git('commit', '--quiet', '--message', 'please');
  expect(committed(clone)).toBe(RULES.replace('plainly.', 'plainly, please.') + EMPTY);
});

it('stash, checkout, rebase and a pull go on, and recall writes the block again', async () => {
  const clone = await started();
  clone.git('checkout', '--quiet', '-b', 'side');
  clone.write('CLAUDE.md', `${clone.read('CLAUDE.md')}\nOn the side.\n`);
  clone.commit('side');
  clone.git('checkout', '--quiet', 'main');
  await remember(clone, 'the build needs Node 22');
  clone.git('stash', '--quiet');
  clone.git('stash', 'pop', '--quiet');
  await clone.run(['recall'], { now: secondsLater(turn++) });
  clone.commit('memory');
  clone.git('checkout', '--quiet', 'side');
  expect(clone.read('CLAUDE.md')).toContain('On the side.');
  await clone.run(['recall'], { now: secondsLater(turn++) });
  clone.git('rebase', '--quiet', 'main');
  await clone.run(['recall'], { now: secondsLater(turn++) });
  expect(clone.read('CLAUDE.md')).toContain('Node 22');
  expect(clone.git('status', '--short')).toBe('');
  expect(committed(clone)).toBe(`${RULES}${EMPTY}\nOn the side.\n`);
});

it('two clones whose blocks differ have nothing to merge', async () => {
  const clones = await createClones(2, { setUp: true });
  const [ada, ben] = clones as [Clone, Clone];
  await remember(ada, 'the build needs Node 22');
  await remember(ben, 'logs go to standard output');
  ada.write('CLAUDE.md', `${ada.read('CLAUDE.md')}\nAda's rule.\n`);
  for (const clone of clones) clone.commit('memory');
  ada.git('push', '--quiet', 'origin', 'HEAD:main');
  ben.git('pull', '--quiet', '--no-rebase', '--no-edit', 'origin', 'main');
  await ben.run(['recall'], { now: secondsLater(turn++) });
  expect(ben.read('CLAUDE.md')).toContain('Node 22');
  expect(ben.read('CLAUDE.md')).toContain("Ada's rule.");
  expect(ben.git('status', '--short')).toBe('');
});

it('a Daybook that was taken away leaves git as it is', async () => {
  const clone = await started();
  await remember(clone, 'the build needs Node 22');
  const filter = clone.git('config', '--local', 'filter.daybook.clean').trim();
  clone.git('config', '--local', 'filter.daybook.clean', filter.replaceAll('daybook.cjs', 'gone.cjs'));
  clone.write('CLAUDE.md', `${clone.read('CLAUDE.md')}\nMore.\n`);
  expect(clone.commit('more')).toBe(true);
  expect(committed(clone)).toContain('More.');
  expect(existsSync(join(clone.root, '.git/index.lock'))).toBe(false);
});

it('a busy index is left alone', async () => {
  const clone = await started();
  clone.write('.git/index.lock', '');
  await remember(clone, 'the build needs Node 22');
  expect(clone.read('.git/index.lock')).toBe('');
});
