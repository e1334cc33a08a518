import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseHookEvent } from '../../../src/hooks/parse-event.js';
import { createWorkspace } from '../../support/workspace.js';

const AT = '2026-06-07T12:00:00.000Z';

/** Parses a client's recorded hook inputs. */
const told = (file: string, agent: string) =>
  readFileSync(`test/fixtures/hooks/${file}.jsonl`, 'utf8')
    .split('\n')
    .filter((line) => /"hook_event_name":"PostToolUse/.test(line))
    .map((line) => parseHookEvent(JSON.parse(line).hook_event_name, agent, line, AT).call);

describe('a tool call', () => {
  it('of Claude Code is read, with the agent that it started', () => {
    expect(told('claude-hook-inputs-basic', 'claude')[0]).toEqual({
      id: 'toolu_8qyojjvdmy',
      parent: null,
      session: '88130047-941a-4887-a737-7b63b041c9b0',
      at: AT,
      tool: 'Bash',
      input: 'echo hello-from-bash',
      ok: true,
      files: [],
      started: null,
      error: null,
    });
    expect(told('claude-hook-inputs-subagent-stopblock', 'claude')[0]).toMatchObject({
      tool: 'Agent',
      input: 'explore things',
      started: 'a3e0834549b5cf605',
    });
  });

  it('of Codex is read', () => {
    expect(told('codex-hook-inputs', 'codex')[0]).toMatchObject({
      id: 'call_1',
      tool: 'mcp__memu__mem_recall',
      input: 'abc',
      ok: true,
    });
  });

  it('keeps no secret, not even half of one that was cut', () => {
    const secret = `ghp_${'0123456789abcdefghij'.repeat(2).slice(0, 36)}`;
    const text = JSON.stringify({
      tool_name: 'Bash',
      tool_input: { command: `${'x'.repeat(380)} ${secret}` },
    });
    const { input = '' } = parseHookEvent('PostToolUse', 'claude', text, AT).call ?? {};
    expect(input).toContain('x '.concat('[redacted'));
    expect(input).not.toContain('ghp_');
  });

  it('is kept without a word to the agent, and brought back by recall --cold', async () => {
    const bench = createWorkspace();
    for (const name of ['PostToolUse', 'PostToolUseFailure']) {
      const input = {
        session_id: 's',
        tool_name: 'Bash',
        tool_use_id: name,
        tool_input: { command: 'npm test' },
      };
      expect((await bench.tell(name, input)).out).not.toContain('additionalContext');
    }
    const { hits } = await bench.json(['recall', '--cold', 'npm']);
    expect(hits.map(({ call }: { call: { ok: boolean } }) => call.ok)).toEqual([false, true]);
    expect(await bench.json(['recall', '--cold', 'type:call', 'before:2020-01-01'])).toMatchObject({
      hits: [],
    });
  });
});
