// Cold starts: whole processes, interleaved in one run, medians as ratios to a bare `node`, and peak memory.
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { COMMAND, findMedian, inFolder, measureMs, writeEmpty } from './measure.mjs';
import { makeShelf, makeTranscript } from './tasks.mjs';
import { makeVault } from './vault.mjs';

/** Vaults of so many entries take minutes to make. */
const VAST = 1_000_000;
/** The command of an earlier build, made by `.ci/baseline`, to compare with; null where none is named. */
const BASELINE = process.env.DAYBOOK_BASELINE ?? null;
/** The first starts of a command write its code cache. */
const WARM_UP = 6;
/** Ratios to a bare Node that no start may pass (the start-up budget). */
const BUDGET = { silentHook: 1.6, speakingHook: 2.6, log: 3, search: 3, recall: 3, vastSearch: 3.5 };

/**
 * What is measured, and the ratio that it must not pass at a size. `made` is done to the vault once, `before` each time;
 * neither is measured. What does not depend on the vault is measured at the smallest size, `once`; of a million entries
 * only what is `vast`.
 */
const CASES = [
  {
    name: 'log',
    most: () => BUDGET.log,
    args: (turn) => ['log', `decided to keep variant ${turn} because the bench asked`, '--type', 'decision'],
  },
  {
    name: 'search',
    most: (size) => (size > 100_000 ? 5 : size > 10_000 ? BUDGET.vastSearch : BUDGET.search),
    mostMegabytes: (size) => (size > 100_000 ? 200 : 100),
    vast: true,
    args: () => ['search', 'websocket reconnect timeout in the payment worker'],
  },
  {
    name: 'search after an edit',
    most: () => BUDGET.vastSearch,
    before: (vault, turn) => appendFileSync(oldestDay(vault), `- one more line about the parser, ${turn}\n`),
    args: () => ['search', 'one more line about the parser'],
  },
  {
    name: 'links --back, 500 of them',
    most: () => BUDGET.search,
    made: linkToHub,
    args: () => ['links', 'Hub', '--back'],
  },
  {
    name: 'why',
    most: () => BUDGET.search,
    args: (_, vault) => [
      'why',
      /\^(\w{11})$/m.exec(readFileSync(join(vault, 'content', 'MEMORY.md'), 'utf8'))[1],
    ],
  },
  {
    name: 'edges',
    most: () => BUDGET.search,
    args: () => ['edges', 'change the retry of the payment worker', '--file', 'src/worker/retry.ts'],
  },
  {
    name: 'reminders --for TEXT',
    most: () => BUDGET.search,
    made: setReminders,
    args: () => ['reminders', '--for', 'the payment worker and its invoices'],
  },
  { name: 'recall, nothing changed', most: () => BUDGET.recall, args: () => ['recall'] },
  {
    name: 'hook UserPromptSubmit, nothing to say',
    most: () => BUDGET.silentHook,
    args: () => ['hook', 'UserPromptSubmit'],
    input: told({ prompt: 'please make the title of the page blue' }),
  },
  {
    name: 'hook UserPromptSubmit, something to say',
    most: () => BUDGET.speakingHook,
    args: () => ['hook', 'UserPromptSubmit'],
    input: (vault, turn) => told({ session_id: `bench-${turn}`, prompt: aGotcha(vault) }),
  },
  {
    name: 'hook PreToolUse, nothing to say',
    most: () => BUDGET.silentHook,
    args: () => ['hook', 'PreToolUse'],
    input: told({ tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'ls -la src' } }),
  },
  {
    name: 'hook PostToolUse',
    most: () => BUDGET.silentHook,
    args: () => ['hook', 'PostToolUse'],
    input: told({ tool_name: 'Bash', tool_use_id: 't1', tool_input: { command: 'npm test' } }),
  },
  // Behind it, since they share a code cache, which a workspace's very first call must not fill.
  {
    name: 'hook that does nothing',
    most: () => BUDGET.silentHook,
    args: () => ['hook', 'PostToolUse'],
    input: told({}),
  },
  {
    name: 'statusline',
    most: () => BUDGET.silentHook,
    made: setReminders,
    args: () => ['statusline'],
    input: (_, turn) => aStatus(turn),
  },
  {
    name: 'save, 20 snapshots',
    most: () => 4,
    made: makeShelf,
    once: true,
    args: (turn) => ['save', '--topic', `bench ${turn}`, '--goal', 'measure it', '--next', 'read the table'],
  },
  {
    name: 'load, 20 snapshots',
    most: () => 4,
    made: makeShelf,
    once: true,
    args: () => ['load', '--latest'],
  },
  {
    name: 'pressure, transcript of 50 MB',
    most: () => null,
    mostMegabytes: () => 100,
    made: makeTranscript,
    once: true,
    args: () => ['pressure', '--transcript', 'transcript.jsonl'],
  },
  {
    name: 'hook SessionStart',
    most: () => BUDGET.speakingHook,
    args: () => ['hook', 'SessionStart'],
    input: told({ source: 'startup' }),
  },
  {
    name: 'hook SessionEnd, transcript of 50 MB',
    most: () => BUDGET.search,
    mostMs: 1000, // clients wait no longer
    made: makeTranscript,
    once: true,
    args: () => ['hook', 'SessionEnd'],
    input: (vault, turn) =>
      told({
        session_id: `bench-${turn}`,
        reason: 'other',
        transcript_path: join(vault, 'transcript.jsonl'),
      }),
  },
];

/** A prompt with the words of a gotcha, so that the gotcha is relevant to it. */
function aGotcha(vault) {
  const memory = readFileSync(join(vault, 'content', 'MEMORY.md'), 'utf8');
  return /## Gotchas\n\n?- ([^\n]+?)(?: \^|\n)/.exec(memory)[1];
}

/** Five hundred links to one page: from 300 pages, and from 200 lines of the days. */
function linkToHub(vault) {
  const pages = join(vault, 'content', 'pages');
  mkdirSync(pages);
  writeFileSync(join(vault, 'content', 'Hub.md'), '# Hub\n');
  for (let i = 0; i < 300; i++)
    writeFileSync(
      join(pages, `page ${i}.md`),
      `# Page ${i}\n\nWhat ${i} is about stands in ${i % 2 ? '[[Hub]]' : '[the hub](../Hub.md)'}.\n`,
    );
  const days = join(vault, 'content', 'evolving');
  const names = readdirSync(days).sort();
  for (let i = 0; i < 200; i++)
    appendFileSync(join(days, names[i % names.length]), `- see [[Hub]] for the ${i}th time\n`);
}

/** Five hundred reminders, half of them waiting for a topic. */
function setReminders(vault) {
  const lines = Array.from({ length: 500 }, (_, i) =>
    i % 2
      ? `- [ ] 2030-01-${String(1 + (i % 28)).padStart(2, '0')} | absolute | look at report ${i} again`
      : `- [ ] invoice ${i} | context | ask Lena about invoice ${i}`,
  );
  writeFileSync(join(vault, 'content', 'REMINDERS.md'), `# Reminders\n\n${lines.join('\n')}\n`);
}

function oldestDay(vault) {
  const days = join(vault, 'content', 'evolving');
  return join(days, readdirSync(days).sort()[0]);
}

/** The event of an agent's client, as JSON for standard input. */
function told(event) {
  return JSON.stringify({ session_id: 'bench', ...event });
}

/** The input of a status line; the context grows with every turn. */
function aStatus(turn) {
  const usage = {
    input_tokens: 1200,
    cache_creation_input_tokens: 300,
    cache_read_input_tokens: 90_000 + turn,
  };
  return told({
    context_window: { context_window_size: 200_000, used_percentage: 46, current_usage: usage },
  });
}

/** Measures every case at every size; gives rows for the table. */
export const coldStarts = (sizes, rounds) =>
  inFolder((folder) => {
    const empty = writeEmpty(folder);
    return sizes.flatMap((size, at) => {
      const cases = CASES.filter(({ once, vast }) => (!once || at === 0) && (size < VAST || vast));
      return measureSize(size, cases, rounds, folder, empty);
    });
  });

function measureSize(size, cases, rounds, folder, empty) {
  // Each command has its own vault, because a write of one would change the output of the next.
  const vaults = new Map(
    ['bare node', ...cases.map(({ name }) => name)].map((name, at) => [
      name,
      join(folder, `vault-${size}-${at}`),
    ]),
  );
  for (const vault of vaults.values()) makeVault(vault, size);
  for (const { name, made } of cases) made?.(vaults.get(name));
  const env = { ...process.env, DAYBOOK_HOME: join(folder, 'home'), NODE_EXTRA_CA_CERTS: '' };
  delete env.NODE_EXTRA_CA_CERTS;
  // A write creates the state folder, in which caches are kept.
  const once = [COMMAND, 'log', 'the bench begins', '--type', 'progress'];
  for (const vault of vaults.values()) spawnSync(process.execPath, once, { cwd: vault, env });
  const shots = [{ name: 'bare node', args: () => null }, ...cases];
  const builds = [
    { command: COMMAND, vaults, env, times: new Map(shots.map(({ name }) => [name, []])) },
    ...(BASELINE === null ? [] : [baselineOf(shots, vaults, folder, size, env)]),
  ];
  const memory = new Map();
  for (let round = -WARM_UP; round < rounds; round++) {
    for (const shot of shots) for (const build of builds) timeStart(shot, round, build, empty, size);
  }
  const [{ times }, baseline] = builds;
  for (const { name, args } of shots) {
    const [vault, words] = [vaults.get(name), args(rounds, vaults.get(name))];
    memory.set(name, peak(words ? [COMMAND, ...words] : [empty], vault, env));
  }
  const bare = findMedian(times.get('bare node'));
  return shots.map(({ name, most, mostMs = null, mostMegabytes = null }) => ({
    size,
    name,
    ms: findMedian(times.get(name)),
    ratio: findMedian(times.get(name)) / bare,
    toBaseline: baseline ? findMedian(times.get(name)) / findMedian(baseline.times.get(name)) : null,
    most: most?.(size) ?? null,
    mostMs,
    megabytes: memory.get(name),
    mostMegabytes: mostMegabytes?.(size) ?? null,
  }));
}

/** Copies of the vaults for the earlier build, with a home of its own. */
function baselineOf(shots, vaults, folder, size, env) {
  const copies = new Map();
  const ownEnv = { ...env, DAYBOOK_HOME: join(folder, 'home-baseline') };
  for (const { name } of shots) {
    const copy = join(folder, `baseline-${size}-${copies.size}`);
    cpSync(vaults.get(name), copy, { recursive: true });
    rmSync(join(copy, '.daybook'), { recursive: true, force: true });
    copies.set(name, copy);
    spawnSync(process.execPath, [BASELINE, 'log', 'the bench begins', '--type', 'progress'], {
      cwd: copy,
      env: ownEnv,
    });
  }
  return {
    command: BASELINE,
    vaults: copies,
    env: ownEnv,
    times: new Map(shots.map(({ name }) => [name, []])),
  };
}

/** Starts one command, and keeps how long it took once the warm-up is over. */
function timeStart({ name, args, before, input = '' }, round, build, empty, size) {
  const vault = build.vaults.get(name);
  const words = args(round, vault);
  before?.(vault, round);
  const text = typeof input === 'function' ? input(vault, round) : input;
  const how = { cwd: vault, env: build.env, input: text };
  let reply;
  const took = measureMs(() => {
    reply = spawnSync(process.execPath, words ? [build.command, ...words] : [empty], how);
  });
  if (reply.status !== 0) throw new Error(`${name} at ${size}: status ${reply.status}\n${reply.stderr}`);
  if (round >= 0) build.times.get(name).push(took);
}

/** Peak resident memory in MB (`VmHWM`), where /proc has it. */
export function peak(words, cwd, env) {
  if (!existsSync('/proc/self/status')) return null;
  const report = `process.on('exit',()=>{process.stderr.write('\\nVmHWM '+/VmHWM:\\s+(\\d+)/.exec(require('fs').readFileSync('/proc/self/status','utf8'))[1])})`;
  const hook = join(cwd, '..', 'peak.cjs');
  writeFileSync(hook, report);
  const { stderr } = spawnSync(process.execPath, ['-r', hook, ...words], { cwd, env, encoding: 'utf8' });
  return Number(/VmHWM (\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024;
}
