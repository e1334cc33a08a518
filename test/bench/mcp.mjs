// The MCP server: how long until its first answer, as a ratio to a bare `node`, and how fast it answers when warm.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  COMMAND,
  findMedian,
  findQuantile,
  formatGoal,
  inFolder,
  measureMs,
  printHead,
  printRow,
  writeEmpty,
} from './measure.mjs';
import { makeQuestions, makeVault } from './vault.mjs';

/** From its start to the answer of the second request (`initialize`, `tools/list`), as a ratio to a bare node. */
const FIRST_MOST = 4.5;
/** Of a call to a warm server, in ms. */
const WARM_MOST = 5;
/** Of a call that comes while `mind_lint` looks through 10,000 entries, in ms. */
const BESIDE_LINT_MOST = 300;

export const mcpTables = (sizes, rounds) =>
  inFolder(async (folder) => {
    printHead('MCP server: first answers (medians, interleaved)', ...['answer', 'ms', '× bare node', 'goal']);
    const env = { ...process.env, DAYBOOK_HOME: join(folder, 'home') };
    delete env.NODE_EXTRA_CA_CERTS; // alone it triples a start
    await firstAnswers(folder, env, rounds);
    printHead('MCP server: warm calls', 'entries', 'tool', 'p50 ms', 'p99 ms', 'goal p50');
    for (const size of sizes) await warmCalls(folder, env, size);
    printHead(
      'MCP server: calls every 20 ms while lint runs',
      ...['entries', 'lint ms', 'calls', 'longest wait ms', 'goal'],
    );
    await besideLint(folder, env, 10_000);
  });

async function firstAnswers(folder, env, rounds) {
  const empty = writeEmpty(folder);
  const vault = join(folder, 'first');
  makeVault(vault, 1000);
  const times = { 'bare node': [], initialize: [], 'tools/list': [] };
  for (let round = -2; round < rounds; round++) {
    const shot = { 'bare node': measureMs(() => spawnSync(process.execPath, [empty], { env })) };
    const watch = stopwatch();
    const server = start(vault, env);
    await server.ask('initialize', HANDSHAKE);
    shot.initialize = watch();
    await server.ask('tools/list', {});
    shot['tools/list'] = watch();
    await server.end();
    if (round >= 0) for (const [name, ms] of Object.entries(shot)) times[name].push(ms);
  }
  const base = findMedian(times['bare node']);
  for (const [name, list] of Object.entries(times)) {
    const ms = findMedian(list);
    const goal = name === 'tools/list' ? formatGoal('≤', FIRST_MOST, ms / base) : '';
    printRow(name, ms.toFixed(1), (ms / base).toFixed(2), goal);
  }
}

async function warmCalls(folder, env, size) {
  const vault = join(folder, `warm-${size}`);
  makeVault(vault, size);
  const server = start(vault, env);
  await server.ask('initialize', HANDSHAKE);
  const cases = {
    mind_search: makeQuestions(220).map((query) => ({ query })),
    mind_log: Array.from({ length: 120 }, (_, i) => ({
      msg: `decided on variant ${i} because the bench asked`,
    })),
  };
  for (const [name, calls] of Object.entries(cases)) {
    const times = [];
    for (const args of calls) {
      const watch = stopwatch();
      const { result } = await server.ask('tools/call', { name, arguments: args });
      times.push(watch());
      if (result.isError) throw new Error(result.content[0].text);
    }
    const [p50, p99] = [0.5, 0.99].map((share) => findQuantile(times.slice(20), share));
    const goal = size === 100_000 ? formatGoal('≤', WARM_MOST, p50) : '';
    printRow(size, name, p50.toFixed(2), p99.toFixed(2), goal);
  }
  await server.end();
}

/** Waits that overlap count in full: a call is sent every 20 ms, whether the one before it was answered or not. */
async function besideLint(folder, env, size) {
  const vault = join(folder, 'lint');
  makeVault(vault, size);
  const server = start(vault, env, ['--profile', 'full']);
  await server.ask('initialize', HANDSHAKE);
  const call = async (name, args) => {
    const watch = stopwatch();
    const { result } = await server.ask('tools/call', { name, arguments: args });
    if (result.isError) throw new Error(result.content[0].text);
    return watch();
  };
  await call('mind_search', { query: 'parser' });
  let isOver = false;
  const lint = call('mind_lint', {}).then((ms) => {
    isOver = true;
    return ms;
  });
  const waits = [];
  for (let i = 0; !isOver; i++) {
    const isLog = i % 2 === 1;
    const args = isLog ? { msg: `decided on colour ${i} because the bench asked` } : { query: `parser ${i}` };
    waits.push(call(isLog ? 'mind_log' : 'mind_search', args));
    await new Promise((wake) => setTimeout(wake, 20));
  }
  const longest = Math.max(...(await Promise.all(waits)));
  const goal = formatGoal('≤', BESIDE_LINT_MOST, longest);
  printRow(size, (await lint).toFixed(0), waits.length, longest.toFixed(0), goal);
  await server.end();
}

const HANDSHAKE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

function start(cwd, env, args = []) {
  const child = spawn(process.execPath, [COMMAND, 'mcp', ...args], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  const ended = new Promise((done) => child.on('close', done));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let next = 1;
  return {
    ask(method, params) {
      const id = next++;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return new Promise((settle) => waiting.set(id, settle));
    },
    end() {
      child.stdin.end();
      return ended;
    },
  };
}

function stopwatch() {
  const from = performance.now();
  return () => performance.now() - from;
}
