// @module-tag full: 12 s of processor time
/* Four agents, an editor and the night in one workspace at once: as their clients ask, each in processes of its own. */
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { JOBS as ALL_JOBS, type Job } from '../../../src/config/jobs.js';
import { listAgentEvents } from '../../../src/features/agent-setup/hook-events.js';
import type { AgentName } from '../../../src/features/agent-setup/hook-registrations.js';
import { createWorkspace, FULL, type Workspace } from '../../support/workspace.js';
import { talk } from '../mcp/client.js';

/** The jobs that need no trust. */
const JOBS = ALL_JOBS.filter((job: Job) => job.authority === undefined);

/** How many entries each agent logs by its server, and how many lines the person writes. */
const MANY = FULL ? 20 : 4;

/** By the server name of each client: its recorded hook inputs. */
const AGENTS: readonly (readonly [agent: AgentName, client: string, recorded: string | null])[] = [
  ['claude', 'claude-code', 'claude-hook-inputs-basic.jsonl'],
  ['codex', 'codex-mcp-client', 'codex-hook-inputs.jsonl'],
  ['gemini', 'gemini-cli-mcp-client', 'gemini-hook-inputs.jsonl'],
  ['opencode', 'opencode', null],
];

/** Inputs of OpenCode's plugin, which has no hooks to record. */
const OF_PLUGIN = [
  { hook_event_name: 'SessionStart', source: 'startup' },
  { hook_event_name: 'UserPromptSubmit', prompt: 'please recall' },
  { hook_event_name: 'PreCompact', trigger: 'auto' },
  { hook_event_name: 'SessionEnd', reason: 'other' },
];

interface Told {
  readonly hook_event_name: string;
  readonly [key: string]: unknown;
}

const recorded = (name: string): readonly Told[] =>
  readFileSync(join('test', 'fixtures', 'hooks', name), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** A session of one agent through its hooks, in order, with a prompt that asks to remember something. */
async function hooked(bench: Workspace, agent: AgentName, told: readonly Told[]) {
  const ours = new Map(listAgentEvents(agent).map(([event, own]) => [own, event]));
  const begun = told.findIndex(({ hook_event_name }) => hook_event_name === 'SessionEnd');
  const asks = { ...told[0], hook_event_name: '', prompt: `remember that ${agent} was told so` };
  const all = [...told.slice(0, begun), asks, ...told.slice(begun)];
  const replies = [];
  for (const input of all) {
    const own = input.hook_event_name;
    const event = own === '' ? 'UserPromptSubmit' : agent === 'opencode' ? own : ours.get(own);
    if (event) replies.push(await bench.send(event, { ...input, cwd: bench.root }, agent));
  }
  return replies;
}

/** One agent's calls of its server, all at once. */
async function served(bench: Workspace, agent: AgentName, client: string) {
  const server = await talk({ ...bench, client, env: { DAYBOOK_SEED: agent } });
  const calls = Array.from({ length: MANY }, (_, n) =>
    server.call('mind_log', {
      msg: `decided as ${agent} on variant ${n} because of reason ${n}`,
      type: 'decision',
    }),
  );
  const answers = await Promise.all(calls);
  await server.end();
  return answers;
}

/** A person at work: saves a page by rename, and adds lines to a note in place. */
async function edited(bench: Workspace) {
  const page = join(bench.root, 'content', 'page.md');
  for (let n = 0; n < MANY; n++) {
    appendFileSync(join(bench.root, 'content', 'MEMORY.md'), `- by hand, number ${n}\n`);
    const text = `${n === 0 ? '# Page\n\n' : readFileSync(page, 'utf8')}- a thought, number ${n}\n`;
    writeFileSync(`${page}~`, text);
    renameSync(`${page}~`, page);
    await new Promise((done) => setTimeout(done, 150));
  }
}

async function night(bench: Workspace) {
  const statuses = [];
  for (const { name } of JOBS) statuses.push((await bench.start(['cron', 'run', name]).ended).status);
  return statuses;
}

/** Lines of a note that hold a part. */
const lines = (text: string, part: string): readonly string[] =>
  text.split('\n').filter((line) => line.includes(part));

it('four agents, an editor and the night at once: nothing lost, each entry with its author', {
  timeout: 240_000,
}, async () => {
  const bench = createWorkspace({
    'content/MEMORY.md': '# Memory\n\n## Decisions\n\n- keep sessions in Postgres\n\n## Facts\n\n',
  });
  const [jobs, , ...agents] = await Promise.all([
    night(bench),
    edited(bench),
    ...AGENTS.map(async ([agent, client, name]) => {
      const told = name === null ? OF_PLUGIN : recorded(name);
      return Promise.all([hooked(bench, agent, told), served(bench, agent, client)]);
    }),
  ]);
  expect(jobs).toEqual(JOBS.map(() => 0));
  for (const [replies, answers] of agents) {
    expect(replies.map(({ status, err }) => [status, err])).toEqual(replies.map(() => [0, '']));
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
  }
  await bench.run(['recall']); // works off what had to wait
  const memory = bench.read('content/MEMORY.md'); // elsewhere hand-offs and the night’s trace quote it
  for (const [agent] of AGENTS) {
    for (let n = 0; n < MANY; n++) {
      const found = lines(memory, `as ${agent} on variant ${n} `);
      expect(found, `${agent} ${n}`).toEqual([expect.stringContaining(`[by:: ${agent}]`)]);
    }
    // The words of a prompt are the user's: no agent signs them.
    expect(lines(memory, `${agent} was told so`)).toEqual([expect.not.stringContaining('[by::')]);
  }
  for (let n = 0; n < MANY; n++) {
    expect(lines(memory, `by hand, number ${n}`), `by hand ${n}`).toHaveLength(1);
    expect(lines(bench.read('content/page.md'), `a thought, number ${n}`), `thought ${n}`).toHaveLength(1);
  }
  const runs = bench.hookRuns();
  expect(runs.flatMap(({ failed }) => failed ?? [])).toEqual([]);
  expect(new Set(runs.map(({ agent }) => agent))).toEqual(new Set(AGENTS.map(([agent]) => agent)));
  const { notices } = await bench.json(['lint']);
  expect(notices.filter(({ level }: { level: string }) => level === 'error')).toEqual([]);
  console.log(
    `together: ${AGENTS.length} agents, ${runs.length} hooks, ${AGENTS.length * MANY} calls, ${JOBS.length} jobs`,
  );
});
