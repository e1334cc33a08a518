/* A hostile folder in which everything is run that Daybook can do, and a look at whether that did any harm. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { COMMAND_NAMES, COMMANDS, type CommandName } from '../../../src/app/command-registry.js';
import { EVENT_ACTIONS } from '../../../src/hooks/event-to-command.js';
import { type Folder, type How, hostileFolder, isAllowed, put, toolCall, touchServer } from './folder.js';

/** Words that lie outside the workspace: no command may print them, send them, or carry them in. */
export const CANARIES = [
  'the private thing',
  'the private fact',
  'PRIVATE=1',
  'a neighbour’s fact',
  'the private question',
];

export interface Sandbox extends Folder {
  /** The folder that holds the workspace, the home folder and what lies beside them. */
  readonly base: string;
  /** A program that leaves a mark when it is run, as a line for a shell; `plantProgram` makes it a file. */
  readonly bait: string;
  plantProgram(path: string): void;
  /** Looks at everything outside; then runs `act`, and fails where that did any harm. */
  expectNoHarm(act: () => Promise<readonly string[]> | readonly string[]): Promise<void>;
}

export function createSandbox(): Sandbox {
  const folder = hostileFolder();
  const base = dirname(folder.root);
  const mark = join(base, 'a-program-was-run');
  const bait = `touch '${mark}'`;
  put(join(base, 'neighbour/content/MEMORY.md'), '# Memory\n\n## Facts\n\n- a neighbour’s fact\n');
  put(join(folder.home, '.claude/settings.json'), '{}\n');
  put(join(folder.home, '.config/git/ignore'), '*.log\n');
  folder.write(
    'content/MEMORY.md',
    '# Memory\n\n## Facts\n\n- the shared fact\n- keep sessions in Postgres ^61k0y5k9xfs\n',
  );
  folder.write('content/auth.md', '# auth\n\nSee [[index]].\n');
  folder.write('notes.md', 'a text to count\n');
  folder.write('.mind/MEMORY.md', '# Memory\n\n## Decisions\n\n- one of before\n');
  const outsideNow = () => ({ ...folder.outsideNow(), ...everyFile(join(base, 'neighbour')) });
  return {
    ...folder,
    base,
    bait,
    outsideNow,
    plantProgram(path) {
      folder.write(path, `#!/bin/sh\n${bait}\nexit 0\n`);
    },
    async expectNoHarm(act) {
      const before = outsideNow();
      const names = readdirSync(base).toSorted();
      folder.programs();
      const said = await act();
      expect(outsideNow()).toEqual(before);
      expect(readdirSync(base).filter((name) => name !== 'programs')).toEqual(
        names.filter((name) => name !== 'programs'),
      );
      expect(existsSync(mark), 'a planted program was run').toBe(false);
      expect(folder.programs().filter((one) => !isAllowed(one) && !isGit(one))).toEqual([]);
      const kept = Object.entries({ ...everyFile(folder.root), ...everyFile(folder.home) }).filter(
        ([path]) => !(path in before),
      );
      for (const canary of CANARIES) {
        expect(
          said.filter((text) => text.includes(canary)),
          canary,
        ).toEqual([]);
        expect(
          kept.filter(([, text]) => text.includes(canary)).map(([path]) => path),
          `${canary} was carried in`,
        ).toEqual([]);
      }
    },
  };
}

/** Git by an absolute path that no workspace holds. */
const isGit = ([file = '']: readonly string[]): boolean => /^\/(?:usr|bin|opt|nix)\b.*\/git$/.test(file);

function everyFile(top: string): Record<string, string> {
  if (!existsSync(top)) return {};
  const items = readdirSync(top, { recursive: true, withFileTypes: true });
  const files = items.filter((item) => item.isFile()).map((item) => join(item.parentPath, item.name));
  // A lock or a temporary file may go between listing and reading.
  const present = files.filter((path) => existsSync(path));
  return Object.fromEntries(present.map((path) => [path, readFileSync(path, 'latin1')]));
}

/** What a command is asked where its first example would need something that is not there. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  verify: ['verify'],
  forget: ['forget', 'never-there', '--withhold-matches'],
  import: ['import', 'mind', '.mind'],
  ingest: ['ingest', 'CLAUDE.md'],
  config: ['config', 'agents', 'off', '--session', 's2'],
  restore: ['restore', 'content/MEMORY.md', '--at', '2026-06-07T11:00'],
  statusline: ['statusline'],
  uninstall: ['uninstall', '--yes'],
  init: ['init', '--agent', 'claude,codex'],
  trust: ['trust', '--adopt-history'],
};

/** Commands that answer on their own, or need a remote (sync.test.ts): they are asked beside. */
const APART: readonly CommandName[] = ['hook', 'mcp', 'sync'];
/** Asked at the end, since they take away what others need. */
const LAST: readonly CommandName[] = ['uninstall'];

/** Every command of the table once, with its first example. */
export async function everyCommand(): Promise<readonly (readonly string[])[]> {
  const names = COMMAND_NAMES.filter((name) => !APART.includes(name) && !LAST.includes(name));
  return Promise.all(
    [...names, ...LAST].map(
      async (name) => ASKED[name] ?? readExample(name, (await COMMANDS[name]()).examples[0]),
    ),
  );
}

/** The arguments of an example of a command, as its help has it. */
export const readExample = (name: string, example = ''): readonly string[] => {
  const [, words = name] = /^(?:.*\| )?daybook (.+?)(?: < .*)?$/.exec(example) ?? [];
  return [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
};

/** What a client tells at each event. */
export const HOOK_INPUTS: Readonly<Record<string, object>> = {
  SessionStart: { source: 'startup' },
  UserPromptSubmit: { prompt: 'what do you know of the private thing?' },
  PreToolUse: { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 't1' },
  PostToolUse: { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_response: 'ok' },
  PostToolUseFailure: { tool_name: 'Bash', tool_input: { command: 'npm test' }, error: 'exit 1' },
  SubagentStop: { agent_type: 'Explore', last_assistant_message: 'found nothing' },
  PostCompact: { compact_summary: 'we talked' },
};

/** A few may refuse, as the folder is; if most did, the trial would show nothing. */
const REFUSING = 6;

/**
 * Runs every command, every hook of two clients and the server’s first tools; gives all that was said. `refusing`: fewer
 * commands than this may refuse.
 */
export async function runEverything(
  folder: Folder,
  how: How = {},
  refusing: number = REFUSING,
): Promise<readonly string[]> {
  let done = 0;
  const said = (args: readonly string[], input = '') => {
    const { status, out, err } = folder.run(args, { ...how, input });
    expect(status, `${args.join(' ')}\n${err}`).not.toBe(70);
    if (status === 0) done++;
    return `${out}${err}`;
  };
  const events = Object.keys(EVENT_ACTIONS).flatMap((event) =>
    ['claude', 'cursor'].map((agent) => [event, agent] as const),
  );
  const hooks = events.map(([event, agent]) =>
    said(
      ['hook', event, agent],
      JSON.stringify({ session_id: 's1', cwd: folder.root, hook_event_name: event, ...HOOK_INPUTS[event] }),
    ),
  );
  const served = [await touchServer(folder), await folder.serve([toolCall(2, 'mind_status')])];
  const commands = await everyCommand();
  done = 0;
  const answers = commands.map((args) => said(args));
  expect(done, 'commands that did what they were asked').toBeGreaterThan(commands.length - refusing);
  return [...hooks, ...served, ...answers];
}
