// `daybook serve` and `daybook view`: time of pages and searches, memory of the server, sizes.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { COMMAND, findQuantile, formatGoal, inFolder, printHead, printRow } from './measure.mjs';
import { makeQuestions, makeVault } from './vault.mjs';

const PAGES = ['/', '/entries', '/calendar', '/graph', '/health'];
const ROUNDS = 15;
/** Goals: ms of a warm first page and of a search at the median, MB, and KB after gzip. */
const FIRST_PAGE_MS = 100;
const SEARCH_MS = 20;
const MEMORY_MB = 150;
const SCRIPT_KB = 60;
const VIEW_MB = 2;
/** The unit of CPU times in /proc. */
const TICK_MS = 10;

export const webTables = (sizes) =>
  inFolder(async (folder) => {
    const env = { ...process.env, DAYBOOK_HOME: join(folder, 'home') };
    printHead(
      'The page: warm answers of `daybook serve` (whole HTTP requests)',
      ...['entries', 'request', 'p50 ms', 'p95 ms', 'server’s CPU ms, mean', 'goal p50'],
    );
    const memory = [];
    for (const size of sizes) memory.push(await measureServer(folder, env, size));
    printHead('The page: sizes', 'what', 'measured', 'goal');
    for (const { size, resident, peak } of memory)
      printSize(`memory of the server, ${size} entries, MB (peak ${peak.toFixed(0)})`, resident, MEMORY_MB);
    printSize('script, KB gzipped', gzipSync(readFileSync('dist/page.js')).length / 1024, SCRIPT_KB);
    printSize('file of `view` of 5000 entries, MB', measureView(folder, env), VIEW_MB);
  });

async function measureServer(folder, env, size) {
  const root = join(folder, `page-${size}`);
  makeVault(root, size);
  spawnSync(process.execPath, [COMMAND, 'search', 'cache'], { cwd: root, env }); // writes the search index
  const server = await startServer(root, env);
  try {
    for (const path of PAGES)
      await printTimes(
        server,
        size,
        path,
        Array(ROUNDS).fill(path),
        path === '/' && size <= 10_000 ? FIRST_PAGE_MS : null,
      );
    const searches = makeQuestions(120).map((words) => `/search?q=${encodeURIComponent(words)}`);
    await printTimes(server, size, 'search', searches, SEARCH_MS);
    return { size, ...server.memory() };
  } finally {
    server.end();
  }
}

/** The first three requests warm the server up and do not count. */
async function printTimes(server, size, name, paths, most) {
  for (const path of paths.slice(0, 3)) await server.time(path);
  const [times, before] = [[], server.cpu()];
  for (const path of paths) times.push(await server.time(path));
  const cpu = (server.cpu() - before) / paths.length;
  const [p50, p95] = [0.5, 0.95].map((share) => findQuantile(times, share));
  const goal = most === null ? '' : formatGoal('≤', most, p50);
  printRow(size, name, p50.toFixed(1), p95.toFixed(1), cpu.toFixed(1), goal);
}

const printSize = (name, value, most) => printRow(name, value.toFixed(1), formatGoal('≤', most, value));

/** Starts the server and signs in. */
async function startServer(root, env) {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--json'], { cwd: root, env });
  const [line] = await new Promise((done) =>
    createInterface({ input: child.stdout }).once('line', (...all) => done(all)),
  );
  const link = new URL(JSON.parse(line).url);
  const entered = await fetch(link);
  const headers = { cookie: entered.headers.get('set-cookie').split(';')[0] };
  return {
    async time(path) {
      const start = performance.now();
      const reply = await fetch(link.origin + path, { headers });
      const text = await reply.text();
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${text.slice(0, 200)}`);
      return performance.now() - start;
    },
    /** CPU time of the server in ms: it does not depend on the load of the machine. */
    cpu() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    },
    memory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      const read = (key) => Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)[1]) / 1024;
      return { resident: read('VmRSS'), peak: read('VmHWM') };
    },
    end: () => child.kill(),
  };
}

function measureView(folder, env) {
  const root = join(folder, 'view');
  makeVault(root, 5000);
  spawnSync(process.execPath, [COMMAND, 'view', '--to', 'memory.html'], { cwd: root, env });
  return statSync(join(root, 'memory.html')).size / 2 ** 20;
}

if (process.argv[1]?.endsWith('web.mjs')) await webTables(process.argv.slice(2).map(Number));
