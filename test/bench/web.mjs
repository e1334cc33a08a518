// `daybook serve` and `daybook view`: time of pages and searches, memory of the server, sizes.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { makeQuestions, makeVault } from './vault.mjs';

const COMMAND = resolve('dist/daybook.cjs');
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

export async function webTables(sizes) {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
  const env = { ...process.env, DAYBOOK_HOME: join(folder, 'home') };
  try {
    console.log('\n## The page: warm answers of `daybook serve` (whole HTTP requests)\n');
    console.log(
      '| entries | request | p50 ms | p95 ms | server’s CPU ms, mean | goal p50 |\n|---|---|---|---|---|---|',
    );
    const memory = [];
    for (const size of sizes) memory.push(await measureServer(folder, env, size));
    console.log('\n## The page: sizes\n');
    console.log('| what | measured | goal |\n|---|---|---|');
    for (const { size, resident, peak } of memory)
      printRow(`memory of the server, ${size} entries, MB (peak ${peak.toFixed(0)})`, resident, MEMORY_MB);
    printRow('script, KB gzipped', gzipSync(readFileSync('dist/page.js')).length / 1024, SCRIPT_KB);
    printRow('file of `view` of 5000 entries, MB', measureView(folder, env), VIEW_MB);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const goal = most === null ? '' : `≤ ${most}${at(0.5) > most ? ' **missed**' : ''}`;
  console.log(
    `| ${size} | ${name} | ${at(0.5).toFixed(1)} | ${at(0.95).toFixed(1)} | ${cpu.toFixed(1)} | ${goal} |`,
  );
}

const printRow = (name, value, most) =>
  console.log(`| ${name} | ${value.toFixed(1)} | ≤ ${most}${value > most ? ' **missed**' : ''} |`);

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
