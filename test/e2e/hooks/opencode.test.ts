// @module-tag full: 3 s of processor time
/* The plugin that OpenCode is given, asked as OpenCode asks it; the client itself does so in test/clients. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { inState, stateOf } from '../../support/store-root.js';
import { createWorkspace, type Workspace } from '../../support/workspace.js';

const NOTES = {
  'content/MEMORY.md':
    '# Memory\n\n## Constraints\n\n- the public API must stay backward compatible\n\n## Decisions\n\n- keep sessions in Postgres — Redis lost them\n',
  'content/REMINDERS.md':
    '# Reminders\n\n## Reminders\n\n- [ ] auth | context | ask Priya about the token format ^61k0y5k9xfs\n',
};

interface Part {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly synthetic?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes are the client’s
type Hooks = Readonly<Record<string, (...args: any[]) => Promise<void>>>;

/** The plugin as it is installed, loaded into this process. */
async function plugin(bench: Workspace, toasts: string[] = []): Promise<Hooks> {
  vi.stubEnv('HOME', bench.home);
  vi.stubEnv('DAYBOOK_HOME', join(bench.home, '.daybook'));
  await bench.json(['init', '--agent', 'opencode']);
  const { Daybook } = await import(pathToFileURL(join(bench.root, '.opencode/plugins/daybook.js')).href);
  const showToast = async ({ body }: { body: { message: string } }) => toasts.push(body.message);
  return Daybook({ directory: bench.root, client: { tui: { showToast } } });
}

/** Sends a prompt as the client does, and gives the parts and the system prompt that the model would read. */
async function say(hooks: Hooks, sessionID: string, text: string) {
  const parts: Part[] = [{ id: 'prt_1', type: 'text', text }];
  await hooks['chat.message']?.({ sessionID }, { message: { id: 'msg_1' }, parts });
  const system: string[] = [];
  await hooks['experimental.chat.system.transform']?.({ sessionID, model: {} }, { system });
  return { parts, system };
}

/** The logged tool calls, oldest first, without the marks between them. */
const toolLog = (bench: Workspace) =>
  readdirSync(stateOf(bench.root, 'keep'))
    .filter((name) => name.startsWith('tools-'))
    .flatMap((name) =>
      bench
        .read(inState(bench.root, `keep/${name}`))
        .split('\n')
        .filter(Boolean),
    )
    .map((line) => JSON.parse(line))
    .filter(({ tool }) => tool !== undefined);

const created = (hooks: Hooks, id: string, parentID?: string) =>
  hooks.event?.({ event: { type: 'session.created', properties: { info: { id, parentID } } } });

afterEach(() => vi.unstubAllEnvs());

describe('the plugin for OpenCode', () => {
  it('brings the brief, the entries for a prompt, and what a summary must keep; the end is noted', async () => {
    const bench = createWorkspace(NOTES);
    const hooks = await plugin(bench);
    await created(hooks, 'ses_1');
    const first = await say(hooks, 'ses_1', 'how does auth work?');
    expect(first.system).toEqual([
      expect.stringMatching(/^<memory source="daybook"[\s\S]*keep sessions in Postgres/),
    ]);
    expect(first.parts.slice(1)).toMatchObject([
      { id: 'prt_1d', type: 'text', synthetic: true, text: expect.stringContaining('ask Priya') },
    ]);
    expect((await say(hooks, 'ses_1', 'rename the footer')).parts).toHaveLength(1);
    const context: string[] = [];
    await hooks['experimental.session.compacting']?.({ sessionID: 'ses_1' }, { context });
    expect(context).toEqual([expect.stringContaining('the public API must stay backward compatible')]);
    await hooks.dispose?.();
    expect(bench.hookRuns().map(({ event, agent, session }) => `${event} ${agent} ${session}`)).toEqual([
      'SessionStart opencode ses_1',
      'UserPromptSubmit opencode ses_1',
      'UserPromptSubmit opencode ses_1',
      'PreCompact opencode ses_1',
      'SessionEnd opencode ses_1',
    ]);
    expect(bench.hookRuns().flatMap(({ failed }) => failed ?? [])).toEqual([]);
  });

  it('saves what is to be remembered, quoted or not, says so, and ignores what an agent writes to another', async () => {
    const bench = createWorkspace(NOTES);
    const toasts: string[] = [];
    const hooks = await plugin(bench, toasts);
    await created(hooks, 'ses_1');
    await created(hooks, 'ses_2', 'ses_1');
    await say(hooks, 'ses_1', '"remember that we deploy on Tuesdays"');
    await say(hooks, 'ses_2', 'remember that the moon is green');
    expect(bench.read('content/MEMORY.md')).toContain('- we deploy on Tuesdays ^');
    expect(bench.read('content/MEMORY.md')).not.toContain('moon');
    expect(toasts).toEqual([expect.stringContaining('Logged to MEMORY.md')]);
    const env: Record<string, string> = {};
    await hooks['shell.env']?.({ cwd: bench.root, sessionID: 'ses_1' }, { env });
    expect(env).toEqual({ DAYBOOK_BY: 'opencode', DAYBOOK_SESSION: 'ses_1' });
  });

  it('advice on a call is read with what came of it, and a call that the settings forbid is not made', async () => {
    const bench = createWorkspace(NOTES);
    const hooks = await plugin(bench);
    await bench.run(['reject', 'use `tailwindcss` for styling', '--why', 'it clashes with our CSS']);
    const call = { tool: 'bash', sessionID: 'ses_1', callID: 'call_1' };
    const before = () =>
      hooks['tool.execute.before']?.(call, { args: { command: 'npm install tailwindcss' } });
    await before();
    const output = { output: 'added 3 packages' };
    await hooks['tool.execute.after']?.(call, output);
    expect(output.output).toMatch(/^added 3 packages\n\n[\s\S]*it clashes with our CSS/);
    await hooks['tool.execute.after']?.(
      { tool: 'edit', sessionID: 'ses_1', callID: 'call_2', args: { filePath: 'src/a.ts' } },
      { output: 'ok' },
    );
    await hooks['tool.execute.after']?.(
      { tool: 'bash', sessionID: 'ses_1', callID: 'call_3', args: { command: 'npm test' } },
      { output: 'Error: no test', metadata: { exit: 1 } },
    );
    expect(toolLog(bench).slice(1)).toMatchObject([
      { tool: 'Edit', session: 'ses_1', ok: true, files: ['src/a.ts'] },
      { tool: 'Bash', session: 'ses_1', ok: false, input: 'npm test', error: 'Error: no test' },
    ]);
    bench.write('daybook.yaml', `${bench.read('daybook.yaml')}guard: deny\n`);
    await expect(
      hooks['tool.execute.before']?.(
        { ...call, sessionID: 'ses_2' },
        { args: { command: 'npm install tailwindcss' } },
      ),
    ).rejects.toThrow('it clashes with our CSS');
  });

  it('is silent where there is no Daybook any more', async () => {
    const bench = createWorkspace(NOTES);
    await plugin(bench);
    const path = '.opencode/plugins/gone.js';
    bench.write(
      path,
      bench.read('.opencode/plugins/daybook.js').replace(/DAYBOOK = .*;/, "DAYBOOK = ['/nowhere/at/all'];"),
    );
    const { Daybook } = await import(pathToFileURL(join(bench.root, path)).href);
    const { parts, system } = await say(
      await Daybook({ directory: bench.root }),
      'ses_1',
      'how does auth work?',
    );
    expect([parts.length, system]).toEqual([1, []]);
  });
});
