// @module-tag full: it runs commands many times over
/* Many clones log and sync at the same time to one bare repository, each in a process of its own: every entry arrives exactly once. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { type Clone, createClones, secondsLater } from '../../support/clones.js';
import { FULL } from '../../support/workspace.js';

const WRITERS = FULL ? 50 : 8;
/** Every writer pushes this often, and logs this many entries before each push. */
const [PUSHES, ENTRIES] = FULL ? [1, 20] : [3, 1];
const MOST_BARE_ATTEMPTS = 1000;
/** After so many rejected pushes `sync` gives up. */
const MOST_ATTEMPTS = 24;

const run = promisify(execFile);

/** The cost of bringing every entry to the hub. */
interface Measured {
  readonly seconds: number;
  readonly retries: number;
}

/** Lets every clone do its work at the same time; `push` returns how often it was rejected. */
async function measure(
  clones: readonly Clone[],
  push: (clone: Clone, writer: number, turn: number) => Promise<number>,
): Promise<Measured> {
  const began = performance.now();
  let retries = 0;
  await Promise.all(
    clones.map(async (clone, writer) => {
      for (let turn = 0; turn < PUSHES; turn++) retries += await push(clone, writer, turn);
    }),
  );
  return { seconds: (performance.now() - began) / 1000, retries };
}

async function logAndSync(clone: Clone, writer: number, turn: number): Promise<number> {
  const now = secondsLater(turn * 100 + writer);
  for (let entry = 0; entry < ENTRIES; entry++) {
    const text = `writer ${writer} learned ${turn * ENTRIES + entry}`;
    const logged = await clone.run(['log', text, '--type', 'learning'], { now, seed: text });
    expect(logged.status, logged.err).toBe(0);
  }
  for (let retries = 0; ; ) {
    const { status, out, err } = await clone.start(['sync', '--json'], { now }).ended;
    const answer = JSON.parse(out || '{}');
    if (status === 0) return retries + answer.attempts - 1;
    expect(answer.error?.code, out + err).toBe('busy-remote'); // it gave up, as it says, and is called again
    retries += MOST_ATTEMPTS;
  }
}

/** The same with git alone: a commit of a separate file, and a rebase while the push is rejected. */
async function commitAndPush(clone: Clone, writer: number, turn: number): Promise<number> {
  const options = { cwd: clone.root, env: { PATH: process.env.PATH, HOME: clone.home } };
  const git = (...words: string[]) => run('git', words, options);
  clone.write(`bare/${writer}.txt`, `${turn}\n`);
  await git('add', 'bare');
  await git('commit', '--quiet', '--message', `${writer} ${turn}`);
  for (let retries = 0; retries < MOST_BARE_ATTEMPTS; retries++) {
    const isPushed = await git('push', '--quiet', 'origin', 'HEAD:bare').then(
      () => true,
      () => false,
    );
    if (isPushed) return retries;
    await git('pull', '--quiet', '--rebase', 'origin', 'bare').catch(() => git('rebase', '--abort'));
  }
  throw new Error('never pushed');
}

const describe = (name: string, { seconds, retries }: Measured) => {
  const pushes = WRITERS * PUSHES;
  return `${name}: ${pushes} pushes of ${WRITERS} writers in ${seconds.toFixed(1)} s, ${(pushes / seconds).toFixed(1)} a second, ${retries} rejected and tried again`;
};

it('nothing is lost or doubled', async () => {
  const clones = await createClones(WRITERS, { setUp: true });
  const [first] = clones;
  const synced = await measure(clones, logAndSync);
  for (const clone of clones) expect((await clone.run(['sync'])).status).toBe(0);
  const memory = first?.read('content/MEMORY.md') ?? '';
  for (let at = 0; at < WRITERS; at++)
    for (let entry = 0; entry < PUSHES * ENTRIES; entry++)
      expect(
        memory.split('\n').filter((line) => line.includes(`- writer ${at} learned ${entry} `)),
      ).toHaveLength(1);
  for (const clone of clones) {
    expect(clone.read('content/MEMORY.md')).toBe(memory);
    expect(clone.git('status', '--short')).toBe(first?.git('status', '--short'));
  }
  first?.git('push', '--quiet', 'origin', 'HEAD:bare');
  const bare = await measure(clones, commitAndPush);
  console.log(`${describe('sync', synced)}\n${describe('bare git push', bare)}`);
}, 3_600_000);
