import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { scanBlocks } from '../../../src/markdown/block-scanner.js';
import { openStore } from '../../../src/store/store.js';
import { bundled } from '../../support/bundled.js';
import { settle, stateOf } from '../../support/store-root.js';
import { crashWorkspace, examine, pause, startWorker, type Worker } from './bench.js';

const FULL = process.env.DAYBOOK_FULL;
const KILLS = FULL ? 1000 : 12;
const WRITERS = 4;
const LONGEST_LIFE_MS = 60;

let script: string;
beforeAll(() => {
  script = bundled('test/robustness/crash/worker.ts');
});

describe('T1: kill -9', () => {
  it(`${KILLS} kills of ${WRITERS} writers: nothing acknowledged is lost, torn or doubled`, async () => {
    const root = crashWorkspace();
    const said: string[] = [];
    const faults: string[] = [];
    let kills = 0;
    const live = async (slot: number): Promise<void> => {
      for (let life = 0; kills < KILLS; life++) {
        const worker = startWorker(script, 'mixed', root.root, `w${slot}-${life}`);
        await worker.first();
        await pause(Math.random() * LONGEST_LIFE_MS);
        kills++;
        await end(worker);
        said.push(...worker.said);
        faults.push(...worker.faults);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, (_, slot) => live(slot)));
    expect(faults).toEqual([]);

    const store = openStore(root, { fsync: 'off' });
    const outline = (text: string) => scanBlocks(text);
    const checks = store.runHealthChecks({ fix: true, target: null, outline });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    const waiting = new Set(store.waiting().map(({ id }) => id));
    const { ids, torn } = examine(root);
    const lost = said.filter((id) => !ids.has(id) && !waiting.has(id));
    const doubled = [...ids].filter(([, count]) => count > 1);
    console.log(
      `kill -9: ${kills} kills, ${said.length} acknowledged, ${lost.length} lost, ${torn.length} torn, ${doubled.length} doubled, ${waiting.size} waiting`,
    );
    expect({ lost, torn, doubled }).toEqual({ lost: [], torn: [], doubled: [] });
    expect(readdirSync(join(root.root, '.daybook/locks'))).toEqual([]);
    expect(readdirSync(join(root.root, 'content')).sort()).toEqual(['MEMORY.md', 'SESSION.md']);
    expect(readdirSync(stateOf(root.root, 'keep')).filter((name) => name.startsWith('held.'))).toEqual([]);
  }, 600_000);
});

describe('T11: promotion from note to note', () => {
  const ENTRIES = FULL ? 1500 : 60;

  it(`T11: ${ENTRIES} entries by two, with kills: each is there once`, async () => {
    const root = crashWorkspace();
    const path = join(root.root, 'content/SESSION.md');
    const lines = Array.from({ length: ENTRIES }, (_, n) => `- entry e${n} ${'x'.repeat(60)}\n`).join('');
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace('## Entries\n', (heading) => heading + lines),
    );
    settle(path);
    let kills = 0;
    let turns = 0;
    const live = async (slot: number): Promise<void> => {
      for (let life = 0; readFileSync(path, 'utf8').includes('- entry '); life++) {
        const worker = startWorker(script, 'rise', root.root, `r${slot}-${life}`);
        await worker.first();
        await pause(Math.random() * 25);
        if (worker.process.exitCode === null) kills++;
        await end(worker);
        turns += worker.said.length;
        expect(worker.faults).toEqual([]);
      }
    };
    await Promise.all([live(0), live(1)]);
    openStore(root, { fsync: 'off' }).runHealthChecks({
      fix: true,
      target: null,
      outline: (text) => scanBlocks(text),
    });
    const { ids, torn } = examine(root);
    const doubled = [...ids].filter(([, count]) => count > 1);
    const lost = ENTRIES - ids.size;
    console.log(
      `rising: ${ENTRIES} entries in ${turns} moves, ${kills} kills, ${lost} lost, ${doubled.length} doubled, ${torn.length} torn`,
    );
    expect({ lost, doubled, torn }).toEqual({ lost: 0, doubled: [], torn: [] });
  }, 600_000);
});

async function end(worker: Worker): Promise<void> {
  worker.process.kill('SIGKILL');
  await worker.ended;
}
