// @module-tag full: 1 s of processor time
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printStatusLine } from '../../../src/hooks/run-status-line.js';
import { inState, stateOf } from '../../support/store-root.js';
import { createWorkspace, type Workspace } from '../../support/workspace.js';

const NOON = Date.parse('2026-06-07T10:00:00Z');

/** What the line says that the client is shown for an input, some seconds after noon. */
async function line(
  bench: Pick<Workspace, 'root' | 'home'>,
  input: object | string,
  seconds = 0,
): Promise<string> {
  let out = '';
  await printStatusLine({
    cwd: bench.root,
    env: {
      HOME: bench.home,
      DAYBOOK_HOME: join(bench.home, '.daybook'),
      DAYBOOK_NOW: new Date(NOON + seconds * 1000).toISOString(),
    },
    read: () => (typeof input === 'string' ? input : JSON.stringify(input)),
    out: (text) => {
      out += text;
    },
    elapsed: () => 1,
    keep: () => undefined,
  });
  return out;
}

/** Input as Claude Code sends it. */
const full = (tokens: number, size = 200_000) => ({
  session_id: 's1',
  context_window: {
    context_window_size: size,
    current_usage: { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: tokens - 10 },
    used_percentage: Math.round((tokens / size) * 100),
  },
});

/** The marks in the tool log. */
function marks(root: string): readonly string[] {
  const keep = stateOf(root, 'keep');
  const names = readdirSync(keep).filter((name) => name.startsWith('tools-'));
  return names.flatMap((name) => readFileSync(join(keep, name), 'utf8').split('\n').filter(Boolean));
}

/** A transcript whose last answer left so many tokens in the context, at a time after noon. */
function transcript(root: string, tokens: number, seconds: number): string {
  const at = new Date(NOON + seconds * 1000).toISOString();
  const message = {
    id: 'm1',
    role: 'assistant',
    content: [{ type: 'text', text: 'ok' }],
    usage: { input_tokens: tokens },
  };
  writeFileSync(
    join(root, 't.jsonl'),
    `${JSON.stringify({ type: 'assistant', uuid: 'u1', parentUuid: null, timestamp: at, sessionId: 's1', cwd: root, message })}\n`,
  );
  return 't.jsonl';
}

describe('what a client tells its status line', () => {
  it('is the ratio of that session, as long as its transcript tells nothing newer', async () => {
    const bench = createWorkspace();
    await line(bench, full(50_000, 1_000_000), 10);
    const request = async (seconds: number) => {
      const args = ['pressure', '--transcript', transcript(bench.root, 90_000, seconds)];
      const { ratio, tokens } = await bench.json(args, { env: { DAYBOOK_SESSION: 's1' } });
      return [ratio, tokens];
    };
    expect(await request(5)).toEqual([0.05, 50_000]);
    expect(await request(20), 'the window is still the real one').toEqual([0.09, 90_000]);
  });

  it('is the window alone before the first answer, and the transcript tells the tokens', async () => {
    const bench = createWorkspace();
    const context_window = { context_window_size: 1_000_000, current_usage: null, used_percentage: null };
    expect(await line(bench, { session_id: 's1', context_window }, 10)).toBe('Daybook\n');
    await line(bench, { session_id: 's1', context_window }, 11);
    expect(marks(bench.root).length).toBe(1);
    const request = ['pressure', '--transcript', transcript(bench.root, 190_000, 5)];
    const { ratio, level } = await bench.json(request, { env: { DAYBOOK_SESSION: 's1' } });
    expect([ratio, level]).toEqual([0.19, 'GREEN']);
  });

  it('is not the ratio of another session', async () => {
    const bench = createWorkspace();
    await line(bench, full(150_000));
    const args = ['pressure', '--transcript', transcript(bench.root, 20_000, 0)];
    expect(await bench.json(args, { env: { DAYBOOK_SESSION: 's2' } })).toMatchObject({ ratio: 0.1 });
  });

  it('says the level that the thresholds of the settings come to', async () => {
    const bench = createWorkspace({
      'daybook.yaml': 'timezone: Europe/Berlin\npressure: {warning: 0.5, critical: 0.7}\n',
    });
    expect([
      await line(bench, full(110_000)),
      await line(bench, full(150_000)),
      await line(bench, full(190_000)),
    ]).toEqual(['GREEN 55 %\n', 'YELLOW 75 %\n', 'RED 95 %\n']);
  });
});

describe('input of any sort', () => {
  it('gives one line without anything that steers a terminal, and never throws', async () => {
    const bench = createWorkspace();
    const json = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record(
          {
            session_id: fc.anything(),
            cwd: fc.anything(),
            workspace: fc.anything(),
            context_window: fc.anything(),
          },
          { requiredKeys: [] },
        )
        .map((one) => JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? String(value) : value))),
    );
    await fc.assert(
      fc.asyncProperty(json, async (input) => {
        expect(await line(bench, input)).toMatch(/^[^\p{Cc}\u202a-\u202e]*\n$|^$/u);
      }),
      { numRuns: process.env.DAYBOOK_FULL ? 2000 : 100 },
    );
  });

  it.each(['', 'hello', '[1]', '{"session_id":"s1","context', '\u0000\uFFFD', 'x'.repeat(5_000_000)])(
    'what is none is kept for doctor (%#)',
    async (input) => {
      const bench = createWorkspace();
      expect(await line(bench, input)).toBe('Daybook\n');
      expect(bench.hookRuns()).toMatchObject([
        { event: 'statusline', failed: expect.stringMatching(/input/) },
      ]);
      const { checks } = await bench.json(['doctor']);
      expect(checks).toContainEqual(expect.objectContaining({ name: 'hooks', ok: true }));
    },
  );

  it('figures that cannot be divided by are ignored', async () => {
    const bench = createWorkspace();
    for (const context_window of [
      { context_window_size: 0, used_percentage: 5 },
      { context_window_size: -1 },
      { used_percentage: 5 },
    ])
      expect(await line(bench, { session_id: 's1', context_window })).toBe('Daybook\n');
  });
});

it('a damaged cache is read again', async () => {
  const bench = createWorkspace({
    'content/REMINDERS.md': '# Reminders\n\n- [ ] 2026-06-06 | absolute | call Lena\n',
  });
  expect(await line(bench, {})).toBe('1 reminder due\n');
  await bench.run(['session']); // makes the state folder
  bench.write(inState(bench.root, 'cache/dues.json'), '{"mark":');
  expect(await line(bench, {})).toBe('1 reminder due\n');
});
