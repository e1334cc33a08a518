// @module-tag full: 10 s of processor time
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { JOBS as ALL_JOBS, type Job } from '../../../src/config/jobs.js';
import { HOOKS } from '../../../src/features/agent-setup/hook-registrations.js';
import { createWorkspace, type Workspace } from '../../support/workspace.js';
import { talk } from '../mcp/client.js';

/** The jobs that need no trust. */
const JOBS = ALL_JOBS.filter((job: Job) => job.authority === undefined);

const FAILURES = `# Failures

## Rejected: axios
^61k0y5aaaa2

**reason**: requests hang behind the proxy
`;

const bash = (command: string) => ({ tool_name: 'Bash', tool_use_id: command, tool_input: { command } });
const FOUND = 'The parser takes UTF-8 only: `src/parse.ts` drops a byte order mark.';

/** Every event that is answered, once, and each with something to do. */
const TOLD: Readonly<Record<string, object>> = {
  SessionStart: { source: 'startup' },
  UserPromptSubmit: { prompt: `remember this: the port is ${'really '.repeat(40)}4711. Auth comes later.` },
  PreToolUse: bash('npm install axios'),
  PostToolUse: { ...bash('git commit -m "streams"'), tool_response: { stdout: 'done' } },
  PostToolUseFailure: { ...bash('npm run build'), error: 'error TS2304: cannot find name' },
  SubagentStart: { agent_id: 'a1', agent_type: 'Explore' },
  SubagentStop: { agent_id: 'a1', agent_type: 'Explore', last_assistant_message: FOUND },
  TaskCompleted: { task_id: '1', task_subject: 'streams' },
  Stop: { stop_hook_active: false, last_assistant_message: 'It is done.' },
  PreCompact: { trigger: 'auto', custom_instructions: null },
  PostCompact: { trigger: 'auto', compact_summary: '<summary>It was about ports.</summary>' },
  SessionEnd: { reason: 'other' },
};

/** The failed call, once before: only the second failure of a session is drafted for the inbox. */
const failOnce = (bench: Workspace) =>
  bench.send('PostToolUseFailure', { session_id: 'sess-PostToolUseFailure', ...TOLD.PostToolUseFailure });

/** Tells every event at once, each from a session of its own. */
const crowd = (bench: Workspace) =>
  Promise.all(
    Object.entries(TOLD).map(async ([event, input]) => ({
      event,
      ...(await bench.send(event, { session_id: `sess-${event}`, ...input })),
    })),
  );

/** What must be in the notes after it, once each, and what hooks say of themselves. */
async function expectAllKept(bench: Workspace): Promise<void> {
  await bench.run(['recall']);
  expect(bench.read('content/MEMORY.md').split('4711').length, 'the prompt').toBe(2);
  expect(bench.read('content/INBOX.md').split('`npm run build` failed').length, 'the failure').toBe(2);
  const below = (folder: string) =>
    Object.entries(bench.files()).flatMap(([path, text]) => (path.startsWith(folder) ? [text] : []));
  expect(below('content/findings/').filter((text) => text.includes(FOUND)).length, 'the finding').toBe(1);
  const summaries = below('content/context_snapshots/').filter((text) => text.includes('about ports'));
  expect(summaries.length, 'the summary').toBe(1);
  const runs = bench.hookRuns();
  expect(runs.flatMap(({ failed }) => failed ?? [])).toEqual([]);
  expect(new Set(runs.map(({ event }) => event))).toEqual(new Set(Object.keys(HOOKS)));
  expect(new Set(runs.map(({ session }) => session)).size).toBe(runs.length - 1);
  expect(runs.find(({ event }) => event === 'PreToolUse')?.text).toContain('requests hang behind the proxy');
}

it('every hook at once beside commands: nothing is lost or garbled', async () => {
  expect(Object.keys(TOLD)).toEqual(Object.keys(HOOKS));
  const bench = createWorkspace({ 'content/FAILURES.md': FAILURES });
  await failOnce(bench);
  const logs = Array.from({ length: 3 }, (_, i) => bench.start(['log', `decided on variant ${i}`]).ended);
  const [heard, answers] = await Promise.all([crowd(bench), Promise.all(logs)]);
  expect([...heard, ...answers].filter(({ status }) => status !== 0)).toEqual([]);
  await expectAllKept(bench);
  const memory = bench.read('content/MEMORY.md');
  for (const i of [0, 1, 2]) expect(memory.split(`variant ${i}`).length, `variant ${i}`).toBe(2);
});

/** The whole night, one job after the other, as the clock does it. */
async function night(bench: Workspace): Promise<readonly (readonly [job: string, status: number | null])[]> {
  const done: [string, number | null][] = [];
  for (const { name } of JOBS) done.push([name, (await bench.start(['cron', 'run', name]).ended).status]);
  return done;
}

/** Milliseconds that Node takes to start and end with nothing to do. */
function bareNode(): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['-e', '']);
  return new Promise((done) => child.on('close', () => done(performance.now() - begun)));
}

it('every hook at once beside a server and the night: nothing is lost or garbled, none is over its time', {
  timeout: 120_000,
}, async () => {
  const bench = createWorkspace({
    'content/FAILURES.md': FAILURES,
    'content/SESSION.md': '# Session\n\n## Experience\n\n- learned that `src/net.ts` needs --retry to work\n',
    'content/REMINDERS.md':
      '# Reminders\n\n## Reminders\n\n- [ ] auth | context | ask Priya about the token format ^61k0y5k9xfs\n',
  });
  await failOnce(bench);
  const server = await talk(bench);
  const alone = await bareNode();
  const jobs = night(bench);
  const calls = Array.from({ length: 10 }, (_, i) =>
    server.call('mind_log', { msg: `decided on server ${i}` }),
  );
  const [heard, answers, bare, ran] = await Promise.all([
    crowd(bench),
    Promise.all(calls),
    Promise.all([bareNode(), bareNode()]),
    jobs,
  ]);
  expect(ran).toEqual(JOBS.map(({ name }) => [name, 0]));
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  for (const { event, status, out, err } of heard) {
    expect([status, err], event).toEqual([0, '']);
    if (event !== 'PreCompact' && out !== '') expect(typeof JSON.parse(out)).toBe('object');
  }
  await server.call('mind_recall');
  const { lines } = await server.end();
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  await expectAllKept(bench);
  const memory = bench.read('content/MEMORY.md');
  for (let i = 0; i < 10; i++) expect(memory.split(`server ${i} `).length, `server ${i}`).toBe(2);
  expect(memory.split('src/net.ts').length).toBe(2);
  expect(
    (await bench.json(['lint'])).notices.filter(({ level }: { level: string }) => level === 'error'),
  ).toEqual([]);
  // What a client gives each hook, on a machine that so much else is asked of.
  const slower = Math.max(1, ...bare.map((ms) => ms / alone));
  const late = bench.hookRuns().filter(({ event, ms }) => ms > (HOOKS[event]?.timeout ?? 0) * 1000 * slower);
  console.log(
    `crowd: node itself ${slower.toFixed(1)} times slower;`,
    ...bench.hookRuns().map(({ event, ms }) => `${event} ${ms}`),
  );
  expect(late).toEqual([]);
});
