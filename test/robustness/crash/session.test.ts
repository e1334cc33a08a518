import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../support/random.js';
import { settle } from '../../support/store-root.js';
import { createWorkspace, FULL, later, marks, SEED, type Workspace } from '../../support/workspace.js';

const RUNS = FULL ? 40 : 8;
const STEPS = FULL ? 30 : 14;
const SESSIONS = ['sess-a', 'sess-b', 'sess-c'];
const TYPES = ['fact', 'decision', 'experience', 'gotcha', 'rejected'];

interface Logged {
  readonly id: string;
  readonly session: string;
}

describe('undo --session', () => {
  it(`removes what one of ${SESSIONS.length} sessions wrote, in ${RUNS} random histories, and nothing of the others`, async () => {
    let [taken, kept, moved] = [0, 0, 0];
    for (let run = 0; run < RUNS; run++) {
      const told = `seed ${SEED} run ${run}`;
      const bench = createWorkspace({
        'CLAUDE.md': '# Rules\n',
        'content/MEMORY.md': '# Memory\n\nProse of a person.\n',
      });
      const logged = await lived(bench, createRandom(`${SEED} session ${run}`));
      if (!logged.some(({ session }) => session === 'sess-b')) continue;
      await bench.run(['context'], { now: later(299) }); // a log leaves the block to the next session
      const before = bench.files();
      const undone = await bench.json(['undo', '--session', 'sess-b'], { now: later(300) });
      expect(undone, `${told} ${JSON.stringify(undone.error)}`).toMatchObject({
        ok: true,
        undone: { left: [] },
      });
      const texts = Object.values(bench.files('content'));
      for (const { id, session } of logged) {
        const times = texts.reduce((sum, text) => sum + marks(text, id), 0);
        expect(times, `${told}: ^${id} of ${session}`).toBe(session === 'sess-b' ? 0 : 1);
        expect(session === 'sess-b' && texts.some((text) => text.includes(`#^${id}`)), told).toBe(false);
      }
      expect(bench.read('content/MEMORY.md').startsWith('# Memory\n\nProse of a person.\n')).toBe(true);
      taken += logged.filter(({ session }) => session === 'sess-b').length;
      kept += logged.filter(({ session }) => session !== 'sess-b').length;
      if (Object.keys(before).some((path) => path.includes('evolving/'))) moved++;
      const again = await bench.json(['undo', String(undone.seq)], { now: later(301) });
      expect(again.ok, `${told} ${JSON.stringify(again.error)}`).toBe(true);
      expect(bench.files(), told).toEqual(before);
    }
    console.log(
      `undo --session: seed ${SEED}, ${RUNS} histories of ${STEPS} steps (${moved} with a session that ended), ${taken} entries of one session removed, ${kept} of the others kept, 0 left, 0 lost; all restored by undo`,
    );
    expect(taken).toBeGreaterThan(RUNS);
  });

  it('does what can be done, names the rest, and says so by its status', async () => {
    const bench = createWorkspace();
    const env = { DAYBOOK_SESSION: 'sess-b' };
    const one = await bench.json(['log', 'one of ours', '--type', 'fact'], { env });
    const two = await bench.json(['log', 'two of ours', '--type', 'fact'], { env, now: later(1) });
    bench.write(
      'content/MEMORY.md',
      bench.read('content/MEMORY.md').replace('one of ours', 'one, as I say it'),
    );
    settle(join(bench.root, 'content/MEMORY.md'));
    const { status, out } = await bench.run(['undo', '--session', 'sess-b', '--json'], { now: later(2) });
    const reply = JSON.parse(out);
    expect([status, reply.undone.seqs, reply.undone.left.map(({ seq }: { seq: number }) => seq)]).toEqual([
      1,
      [two.seq],
      [one.seq],
    ]);
    expect(bench.read('content/MEMORY.md')).toContain('one, as I say it');
    expect(bench.read('content/MEMORY.md')).not.toContain('two of ours');
    expect(await bench.json(['undo', '--session', 'sess-b'], { now: later(3) })).toMatchObject({
      error: { code: 'cannot-undo' },
    });
  });

  it('a session is known by DAYBOOK_SESSION, else by the one of Claude Code', async () => {
    const bench = createWorkspace();
    await bench.run(['log', 'first', '--type', 'fact'], { env: { CLAUDE_CODE_SESSION_ID: 'claude-1' } });
    await bench.run(['log', 'second', '--type', 'fact'], {
      env: { CLAUDE_CODE_SESSION_ID: 'claude-1', DAYBOOK_SESSION: 'own-1' },
    });
    await bench.run(['log', 'third', '--type', 'fact']);
    const { history } = await bench.json(['history']);
    expect(history.map(({ session }: { session: string | null }) => session)).toEqual([
      null,
      'own-1',
      'claude-1',
    ]);
  });
});

/** Logs of several sessions in turns, some taken back by themselves, and sometimes the end of a session. */
async function lived(bench: Workspace, roll: () => number): Promise<readonly Logged[]> {
  const logged: Logged[] = [];
  let minutes = 0;
  for (let step = 0; step < STEPS; step++) {
    const session = SESSIONS[Math.floor(roll() * SESSIONS.length)] ?? 'sess-a';
    const env = { DAYBOOK_SESSION: session };
    const type = TYPES[Math.floor(roll() * TYPES.length)] ?? 'fact';
    const text = `step ${step} in src/m${step}.ts, and learned that flag --x${step} is needed because y${step} says so`;
    const isOver = roll() < 0.12;
    minutes += isOver ? 60 : 1;
    if (isOver) await bench.run(['recall'], { now: later(minutes), env: { DAYBOOK_SESSION: 'sess-z' } });
    const reply = await bench.json(['log', text, '--type', type], { now: later(minutes), env });
    if (reply.seq !== undefined) logged.push({ id: reply.entry.id, session });
    const isRegretted =
      roll() < 0.1 && (await bench.json(['undo', String(reply.seq)], { now: later(minutes), env })).ok;
    if (isRegretted) logged.pop();
  }
  return logged;
}
