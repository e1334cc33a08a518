// @module-tag full: it runs commands many times over
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundled } from '../../support/bundled.js';
import { stateOf } from '../../support/store-root.js';
import { createWorkspace, later, marks, type Workspace } from '../../support/workspace.js';

/** Settings with a short wait, so that a test does not sit through five seconds. */
const IMPATIENT = 'timezone: Europe/Berlin\nstore.fsync: "off"\nlock.wait: 0\n';

let script: string;
const running: (() => Promise<void>)[] = [];
beforeAll(() => {
  script = bundled('test/robustness/concurrency/holder.ts');
});
afterAll(async () => {
  for (const end of running) await end();
});

/** Another process that holds the lock of a workspace until it is told to let go. */
async function hold({ root }: Workspace): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [script, root], { stdio: ['pipe', 'pipe', 'inherit'], env: {} });
  await new Promise((tx) => child.stdout.once('data', tx));
  const ended = new Promise<void>((done) => child.on('close', () => done()));
  const letGo = async () => {
    child.stdin.end();
    await ended;
  };
  running.push(letGo);
  return letGo;
}

describe('a store that another process keeps locked', () => {
  it('log is queued with the id that it will have, and filed once by the next command', async () => {
    const bench = createWorkspace({ 'daybook.yaml': IMPATIENT, 'content/MEMORY.md': '# Memory\n\nProse.\n' });
    await bench.run(['log', 'first of all', '--type', 'fact']);
    const before = bench.files();
    const letGo = await hold(bench);
    const ids: string[] = [];
    for (const text of ['second entry', 'third entry', 'fourth entry']) {
      const { status, out } = await bench.start(['log', text, '--type', 'fact', '--json']).ended;
      const reply = JSON.parse(out);
      expect([status, reply.ok, reply.queued, reply.changes]).toEqual([0, true, true, []]);
      expect(reply.say).toMatch(/^The store is busy. Queued/);
      ids.push(reply.entry.id);
    }
    expect(bench.files()).toEqual(before);
    await letGo();
    expect((await bench.run(['session'], { now: later(1) })).status).toBe(0);
    const text = bench.read('content/MEMORY.md');
    for (const id of ids) expect(marks(text, id), text).toBe(1);
    expect(readdirSync(stateOf(bench.root, 'keep/spool'))).toEqual([]);
    await bench.run(['session'], { now: later(2) });
    expect(bench.read('content/MEMORY.md')).toBe(text);
    expect(await bench.json(['doctor'])).toMatchObject({ ok: true });
  });

  it('what is queued is filed even where remark is needed to see the note', async () => {
    const memory = '# Memory\n\n## Decisions\n\n- one\n\n[foo]:\n/url\n';
    const bench = createWorkspace({ 'daybook.yaml': IMPATIENT, 'content/MEMORY.md': memory });
    await bench.run(['session']);
    const letGo = await hold(bench);
    const queued = await bench.json(['log', 'keep it', '--type', 'decision']);
    expect(queued).toMatchObject({ ok: true, queued: true });
    await letGo();
    const { status } = await bench.start(['which']).ended;
    expect(status).toBe(0);
    expect(marks(bench.read('content/MEMORY.md'), queued.entry.id)).toBe(1);
  });

  it('a recall is queued too, its brief is told at once, and the session is begun once', async () => {
    const bench = createWorkspace({ 'daybook.yaml': IMPATIENT });
    await bench.run(['log', 'trying to fix the parser in src/parse.ts', '--type', 'experience']);
    const letGo = await hold(bench);
    const reply = await bench.json(['recall'], { now: later(60) });
    expect(reply).toMatchObject({ ok: true, queued: true, changes: [] });
    expect(reply.context).toContain('src/parse.ts');
    await letGo();
    await bench.run(['status'], { now: later(61) });
    expect(bench.read('content/evolving/2026-06-07.md').match(/src\/parse\.ts/g)?.length).toBe(1);
    expect(bench.read('content/SESSION.md')).not.toContain('src/parse.ts');
  });

  it('undo, restore, init and uninstall need an answer: status 4, and nothing is changed', async () => {
    const bench = createWorkspace({ 'daybook.yaml': IMPATIENT });
    await bench.run(['log', 'first of all', '--type', 'fact'], { now: later(0) });
    await bench.run(['log', 'second of all', '--type', 'fact'], { now: later(5) });
    await bench.run(['context'], { now: later(6) });
    const before = bench.files();
    const letGo = await hold(bench);
    for (const args of [
      ['undo'],
      ['restore', 'content/MEMORY.md', '--at', '2026-06-07T12:02'],
      ['uninstall', '--yes'],
    ]) {
      const { status, out } = await bench.start([...args, '--json'], { now: later(9) }).ended;
      expect([status, JSON.parse(out).error.code], args[0]).toEqual([4, 'locked']);
    }
    const spoken = await bench.run(['undo'], { now: later(9) });
    expect(spoken.status).toBe(4);
    expect(spoken.err).toMatch(/^daybook: the store is locked by process \d+ .*\n.+\n$/);
    expect(bench.files()).toEqual(before);
    for (const args of [
      ['search', 'first'],
      ['history'],
      ['session'],
      ['status'],
      ['recall', '--no-promote'],
    ])
      expect((await bench.run(args, { now: later(9) })).status, args[0]).toBe(0);
    await letGo();
    expect((await bench.run(['undo'], { now: later(10) })).status).toBe(0);
  });

  it('by default a command waits five seconds, then queues', async () => {
    const bench = createWorkspace();
    await bench.run(['session']);
    const letGo = await hold(bench);
    const waiting = bench.start(['log', 'patience', '--type', 'fact', '--json']).ended;
    setTimeout(letGo, 1000);
    expect(JSON.parse((await waiting).out)).toMatchObject({ ok: true, seq: 1 });
  });
});
