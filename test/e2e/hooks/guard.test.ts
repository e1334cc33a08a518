// @module-tag full: 1 s of processor time
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sealCache, unsealCache } from '../../../src/platform/checksum.js';
import { settle, stateOf } from '../../support/store-root.js';
import { createWorkspace, type Workspace } from '../../support/workspace.js';

const FAILURES = `# Failures

## Rejected: axios
^61k0y5aaaa2

**reason**: requests hang behind the proxy
**alternatives**: [[undici]]
`;

const NOTES = {
  'content/FAILURES.md': FAILURES,
  'content/MEMORY.md': '# Memory\n\n## Gotchas\n\n- `npm ci` wipes node_modules/.cache -> mount it\n',
};

let calls = 0;
const bash = (bench: Workspace, command: string, session = 'sess-1', agent = 'claude') =>
  bench.tell(
    'PreToolUse',
    { session_id: session, tool_name: 'Bash', tool_use_id: `t${calls++}`, tool_input: { command } },
    agent,
  );

const LIST = 'cache/guard.json';

/** A workspace whose notes are old, as they mostly are. */
async function aged(files: Readonly<Record<string, string>> = NOTES): Promise<Workspace> {
  const bench = createWorkspace(files);
  for (const path of ['daybook.yaml', ...Object.keys(files)]) settle(join(bench.root, path));
  return bench;
}

const hasList = (bench: Workspace): boolean => {
  try {
    return readdirSync(stateOf(bench.root, 'cache')).includes('guard.json');
  } catch {
    return false;
  }
};

describe('before a tool is called', () => {
  it.each(['claude', 'codex'])('%s is told each time what went wrong before', async (agent) => {
    const bench = await aged();
    const { out, context } = await bash(bench, 'npm install axios', 'sess-1', agent);
    expect(Object.keys(JSON.parse(out))).toEqual(['hookSpecificOutput']);
    expect(context).toMatch(/^<memory source="daybook" workspace="[^"]+" event="PreToolUse">/);
    expect(context).toContain('- rejected: axios — requests hang behind the proxy');
    expect(context).toContain('[content/FAILURES.md:3 ^61k0y5aaaa2]');
    expect((await bash(bench, 'npm install axios@1', 'sess-1', agent)).context).toContain('Warning');
    expect((await bash(bench, 'npm install axios', 'sess-2', agent)).context).toContain('axios');
    await bench.tell('SessionStart', { source: 'compact' }, agent);
    expect((await bash(bench, 'npm install axios', 'sess-1', agent)).context).toContain('axios');
  });

  it('a tool of a server is watched too: what it does, not what it looks at, and not our own', async () => {
    const bench = await aged();
    const ask = async (tool: string, input: Readonly<Record<string, unknown>>) =>
      (
        await bench.tell('PreToolUse', {
          session_id: 'sess-1',
          tool_name: tool,
          tool_use_id: `t${calls++}`,
          tool_input: input,
        })
      ).context;
    expect(await ask('mcp__filesystem__read_text_file', { path: '/w/src/axios.ts' })).toBe('');
    expect(await ask('mcp__daybook__mind_log', { msg: 'axios hangs', type: 'learning' })).toBe('');
    expect(await ask('mcp__slack__post_message', { channel: '#web', text: 'axios is gone' })).toBe('');
    const text = "import axios from 'axios';\n";
    expect(await ask('mcp__filesystem__write_file', { path: '/w/src/stock.ts', content: text })).toContain(
      'rejected: axios',
    );
  });

  it('an innocent call reads no note and leaves no trace, as long as the notes lie there unchanged', async () => {
    const bench = await aged();
    await bash(bench, 'npm test');
    await bash(bench, 'npm test'); // searches the index, and so makes it
    expect(hasList(bench)).toBe(true);
    const before = bench.files('.daybook');
    for (const command of ['npm test', 'git status', '']) await bash(bench, command);
    expect(bench.files('.daybook')).toEqual(before);
  });

  it('what is rejected meanwhile is known at once, and what is withdrawn is not', async () => {
    const bench = await aged();
    expect((await bash(bench, 'npm install lodash')).out).toBe('');
    await bench.run(['reject', 'lodash', '--why', 'the standard library has it']);
    expect((await bash(bench, 'npm install lodash')).context).toContain('the standard library has it');
    bench.write('content/FAILURES.md', '# Failures\n');
    expect((await bash(bench, 'npm install axios', 'sess-9')).out).toBe('');
  });

  it('a list that is damaged, or of another form, is built again', async () => {
    const bench = await aged();
    await bash(bench, 'npm test');
    for (const damage of ['', '{}', 'not sealed at all', '0123456789abcdef {"mark":"","traps":[]}']) {
      writeFileSync(stateOf(bench.root, LIST), damage);
      expect((await bash(bench, 'npm install axios', `sess ${damage.length}`)).context).toContain('axios');
    }
  });

  it('a list that other rules made is built again', async () => {
    const bench = await aged();
    await bash(bench, 'npm test');
    const path = stateOf(bench.root, LIST);
    const list = unsealCache(readFileSync(path)) as { readonly rules: number };
    writeFileSync(path, sealCache({ ...list, rules: list.rules - 1, traps: [] }));
    expect((await bash(bench, 'npm install axios')).context).toContain('axios');
  });

  it('nothing is denied unless the settings say so; then what was rejected is, a gotcha never', async () => {
    const bench = await aged({ ...NOTES, 'daybook.yaml': 'guard: deny\n' });
    await bench.run(['reject', 'left-pad', '--why', 'nobody looks after it']);
    for (let times = 0; times < 2; times++) {
      const { hookSpecificOutput } = JSON.parse((await bash(bench, 'npm install left-pad')).out);
      expect(hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
      expect(hookSpecificOutput.permissionDecisionReason).toContain('nobody looks after it');
      expect(hookSpecificOutput.additionalContext).toBeUndefined();
    }
    expect((await bash(bench, 'npm ci')).context).toContain('npm ci');
    const advised = await bash(bench, 'npm install axios', 'sess-2'); // a line that Daybook did not write
    expect([advised.context, advised.out]).toEqual([
      expect.stringContaining('requests hang behind the proxy'),
      expect.not.stringContaining('deny'),
    ]);
    expect((await bench.run(['guard'])).err).toContain('to let them deny: daybook trust');
    bench.write('daybook.yaml', 'guard: off\n');
    expect((await bash(bench, 'npm install axios', 'sess-3')).out).toBe('');
  });

  it('a call that tells nothing, or is no call, is let through', async () => {
    const bench = await aged();
    for (const input of [
      {},
      { tool_name: 'Bash' },
      { tool_name: 'Bash', tool_input: null },
      { tool_name: 7, tool_input: [] },
      { tool_name: 'Edit', tool_input: { edits: [null, 7, { new_string: 3 }] } },
      { tool_name: 'Bash', tool_input: { command: ['npm', 'test'] } },
      { tool_name: 'Write', tool_input: { file_path: 'a.md', content: 'axios '.repeat(50_000) } },
      { tool_name: 'Bash', tool_input: { command: `"${'\\'.repeat(50_000)}` } },
    ])
      expect((await bench.tell('PreToolUse', input)).out).toBe('');
    expect(bench.hookRuns().flatMap(({ failed }) => failed ?? [])).toEqual([]);
  });

  it('a patch of Codex adds what it adds', async () => {
    const bench = await aged();
    const patch = (lines: string) =>
      `*** Begin Patch\n*** Update File: src/stock.ts\n@@\n${lines}\n*** End Patch\n`;
    const tell = (lines: string) =>
      bench.tell(
        'PreToolUse',
        { session_id: lines, tool_name: 'apply_patch', tool_input: { command: patch(lines) } },
        'codex',
      );
    expect((await tell("-import { request } from 'undici';\n+import axios from 'axios';")).context).toContain(
      'axios',
    );
    expect(
      (await tell("-import axios from 'axios';\n+import { request } from 'undici';")).context,
    ).not.toContain('Warning');
  });
});
