// The real clients against the built command: `node test/e2e/clients/run.mjs [name…]`. Every `NAME.client.mjs` here exports
//   about      one sentence: what it proves
//   packages   what it needs of npm, each pinned: ['@openai/codex@0.169.0']
//   clients    other clients by their names, where it needs those
//   check(scene)   async; calls `await scene.step('expected behaviour', async () => {…})`, which throws on failure
// and gets a scene (see scene.mjs). A line for each step: `ok`, `failed`, or `skipped`. What npm
// cannot install is skipped where its registry cannot be reached, and has failed where it can.
// Clients are installed once, into a cache folder: DAYBOOK_CLIENTS, else one below the user's cache.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const SUFFIX = '.client.mjs';
/** Nothing here needs longer; a client that hangs is ended. */
const LONGEST_MS = 300_000;
const INSTALL_MS = 300_000;
const PING_MS = 30_000;

const cache =
  process.env.DAYBOOK_CLIENTS ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'daybook-clients');
const wanted = process.argv.slice(2);
const names = readdirSync(here)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no client ${unknown.join(', ')} in test/clients`);
  process.exit(2);
}
if (!existsSync(resolve('dist/daybook.cjs'))) {
  console.error('no dist/daybook.cjs: npm run build');
  process.exit(2);
}

let failed = 0;
for (const name of names) failed += await runClient(name);
process.exit(failed === 0 ? 0 : 1);

/** Installs what a client needs and runs its check in a process and a folder of its own. Gives 1 where it failed. */
async function runClient(name) {
  const file = join(here, `${name}${SUFFIX}`);
  const { packages = [], clients = [] } = await import(file);
  const installed = install(packages);
  if (installed.problem) return cannotInstall(name, packages, installed.problem);
  const others = {};
  for (const other of clients) {
    const { packages: needed } = await import(join(here, `${other}${SUFFIX}`));
    const { modules, problem } = install(needed);
    if (!problem) others[other] = modules;
    else if (cannotInstall(name, needed, problem) > 0) return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), `daybook-${name}-`));
  try {
    return await inside({ file, name, folder, modules: installed.modules, others });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Says so, and gives 1 where the registry can be reached: then nothing is a reason to skip. */
function cannotInstall(name, packages, problem) {
  const isReachable = spawnSync('npm', ['ping', '--silent'], { timeout: PING_MS }).status === 0;
  const [how, why] = isReachable
    ? ['failed', 'though its registry can be reached']
    : ['skipped', 'and its registry cannot be reached'];
  console.log(`${how}: ${name}: npm cannot install ${packages.join(', ')} (${problem}), ${why}`);
  return isReachable ? 1 : 0;
}

/** Each set of packages has a folder of its own; what is there whole is not asked for again. */
function install(packages) {
  const prefix = join(cache, packages.join('+').replace(/[^\w.@+-]/g, '_') || 'none');
  const modules = join(prefix, 'node_modules');
  const done = join(prefix, 'installed');
  if (packages.length === 0 || existsSync(done)) return { modules };
  mkdirSync(prefix, { recursive: true });
  const words = ['install', '--silent', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const { status, stderr, error } = spawnSync('npm', [...words, '--prefix', prefix, ...packages], {
    encoding: 'utf8',
    timeout: INSTALL_MS,
  });
  if (status === 0) writeFileSync(done, `${packages.join('\n')}\n`);
  const said = stderr?.split('\n').find((line) => /npm (error|ERR)/.test(line));
  return status === 0 ? { modules } : { problem: error?.message ?? said ?? `npm ended with ${status}` };
}

/** Nothing of the one who runs this reaches a client: no keys, no settings, no home. */
function inside({ file, name, folder, modules, others }) {
  const home = join(folder, 'home');
  mkdirSync(home);
  const env = {
    HOME: home,
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    CLIENT_NAME: name,
    CLIENT_FOLDER: folder,
    CLIENT_MODULES: modules,
    CLIENT_OTHERS: JSON.stringify(others),
    CLIENT_DAYBOOK: resolve('dist/daybook.cjs'),
  };
  const child = spawn(process.execPath, [join(here, 'scene.mjs'), file], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const timer = setTimeout(() => {
    console.log(`failed: ${name}: not through after ${LONGEST_MS / 1000} s`);
    child.kill('SIGKILL');
  }, LONGEST_MS);
  return new Promise((settle) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      settle(code === 0 ? 0 : 1);
    });
  });
}
