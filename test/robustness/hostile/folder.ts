/* A folder that another user made, and beside it what must not be touched: the built command is run in the folder. */
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readSwitch } from '../../support/build-with-switches.js';
import { freshFolder } from '../../support/store-root.js';

/** The command as it is shipped; another build may be tried in its place. */
export const COMMAND = resolve(process.env.DAYBOOK_TEST_COMMAND ?? 'dist/daybook.cjs');

const RECORDER = resolve(import.meta.dirname, 'recorder.cjs');

export const NOON = '2026-06-07T12:00:00+02:00';
export const NOON_MS = Date.parse(NOON);

/** What a command answered. */
export interface Reply {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Folder {
  /** The hostile workspace. */
  readonly root: string;
  /** What belongs to the user and lies outside. */
  readonly outside: string;
  readonly home: string;
  write(path: string, text: string): void;
  read(path: string): string;
  /** Runs the built command in the workspace. */
  run(args: readonly string[], how?: How): Reply;
  /** Sends messages to the server and gives all that it answers. */
  serve(messages: readonly object[]): Promise<string>;
  /** All files outside: names, kinds, modes and bytes. */
  outsideNow(): Readonly<Record<string, string>>;
  /** The programs that were started since this was asked last, each with its arguments. */
  programs(): readonly (readonly string[])[];
}

export interface How {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: string;
}

/** A fresh hostile folder with a user's folder beside it, in which a build of the command is run. */
export function hostileFolder(command: string = COMMAND): Folder {
  const base = freshFolder();
  const [root, outside, home] = ['clone', 'private', 'home'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ];
  for (const dir of [root, outside, home]) mkdirSync(dir);
  const record = join(base, 'programs');
  const write = (path: string, text: string) => put(join(root, path), text);
  put(join(outside, 'diary.md'), '# Diary\n\n- the private thing\n');
  put(join(outside, 'notes/MEMORY.md'), '# Memory\n\n## Facts\n\n- the private fact\n');
  put(join(home, '.profile'), 'export PRIVATE=1\n');
  write('daybook.yaml', 'timezone: Europe/Berlin\nstore.fsync: "off"\n');
  write('content/MEMORY.md', '# Memory\n\n## Facts\n\n- the shared fact\n');
  let turn = 0;
  const environment = ({ now = NOON, env = {} }: How) => ({
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    DAYBOOK_NOW: now,
    DAYBOOK_SEED: `hostile ${turn++}`,
    NO_COLOR: '1',
    TZ: 'UTC',
    PATH: process.env.PATH ?? '',
    NODE_OPTIONS: `--require ${RECORDER}`,
    RECORDED_PROGRAMS: record,
    ...readSwitch(),
    ...env,
  });
  return {
    root,
    outside,
    home,
    write,
    read: (path) => readFileSync(join(root, path), 'utf8'),
    run(args, how = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
        cwd: how.cwd ?? root,
        env: environment(how),
        input: how.input ?? '',
        encoding: 'utf8',
        timeout: args[0] === 'serve' ? 4_000 : 60_000, // a served page ends with its process only
      });
      return { status, out: stdout, err: stderr };
    },
    serve: (messages) => serve(command, messages, root, environment({})),
    outsideNow: () => ({ ...filesBelow(outside), ...filesBelow(home, ['.daybook']) }),
    programs() {
      const text = existsSync(record) ? readFileSync(record, 'utf8') : '';
      writeFileSync(record, '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string[]);
    },
  };
}

/** A hostile folder in which Daybook has written, so that state lies where the command looks. */
export function begun(command: string = COMMAND): Folder {
  const folder = hostileFolder(command);
  folder.run(['log', 'the first entry', '--type', 'fact']);
  return folder;
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Where requests wait that the command would take on: every folder in which the state of a workspace may lie. */
export function stateFolders({ root }: Folder): readonly string[] {
  const state = join(root, '.daybook');
  const own = existsSync(state)
    ? readdirSync(state, { withFileTypes: true }).filter(
        (item) => item.isDirectory() && /^[0-9a-f]{32}$/.test(item.name),
      )
    : [];
  return [state, ...own.map(({ name }) => join(state, name))];
}

/** Puts a file into the state folders, below each of them. */
export function plant(folder: Folder, path: string, text: string): void {
  for (const state of stateFolders(folder)) put(join(state, path), text);
}

/** All that lies below the state folders under a path, by name. */
export const planted = (folder: Folder, path: string): readonly string[] =>
  stateFolders(folder).flatMap((state) =>
    existsSync(join(state, path)) ? readdirSync(join(state, path)) : [],
  );

/** The programs that may be started, by absolute paths: git, and this very build. */
export const isAllowed = ([file = '', ...args]: readonly string[]): boolean =>
  /^\/(?:usr|opt|bin|nix)\/(?:.*\/)?git$/.test(file) ||
  (file === process.execPath &&
    dirname(args[0] ?? '') === dirname(COMMAND) &&
    (args[0] ?? '').endsWith('.cjs'));

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'claude-code', version: '1' },
  },
};

/** A call of a tool, as a message of the protocol. */
export const toolCall = (id: number, name: string, args: object = {}): object => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

function serve(
  command: string,
  messages: readonly object[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const child = spawn(process.execPath, [command, 'mcp'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const all = [INITIALIZE, { jsonrpc: '2.0', method: 'notifications/initialized' }, ...messages];
  child.stdin.end(all.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return new Promise((done) => child.on('close', () => done(out)));
}

/** Commands that read or write at once, and a hook: what a user does first in a folder that they cloned. */
export function touchAll(folder: Folder): Readonly<Record<string, Reply>> {
  const { run, root } = folder;
  const event = JSON.stringify({ session_id: 's1', source: 'startup', cwd: root });
  return {
    status: run(['status']),
    search: run(['search', 'fact']),
    log: run(['log', 'learned that the harbour closes at noon', '--type', 'fact']),
    recall: run(['recall']),
    hook: run(['hook', 'SessionStart'], { input: event }),
    checkpoint: run(['checkpoint']),
    doctor: run(['doctor']),
    fix: run(['doctor', '--fix']),
  };
}

/** Starts the server and calls its first tools. */
export const touchServer = ({ serve }: Folder): Promise<string> =>
  serve([
    toolCall(2, 'mind_recall'),
    toolCall(3, 'mind_log', { msg: 'chose the ferry because it is slower', type: 'decision' }),
    toolCall(4, 'mind_search', { query: 'fact' }),
  ]);

function filesBelow(top: string, without: readonly string[] = []): Record<string, string> {
  const found: Record<string, string> = {};
  const walk = (folder: string) => {
    for (const item of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, item.name);
      if (without.includes(item.name)) continue;
      const { mode, nlink } = lstatSync(path);
      const kind = `${(mode & 0o170777).toString(8)} ${nlink}`;
      if (item.isDirectory()) {
        found[path] = kind;
        walk(path);
      } else if (item.isSymbolicLink()) found[path] = `${kind} -> ${readlinkSync(path)}`;
      else if (item.isFile()) found[path] = `${kind} ${readFileSync(path, 'latin1')}`;
      else found[path] = kind;
    }
  };
  walk(top);
  return found;
}
