import { expect, it } from 'vitest';
import { HOOKS } from '../../src/kinds/agents.js';
import { JOBS } from '../../src/wiki/jobs.js';
import { talk } from '../faces/mcp/talk.js';
import { type Scene, scene } from './scene.js';

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreCompact', 'SessionEnd', 'UserPromptSubmit'];

it('ten hooks at once beside commands: nothing is lost or garbled', { timeout: 60_000 }, async () => {
  const bench = scene();
  const hooks = Array.from({ length: 10 }, (_, i) =>
    bench.send(EVENTS[i % 5] ?? '', {
      session_id: `sess-${i}`,
      source: 'startup',
      prompt: `remember this: fact number ${i} is ${'true '.repeat(40)}`,
    }),
  );
  const logs = Array.from({ length: 4 }, (_, i) => bench.start(['log', `decided on variant ${i}`]).ended);
  const answers = await Promise.all([...hooks, ...logs]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 0));
  await bench.run(['recall']);
  const memory = bench.read('content/MEMORY.md');
  for (const i of [1, 4, 6, 9]) expect(memory.split(`fact number ${i} is`).length, `fact ${i}`).toBe(2);
  for (const i of [0, 1, 2, 3]) expect(memory.split(`variant ${i}`).length, `variant ${i}`).toBe(2);
  expect(bench.runs().length).toBe(10);
  expect(bench.runs().flatMap(({ failed }) => failed ?? [])).toEqual([]);
  expect(new Set(bench.runs().map(({ session }) => session)).size).toBe(10);
});

/** The whole night, one job after the other, as the clock does it. */
async function night(bench: Scene): Promise<readonly (readonly [job: string, status: number | null])[]> {
  const done: [string, number | null][] = [];
  for (const { name } of JOBS) done.push([name, (await bench.start(['cron', 'run', name]).ended).status]);
  return done;
}

it('ten hooks at once beside a server and the night: nothing is lost or garbled, none is over its time', {
  timeout: 120_000,
}, async () => {
  const bench = scene({
    'content/SESSION.md': '# Session\n\n## Experience\n\n- learned that `src/net.ts` needs --retry to work\n',
    'content/REMINDERS.md':
      '# Reminders\n\n## Reminders\n\n- [ ] auth | context | ask Priya about the token format ^61k0y5k9xfs\n',
  });
  const server = await talk(bench);
  const jobs = night(bench);
  const calls = Array.from({ length: 10 }, (_, i) =>
    server.call('mind_log', { msg: `decided on server ${i}` }),
  );
  const hooks = Array.from({ length: 10 }, (_, i) =>
    bench.send(EVENTS[i % 5] ?? '', {
      session_id: `sess-${i}`,
      source: 'startup',
      prompt: `remember this: fact number ${i} is true. Auth comes later.`,
    }),
  );
  const [heard, answers, ran] = await Promise.all([Promise.all(hooks), Promise.all(calls), jobs]);
  expect(ran).toEqual(JOBS.map(({ name }) => [name, 0]));
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  for (const [i, { status, out, err }] of heard.entries()) {
    expect([status, err], EVENTS[i % 5]).toEqual([0, '']);
    if (EVENTS[i % 5] !== 'PreCompact' && out !== '') expect(typeof JSON.parse(out)).toBe('object');
  }
  await server.call('mind_recall');
  const { lines } = await server.end();
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  const memory = bench.read('content/MEMORY.md');
  for (const i of [1, 4, 6, 9]) expect(memory.split(`fact number ${i} is`).length, `fact ${i}`).toBe(2);
  for (let i = 0; i < 10; i++) expect(memory.split(`server ${i} `).length, `server ${i}`).toBe(2);
  expect(memory.split('src/net.ts').length).toBe(2);
  expect(
    (await bench.json(['lint'])).notices.filter(({ level }: { level: string }) => level === 'error'),
  ).toEqual([]);
  const runs = bench.runs();
  expect(runs.length).toBe(10);
  expect(runs.flatMap(({ failed }) => failed ?? [])).toEqual([]);
  const late = runs.filter(({ event, ms }) => ms > (HOOKS[event]?.timeout ?? 0) * 1000);
  expect(late).toEqual([]);
});
