import { linkSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { createSystem } from '../../../src/platform/process-identity.js';
import { openStore } from '../../../src/store/store.js';
import { bundled } from '../../support/bundled.js';
import { freshFolder } from '../../support/store-root.js';
import { crashWorkspace, examine, startWorker, type Worker } from './bench.js';

const FULL = process.env.DAYBOOK_FULL;

let script: string;
beforeAll(() => {
  script = bundled('test/robustness/crash/worker.ts');
});

describe('T2: many writers', () => {
  it.each(
    FULL
      ? [
          [8, 100],
          [16, 200],
        ]
      : [[8, 40]],
  )(
    'T2: %i × %i entries: none lost',
    async (writers, each) => {
      const root = crashWorkspace();
      const workers = Array.from({ length: writers }, (_, i) =>
        startWorker(script, 'log', root.root, `w${i}`, String(each)),
      );
      await Promise.all(workers.map(({ ended }) => ended));
      expect(workers.flatMap(({ faults }) => faults)).toEqual([]);
      const { ids, torn } = examine(root);
      const said = workers.flatMap((worker) => worker.said);
      console.log(
        `contention: ${writers} × ${each}, ${said.length} acknowledged, ${said.filter((id) => !ids.has(id)).length} lost`,
      );
      expect([said.length, ids.size, torn]).toEqual([writers * each, writers * each, []]);
      const seqs = openStore(root)
        .history()
        .map(({ seq }) => seq);
      expect(seqs).toEqual(Array.from({ length: writers * each }, (_, i) => writers * each - i));
    },
    300_000,
  );
});

describe('T3: takeover of a dead holder', () => {
  const CONTENDERS = 6;
  const ROUNDS = FULL ? 300 : 40;

  it(`T3: ${CONTENDERS} contenders × ${ROUNDS} rounds: never two hold the lock`, async () => {
    expect(await doubles('link')).toBe(0);
  }, 300_000);

  if (FULL) {
    it('control: with a file that holds a number, two are inside', async () => {
      expect(await doubles('pid file')).toBeGreaterThan(0);
    }, 300_000);
  }

  async function doubles(lock: string): Promise<number> {
    const folder = freshFolder();
    const workers = Array.from({ length: CONTENDERS }, () => startWorker(script, 'contend', folder, lock));
    let double = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      plantDead(folder, round);
      for (const { process } of workers) process.stdin!.write('go\n');
      const answers = await Promise.all(workers.map((worker) => answer(worker, round)));
      if (answers.includes('double')) double++;
    }
    for (const { process } of workers) process.stdin!.end();
    await Promise.all(workers.map(({ ended }) => ended));
    expect(workers.flatMap(({ faults }) => faults)).toEqual([]);
    console.log(
      `takeover (${lock}): ${CONTENDERS} contenders × ${ROUNDS} rounds, ${double} rounds with two holders`,
    );
    return double;
  }
});

/** A number that no process has. */
const UNUSED_PID = 4_194_300;

function plantDead(folder: string, round: number): void {
  const owner = { ...createSystem(nodeFileSystem).owner('dead'), pid: UNUSED_PID, nonce: `dead${round}` };
  const path = join(folder, `owner.${UNUSED_PID}.${round}`);
  writeFileSync(path, JSON.stringify(owner));
  linkSync(path, join(folder, 'store.lock'));
}

function answer(worker: Worker, round: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const said = worker.said[round - 1];
      if (said !== undefined) resolve(said);
      else if (worker.process.exitCode !== null)
        reject(new Error(`a contender ended: ${worker.faults.join('')}`));
      else setImmediate(look);
    };
    look();
  });
}
