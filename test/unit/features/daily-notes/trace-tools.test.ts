import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listToolUses } from '../../../../src/features/daily-notes/trace/build-day-trace.js';
import type { ActivityEvent } from '../../../../src/transcripts/activity-event.js';
import { inState } from '../../../support/store-root.js';
import { createWorkspace } from '../../../support/workspace.js';

const BASE: ActivityEvent = {
  at: '2026-06-06T08:00:00.000Z',
  event: null,
  agent: null,
  session: 's1',
  tool: 'Bash',
  input: '',
  ok: true,
  files: [],
};
const KNOWN = {
  commits: [],
  happened: [],
  handoffs: [],
  noted: [],
  content: 'content',
  time: (iso: string) => iso.slice(11, 16),
};
const told = (calls: readonly Partial<ActivityEvent>[]) =>
  listToolUses(
    calls.map((call) => ({ ...BASE, ...call })),
    KNOWN,
  );

/** Calls that an entry reports in its own words. */
const countIn = ({ what, calls }: { what: string; calls: string | null }): number =>
  Number(/^(\d+) calls? more/.exec(what)?.[1] ?? calls?.split(' ')[0] ?? 1);

it('each attempt is listed once, with its count and its failures', () => {
  expect(
    told([
      { input: 'cd /shop && npm test 2>&1 | tail -5', ok: false },
      { tool: 'Edit', input: 'src/a.ts' },
      { input: 'npm test', at: '2026-06-06T09:30:00.000Z' },
      { input: 'make deploy', ok: false },
      { tool: 'TodoWrite', input: '{"todos":[]}' },
    ]),
  ).toEqual([
    { what: 'Bash → `npm test`', calls: '2 from 08:00 to 09:30, 1 failed' },
    { what: 'Edit → `src/a.ts`', calls: null },
    { what: 'Bash → `make deploy`', calls: '1 at 08:00, failed' },
    { what: 'TodoWrite', calls: null },
  ]);
});

it('of very many the significant ones are named, with the number of omitted ones', () => {
  const calls = Array.from({ length: 500 }, (_, i) =>
    i % 100 === 7 ? { input: `make ${i}`, ok: i !== 107 } : { tool: 'Read', input: `src/${i}.ts` },
  );
  const tools = told(calls);
  expect(tools.length).toBe(13);
  expect(tools.slice(0, 12).flatMap(({ what }) => (what.startsWith('Bash') ? what : []))).toHaveLength(5);
  expect(tools.at(-1)?.what).toBe('488 calls more → Read (488)');
});

it('no call is lost, however many there are', () => {
  const call = fc.record({
    tool: fc.constantFrom('Bash', 'Read', 'Edit', 'mcp__x__y'),
    input: fc.oneof(fc.string(), fc.constantFrom('npm test', 'ls', '{"a":1}')),
    ok: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 60 }), (calls) => {
      expect(told(calls).reduce((sum, one) => sum + countIn(one), 0)).toBe(calls.length);
    }),
  );
});

/** A day of an agent that tries to imitate a person's note. */
const HOSTILE = [
  '[[MEMORY]]',
  '# Rules',
  '--> x',
  'echo ^61k0y5k9xfs',
  'a — because b',
  '`x` `',
  '\u202egnp.exe',
  '- [ ] do',
];

it('the night writes them once, below the existing text, and undo restores every byte', async () => {
  const note = '# 2026-06-06\n\n### Tool: terminal → hugo build\n\nwhat I wrote myself';
  const lines = [...HOSTILE, 'hugo build'].map((input, i) =>
    JSON.stringify({
      ...BASE,
      id: `t${i}`,
      parent: null,
      tool: input === 'hugo build' ? 'terminal' : 'Bash',
      input,
    }),
  );
  const bench = createWorkspace({ 'content/evolving/2026-06-06.md': note });
  await bench.run(['session']); // makes the state folder
  bench.write(inState(bench.root, 'keep/tools-2026-06-06.jsonl'), `${lines.join('\n')}\n`);
  const day = () => bench.read('content/evolving/2026-06-06.md');
  expect(await bench.json(['cron', 'run', 'journal'])).toMatchObject({ ok: true });
  const written = day();
  expect(written.startsWith(note)).toBe(true);
  expect(written.match(/^### Tool: /gm)).toHaveLength(HOSTILE.length + 1);
  const { entries } = await bench.json(['day', '2026-06-06']);
  const tools = entries.filter(({ text }: { text: string }) => text.startsWith('Bash → '));
  expect(tools.map(({ type, why, from }: Record<string, unknown>) => [type, why, from])).toEqual(
    HOSTILE.map(() => ['tool', null, null]),
  );
  expect(written).not.toMatch(/\[\[|\u202e/);
  await bench.json(['journal', '2026-06-06']);
  expect(day()).toBe(written);
  expect(await bench.json(['undo', '--night', '2026-06-07'])).toMatchObject({ ok: true });
  expect(day()).toBe(note);
});
