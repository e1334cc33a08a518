import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listAgentSessions, readSessionTree } from '../../../src/app/agents/agent-sessions.js';
import { freshFolder } from '../../support/store-root.js';

const home = freshFolder();
const lay = (path: string, lines: readonly object[]): void => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
};
const UUID = '0b5f1c2d-0000-4000-8000-00000000000';

describe('sessions on a machine', () => {
  it('of every client are found where it writes them, each once, the last used first', () => {
    const said = (n: number, timestamp: string) => ({
      type: 'user',
      uuid: `${UUID}${n}`,
      parentUuid: null,
      timestamp,
      cwd: '/p',
      sessionId: `${UUID}1`,
      message: { role: 'user', content: `prompt ${n}` },
    });
    lay(`.claude/projects/-p/${UUID}1.jsonl`, [said(1, '2026-06-07T10:00:00.000Z')]);
    lay(`.claude/projects/-p/${UUID}1/subagents/agent-x.jsonl`, [
      { ...said(2, '2026-06-07T10:00:01.000Z'), isSidechain: true, agentId: 'x' },
    ]);
    lay(`.codex/archived_sessions/rollout-2026-06-07T10-00-00-${UUID}3.jsonl`, [
      { timestamp: '2026-06-07T11:00:00.000Z', type: 'session_meta', payload: { id: `${UUID}3`, cwd: '/p' } },
    ]);
    lay('.gemini/tmp/shop/chats/session-2026-06-07T12-00-0b5f.jsonl', [
      { sessionId: 'gem', startTime: '2026-06-07T12:00:00.000Z' },
      { id: 'u', type: 'user', timestamp: '2026-06-07T12:00:00.000Z', content: 'from Gemini' },
    ]);
    lay('.gemini/projects.json', [{ projects: { '/home/dev/shop': 'shop' } }]);
    const summary = { session_id: 'otter-20260401T080000-1', agent: 'otter', prompt: 'x' };
    lay('.chimera/eventlog/otter-20260401T080000-1/summary.json', [summary]);
    lay('.chimera/eventlog/otter-20260401T080000-1/event-000000-a.json', [
      { type: 'user_message', timestamp: 1_775_000_000, metadata: { content: 'from the log' } },
    ]);
    lay('.chimera/sessions/otter-20260401T080000-1.json', [
      { session_id: 'otter-20260401T080000-1', messages: [{ role: 'user', content: 'from the file' }] },
    ]);
    const heads = listAgentSessions({ HOME: home });
    expect(heads.map(({ origin, goal, cwd }) => [origin, goal, cwd])).toEqual([
      ['gemini', 'from Gemini', '/home/dev/shop'],
      ['codex', null, '/p'],
      ['claude', 'prompt 1', '/p'],
      ['otter', 'from the log', null],
    ]);
    const claude = readSessionTree(heads[2]!);
    expect([...claude.entries.keys()]).toEqual([`${UUID}1`, `${UUID}2`]);
    expect(claude.leaf).toBe(`${UUID}1`);
  });

  it('that are torn, empty, or no sessions at all break nothing', () => {
    lay('.claude/projects/-p/empty.jsonl', []);
    writeFileSync(join(home, '.claude/projects/-p/torn.jsonl'), '{"type":"user","mess');
    writeFileSync(join(home, '.chimera/sessions/broken.json'), '{"messages": [');
    mkdirSync(join(home, '.codex/sessions/2026/06'), { recursive: true });
    const heads = listAgentSessions({ HOME: home });
    for (const head of heads) readSessionTree(head);
    expect(heads.length).toBeGreaterThan(4);
    expect(listAgentSessions({})).toEqual([]);
    expect(listAgentSessions({ HOME: join(home, 'nowhere') })).toEqual([]);
  });
});
