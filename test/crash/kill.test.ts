import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { scan } from '../../src/markdown/scan.js';
import { openStore } from '../../src/store/store.js';
import { bundledWorker, crashWorkspace, examine, pause, startWorker, type Worker } from './bench.js';

const FULL = process.env.DAYBOOK_FULL;
const KILLS = FULL ? 1000 : 100;
const WRITERS = 4;
const LONGEST_LIFE_MS = 60;

let script: string;
beforeAll(() => {
  script = bundledWorker();
});

describe('kill -9', () => {
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
    const outline = (text: string) => scan(text);
    const checks = store.checkup({ fix: true, target: null, outline });
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
    expect(readdirSync(join(root.root, '.daybook/keep')).filter((name) => name.startsWith('held.'))).toEqual(
      [],
    );
  }, 600_000);
});

async function end(worker: Worker): Promise<void> {
  worker.process.kill('SIGKILL');
  await worker.ended;
}
