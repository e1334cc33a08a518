// @module-tag full: it runs commands many times over
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../support/random.js';
import { freshFolder, registerCopy, stateOf } from '../support/store-root.js';
import {
  createWorkspace,
  createWorkspaceAt,
  FULL,
  later,
  SEED,
  type Workspace,
} from '../support/workspace.js';

/** What may befall a file that is not the truth. */
const HARM: Readonly<Record<string, (path: string) => void>> = {
  gone: (path) => rmSync(path, { force: true }),
  emptied: (path) => writeFileSync(path, ''),
  'cut in half': (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  'full of noise': (path) => writeFileSync(path, noise(Math.max(64, readFileSync(path).length))),
  'another kind of JSON': (path) => writeFileSync(path, '[null,{"lastActivity":"x","hash":1}]'),
  'one byte flipped': (path) => writeFileSync(path, flipped(readFileSync(path))),
};

const random = createRandom(SEED);
const noise = (length: number): Uint8Array => Uint8Array.from({ length }, () => Math.floor(random() * 256));
function flipped(bytes: Buffer): Uint8Array {
  const at = Math.floor(random() * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  return bytes;
}

/** What is asked of the healthy and of the damaged copy: all but what only shows the heartbeat. */
const ASKED: readonly (readonly string[])[] = [
  ['search', 'postgres sessions', '--json'],
  ['search', 'pstgres', '--explain'],
  ['recall', '--no-promote', '--json'],
  ['context', '--stdout'],
  ['session', '--json'],
  ['history', '--json'],
  ['config', '--json'],
  ['log', 'one more decision about the cache', '--type', 'decision', '--json'],
  ['context', '--json'],
  ['undo', '--json'],
];

/** After one byte fell over, so often tried, so much is asked. */
const FEW = ASKED.filter(([command]) => command !== 'undo' && command !== 'history');
const FLIPS = FULL ? 200 : 12;

async function lived(): Promise<Workspace> {
  const bench = createWorkspace({ 'CLAUDE.md': '# Rules\n' });
  for (let n = 0; n < 400; n++)
    bench.write(
      `content/evolving/2025-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}.md`,
      `# Day\n\n## Session\n\n- looked at module ${n} and its sessions in Postgres\n`,
    );
  for (const [text, type] of [
    ['keep sessions in Postgres because Redis lost them', 'decision'],
    ['tried the parser in src/parse.ts and learned that it needs a window', 'experience'],
    ['the staging box rejects TLS 1.1', 'gotcha'],
  ] as const)
    await bench.run(['log', text, '--type', type], { now: later(0) });
  for (const args of [['search', 'postgres'], ['recall'], ['status']])
    await bench.run(args, { now: later(1) });
  return bench;
}

/** A copy of a workspace at a place of its own, so that harm to one is no harm to others. */
function copied(bench: Workspace): Workspace {
  const folder = freshFolder();
  const root = join(folder, 'work');
  cpSync(bench.root, root, { recursive: true, preserveTimestamps: true });
  registerCopy(join(bench.home, '.daybook'), bench.root, root);
  return createWorkspaceAt(root, bench.home);
}

async function answers(bench: Workspace, commands = ASKED): Promise<string[]> {
  const all: string[] = [];
  for (const [i, args] of commands.entries()) {
    const { status, out, err } = await bench.run(args, { now: later(2 + i), seed: `asked ${i}` });
    all.push(`$ ${args.join(' ')}\n${status}\n${out}${err}`.replaceAll(bench.root, '<root>'));
  }
  return all;
}

/** A cache by its path in the state, or the signal file. */
const harmed = ({ root }: Workspace, name: string): string =>
  name === 'signal.json' ? join(root, '.daybook', name) : stateOf(root, name);

describe('the cache and the heartbeat', () => {
  it('caches deleted or damaged in every way: the replies and writes are the same', async () => {
    const bench = await lived();
    const healthy = copied(bench);
    const [said, did] = [await answers(healthy), healthy.files()];
    const few = await answers(copied(bench), FEW);
    const names = readdirSync(stateOf(bench.root, 'cache')).map((name) => `cache/${name}`);
    let tried = 0;
    for (const name of [...names, 'signal.json']) {
      for (const [how, harm] of Object.entries(HARM)) {
        const copy = copied(bench);
        harm(harmed(copy, name));
        expect(await answers(copy), `${name} ${how}`).toEqual(said);
        expect(copy.files(), `${name} ${how}`).toEqual(did);
        tried++;
      }
    }
    for (const name of [...names, 'signal.json']) {
      for (let n = 0; n < FLIPS; n++) {
        const copy = copied(bench);
        HARM['one byte flipped']?.(harmed(copy, name));
        expect(await answers(copy, FEW), `${name} flip ${n}`).toEqual(few);
        tried++;
      }
    }
    const bare = copied(bench);
    rmSync(stateOf(bare.root, 'cache'), { recursive: true });
    expect(await answers(bare), 'no cache at all').toEqual(said);
    expect(bare.files()).toEqual(did);
    console.log(
      `caches, seed ${SEED}: ${names.join(', ')} and signal.json, ${tried + 1} damages, all answers the same`,
    );
  });

  it('a heartbeat that is gone or damaged promotes, clears and moves nothing, even after a year', async () => {
    const bench = await lived();
    for (const how of ['gone', 'emptied', 'cut in half', 'full of noise', 'another kind of JSON']) {
      const copy = copied(bench);
      HARM[how]?.(join(copy.root, '.daybook/signal.json'));
      const session = copy.read('content/SESSION.md');
      const memory = copy.read('content/MEMORY.md');
      const reply = await copy.json(['recall'], { now: later(525_600) });
      expect(reply.gap, how).toMatchObject({ promoted: 0, rolled: 0 });
      expect([copy.read('content/SESSION.md'), copy.read('content/MEMORY.md')], how).toEqual([
        session,
        memory,
      ]);
      expect(existsSync(join(copy.root, 'content/evolving/2026-06-07.md')), how).toBe(false);
    }
  });

  it('a damaged cache does not keep a true gap from beginning a session', async () => {
    const bench = await lived();
    const healthy = copied(bench);
    const said = await answers(
      healthy,
      [['recall', '--json']].map((args) => args),
    );
    for (const how of ['gone', 'full of noise']) {
      const copy = copied(bench);
      for (const name of readdirSync(stateOf(copy.root, 'cache')))
        HARM[how]?.(stateOf(copy.root, `cache/${name}`));
      expect(await answers(copy, [['recall', '--json']]), how).toEqual(said);
    }
  });

  it('a state folder that is gone whole costs the history, and no note', async () => {
    const bench = await lived();
    const before = bench.files();
    rmSync(join(bench.root, '.daybook'), { recursive: true });
    const reply = await bench.json(['recall'], { now: later(600) });
    expect(reply).toMatchObject({ ok: true, gap: { promoted: 0, rolled: 0 } });
    expect(bench.files('content')).toEqual(
      Object.fromEntries(Object.entries(before).filter(([path]) => path.startsWith('content/'))),
    );
    expect((await bench.json(['doctor'], { now: later(601) })).ok).toBe(true);
  });
});
