// Runs one client's check in a process of its own, with a clean environment, and prints a line for each step.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const { CLIENT_NAME: name, CLIENT_FOLDER: folder, CLIENT_MODULES: modules } = process.env;
const { CLIENT_DAYBOOK: daybook, HOME, PATH, LANG, TZ } = process.env;

/** What a client's check may use. */
const scene = {
  /** A fresh folder, gone afterwards; `folder/home` is the home. */
  folder,
  /** `node_modules` with the client's packages. */
  modules,
  /** The same of other clients that it needs, by their names; one that cannot be installed here is left out. */
  others: JSON.parse(process.env.CLIENT_OTHERS ?? '{}'),
  /** The built command, to be started with `process.execPath`. */
  daybook,
  /** The environment for everything that is started: no key, no settings, a home and a DAYBOOK_HOME of its own. */
  env: { HOME, PATH, LANG, TZ, DAYBOOK_HOME: join(HOME, '.daybook') },
  /** Runs a step, prints `ok` or `failed` with the reason, and continues. */
  step,
  /** Prints that a step could not be tried here, and why. */
  skip: (what, why) => console.log(`skipped: ${name}: ${what}: ${why}`),
  /** Counts as failed what npm should have installed: only a registry out of reach is a reason to skip. */
  missing(why) {
    failures++;
    console.log(`failed: ${name}: ${why}`);
  },
  /** Prints a figure that was measured. */
  figure: (what) => console.log(`figure: ${name}: ${what}`),
  /** Runs a program to its end: `{status, stdout, stderr}`. */
  run,
  /** The same for daybook. */
  ask: (args, options) => run(process.execPath, [daybook, ...args], options),
  /** Starts a program beside the check; the caller stops it. */
  start: (program, args, options) => spawn(program, args, { cwd: folder, env: scene.env, ...options }),
  /** Runs a client to its end, or stops it after a timeout, and returns its output. Throws if it fails. */
  talk,
  /** A new workspace below the folder. */
  workspace,
};

let failures = 0;

async function step(what, act) {
  try {
    await act();
    console.log(`ok: ${name}: ${what}`);
  } catch (error) {
    failures++;
    console.log(`failed: ${name}: ${what}\n${String(error?.stack ?? error).replace(/^/gm, '  ')}`);
  }
}

function run(program, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: folder,
    env: scene.env,
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 64 * 1024 * 1024,
    ...options,
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

async function talk(program, args, { cwd = folder, env = {} } = {}) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  const child = spawn(program, args, { cwd, env: { ...scene.env, ...env }, stdio });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const timer = setTimeout(() => child.kill('SIGKILL'), 90_000);
  const status = await new Promise((done) => child.on('close', done));
  clearTimeout(timer);
  if (process.env.CLIENT_VERBOSE) console.log(said);
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${said.slice(-3000)}`);
  return said;
}

function workspace(called = 'project', args = []) {
  const path = join(folder, called);
  mkdirSync(path, { recursive: true });
  const made = scene.ask(['init', ...args], { cwd: path });
  if (made.status !== 0) throw new Error(`daybook init: ${made.stderr}`);
  // Clients run without a person here, where nothing is written unasked by default.
  appendFileSync(join(path, 'daybook.yaml'), '\nagents.headless: on\n');
  return path;
}

const { check } = await import(pathToFileURL(process.argv[2]).href);
await check(scene);
process.exit(failures === 0 ? 0 : 1);
