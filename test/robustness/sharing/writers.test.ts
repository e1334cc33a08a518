/* Many clones log and sync at the same time to one bare repository: every entry arrives exactly once. */
import { expect, it } from 'vitest';
import { createClones, secondsLater } from '../../support/clones.js';
import { FULL } from '../../support/workspace.js';

const WRITERS = FULL ? 50 : 8;
const ENTRIES = FULL ? 20 : 3;

it('nothing is lost or doubled', async () => {
  const clones = await createClones(WRITERS, { setUp: true });
  const [first] = clones;
  const began = performance.now();
  await Promise.all(
    clones.map(async (clone, at) => {
      for (let entry = 0; entry < ENTRIES; entry++) {
        const now = secondsLater(entry * 100 + at);
        const text = `writer ${at} learned ${entry}`;
        const logged = await clone.run(['log', text, '--type', 'learning'], { now, seed: text });
        expect(logged.status, logged.err).toBe(0);
        const shared = await clone.run(['sync'], { now });
        expect(shared.status, shared.err).toBe(0);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  for (const clone of clones) expect((await clone.run(['sync'])).status).toBe(0);
  const memory = first?.read('content/MEMORY.md') ?? '';
  for (let at = 0; at < WRITERS; at++)
    for (let entry = 0; entry < ENTRIES; entry++)
      expect(
        memory.split('\n').filter((line) => line.includes(`- writer ${at} learned ${entry} `)),
      ).toHaveLength(1);
  for (const clone of clones) {
    expect(clone.read('content/MEMORY.md')).toBe(memory);
    expect(clone.git('status', '--short')).toBe(first?.git('status', '--short'));
  }
  console.log(`sync: ${WRITERS * ENTRIES} pushes of ${WRITERS} writers in ${seconds.toFixed(1)} s`);
}, 1_800_000);
