/* A workspace to try promises on, through the real command: inside this process, or each command in one of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findCronAction } from '../../src/bin/cli.js';
import { runCli } from '../../src/cli/run-cli.js';
import { freshFolder, settle } from './workspace.js';

export const FULL = Boolean(process.env.DAYBOOK_FULL);

/** The seed of a run's dice: given, or drawn; it is printed with what it led to. */
export const SEED = process.env.DAYBOOK_TEST_SEED ?? String(Date.now());

/** The command as it is shipped. */
export const COMMAND = resolve('dist/daybook.cjs');

/** What a command answered. */
export interface Reply {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where and when a command is given; what is missing is the workshop's own. */
export interface How {
  readonly cwd?: string;
  readonly now?: string;
  readonly seed?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Workshop {
  readonly root: string;
  readonly home: string;
  /** Runs a command inside this process. */
  run(args: readonly string[], how?: How): Promise<Reply>;
  /** Runs a command inside this process and gives its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: replies are looked into by tests, which fail where a key is missing
  json(args: readonly string[], how?: How): Promise<any>;
  /** Starts a command in a process of its own. */
  start(args: readonly string[], how?: How): Running;
  read(path: string): string;
  write(path: string, content: string | Uint8Array): void;
  /** Every file below a folder with its bytes; the state folder and git's are left out. */
  files(under?: string): Record<string, string>;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Reply>;
}

/** When nothing else is said, it is this moment. */
export const NOON = '2026-06-07T12:00:00+02:00';

/** A workspace with these files, old enough to count as quiet; nothing is flushed unless `daybook.yaml` is given. */
export function workshop(files: Readonly<Record<string, string | Uint8Array>> = {}, root?: string): Workshop {
  const folder = freshFolder();
  const home = join(folder, 'home');
  const base = root === undefined ? join(folder, 'work') : join(folder, root);
  for (const dir of [home, base]) mkdirSync(dir, { recursive: true });
  const bench = workshopAt(base, home);
  for (const [path, content] of Object.entries({ 'daybook.yaml': QUICK, ...files })) {
    bench.write(path, content);
    settle(join(base, path));
  }
  return bench;
}

/** Settings of a workspace in which nothing is flushed: a test can be killed, the machine is not. */
export const QUICK = 'timezone: Europe/Berlin\nstore.fsync: "off"\n';

/** A bench over a folder that is there already, or that a command is to make a workspace of. */
export function workshopAt(root: string, home: string): Workshop {
  let turn = 0;
  const environment = ({ now = NOON, seed = `${SEED} ${turn++}`, env = {} }: How) => ({
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    DAYBOOK_NOW: now,
    DAYBOOK_SEED: seed,
    NO_COLOR: '1',
    TZ: 'UTC',
    PATH: process.env.PATH ?? '',
    ...env,
  });
  const run = async (args: readonly string[], how: How = {}): Promise<Reply> => {
    const said = { out: '', err: '' };
    const status = await runCli(args, {
      findCronAction,
      cwd: how.cwd ?? root,
      env: environment(how),
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
      terminal: false,
    });
    return { status, ...said };
  };
  return {
    root,
    home,
    run,
    async json(args, how) {
      const { out, err } = await run([...args, '--json'], how);
      if (out === '') throw new Error(err);
      return JSON.parse(out);
    },
    start: (args, how = {}) => start(args, how.cwd ?? root, environment(how)),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    files: (under = '.') => filesBelow(root, under),
  };
}

/** Starts the shipped command. */
export function start(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.err += chunk;
  });
  const ended = new Promise<Reply>((done) => child.on('close', (status) => done({ status, ...said })));
  return { process: child, ended };
}

/** Bytes by path, as Latin-1, so that two files are equal exactly where their bytes are. */
function filesBelow(root: string, under: string): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const item of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '.' ? item.name : `${folder}/${item.name}`;
      if (item.name === '.daybook' || item.name === '.git') continue;
      if (item.isDirectory()) walk(path);
      else if (item.isFile()) found[path] = readFileSync(join(root, path), 'latin1');
    }
  };
  if (existsSync(join(root, under))) walk(under);
  return found;
}

/** Times and bytes of what a run that writes nothing must leave alone. */
export const stamps = ({ root, files }: Workshop): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files()).map(([path, bytes]) => {
      const { mtimeMs, ino } = statSync(join(root, path));
      return [path, `${mtimeMs} ${ino} ${bytes}`];
    }),
  );

/** Dice from a seed (mulberry32): numbers from 0 up to, without, 1. */
export function dice(seed: string): () => number {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A moment so many minutes after noon, as the clock of a command takes it. */
export const later = (minutes: number, from = NOON): string =>
  new Date(Date.parse(from) + minutes * 60_000).toISOString();

/** How often an id stands as the mark of a line in a text, not as the target of a link. */
export const marks = (text: string, id: string): number =>
  text.split(/\r\n|\n|\r/).filter((line) => new RegExp(`(^|\\s)\\^${id}\\s*$`).test(line)).length;
