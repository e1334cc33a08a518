// @module-tag full: 1 s of processor time
import { expect, it } from 'vitest';
import { runCli } from '../../../src/cli/run-cli.js';
import { freshFolder } from '../../support/store-root.js';

/** Runs the command as a person at a terminal would, and returns what it prints. */
async function runAtTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  let printed = '';
  const write = (text: string) => {
    printed += text;
  };
  await runCli(args, { cwd: freshFolder(), env, out: write, err: write, terminal: true });
  return printed;
}

const BOLD = '\x1b[1m';

it('--color decides whether text on a terminal is marked, before NO_COLOR', async () => {
  const [cwd, home] = [freshFolder(), freshFolder()];
  const env = {
    HOME: home,
    DAYBOOK_HOME: home,
    DAYBOOK_NOW: '2026-06-07T14:32:05+02:00',
    TZ: 'Europe/Berlin',
  };
  await runAtTerminal(['-C', cwd, 'init', '--adopt'], env);
  await runCli(['init'], { cwd, env, out: () => undefined, err: () => undefined, terminal: false });
  const doctor = (more: readonly string[], no = {}) =>
    runAtTerminal(['-C', cwd, 'cron', ...more], { ...env, ...no });
  expect(await doctor([])).toContain(BOLD);
  expect(await doctor([], { NO_COLOR: '1' })).not.toContain(BOLD);
  expect(await doctor(['--color', 'always'], { NO_COLOR: '1' })).toContain(BOLD);
  expect(await doctor(['--color', 'never'])).not.toContain(BOLD);
});
