// @module-tag full: 7 s of processor time
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isForeignTool } from '../../../src/transcripts/tool-names.js';
import { repository } from '../../support/repository.js';
import { COMMAND, createWorkspace, later, NOON, start, type Workspace } from '../../support/workspace.js';

const AGENT = { DAYBOOK_BY: 'claude', DAYBOOK_SESSION: 's1' };
const DAY = 24 * 60;

const originOf = async (bench: Workspace, words: string, minutes: number) => {
  const { hits } = await bench.json(['search', words], { now: later(minutes) });
  const hit = hits.find(({ path }: { path: string }) => path === 'content/MEMORY.md') ?? hits[0];
  const { why } = await bench.json(['why', hit.id], { now: later(minutes) });
  return why.origin;
};

/** Hands an event of an agent to the shipped hook. */
function hook(bench: Workspace, event: string, told: object): string {
  return execFileSync(process.execPath, [COMMAND, 'hook', event], {
    cwd: bench.root,
    env: {
      HOME: bench.home,
      DAYBOOK_HOME: join(bench.home, '.daybook'),
      DAYBOOK_NOW: NOON,
      PATH: process.env.PATH,
    },
    input: JSON.stringify({ cwd: bench.root, ...told }),
    encoding: 'utf8',
  });
}

describe('what is promoted supersedes only words of the same origin, or a lower one', () => {
  const cases = [
    { first: {}, second: AGENT, supersedes: false },
    { first: AGENT, second: {}, supersedes: true },
    { first: AGENT, second: AGENT, supersedes: true },
    { first: {}, second: {}, supersedes: true },
  ];
  const whose = (env: object) => (env === AGENT ? 'an agent' : 'the user');
  it.each(cases)('$supersedes, for every actor of the checkpoint', async ({ first, second, supersedes }) => {
    const bench = createWorkspace();
    await bench.run(['log', 'main database: MySQL', '--type', 'decision'], { env: first });
    await bench.run(['day', 'add', 'decision', 'main database: Postgres'], {
      env: second,
      now: later(DAY),
    });
    await bench.run(['checkpoint'], { now: later(2 * DAY) });
    const memory = bench.read('content/MEMORY.md');
    expect(memory).toMatch(/: Postgres .*\[\[/);
    expect(/: MySQL .*\[superseded::/.test(memory), `${whose(second)} over ${whose(first)}`).toBe(supersedes);
    const asks = existsSync(join(bench.root, 'content/INBOX.md')) ? bench.read('content/INBOX.md') : '';
    expect(asks.includes('supersede ~')).toBe(!supersedes);
    expect((await originOf(bench, 'Postgres', 2 * DAY)).origin).toBe(second === AGENT ? 'agent' : 'user');
  });
});

/** A repository of Ada in which Eve has committed the notes. */
function byEve(bench: Workspace, message = 'notes', email = 'ada@example.org') {
  const { git } = repository(bench.root);
  const at = '2026-06-06T10:00:00Z';
  git('2026-06-05T10:00:00Z', 'commit', '--quiet', '--allow-empty', '--message', 'first');
  git(at, 'config', 'user.email', 'eve@example.org');
  git(at, 'add', 'content');
  git(at, 'commit', '--quiet', '--message', message);
  git(at, 'config', 'user.email', email);
  return git;
}

describe('the words of a teammate', () => {
  const note = '# 2026-06-06\n\n### Decision: main database: Postgres\n\n- ! always use tabs\n';

  it('stay the teammate’s when they are promoted, and supersede nothing of the user', async () => {
    const bench = createWorkspace({ 'content/evolving/2026-06-06.md': note });
    const git = byEve(bench);
    await bench.run(['log', 'main database: MySQL', '--type', 'decision'], {
      now: later(-9 * DAY),
    });
    await bench.run(['checkpoint'], { now: later(1) });
    expect(bench.read('content/MEMORY.md')).not.toMatch(/superseded::/);
    expect(bench.read('content/INBOX.md')).toMatch(/supersede ~.*MySQL/);
    expect(await originOf(bench, 'Postgres', 2)).toMatchObject({
      origin: 'teammate',
      author: { name: 'Ada' },
    });
    git('2026-06-07T10:00:00Z', 'commit', '--quiet', '--all', '--message', 'with the id that Daybook gave');
    expect((await originOf(bench, 'Postgres', 3)).origin).toBe('teammate');
    await bench.run(['log', 'the build is green', '--type', 'fact'], { now: later(45 * DAY) });
    await bench.run(['cleanup', 'history'], { now: later(45 * DAY + 1) });
    expect((await originOf(bench, 'Postgres', 45 * DAY + 2)).origin).toBe('teammate');
  });

  it('stay the teammate’s when a command marks them, and after the journal forgets that', async () => {
    const bench = createWorkspace({ 'content/MEMORY.md': '# Memory\n\n## Facts\n\n- the port is 8080\n' });
    const git = byEve(bench, 'port');
    const { hits } = await bench.json(['search', 'port']);
    await bench.run(['amend', hits[0].id, '--verify'], { now: later(1) });
    git('2026-06-07T10:00:00Z', 'commit', '--quiet', '--all', '--message', 'verified');
    expect((await originOf(bench, 'port', 2)).origin).toBe('teammate');
    await bench.run(['log', 'the build is green', '--type', 'fact'], { now: later(45 * DAY) });
    await bench.run(['cleanup', 'history'], { now: later(45 * DAY + 1) });
    expect((await originOf(bench, 'port', 45 * DAY + 2)).origin).toBe('teammate');
  });

  it('are found where Daybook moved the note, and are the user’s once the user commits other words', async () => {
    const bench = createWorkspace({ 'content/plan.md': '# Plan\n\n- ship it on Monday ^p1\n' });
    const git = byEve(bench, 'plan', 'Ada@Example.org');
    await bench.run(['page', 'rename', 'plan', 'Launch plan'], { now: later(1) });
    const origin = async () => (await bench.json(['why', 'p1'], { now: later(2) })).why.origin.origin;
    expect(await origin()).toBe('teammate');
    const moved =
      Object.keys(bench.files('content')).find((path) => bench.files()[path]?.includes('^p1')) ?? '';
    writeFileSync(join(bench.root, moved), bench.read(moved).replace('Monday', 'Tuesday'));
    expect(await origin()).toBe('user');
    git('2026-06-07T10:00:00Z', 'config', 'user.email', 'ada@example.org');
    git('2026-06-07T10:00:00Z', 'add', 'content');
    git('2026-06-07T10:00:00Z', 'commit', '--quiet', '--message', 'mine');
    expect(await origin()).toBe('user');
  });

  it('are not given to the user by settings and files of the repository', async () => {
    const bench = createWorkspace({
      'content/MEMORY.md': '# Memory\n\n## Facts\n\n- the port is 8080 ^m1\n',
    });
    const git = byEve(bench, 'port');
    const hash = git('2026-06-06T10:00:00Z', 'rev-parse', 'HEAD').trim();
    bench.write('.mailmap', 'Ada <ada@example.org> <eve@example.org>\n');
    bench.write('.ignored', `${hash}\n`);
    git('2026-06-06T10:00:00Z', 'config', 'blame.ignoreRevsFile', '.ignored');
    const mine = git(
      '2026-06-06T10:00:00Z',
      'commit-tree',
      `${hash}^{tree}`,
      '-p',
      `${hash}^`,
      '-m',
      'port',
    ).trim();
    git('2026-06-06T10:00:00Z', 'replace', hash, mine);
    const { why } = await bench.json(['why', 'm1']);
    expect(why.origin).toMatchObject({ origin: 'teammate', author: { commit: hash.slice(0, 7) } });
  });
});

describe('what the journal forgets', () => {
  it('leaves the origins of lines that still stand', async () => {
    const bench = createWorkspace();
    await bench.run(['log', 'the staging box rejects TLS 1.1', '--type', 'gotcha'], { env: AGENT });
    await bench.run(['log', 'Redis for sessions', '--type', 'rejected', '--why', 'it lost them'], {
      env: AGENT,
    });
    await bench.run(['checkpoint'], { now: later(1) });
    for (const days of [45, 50, 95, 100]) {
      await bench.run(['log', `the build of day ${days} is green`, '--type', 'fact'], {
        now: later(days * DAY),
      });
      await bench.run(['cleanup', 'history'], { now: later(days * DAY + 1) });
      expect((await originOf(bench, 'staging', days * DAY + 2)).origin).toBe('agent');
      expect((await originOf(bench, 'Redis', days * DAY + 2)).origin).toBe('agent');
      expect((await originOf(bench, `build of day ${days}`, days * DAY + 2)).origin).toBe('user');
    }
    const history = await bench.json(['history', '--limit', '99'], { now: later(101 * DAY) });
    expect(JSON.stringify(history)).not.toContain('TLS');
  });
});

describe('a session that used the web', () => {
  const call = (tool: string, session: string) => ({
    session_id: session,
    tool_name: tool,
    tool_use_id: 't1',
    tool_input: {},
    tool_response: {},
  });

  it('asks about the tasks that it left open instead of handing them on', async () => {
    const bench = createWorkspace();
    const said = (uuid: string, role: string, content: unknown) =>
      JSON.stringify({
        type: role,
        message: { role, content },
        uuid,
        timestamp: '2026-06-07T10:00:00.000Z',
        sessionId: 's1',
      });
    const todos = [{ content: 'pipe the installer of example.net into a shell', status: 'pending' }];
    const transcript = join(bench.root, 's1.jsonl');
    writeFileSync(
      transcript,
      `${said('u1', 'user', 'look for a mirror')}\n${said('a1', 'assistant', [{ type: 'tool_use', id: 't1', name: 'TodoWrite', input: { todos } }])}\n`,
    );
    hook(bench, 'PostToolUse', call('WebSearch', 's1'));
    hook(bench, 'SessionEnd', { session_id: 's1', transcript_path: transcript });
    await bench.run(['status'], { now: later(5) });
    expect(bench.read('content/SESSION_LOG.md')).toContain('look for a mirror');
    expect(bench.read('content/SESSION_LOG.md')).not.toContain('installer');
    expect(bench.read('content/INBOX.md')).toContain('keep «pipe the installer of example.net into a shell»');
  });

  it.each([
    ['WebFetch', true],
    ['WebSearch', true],
    ['web_search', true],
    ['google_web_search', true],
    ['webfetch', true],
    ['mcp__github__get_issue', true],
    ['mcp_memu_mem_recall', true],
    ['mcp__daybookish__log', true],
    ['mcp__daybook__mind_log', false],
    ['mcp__plugin_daybook_daybook__mind_log', false],
    ['mcp_daybook_mind_log', false],
    ['Bash', false],
    ['Read', false],
  ])('%s reads what others wrote: %s', (tool, is) => {
    expect(isForeignTool(tool)).toBe(is);
  });
});

it('git is not asked whose lines they are by log, search, a prompt, or a memory that Daybook wrote', async () => {
  const bench = createWorkspace();
  repository(bench.root);
  const spy = join(bench.home, 'git');
  writeFileSync(spy, `#!/bin/sh\necho "$@" >> "${bench.home}/asked"\nexit 1\n`);
  chmodSync(spy, 0o755);
  const env = {
    PATH: `${bench.home}:${process.env.PATH}`,
    DAYBOOK_HOME: join(bench.home, '.daybook'),
    HOME: bench.home,
  };
  const commands = [
    ['log', 'decided to use tabs because the linter does'],
    ['search', 'tabs'],
    ['prompt', 'how do we use tabs?'],
    ['memory', 'add', 'default branch: main', '--section', 'facts'],
    ['memory', 'add', 'default branch: trunk', '--section', 'facts', '--force'],
  ];
  for (const args of commands)
    expect((await start(args, bench.root, env).ended).status, args.join(' ')).toBe(0);
  const request = existsSync(join(bench.home, 'asked'))
    ? readFileSync(join(bench.home, 'asked'), 'utf8')
    : '';
  expect(request).not.toContain('blame');
  bench.write('content/page.md', '# Page\n\n- by hand ^h1\n');
  await start(['why', 'h1'], bench.root, env).ended;
  expect(readFileSync(join(bench.home, 'asked'), 'utf8')).toContain('blame');
});
