import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { executeCommand } from '../../../src/app/execute.js';
import { createPreparedEffects, runEffects } from '../../../src/app/run-effects.js';
import { openRuntime } from '../../../src/app/runtime.js';
import { type Command, defineCommand } from '../../../src/command/define-command.js';
import type { Effect, ProgramEffect } from '../../../src/command/effects.js';
import { trust } from '../../../src/features/workspace/trust.command.js';
import { createEffectRecorder, type EffectRecorder } from '../../support/effect-recorder.js';

let base = '';
let folder = '';
let home = '';
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'daybook effects ')));
  folder = join(base, 'work');
  home = join(base, 'home');
  for (const path of [folder, home]) mkdirSync(path);
  writeFileSync(join(folder, 'daybook.yaml'), '');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const open = (effects: EffectRecorder) =>
  openRuntime(
    {
      cwd: folder,
      env: { HOME: home, DAYBOOK_HOME: home, DAYBOOK_NOW: '2026-06-07T14:32:05+02:00' },
      warn: () => undefined,
      effects,
    },
    'workspace',
  );

const EFFECT: Effect = { kind: 'user-registry', action: 'trust', subject: 'this', timeoutMs: 20 };

/** A command that makes a page and asks for an effect. */
const both = (onLocked: Command['onLocked']) =>
  defineCommand({
    name: 'both',
    description: 'make a page and ask for an effect',
    group: 'hidden',
    params: {},
    examples: [],
    requires: 'workspace',
    onLocked,
    countsAsActivity: () => false,
    plan: () => ({
      message: 'made',
      data: {},
      changes: [{ kind: 'create', path: 'content/page.md', text: 'a page\n', why: 'a test' }],
      effects: [EFFECT],
    }),
  });

test('an effect follows the commit', async () => {
  let isCommitted = false;
  const port = createEffectRecorder(() => {
    isCommitted = existsSync(join(folder, 'content/page.md'));
  });
  const { seq, effects } = await executeCommand(both('refuse'), {}, await open(port), { dryRun: false });
  expect(seq).toBe(1);
  expect(isCommitted).toBe(true);
  expect(effects).toEqual([
    { kind: 'user-registry', description: 'user registry: trust this', timeoutMs: 20 },
  ]);
});

test('a dry run prints effects and carries none out', async () => {
  const port = createEffectRecorder();
  const { diff } = await executeCommand(both('refuse'), {}, await open(port), { dryRun: true });
  expect(diff).toMatch(/\+a page\nuser registry: trust this\n$/);
  expect(port.seen).toEqual([]);
  expect(existsSync(join(folder, 'content/page.md'))).toBe(false);
});

test('a command that may be queued cannot have effects', async () => {
  const run = executeCommand(both('queue'), {}, await open(createEffectRecorder()), { dryRun: false });
  await expect(run).rejects.toThrow('may be queued');
  expect(existsSync(join(folder, 'content/page.md'))).toBe(false);
});

test('`trust` acts through the injected port alone', async () => {
  const port = createEffectRecorder();
  const input = { revoke: false, list: false, proofs: false, 'adopt-history': false };
  await executeCommand(trust, input, await open(port), { dryRun: false });
  expect(port.seen).toEqual([`user registry: trust ${folder}`]);
  expect(existsSync(join(home, 'workspaces'))).toBe(false);
});

test('an effect that does not end in time fails, and those after it are not run', async () => {
  const port = createEffectRecorder(() => new Promise(() => undefined));
  const running = runEffects([EFFECT, EFFECT], port);
  await expect(running).rejects.toMatchObject({ code: 'effect-timeout' });
  expect(port.seen).toHaveLength(1);
});

test('a `prepare` effect runs once, however often its result is asked for', () => {
  const port = createEffectRecorder();
  const prepared = createPreparedEffects(port);
  const hook: ProgramEffect = { kind: 'program', words: ['hook', 'Stop'], input: '{}', timeoutMs: 20 };
  expect(prepared.result(hook).out).toBe('1');
  expect(prepared.result({ ...hook }).out).toBe('1');
  expect(prepared.result({ ...hook, words: ['mcp'] }).out).toBe('2');
  expect(prepared.list()).toEqual([hook, { ...hook, words: ['mcp'] }]);
});
