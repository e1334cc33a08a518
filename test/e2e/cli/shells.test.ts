// @module-tag full: 9 s of processor time
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { freshFolder } from '../../support/store-root.js';

/** Lines to complete at their end, and words that must be among the matches. `ID` and `SESSION` are those of the workspace. */
const LINES: readonly (readonly [line: string, ...expected: string[]])[] = [
  ['daybook lo', 'log', 'load'],
  ['daybook rem', 'remind'],
  ['daybook sess', 'sessions'],
  ['daybook help he', 'help'],
  ['daybook help inbox de', 'decline'],
  ['daybook help cron si', 'simulate'],
  ['daybook inbox d', 'decline'],
  ['daybook inbox ', 'list', 'accept', 'decline'],
  ['daybook inbox ac', 'accept'],
  ['daybook feedback a', 'add', 'applied', 'audit'],
  ['daybook page r', 'rename'],
  ['daybook cron un', 'uninstall'],
  ['daybook memory re', 'replace', 'remove'],
  ['daybook --wor', '--workspace'],
  ['daybook log --ty', '--type'],
  ['daybook log x --re', '--replaces'],
  ['daybook remind x --un', '--until'],
  ['daybook search --all', '--all-clis'],
  ['daybook log --type dec', 'decision'],
  ['daybook search --type lea', 'learning'],
  ['daybook search --kind mem', 'memory'],
  ['daybook search --tag bui', 'build'],
  ['daybook import mindsa', 'mindsave'],
  ['daybook export --format hu', 'hugo'],
  ['daybook reject x --by te', 'test'],
  ['daybook reject x --confidence me', 'medium'],
  ['daybook --color ne', 'never'],
  ['daybook completions po', 'powershell'],
  ['daybook amend ', 'ID'],
  ['daybook why ', 'ID'],
  ['daybook log x --replaces ', 'ID'],
  ['daybook done ', 'REMINDER'],
  ['daybook page show Rel', 'Release plan'],
  ['daybook links Rel', 'Release plan'],
  ['daybook sessions show mi', 'mine'],
  ['daybook sessions tree mi', 'mine'],
  ['daybook cron run jour', 'journal'],
  ['daybook -C . cron log prom', 'promote'],
  ['daybook plan show stat', 'station_feature'],
  ['daybook undo ', '1'],
];

const isThere = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

describe('completions in real shells', () => {
  const bin = freshFolder();
  const cwd = freshFolder();
  const home = freshFolder();
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    DAYBOOK_HOME: join(home, 'daybook'),
    TERM: 'xterm',
  };
  const run = (program: string, args: readonly string[], input = ''): string =>
    spawnSync(program, args, { cwd, env, input, encoding: 'utf8' }).stdout;
  const ids: Record<string, string> = {};

  beforeAll(() => {
    const program = join(bin, 'daybook');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/daybook.cjs')}" "$@"\n`);
    chmodSync(program, 0o755);
    run('daybook', ['init', '--agent', 'none']);
    const entryIn = (args: readonly string[]) => JSON.parse(run('daybook', [...args, '--json'])).entry.id;
    ids.ID = entryIn(['log', 'keep the cache in memory', '--type', 'decision', '--tag', 'build']);
    ids.REMINDER = entryIn(['remind', 'renew the certificate', '--when', 'tomorrow']);
    run('daybook', ['page', 'new', 'Release plan']);
    run('daybook', ['plan', 'station_feature', '--objective', 'show a station']);
    run('daybook', ['sessions', 'new', 'mine']);
  });

  const check = (found: readonly (readonly string[])[]) => {
    const missing = LINES.flatMap(([line, ...expected], at) =>
      expected
        .map((word) => ids[word] ?? word)
        .filter((word) => !found[at]?.some((one) => one === word || one.endsWith(`=${word}`)))
        .map((word) => `${line}: no ${word} in ${found[at]?.join(', ')}`),
    );
    expect(missing).toEqual([]);
    expect(found.length).toBe(LINES.length);
    expect(LINES.length).toBeGreaterThanOrEqual(40);
  };

  it('bash', () => {
    writeFileSync(join(bin, 'daybook.bash'), run('daybook', ['completions', 'bash']));
    const calls = LINES.map(
      ([line]) =>
        `complete_line ${line
          .split(' ')
          .map((word) => `'${word}'`)
          .join(' ')}`,
    );
    const script = `. ${bin}/daybook.bash
complete_line() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _daybook; printf '%s\\n' "\${COMPREPLY[@]}" '%%'; }
${calls.join('\n')}`;
    check(splitAnswers(run('bash', ['--norc', '-c', script]).replaceAll('\\ ', ' ')));
  });

  it.skipIf(!isThere('fish'))('fish', () => {
    writeFileSync(join(bin, 'daybook.fish'), run('daybook', ['completions', 'fish']));
    const calls = LINES.map(([line]) => `complete -C "${line}"; echo "%%"`);
    const out = run('fish', ['--no-config', '-c', `source ${bin}/daybook.fish\n${calls.join('\n')}`]);
    check(splitAnswers(out).map((lines) => lines.map((line) => line.split('\t')[0] ?? '')));
  });

  it.skipIf(!isThere('zsh'))('zsh, from fpath', () => {
    mkdirSync(join(bin, 'functions'));
    writeFileSync(join(bin, 'functions', '_daybook'), run('daybook', ['completions', 'zsh']));
    const args = [
      '-f',
      resolve('test/support/complete.zsh'),
      join(bin, 'functions'),
      join(bin, 'dump'),
      join(bin, 'log'),
    ];
    const out = run('zsh', args, `${LINES.map(([line]) => line).join('\n')}\n`);
    check(splitAnswers(out).map((lines) => lines.map((line) => line.replaceAll('\\', ''))));
  });

  it.skipIf(!isThere('pwsh'))('PowerShell', () => {
    writeFileSync(join(bin, 'daybook.ps1'), run('daybook', ['completions', 'powershell']));
    const calls = LINES.map(
      ([line]) =>
        `(TabExpansion2 -inputScript '${line}' -cursorColumn ${line.length}).CompletionMatches.ListItemText; '%%'`,
    );
    check(splitAnswers(run('pwsh', ['-NoProfile', '-Command', `. ${bin}/daybook.ps1\n${calls.join('\n')}`])));
  });
});

const splitAnswers = (out: string): readonly (readonly string[])[] =>
  out
    .split(/^%%\r?\n/m)
    .slice(0, -1)
    .map((answer) => answer.split(/\r?\n/).filter(Boolean));
