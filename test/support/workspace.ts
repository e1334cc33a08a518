/* A temporary workspace with a frozen clock. Commands and hooks run in this process, or through the built launcher. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findCronAction } from '../../src/bin/cli.js';
import { runCli } from '../../src/cli/run-cli.js';
import type { HookRun } from '../../src/command/hook-records.js';
import { runHook } from '../../src/hooks/run-hook.js';
import { freshFolder, hasState, settle, stateOf } from './store-root.js';
import { drawRows, FULL, SEED } from './tiers.js';

export { drawRows, FULL, SEED };

/** The built command. */
export const COMMAND = resolve('dist/daybook.cjs');

/** The output of a command. */
export interface Reply {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where and when a command runs; the workspace has defaults. */
export interface How {
  readonly cwd?: string;
  readonly now?: string;
  readonly seed?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The answer of a hook, parsed. */
export interface HookAnswer {
  readonly out: string;
  readonly context: string;
  readonly notice: string;
}

export interface Workspace {
  readonly root: string;
  readonly home: string;
  /** Runs a command inside this process. */
  run(args: readonly string[], how?: How): Promise<Reply>;
  /** Runs a command inside this process and returns its JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read its keys, and fail if one is missing
  json(args: readonly string[], how?: How): Promise<any>;
  /** Starts a command in a separate process. */
  start(args: readonly string[], how?: How): Running;
  read(path: string): string;
  write(path: string, content: string | Uint8Array): void;
  /** Returns the files below a folder as Latin-1, without the state folder and git's. Equal text means equal bytes. */
  files(under?: string): Record<string, string>;
  /** Returns the same files as UTF-8. */
  texts(under?: string): Record<string, string>;
  /** Sends a hook event inside this process. */
  tell(event: string, input: object | string, agent?: string): Promise<HookAnswer>;
  /** Sends a hook event to the built launcher, in a separate process. */
  send(event: string, input: object | string, agent?: string): Promise<Reply>;
  /** Returns the log of hook runs. */
  hookRuns(): readonly HookRun[];
}

/** A workspace that `init` created, for tests that read JSON answers. */
export interface InitializedWorkspace extends Workspace {
  /** Runs a command with `--json`; returns its status and answer. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer has the keys of its command
  ask(...args: string[]): Promise<{ status: number | null; answer: any; err: string }>;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Reply>;
}

/** The default time. */
export const NOON = '2026-06-07T12:00:00+02:00';

/** Creates a workspace with these files, written long ago. Nothing is flushed unless the files have a `daybook.yaml`. */
export function createWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  root?: string,
): Workspace {
  const folder = freshFolder();
  const home = join(folder, 'home');
  const base = root === undefined ? join(folder, 'work') : join(folder, root);
  for (const dir of [home, base]) mkdirSync(dir, { recursive: true });
  const bench = createWorkspaceAt(base, home);
  for (const [path, content] of Object.entries({ 'daybook.yaml': QUICK, ...files })) {
    bench.write(path, content);
    settle(join(base, path));
  }
  return bench;
}

/** Settings without flushes: a test may be killed, but not the machine. */
export const QUICK = 'timezone: Europe/Berlin\nstore.fsync: "off"\n';

/** Creates a workspace with these files through `daybook init`, in a folder whose name has a space. */
export async function createInitializedWorkspace(
  files: Readonly<Record<string, string>> = {},
  now = '2026-06-07T14:32:05+02:00',
): Promise<InitializedWorkspace> {
  const folder = freshFolder();
  const [root, home] = [join(folder, 'a folder'), join(folder, 'home')];
  for (const dir of [root, home]) mkdirSync(dir);
  const bench = createWorkspaceAt(root, home);
  let turn = 0;
  const ask: InitializedWorkspace['ask'] = async (...args) => {
    const how = { now, seed: `scene ${turn++}`, env: { TZ: 'Europe/Berlin' } };
    const { status, out, err } = await bench.run([...args, '--json'], how);
    return { status, answer: out === '' ? null : JSON.parse(out), err };
  };
  for (const [path, text] of Object.entries(files)) bench.write(path, text);
  await ask('init', '--adopt');
  return { ...bench, ask };
}

let hookTurn = 0;

/** Creates a workspace in an existing folder, or in one that a command will initialize. */
export function createWorkspaceAt(root: string, home: string): Workspace {
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
  let hookSeconds = 0;
  const hookEnvironment = () => ({
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    DAYBOOK_NOW: new Date(Date.parse(NOON) + hookSeconds++ * 1000).toISOString(),
    DAYBOOK_SEED: `hook ${hookTurn++}`,
    PATH: process.env.PATH ?? '',
  });
  const toHookInput = (input: object | string) =>
    typeof input === 'string' ? input : JSON.stringify({ session_id: 'sess-1', cwd: root, ...input });
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
    files: (under = '.') => filesBelow(root, under, 'latin1'),
    texts: (under = '.') => filesBelow(root, under, 'utf8'),
    async tell(event, input, agent = 'claude') {
      let out = '';
      await runHook([event, agent], {
        cwd: root,
        env: hookEnvironment(),
        read: () => toHookInput(input),
        out: (text) => {
          out += text;
        },
        elapsed: () => 1,
      });
      return parseHookAnswer(out);
    },
    send: (event, input, agent = 'claude') =>
      sendHook([event, agent], toHookInput(input), root, hookEnvironment()),
    hookRuns: () => readHookRuns(root),
  };
}

/** Parses the answer of a hook; plain text is context. */
export function parseHookAnswer(out: string): HookAnswer {
  if (!out.startsWith('{')) return { out, context: out, notice: '' };
  const { systemMessage = '', hookSpecificOutput } = JSON.parse(out);
  return { out, context: hookSpecificOutput?.additionalContext ?? '', notice: systemMessage };
}

function readHookRuns(root: string): readonly HookRun[] {
  if (!hasState(root)) return [];
  const keep = stateOf(root, 'keep');
  const names = readdirSync(keep).filter((name) => /^hooks-.*\.jsonl$/.test(name));
  return names.toSorted().flatMap((name) =>
    readFileSync(join(keep, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as HookRun)
      .filter(({ ms }) => ms !== undefined),
  );
}

function sendHook(
  args: readonly string[],
  input: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Reply> {
  const child = spawn(process.execPath, [COMMAND, 'hook', ...args], { cwd, env });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return collectReply(child);
}

/** Starts the built command. */
export function start(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Running {
  const child = spawn(process.execPath, [COMMAND, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  return { process: child, ended: collectReply(child) };
}

function collectReply(child: ChildProcess): Promise<Reply> {
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said.err += chunk;
  });
  return new Promise((done) => child.on('close', (status) => done({ status, ...said })));
}

function filesBelow(root: string, under: string, encoding: 'latin1' | 'utf8'): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const item of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '.' ? item.name : `${folder}/${item.name}`;
      if (item.name === '.daybook' || item.name === '.git') continue;
      if (item.isDirectory()) walk(path);
      else if (item.isFile()) found[path] = readFileSync(join(root, path), encoding);
    }
  };
  if (existsSync(join(root, under))) walk(under);
  return found;
}

/** Returns times and bytes of all files, which a command that writes nothing must not change. */
export const stamps = ({ root, files }: Workspace): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files()).map(([path, bytes]) => {
      const { mtimeMs, ino } = statSync(join(root, path));
      return [path, `${mtimeMs} ${ino} ${bytes}`];
    }),
  );

/** Returns the time some minutes after noon. */
export const later = (minutes: number, from = NOON): string =>
  new Date(Date.parse(from) + minutes * 60_000).toISOString();

/** Counts how often an id marks a line of a text; links to it do not count. */
export const marks = (text: string, id: string): number =>
  text.split(/\r\n|\n|\r/).filter((line) => new RegExp(`(^|\\s)\\^${id}\\s*$`).test(line)).length;
