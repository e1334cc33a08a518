// @module-tag full: 11 s of processor time
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshFolder } from '../../support/store-root.js';

const COMMAND = resolve('dist/daybook.cjs');
const hasScript = spawnSync('script', ['--version']).status === 0;

/** A folder with a workspace and programs, and ways to run the built command in it. */
function createPlace() {
  const [cwd, home, bin, tmp] = [freshFolder(), freshFolder(), freshFolder(), freshFolder()];
  const write = (name: string, text: string): string => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
    return join(bin, name);
  };
  write('daybook', `exec "${process.execPath}" "${COMMAND}" "$@"`);
  const env: Record<string, string | undefined> = {
    ...process.env,
    HOME: home,
    DAYBOOK_HOME: home,
    TMPDIR: tmp,
    PATH: `${bin}:${process.env.PATH}`,
    TERM: 'xterm',
    EDITOR: undefined,
    VISUAL: undefined,
    PAGER: undefined,
    NO_COLOR: '1',
  };
  /** Runs a line of a shell in a pseudo terminal; lines end with \n. */
  const inTerminal = (line: string, more: Record<string, string> = {}) => {
    const { stdout, status } = spawnSync('script', ['-qec', line, '/dev/null'], {
      cwd,
      env: { ...env, ...more },
      input: '',
      encoding: 'utf8',
      timeout: 60_000,
    });
    return { out: stdout.replaceAll('\r\n', '\n'), status };
  };
  const inShell = (line: string) =>
    spawnSync('bash', ['-c', line], { cwd, env, input: '', encoding: 'utf8', timeout: 60_000 });
  inShell('daybook init --quiet');
  return { cwd, env, tmp, write, inTerminal, inShell };
}

const readMemory = (cwd: string): string => readFileSync(join(cwd, 'content/MEMORY.md'), 'utf8');

describe.skipIf(!hasScript)('in a pseudo terminal', () => {
  it('log opens the editor, keeps several lines, and leaves no file behind', () => {
    const { cwd, tmp, write, inTerminal } = createPlace();
    const editor = write('edit', 'printf "decided to keep the cache\\nbecause it is small\\n" > "$1"');
    const { out, status } = inTerminal('daybook log', { EDITOR: editor });
    expect(status, out).toBe(0);
    expect(readMemory(cwd)).toContain('keep the cache');
    expect(readMemory(cwd)).toContain('it is small');
    expect(readdirSync(tmp).filter((name) => name.startsWith('daybook-'))).toEqual([]);
  });

  it('an empty text changes nothing', () => {
    const { cwd, write, inTerminal } = createPlace();
    const before = readMemory(cwd);
    const { out, status } = inTerminal('daybook log', { EDITOR: write('edit', ': > "$1"') });
    expect(status).toBe(1);
    expect(out).toContain('the text is empty, so nothing is changed');
    expect(readMemory(cwd)).toBe(before);
  });

  it('a refused text stays in its file, which the error names', () => {
    const { write, inTerminal } = createPlace();
    const editor = write('edit', 'echo "decided X because Y" > "$1"');
    const { out, status } = inTerminal('daybook log --from nowhere', { EDITOR: editor });
    expect(status).toBe(1);
    const [, file = ''] = /your text is in (\S+)/.exec(out) ?? [];
    expect(readFileSync(file, 'utf8')).toContain('decided X because Y');
  });

  it('an editor that fails is named', () => {
    const { out, status } = createPlace().inTerminal('daybook log', { EDITOR: '/nowhere/ed --wait' });
    expect(status).toBe(1);
    expect(out).toContain('the editor `/nowhere/ed --wait` failed');
  });

  it('a pager is a command of the shell, and the text is printed if it is not found', () => {
    const { inTerminal } = createPlace();
    const line = 'stty rows 10 cols 70; daybook config';
    const { out } = inTerminal(line, { PAGER: "sh -c 'echo paged; cat'" });
    expect(out).toContain('paged');
    expect(out).toContain('timezone');
    expect(inTerminal(line, { PAGER: 'no-such-pager' }).out).toContain('timezone');
  });

  it('without an editor, what is missing is named with an example', () => {
    const { out, status } = createPlace().inTerminal('daybook log');
    expect(status).toBe(2);
    expect(out).toContain('needs TEXT');
  });

  it('output longer than the screen goes to the pager, and a screen without rows gets none', () => {
    const { cwd, write, inTerminal } = createPlace();
    const pager = write('page', `cat > "${cwd}/paged"`);
    inTerminal('stty rows 10 cols 70; daybook config', { PAGER: pager });
    expect(readFileSync(join(cwd, 'paged'), 'utf8')).toContain('timezone');
    const { out } = inTerminal(`rm paged; stty rows 0 cols 0; daybook config`, { PAGER: pager });
    expect(out).toContain('timezone');
    expect(existsSync(join(cwd, 'paged'))).toBe(false);
  });

  it('TERM=dumb gets neither escapes nor a pager', () => {
    const { inTerminal } = createPlace();
    const { out } = inTerminal('stty rows 10 cols 70; NO_COLOR= daybook config', { TERM: 'dumb' });
    expect(out).toContain('timezone');
    expect(out).not.toContain('\x1b');
    expect(inTerminal('stty rows 99 cols 70; NO_COLOR= daybook config').out).toContain('\x1b[');
  });
});

describe('in pipes', () => {
  it('a closed pipe ends the command without an error', () => {
    const { inShell } = createPlace();
    for (const line of ['help --all', 'config --json', 'config']) {
      const { stdout, stderr } = inShell(`daybook ${line} | head -c 5; echo " \${PIPESTATUS[0]}"`);
      expect(stdout.trimEnd()).toMatch(/ 0$/);
      expect(stderr).toBe('');
    }
    expect(inShell('daybook status | true; echo "${PIPESTATUS[0]}"').stderr).toBe('');
    expect(inShell('daybook status >&-').stderr).not.toMatch(/ at .*\.cjs/);
    const full = inShell('daybook status > /dev/full');
    if (existsSync('/dev/full')) expect(full.stderr).toContain('the output cannot be written (ENOSPC)');
    expect(full.stderr).not.toMatch(/ at .*\.cjs/);
  });

  it('without a terminal nothing is asked, and no editor is opened', () => {
    const { cwd, env } = createPlace();
    const { status, stderr } = spawnSync('daybook', ['log'], {
      cwd,
      env: { ...env, EDITOR: 'false' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(status).toBe(2);
    expect(stderr).toContain('needs TEXT');
  });

  it('ctrl-C ends a command that waits, and the next one runs', async () => {
    const { cwd, env, inShell } = createPlace();
    for (const args of [
      ['log', '-'],
      ['cron', 'start'],
      ['serve', '--port', '0'],
    ]) {
      const child = spawn('daybook', args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
      let err = '';
      child.stderr.on('data', (text) => {
        err += text;
      });
      // `log -` waits for its text and prints nothing before.
      await Promise.race([once(child.stdout, 'data'), new Promise((done) => setTimeout(done, 3000))]);
      child.kill('SIGINT');
      await ended(child);
      expect(err, args.join(' ')).not.toMatch(/ at .*\.cjs/);
      expect(inShell('daybook log "ship on Monday" --type decision').status, args.join(' ')).toBe(0);
    }
  });
});

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done();
    else child.on('exit', () => done());
  });
