// @module-tag full: it runs commands many times over
import { chmodSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../../src/app/command-registry.js';
import { executeCommand } from '../../../src/app/execute.js';
import { NO_CACHE } from '../../../src/app/process-cache.js';
import { openRuntime } from '../../../src/app/runtime.js';
import { SETTINGS, type SettingDefinition } from '../../../src/config/settings.js';
import { guard } from '../../../src/features/guard/guard.command.js';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { findProgram } from '../../../src/platform/find-program.js';
import { requireTrust } from '../../../src/store/registry/recognize-workspace.js';
import { freshFolder } from '../../support/store-root.js';
import { drawRows } from '../../support/workspace.js';
import { type Folder, hostileFolder, isAllowed, NOON, put, toolCall } from './folder.js';

/** How each command is called once; a command that is missing here fails the test. */
const CALLS = (folder: Folder): Readonly<Record<string, readonly (readonly string[])[]>> => ({
  check: [[], ['--staged', '--format', 'sarif']],
  verify: [[]],
  init: [['--adopt', '--yes', '--agent', 'claude,codex']],
  log: [
    ['chose SQLite because it is one file', '--type', 'decision', '--branch'],
    ['the harbour is closed', '--type', 'blocker'],
  ],
  recall: [[], ['--cold', 'fact']],
  trust: [['--list'], ['--adopt-history']],
  'before-prompt': [['remember this: tabs, never spaces']],
  guard: [[], ['Bash', 'npm install axios'], ['--intent', 'deploy']],
  'after-activity': [['tool'], ['--after', 'turn']],
  'before-compact': [[]],
  search: [['fact'], ['fact', '--misses'], ['--embed'], ['fact', '--sessions', '--all-clis']],
  about: [['src/a.ts']],
  done: [['^61k0y521xt6']],
  inbox: [[], ['clear', '--declined']],
  amend: [['^61k0y521xt6', '--done']],
  remind: [['look at it', '--when', 'tomorrow'], []],
  fix: [['no such table']],
  ingest: [['daybook.yaml'], ['-', '--title', 'T', '--text', 'a text']],
  checkpoint: [[], ['--phase', 'planning', '--task', 't', '--next', 'go']],
  save: [['--topic', 'ferry', '--goal', 'cross', '--state', 'half', '--next', 'go']],
  load: [['--latest', '--verify'], ['--recover'], ['--list'], ['--list', 'clean'], ['--list', 'stats']],
  reject: [['left-pad', '--why', 'nobody looks after it']],
  compress: [[]],
  pressure: [['--ratio', '0.7']],
  tokens: [[]],
  plan: [['ferry', '--objective', 'cross']],
  finding: [['scout', '--task', 'ferry', '--summary', 'found it']],
  snap: [['--reason', 'manual']],
  sessions: [['list'], ['new', 'mine'], ['import']],
  memory: [[], ['add', 'tabs, never spaces']],
  handoff: [['--goal', 'cross', '--outcome', 'complete'], ['list']],
  feedback: [['add', '--mistake', 'ran x', '--correction', 'run y'], ['list'], ['audit']],
  day: [[], ['add', 'obs', 'the ferry is late']],
  journal: [[]],
  page: [['new', 'Ferry'], ['list']],
  links: [['--orphans'], ['--dead']],
  lint: [[]],
  merge: [['--resolve']],
  sync: [[]],
  clean: [[]],
  export: [['--format', 'hugo']],
  import: [['mind', folder.root]],
  why: [['^61k0y521xt6']],
  status: [[]],
  context: [[], ['--stdout']],
  history: [[], ['1']],
  undo: [[], ['--redo']],
  cron: [
    ['list'],
    ['run', 'promote'],
    ['tick'],
    ['next'],
    ['log'],
    ['simulate', '--days', '2'],
    ['install', '--as', 'crontab', '--print'],
    ['install', '--as', 'systemd', '--print'],
  ],
  cleanup: [[]],
  restore: [['content/MEMORY.md', '--at', '2026-06-07T11:00']],
  scrub: [['never-there']],
  forget: [['never-there', '--withhold-matches']],
  config: [[], ['agents', 'off', '--session', 's1'], ['agents', 'on', '--session', 's1']],
  hook: [
    ['SessionStart'],
    ['UserPromptSubmit'],
    ['PreToolUse'],
    ['PostToolUse'],
    ['Stop'],
    ['PreCompact'],
    ['SessionEnd'],
  ],
  statusline: [[]],
  doctor: [[], ['--fix'], ['unlock']],
  mcp: [[]],
  serve: [['--port', '99999']],
  view: [['--to', 'memory.html']],
  completions: [['bash']],
  uninstall: [['--yes']],
});

/** Programs of all names that are asked for anywhere, first on the search path: each leaves a trace. */
function stubs(folder: Folder): string {
  const bin = join(folder.root, 'bin');
  for (const name of ['daybook', 'node', 'env', 'sh', 'ps', 'crontab', 'systemctl', 'less', 'vi']) {
    put(join(bin, name), `#!/bin/sh\n: > '${folder.outside}/RAN-${name}'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return `${bin}:${process.env.PATH}`;
}

describe('each command', () => {
  it('starts no program but git, and this build by its own path', async () => {
    const folder = hostileFolder();
    folder.run(['log', 'the first entry', '--type', 'fact']);
    folder.write(
      'daybook.yaml',
      `timezone: Europe/Berlin\nstore.fsync: "off"\nguard: deny\nsearch.embed: ": > '${folder.outside}/RAN-embed'"\n`,
    );
    const path = stubs(folder);
    const git = (...args: readonly string[]) =>
      process
        .getBuiltinModule('node:child_process')
        .execFileSync('git', args, { cwd: folder.root, stdio: 'ignore' });
    git('init', '-q');
    const before = folder.outsideNow();
    const calls = CALLS(folder);
    expect(COMMAND_NAMES.filter((command) => !calls[command])).toEqual([]);
    let runs = 0;
    let all = 0;
    for (const command of COMMAND_NAMES) {
      const [first = [], ...more] = calls[command] ?? [];
      for (const args of [first, ...drawRows(more, 3)]) {
        const event = JSON.stringify({
          session_id: 's1',
          cwd: folder.root,
          prompt: 'go on',
          tool_name: 'Bash',
          tool_input: { command: 'npm install axios' },
        });
        folder.programs();
        const { status, err } = folder.run([command, ...args], { input: event, env: { PATH: path } });
        expect(status === 70, `${command} ${args.join(' ')}: ${err}`).toBe(false);
        const started = folder.programs();
        expect(
          started.filter((one) => !isAllowed(one)),
          `${command} ${args.join(' ')}`,
        ).toEqual([]);
        runs++;
        all += started.length;
      }
    }
    await folder.serve([toolCall(2, 'mind_recall'), toolCall(3, 'mind_checkpoint')]);
    expect(folder.programs().filter((one) => !isAllowed(one))).toEqual([]);
    expect(all).toBeGreaterThan(5);
    expect(folder.outsideNow()).toEqual(before);
    console.log(
      `programs: ${runs} runs of commands started ${all}, each of them git or this build by its own path`,
    );
  });
});

/** A session of the workspace that can be compacted. */
function withSession(): Folder {
  const folder = hostileFolder();
  folder.run(['sessions', 'new', 'mine']);
  const messages = Array.from({ length: 12 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `message ${at} ${'word '.repeat(40)}`,
  }));
  folder.run(['sessions', 'append', 'mine', '--input', '-'], { input: JSON.stringify(messages) });
  return folder;
}

describe('a summariser', () => {
  const compact = ['sessions', 'compact', 'mine', '--first', '0', '--last', '1'];

  it('named by the environment, which settings of an agent can set, needs trust', () => {
    const folder = withSession();
    const before = folder.outsideNow();
    folder.programs();
    const { status, err } = folder.run(compact, {
      env: { DAYBOOK_SUMMARISER: `touch '${folder.outside}/PWNED'` },
    });
    expect([status, err]).toEqual([1, expect.stringContaining('daybook trust')]);
    expect(folder.outsideNow()).toEqual(before);
    expect(folder.programs()).toEqual([]);
  });

  it('typed on the command line is the user’s own wish', () => {
    const folder = withSession();
    const { status, out } = folder.run([...compact, '--summariser', "grep -c ''"]);
    expect([status, out]).toEqual([0, expect.stringMatching(/^Compacted/)]);
  });

  it('and whatever else asks for trust is refused without, and passes with it', () => {
    expect(() => requireTrust({}, 'a command to run was named')).toThrow('this workspace is not trusted');
    expect(() => requireTrust({ trusted: false }, 'x')).toThrow();
    expect(requireTrust({ trusted: true }, 'x')).toBeUndefined();
  });
});

describe('a guard that another user wrote', () => {
  const event = (command: string) =>
    JSON.stringify({ session_id: command, tool_name: 'Bash', tool_use_id: 't', tool_input: { command } });

  it('never denies a call, whatever the settings say; what Daybook wrote here does', () => {
    const folder = hostileFolder();
    folder.write('daybook.yaml', 'guard: deny\n');
    folder.write(
      'content/FAILURES.md',
      '# Failures\n\n## axios ^61k0y5aaaa2\n\n- **Reason**: planted by others\n',
    );
    folder.write('content/SESSION.md', '# Session\n\n## Rejected\n\n- `git push`: planted by others\n');
    folder.run(['reject', 'left-pad', '--why', 'nobody looks after it']);
    const told = (command: string) => folder.run(['hook', 'PreToolUse'], { input: event(command) }).out;
    for (const command of ['npm install axios', 'git push'])
      expect(told(command)).toEqual(expect.not.stringContaining('"deny"'));
    expect(told('npm install axios')).toBe(''); // advised once a session
    expect(told('npm install left-pad')).toContain('"permissionDecision":"deny"');
  });

  it('denies where the user has trusted the workspace', async () => {
    const folder = hostileFolder();
    folder.write('daybook.yaml', 'guard: deny\n');
    folder.write('content/SESSION.md', '# Session\n\n## Rejected\n\n- `git push`: planted by others\n');
    const start = {
      cwd: folder.root,
      env: { HOME: folder.home, DAYBOOK_HOME: join(folder.home, '.daybook'), DAYBOOK_NOW: NOON },
      warn: () => undefined,
    };
    const input = {
      tool: 'Bash',
      words: 'git push',
      file: [],
      text: undefined,
      before: undefined,
      intent: false,
      mentions: false,
      traps: false,
      explain: false,
    };
    const denied = async (trusted: boolean) => {
      const kept = {
        ...NO_CACHE,
        store: (root: Parameters<typeof NO_CACHE.store>[0], options: object) =>
          NO_CACHE.store({ ...root, trusted }, options),
      };
      const runtime = await openRuntime(start, 'workspace', kept);
      return (await executeCommand(guard, input, runtime, { dryRun: false })).plan.data.denied;
    };
    expect([await denied(false), await denied(true)]).toEqual([false, true]);
  });
});

describe('settings of a workspace', () => {
  it('that give authority are these, each with what bounds it', { tags: 'desk' }, () => {
    const named = Object.entries(SETTINGS as Readonly<Record<string, SettingDefinition<unknown>>>).flatMap(
      ([name, { authority }]) => (authority ? [name] : []),
    );
    expect(named.toSorted()).toEqual([
      'content',
      'context.target',
      'cron.sync',
      'guard',
      'notes.home',
      'search.embed',
      'store',
    ]);
  });

  it('let no file be written but notes and a Markdown target in the worktree', () => {
    for (const target of [
      '.envrc',
      '.git/config',
      '../private/diary.md',
      '/tmp/x.md',
      '.claude/settings.json',
      'package.json',
    ]) {
      const folder = hostileFolder();
      folder.write('daybook.yaml', `context: {target: ${JSON.stringify(target)}}\n`);
      const before = folder.outsideNow();
      for (const args of [['recall'], ['context'], ['log', 'an entry', '--type', 'fact']]) folder.run(args);
      expect(folder.outsideNow(), target).toEqual(before);
      if (!target.startsWith('/') && !target.startsWith('..'))
        expect(existsSync(join(folder.root, target)), target).toBe(false);
    }
    for (const content of ['../private', '/tmp', '.daybook', '.']) {
      const folder = hostileFolder();
      folder.write('daybook.yaml', `content: ${JSON.stringify(content)}\n`);
      const before = folder.outsideNow();
      folder.run(['log', 'an entry', '--type', 'fact']);
      expect(folder.outsideNow(), content).toEqual(before);
    }
  });
});

describe('a program on the search path', () => {
  it('is never one of the workspace, nor found by a relative entry', { tags: 'desk' }, () => {
    const base = freshFolder();
    const [clone, bin] = [join(base, 'clone'), join(base, 'bin')];
    for (const path of [join(clone, 'bin/crontab'), join(bin, 'crontab'), join(bin, 'other')]) {
      put(path, '');
      chmodSync(path, 0o755);
    }
    symlinkSync(join(clone, 'bin'), join(base, 'linked'));
    symlinkSync(join(clone, 'bin/crontab'), join(bin, 'sneaky'));
    const find = (name: string, ...path: readonly string[]) =>
      findProgram(nodeFileSystem, name, path.join(':'), [clone])?.path ?? null;
    expect(find('crontab', join(clone, 'bin'), '.', '', 'bin', join(base, 'linked'), bin)).toBe(
      join(bin, 'crontab'),
    );
    expect(find('crontab', join(clone, 'bin'), '.', 'bin')).toBe(null);
    expect(find('sneaky', bin)).toBe(null);
  });

  it('is what `cron install` starts, and its log lies in the user’s own folder', () => {
    const folder = hostileFolder();
    const path = stubs(folder);
    const tools = join(folder.home, 'tools');
    put(join(tools, 'crontab'), `#!/bin/sh\n[ "$1" = -l ] && exit 0\ncat > '${tools}/taken'\n`);
    chmodSync(join(tools, 'crontab'), 0o755);
    const { status, err } = folder.run(['cron', 'install', '--as', 'crontab'], {
      env: { PATH: path.replace(':', `:${tools}:`) },
    });
    expect([status, err]).toEqual([0, '']);
    expect(existsSync(join(folder.outside, 'RAN-crontab'))).toBe(false);
    const taken = readFileSync(join(tools, 'taken'), 'utf8');
    expect(taken).toContain(process.execPath);
    expect(taken).toMatch(new RegExp(`>> '?${join(folder.home, '.daybook')}/daybook-[0-9a-f]{8}\\.log`));
  });
});
