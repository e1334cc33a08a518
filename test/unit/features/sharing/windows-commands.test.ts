/*
 * The commands that a setup on Windows writes, parsed like the shells that run them: git runs its drivers and filters with
 * sh, clients run hooks with PowerShell, cmd.exe or sh.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toShellCommand } from '../../../../src/features/agent-setup/hook-events.js';
import { createGitSettings } from '../../../../src/features/sharing/git-setup.js';
import { freshFolder } from '../../../support/store-root.js';

const NODE = 'C:\\Program Files\\nodejs\\node.exe';
const COMMANDS = [
  'C:\\Users\\ann\\AppData\\Roaming\\npm\\node_modules\\daybook\\dist\\daybook.cjs',
  "C:\\Users\\Ann O'Neil\\new tools\\daybook.cjs",
  'C:\\Users\\a & b (work)\\^x\\daybook.cjs',
  'C:\\Users\\$home `id`\\daybook.cjs',
  '\\\\server\\share\\tools\\daybook.cjs',
  'D:\\Entwürfe\\日誌\\daybook.cjs',
  'C:\\Users\\Ann O\u2019Neil\\daybook.cjs',
];
const toUnix = (path: string) => path.replaceAll('\\', '/');

/** Runs a line with sh in a folder in which the paths of Windows exist, with a Node that prints its arguments. */
function runInSh(line: string, command: string): { args: readonly string[]; out: string } {
  const folder = freshFolder();
  const node = join(folder, toUnix(NODE));
  const isShare = command.startsWith('\\\\');
  const placed = isShare ? line.replaceAll("'//server", `'${folder}//server`) : line;
  for (const path of [node, join(folder, toUnix(command))]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      '#!/bin/sh\nfor one in "$@"; do printf "%s\\n" "$one" >> args; done\ncat > /dev/null\necho cleaned\n',
    );
    chmodSync(path, 0o755);
  }
  const out = execFileSync('sh', ['-c', placed], { cwd: folder, encoding: 'utf8', input: 'as it is\n' });
  const file = join(folder, 'args');
  const args = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return { args: args.replaceAll(folder, '').split('\n').slice(0, -1), out };
}

/** Splits a line as cmd.exe and the C library do (CommandLineToArgvW). Throws where cmd.exe would not pass it on. */
function parseAsCmd(line: string): readonly string[] {
  if (/%[^%\s]+%/.test(line)) throw new Error('cmd.exe puts a variable in');
  const args: string[] = [];
  let current: string | null = null;
  let isQuoted = false;
  for (const [mark] of line.matchAll(/\\*"|[^"\\]|\\+/gs)) {
    if (mark.endsWith('"')) {
      const slashes = mark.length - 1;
      current = (current ?? '') + '\\'.repeat(Math.floor(slashes / 2));
      if (slashes % 2 === 1) current += '"';
      else isQuoted = !isQuoted;
    } else if (mark === ' ' && !isQuoted) {
      if (current !== null) args.push(current);
      current = null;
    } else {
      if (!isQuoted && /[&|<>^()]/.test(mark)) throw new Error(`cmd.exe ends the command at ${mark}`);
      current = (current ?? '') + mark;
    }
  }
  if (isQuoted) throw new Error('a quote is open');
  return current === null ? args : [...args, current];
}

/**
 * Splits a line as Windows PowerShell 5 does: commands, each with its words. Throws for what it would not run as a command,
 * or would put something else in for.
 */
function parseAsPowerShell(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  const tokens = line.matchAll(
    /\s+|['\u2018-\u201b]((?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*)['\u2018-\u201b]|[;&]|[\w./:\\-]+|./gu,
  );
  let isCalled = false;
  for (const [token, quoted] of tokens) {
    const words = commands.at(-1) as string[];
    if (/^\s/.test(token)) continue;
    if (token === ';') commands.push([]);
    else if (token === '&' && words.length === 0 && !isCalled) isCalled = true;
    else if (quoted !== undefined) {
      if (words.length === 0 && !isCalled) throw new Error('PowerShell prints a string, and runs nothing');
      words.push(quoted.replace(/(['\u2018-\u201b])\1/g, '$1'));
    } else if (/^[\w./:\\-]+$/.test(token)) words.push(token);
    else throw new Error(`PowerShell stops at ${token}`);
  }
  return commands;
}

describe.each(COMMANDS)('on Windows, at %s', (command) => {
  const launch = { node: NODE, command, windows: true };
  const settings = createGitSettings(launch);

  it('the driver is one that sh runs', () => {
    const line = (settings['merge.daybook.driver'] ?? '')
      .replaceAll('%O', '.merge_file_1')
      .replaceAll('%A', '.merge_file_2')
      .replaceAll('%B', '.merge_file_3')
      .replaceAll('%P', "'content/a note.md'");
    const { args } = runInSh(line, command);
    const words = ['merge', '.merge_file_1', '.merge_file_2', '.merge_file_3', 'content/a note.md'];
    expect(args).toEqual([toUnix(command), ...words]);
  });

  it('the filter is one that sh runs, and lets a file through where Daybook is gone', () => {
    const line = settings['filter.daybook.clean'] ?? '';
    expect(runInSh(line, command)).toEqual({ args: [toUnix(command), 'clean'], out: 'cleaned\n' });
    expect(runInSh(line, 'C:\\elsewhere\\daybook.cjs')).toEqual({ args: [], out: 'as it is\n' });
  });

  it('git keeps them as they are', () => {
    const folder = freshFolder();
    const git = (...words: string[]) =>
      execFileSync('git', ['config', '--file', 'config', ...words], { cwd: folder, encoding: 'utf8' });
    for (const [key, value] of Object.entries(settings)) {
      git('--replace-all', key, value);
      expect(git('--get', key)).toBe(`${value}\n`);
    }
  });

  it('a status line is one that sh runs', () => {
    const { args } = runInSh(toShellCommand(['statusline'], launch, 'claude'), command);
    expect(args).toEqual([toUnix(command), 'statusline']);
  });

  it('a hook of Cursor is a line that cmd.exe splits as meant', () => {
    const line = toShellCommand(['hook', 'session-start', 'cursor'], launch, 'cursor');
    expect(parseAsCmd(line)).toEqual([NODE, command, 'hook', 'session-start', 'cursor']);
  });

  it.each(['codex', 'gemini'] as const)('a hook of %s is a line that PowerShell runs', (agent) => {
    const line = toShellCommand(['hook', 'SessionStart', agent], launch, agent);
    expect(parseAsPowerShell(line)).toEqual([[NODE, command, 'hook', 'SessionStart', agent]]);
  });
});

describe.each(['claude', 'codex', 'gemini', 'cursor'] as const)('shared by all machines, for %s', (agent) => {
  const line = toShellCommand(['hook', 'SessionStart', agent], null, agent);
  const words = ['hook', 'SessionStart', agent];

  it('sh starts it, and succeeds with one line where Daybook is missing', () => {
    const folder = freshFolder();
    const run = () =>
      spawnSync('sh', ['-c', line], { encoding: 'utf8', env: { PATH: `${folder}:/usr/bin:/bin` } });
    const missing = run();
    expect(missing).toMatchObject({ status: 0, stdout: '' });
    expect(missing.stderr.trim().split('\n')).toHaveLength(1);
    writeFileSync(join(folder, 'daybook'), '#!/bin/sh\necho "$@"\n');
    chmodSync(join(folder, 'daybook'), 0o755);
    expect(run()).toMatchObject({ status: 0, stdout: `${words.join(' ')}\n` });
  });

  it('the shell of the client on Windows starts it', () => {
    const wanted = [
      ['daybook', ...words],
      ['exit', '0'],
    ];
    if (agent === 'cursor') expect(line.split(' || ').map(parseAsCmd)).toEqual(wanted);
    else if (agent !== 'claude') expect(parseAsPowerShell(line)).toEqual(wanted);
  });
});

it('the parser of cmd.exe finds what is not quoted', () => {
  expect(() => parseAsCmd('C:\\a & b\\node.exe x')).toThrow('&');
  expect(() => parseAsCmd('"C:\\%USER%\\node.exe" x')).toThrow('variable');
  expect(parseAsCmd('"C:\\a b\\\\" x "c\\"d"')).toEqual(['C:\\a b\\', 'x', 'c"d']);
});

it('the parser of PowerShell finds what it would not run', () => {
  expect(() => parseAsPowerShell("'C:\\a\\node.exe' x")).toThrow('runs nothing');
  expect(() => parseAsPowerShell('"C:\\a\\node.exe" x')).toThrow('stops at "');
  expect(() => parseAsPowerShell('daybook hook x || true')).toThrow('stops at |');
  expect(parseAsPowerShell("& 'C:\\a''b' x; exit 0")).toEqual([
    ["C:\\a'b", 'x'],
    ['exit', '0'],
  ]);
});
