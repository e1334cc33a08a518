// @module-tag full: it runs commands many times over
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { parseLines } from '../../../src/store/change-journal/record.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { createRandom } from '../../support/random.js';
import { quickStore, rootAt, settle, stateOf, workspace } from '../../support/store-root.js';
import { createWorkspace, FULL, later, SEED, type Workspace } from '../../support/workspace.js';
import { traces } from './traces.js';

/** It looks like a word, so that nothing but scrub takes it out. */
const SECRET = 'hunter2hunter2';
const RUNS = FULL ? 40 : 6;
const STEPS = FULL ? 40 : 18;
const NOTES = ['content/MEMORY.md', 'content/SESSION.md', 'content/pages/plan.md'];

describe('scrub', () => {
  it(`removes the text from ${RUNS} random histories, which can still be read and undone`, async () => {
    let [steps, readable, refused, undone] = [0, 0, 0, 0];
    for (let run = 0; run < RUNS; run++) {
      const roll = createRandom(`${SEED} scrub ${run}`);
      const bench = createWorkspace({
        'CLAUDE.md': '# Rules\n',
        'content/pages/plan.md': `# Plan\n\n- ${SECRET} is it\n`,
      });
      const before = await lived(bench, roll);
      steps += STEPS;
      const texts = versions(bench);
      const reply = await bench.json(['scrub', SECRET], { now: later(500) });
      expect(reply, JSON.stringify(reply.error)).toMatchObject({ ok: true });
      expect(traces(bench, [SECRET]), `seed ${SEED} run ${run}`).toEqual([]);
      const { history } = await bench.json(['history', '--limit', '1000']);
      expect(history.map(({ seq }: { seq: number }) => seq).slice(-before.length)).toEqual(before);
      expect(whole(bench)).toEqual([]);
      readable += compare(bench, texts, reply.scrubbed.records > 0);
      for (const seq of before) {
        expect((await bench.run(['diff', String(seq)])).status).toBe(0);
        const taken = await bench.json(['undo', String(seq)], { now: later(501 + seq) });
        if (taken.ok) undone++;
        else refused++;
        if (!taken.ok)
          expect(['cannot-undo', 'already-undone', 'unproven', 'nothing-to-undo']).toContain(
            taken.error.code,
          );
      }
      expect(traces(bench, [SECRET])).toEqual([]);
    }
    console.log(
      `scrub: seed ${SEED}, ${RUNS} histories of ${STEPS} steps (${steps}), 0 left; ${readable} versions unchanged except for it; ${undone} changes undone, ${refused} refused`,
    );
    expect(readable).toBeGreaterThan(RUNS);
    expect(undone).toBeGreaterThan(refused);
  });

  it('reaches what waits in the spool, what was torn off, and other files of the state folder', {
    tags: 'desk',
  }, async () => {
    const bench = createWorkspace();
    await bench.run(['log', 'first of all', '--type', 'fact']);
    const keep = stateOf(bench.root, 'keep');
    const request = {
      id: 'log-1',
      verb: 'nothing',
      input: { text: `x "${SECRET}" y` },
      now: 1,
      seed: 's',
      by: null,
      session: null,
    };
    writeFileSync(join(keep, 'spool/log-1.json'), JSON.stringify(request));
    writeFileSync(join(keep, 'journal.torn-1'), `{"v":1,"t":"done","say":"${SECRET}`);
    writeFileSync(join(keep, 'tools.jsonl'), `{"tool":"${SECRET}"}\n{"tool":"other"}\n`);
    writeFileSync(stateOf(bench.root, 'cache/catalogue'), SECRET);
    const reply = await bench.json(['scrub', SECRET]);
    expect(reply.scrubbed).toMatchObject({ places: 0, records: 0, images: 0, requests: 1, files: 2 });
    expect(traces(bench, [SECRET])).toEqual([]);
    expect(JSON.parse(readFileSync(join(keep, 'spool/log-1.json'), 'utf8'))).toMatchObject({ id: 'log-1' });
    expect(readFileSync(join(keep, 'tools.jsonl'), 'utf8')).toMatch(
      /^\{"tool":"\[redacted:.*\]"\}\n\{"tool":"other"\}\n$/,
    );
  });

  it('completes when it runs again, whichever call it died at', () => {
    let calls = 0;
    for (let limit = 1; ; limit++) {
      const root = workspace({ 'content/MEMORY.md': `# Memory\n\n- ${SECRET}\n` });
      fill(openStore(root, { fsync: 'off' }), root.root);
      let left = limit;
      const dying = new Proxy(nodeFileSystem, {
        get:
          (port, name: keyof typeof nodeFileSystem) =>
          (...args: unknown[]) => {
            if (left-- <= 0) throw new Error('died');
            return (port[name] as (...all: unknown[]) => unknown)(...args);
          },
      });
      const died = fails(() =>
        openStore(root, { port: dying, fsync: 'off' }).transaction(0, (tx) => tx.scrub(/hunter2hunter2/g)),
      );
      const store = openStore(root, { fsync: 'off' });
      store.transaction(0, (tx) => tx.scrub(/hunter2hunter2/g));
      expect(store.findScrubMatches(/hunter2hunter2/g)).toEqual({
        records: 0,
        images: 0,
        requests: 0,
        files: 0,
      });
      expect(store.history().map(({ seq }) => seq)).toEqual([2, 1]);
      calls = limit;
      if (!died) break;
    }
    console.log(`scrub: died at each of ${calls} calls, 0 records lost, 0 left`);
    expect(calls).toBeGreaterThan(20);
  });

  it.each([
    ['a literal with signs of patterns', 'p+w(d)[1]', 'p+w(d)[1]'],
    ['what JSON escapes', 'a"b\\c d', 'a"b\\c d'],
    ['a pattern', 'corp-123456', '/corp-\\d{6}/'],
    ['a pattern with a flag', 'CoRp-secret', '/corp-SECRET/i'],
    ['another script', '密钥是这一个', '密钥是这一个'],
  ])('finds %s', async (_, text, said) => {
    const bench = createWorkspace();
    await bench.run(['log', `it is ${text} today`, '--type', 'fact']);
    await bench.run(['log', 'and more', '--type', 'fact', '--why', `of ${text} today`]);
    expect(traces(bench, [text]).length).toBe(1);
    expect(await bench.json(['scrub', said])).toMatchObject({ ok: true, scrubbed: { places: 2 } });
    expect(traces(bench, [text])).toEqual([]);
    expect(traces(bench, [JSON.stringify(text).slice(1, -1)])).toEqual([]);
    expect(bench.read('content/MEMORY.md')).toMatch(
      /it is \[redacted:.*\] today.*\n- and more — of \[redacted/,
    );
  });
});

/** Logs, hand edits, undos and roll-overs, with the secret in some. Gives the numbers of the changes, newest first. */
async function lived(bench: Workspace, roll: () => number): Promise<readonly number[]> {
  for (let step = 0; step < STEPS; step++) {
    const draw = roll();
    const words = roll() < 0.4 ? `step ${step} says ${SECRET} and ${SECRET}` : `step ${step} says nothing`;
    const now = later(step * 2);
    if (draw < 0.6) await bench.run(['log', words, '--type', roll() < 0.5 ? 'fact' : 'experience'], { now });
    else if (draw < 0.75) await bench.run(['undo'], { now });
    else if (draw < 0.8) await bench.run(['recall'], { now: later(step * 2 + 60) });
    else if (draw < 0.85) await bench.run(['context'], { now });
    else edit(bench, NOTES[Math.floor(roll() * NOTES.length)] ?? '', words, roll);
  }
  const { history } = await bench.json(['history', '--limit', '1000']);
  return history.map(({ seq }: { seq: number }) => seq);
}

function edit(bench: Workspace, path: string, words: string, roll: () => number): void {
  const text = bench.files()[path];
  if (text === undefined) return;
  const lines = Buffer.from(text, 'latin1').toString('utf8').split('\n');
  lines.splice(3 + Math.floor(roll() * Math.max(1, lines.length - 4)), 0, `- by hand: ${words}`);
  bench.write(path, lines.join('\n'));
  settle(join(bench.root, path));
}

const storeOf = ({ root }: Workspace): Store => quickStore(rootAt(root));

/** The texts before and after each change, as far as they can be built. */
function versions(bench: Workspace): ReadonlyMap<string, string> {
  const store = storeOf(bench);
  const found = new Map<string, string>();
  for (const { seq, touched } of store.history())
    for (const [i, { before, after }] of touched.entries())
      for (const [side, hash] of [
        ['before', before],
        ['after', after],
      ] as const) {
        const text = hash === null ? null : store.version(hash);
        if (text !== null) found.set(`${seq} ${i} ${side}`, text);
      }
  return found;
}

/** Each version reads as it did, but for the secret; none that could be built is gone. Gives how many there are. */
function compare(bench: Workspace, texts: ReadonlyMap<string, string>, changed: boolean): number {
  const now = versions(bench);
  for (const [name, text] of texts)
    expect(now.get(name)?.replaceAll(/\[redacted:scrubbed:[0-9a-f]{4}\]/g, SECRET), name).toBe(text);
  return changed ? texts.size : 0;
}

/** Numbers of damaged lines of the journal. */
const whole = ({ root }: Workspace): readonly number[] =>
  parseLines(readFileSync(stateOf(root, 'keep/journal.jsonl'))).damaged;

function fill(store: Store, root: string): void {
  for (const words of [`${SECRET} once`, `${SECRET} twice`]) {
    const note = store.snapshot().note('content/MEMORY.md');
    if (!note) throw new Error(`no note in ${root}`);
    const splices = [{ at: note.text.length, old: '', new: `- ${words}\n` }];
    const change = { kind: 'edit', path: note.path, base: note.hash, splices, why: 'test' } as const;
    const operation = {
      id: words.replace(/^.* /, ''),
      verb: 'log',
      input: words,
      now: 1,
      seed: 's',
      by: null,
      session: null,
    };
    store.transaction(0, (tx) => tx.commit({ ...operation, say: words, changes: [change] }));
  }
  const file = join(root, 'content/MEMORY.md');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(SECRET, 'it'));
}

function fails(act: () => void): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}
