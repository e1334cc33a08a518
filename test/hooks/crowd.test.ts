import { expect, it } from 'vitest';
import { scene } from './scene.js';

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
