import { describe, expect, it } from 'vitest';
import { createRandom } from '../support/random.js';
import { createWorkspace, FULL, later, marks, SEED, type Workspace } from '../support/workspace.js';

const YEAR = 365 * 24 * 60;

/** Minutes by which the clock was changed, one after the other. */
const TURNS = [0, YEAR, -YEAR, 1, -YEAR - 1, 2 * YEAR, 2, -10 * YEAR, 10 * YEAR, 3];
const RUNS = FULL ? 20 : 2;
const TYPES = ['fact', 'experience', 'decision', 'blocker'];

describe('T24: a clock that is turned', () => {
  it('orders by number, mints no id twice, loses nothing, and undo takes back what came last', async () => {
    const roll = createRandom(SEED);
    let entries = 0;
    for (let run = 0; run < RUNS; run++) {
      const bench = createWorkspace({ 'CLAUDE.md': '# Rules\n' });
      const logged: { id: string; seq: number }[] = [];
      for (const turn of run === 0 ? TURNS : TURNS.toSorted(() => roll() - 0.5)) {
        const now = later(turn);
        const type = TYPES[Math.floor(roll() * TYPES.length)] ?? 'fact';
        const reply = await bench.json(['log', `said at ${turn} in ${run}`, '--type', type], {
          now,
          seed: 'the same',
        });
        expect(reply.ok, JSON.stringify(reply.error)).toBe(true);
        logged.push({ id: reply.entry.id, seq: reply.seq });
        expect((await bench.run(['recall'], { now })).status).toBe(0);
      }
      const seqs = logged.map(({ seq }) => seq);
      expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
      expect(new Set(logged.map(({ id }) => id)).size).toBe(TURNS.length);
      for (const { id } of logged) expect(placesOf(bench, id), `^${id}`).toBe(1);
      const { history } = await bench.json(['history', '--limit', '100']);
      const told = history.map(({ seq }: { seq: number }) => seq);
      expect(told).toEqual(told.toSorted((a: number, b: number) => b - a));
      const last = await bench.json(['log', 'the last of all', '--type', 'fact'], { now: later(-5 * YEAR) });
      expect((await bench.json(['undo'], { now: later(5 * YEAR) })).undone).toMatchObject({ seq: last.seq });
      expect(placesOf(bench, last.entry.id)).toBe(0);
      entries += logged.length;
    }
    console.log(
      `turned clock: seed ${SEED}, ${RUNS} × ${TURNS.length} turns of up to 10 years, ${entries} entries, 0 lost, 0 doubled, 0 out of order`,
    );
  });

  it('backwards begins no session, forwards loses none', async () => {
    const bench = createWorkspace();
    const first = await bench.json(['log', 'tried it in src/a.ts', '--type', 'experience']);
    const back = await bench.json(['recall'], { now: later(-YEAR) });
    expect(back.gap).toMatchObject({ promoted: 0, rolled: 0 });
    expect(marks(bench.read('content/SESSION.md'), first.entry.id)).toBe(1);
    const forth = await bench.json(['recall'], { now: later(YEAR) });
    expect(forth.gap.rolled).toBe(1);
    expect(placesOf(bench, first.entry.id)).toBe(1);
  });

  it('a lock is as old as its file system says, whatever the clock says', async () => {
    const bench = createWorkspace({
      'daybook.yaml': 'timezone: Europe/Berlin\nstore.fsync: "off"\nlock.wait: 0\n',
    });
    await bench.run(['session']);
    bench.write('.daybook/locks/store.lock', 'somebody on another machine');
    for (const turn of [YEAR, -YEAR, 10 * YEAR]) {
      const reply = await bench.json(['log', `at ${turn}`, '--type', 'fact'], { now: later(turn) });
      expect(reply).toMatchObject({ ok: true, queued: true });
      const unlocked = await bench.run(['doctor', 'unlock'], { now: later(turn) });
      expect([unlocked.status === 0, bench.read('.daybook/locks/store.lock')]).toEqual([
        false,
        'somebody on another machine',
      ]);
    }
  });
});

const placesOf = (bench: Workspace, id: string): number =>
  Object.values(bench.files('content')).reduce((sum, text) => sum + marks(text, id), 0);
