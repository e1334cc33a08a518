/*
 * The commands that a setup on Windows writes, parsed as those parse them who run them: git runs its drivers and filters
 * with sh, clients run hooks with cmd.exe or sh.
 */
import { execFileSync } from 'node:child_process';
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

  it('a hook is a line that cmd.exe splits as meant', () => {
    expect(parseAsCmd(toShellCommand(['hook', 'session-start', 'claude'], launch))).toEqual([
      NODE,
      command,
      'hook',
      'session-start',
      'claude',
    ]);
  });
});

it('the parser of cmd.exe finds what is not quoted', () => {
  expect(() => parseAsCmd('C:\\a & b\\node.exe x')).toThrow('&');
  expect(() => parseAsCmd('"C:\\%USER%\\node.exe" x')).toThrow('variable');
  expect(parseAsCmd('"C:\\a b\\\\" x "c\\"d"')).toEqual(['C:\\a b\\', 'x', 'c"d']);
});
