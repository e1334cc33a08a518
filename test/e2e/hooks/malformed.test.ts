// @module-tag full: 4 s of processor time
import { describe, expect, it } from 'vitest';
import { HOOKS } from '../../../src/features/agent-setup/hook-registrations.js';
import { freshFolder } from '../../support/store-root.js';
import { createWorkspace, createWorkspaceAt } from '../../support/workspace.js';

const BAD: readonly (readonly [name: string, event: string, input: string, reason: RegExp])[] = [
  ['nothing', 'SessionStart', '', /no JSON/],
  ['no JSON', 'UserPromptSubmit', 'hello', /no JSON/],
  ['cut off', 'UserPromptSubmit', '{"session_id":"s","prompt":"wh', /no JSON/],
  ['two objects', 'SessionStart', '{"source":"startup"}{"source":"startup"}', /no JSON/],
  ['a list', 'SessionStart', '[1]', /not a JSON object/],
  ['70 MB', 'UserPromptSubmit', JSON.stringify({ prompt: 'x'.repeat(70_000_000) }), /at most 64 MB are read/],
  ['a tool call cut off', 'PostToolUse', '{"tool_name":"Bash","tool_input":{"command":"npm te', /no JSON/],
  ['bytes', 'PreCompact', '\u0000\uFFFD\u0007', /no JSON/],
  ['an unknown event', 'Hm', '{}', /no hook Hm/],
  ['an event of objects', 'constructor', '{}', /no hook constructor/],
];

/** Events whose answer the client shows to nobody. */
const UNSHOWN = ['PreCompact', 'Hm', 'constructor'];

describe('input that is none', () => {
  it.each(BAD)(
    '%s: status 0, one line for the person, and kept for doctor',
    async (_, event, input, reason) => {
      const bench = createWorkspace();
      const { status, out, err } = await bench.send(event, input);
      expect([status, err]).toEqual([0, '']);
      if (UNSHOWN.includes(event)) expect(out).toBe('');
      else expect(JSON.parse(out)).toEqual({ systemMessage: expect.stringMatching(reason) });
      expect((await bench.run(['status'])).out).toMatch(/Health: .*hooks/);
      expect(bench.hookRuns().map(({ failed }) => failed)).toEqual([expect.stringMatching(reason)]);
    },
  );

  it('long strings are cut while they are read, and raw control characters are no obstacle', async () => {
    const bench = createWorkspace();
    const call = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
    const long = JSON.stringify({ ...call, tool_response: { stdout: 'é\\"'.repeat(2_500_000) } });
    const raw = `{"tool_name":"Bash","tool_input":{"command":"npm run\u0000 build\n"}}`;
    for (const input of [long, raw])
      expect(await bench.send('PostToolUse', input)).toEqual({ status: 0, out: '', err: '' });
    expect(bench.hookRuns().flatMap(({ failed }) => failed ?? [])).toEqual([]);
    const { out } = await bench.run(['recall', '--cold', 'npm']);
    expect(out).toMatch(/Bash: npm run build\n.*Bash: npm test\n/);
  });

  it('fields of another type are passed over', async () => {
    const bench = createWorkspace();
    const odd = {
      session_id: 7,
      cwd: ['x'],
      source: {},
      prompt: null,
      transcript_path: false,
      tool_name: 'Bash',
      tool_input: 9,
      tool_response: [null],
      error: { a: 1 },
      agent_id: 4,
    };
    for (const event of Object.keys(HOOKS))
      expect((await bench.send(event, JSON.stringify(odd))).status).toBe(0);
    expect(bench.hookRuns().length).toBeGreaterThan(0);
    expect(bench.hookRuns().flatMap(({ failed }) => failed ?? [])).toEqual([]);
  });

  it('where there is no workspace a hook has nothing to say', async () => {
    const folder = freshFolder();
    const { status, out, err } = await createWorkspaceAt(folder, folder).start(['hook', 'SessionStart'])
      .ended;
    expect([status, out, err]).toEqual([0, '', '']);
  });
});
