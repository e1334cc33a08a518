/* A workspace that another user made, and the built command run in it. */
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { freshFolder, settle } from '../../support/store-root.js';

/** The built command; another build can be named, to see a test fail on it. */
const COMMAND = process.env.DAYBOOK_TEST_COMMAND ?? resolve('dist/daybook.cjs');

/** A text that lies outside the workspace: no command may print it or carry it in. */
export const CANARY = 'canary-of-another-folder';

export interface Answer {
  readonly args: string;
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Scene {
  /** The workspace. */
  readonly root: string;
  /** A folder beside it, whose content must not be read. */
  readonly outside: string;
  readonly home: string;
  write(path: string, text: string, mode?: number): void;
  run(args: readonly string[], input?: string, env?: Readonly<Record<string, string>>): Answer;
}

/** A workspace with these files, and one file outside. */
export function createScene(files: Readonly<Record<string, string>> = {}): Scene {
  const folder = freshFolder();
  const [root, outside, home] = ['work', 'outside', 'home'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [root, outside, home]) mkdirSync(path);
  writeFileSync(join(outside, 'private.md'), `# Private\n\n- ${CANARY} ^61k0y5k9xfz\n`);
  const scene: Scene = {
    root,
    outside,
    home,
    write(path, text, mode = 0o644) {
      const file = resolve(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode });
      settle(file);
    },
    run(args, input = '', env = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
        cwd: root,
        encoding: 'utf8',
        input,
        timeout: 60_000,
        env: {
          HOME: home,
          DAYBOOK_HOME: join(home, '.daybook'),
          DAYBOOK_NOW: '2026-06-07T12:00:00+02:00',
          NO_COLOR: '1',
          TZ: 'UTC',
          PATH: process.env.PATH ?? '',
          ...env,
        },
      });
      return { args: args.join(' '), status, out: stdout, err: stderr };
    },
  };
  for (const [path, text] of Object.entries({ 'daybook.yaml': 'timezone: Europe/Berlin\n', ...files }))
    scene.write(path, text);
  return scene;
}

/** Everything below a folder: kind, mode, number of names, time and bytes of each path; links as such. */
export function listAll(folder: string, below = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(folder, below)).toSorted()) {
    const path = join(below, name);
    const stat = lstatSync(join(folder, path));
    found[path] = `${stat.mode.toString(8)} ${stat.isDirectory() ? '' : `${stat.nlink} ${stat.mtimeMs}`}`;
    if (stat.isDirectory()) Object.assign(found, listAll(folder, path));
    else if (stat.isSymbolicLink()) found[path] += ` → ${readlinkSync(join(folder, path))}`;
    else if (stat.isFile()) found[path] += ` ${readFileSync(join(folder, path), 'latin1')}`;
  }
  return found;
}

/** The first calls that a client makes of the server. */
export function talk(calls: readonly (readonly [tool: string, args: object])[]): string {
  const hello = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  return [
    { jsonrpc: '2.0', id: 0, method: 'initialize', params: hello },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    ...calls.map(([name, args], at) => ({
      jsonrpc: '2.0',
      id: at + 1,
      method: 'tools/call',
      params: { name, arguments: args },
    })),
  ]
    .map((message) => `${JSON.stringify(message)}\n`)
    .join('');
}

/** What an agent, its hooks and a person ask first; each with what stands on standard input. */
export const FIRST_COMMANDS: readonly (readonly [args: readonly string[], input?: string])[] = [
  [['status']],
  [['search', 'canary']],
  [['log', 'decided to keep sessions in Postgres because Redis lost them']],
  [['recall']],
  [['lint']],
  [['doctor']],
  [['doctor', '--fix']],
  [['hook', 'SessionStart'], '{"session_id":"s1","source":"startup","hook_event_name":"SessionStart"}'],
  [
    ['hook', 'UserPromptSubmit'],
    '{"session_id":"s1","prompt":"what of the canary?","hook_event_name":"UserPromptSubmit"}',
  ],
  [['statusline'], '{"session_id":"s1","context_window":{"context_window_size":200000,"used_percentage":5}}'],
  [
    ['mcp'],
    talk([
      ['mind_session', {}],
      ['mind_recall', {}],
      ['mind_search', { query: 'canary' }],
      ['mind_log', { msg: 'the retry helper needs a cap because it never ended', type: 'learning' }],
    ]),
  ],
  [['reject', 'sqlite', '--why', 'no locking over NFS', '--global']],
  [['cron', 'tick']],
  [['init', '--agent', 'claude,codex']],
  [['uninstall', '--yes']],
];

/** Runs the first commands but those left out, and gives what each answered. */
export const runFirst = ({ run }: Scene, leftOut: readonly string[] = []): readonly Answer[] =>
  FIRST_COMMANDS.filter(([[name = '']]) => !leftOut.includes(name)).map(([args, input]) => run(args, input));
