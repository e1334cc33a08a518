import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EffectPort } from '../../../src/app/run-effects.js';
import { runSync } from '../../../src/app/sync/run-sync.js';
import { createClones } from '../../support/clones.js';
import { createEffectRecorder } from '../../support/effect-recorder.js';
import { NOON } from '../../support/workspace.js';

it('sync reaches the network through the port of effects alone', async () => {
  const [clone] = await createClones(1, { setUp: true });
  if (!clone) throw new Error('no clone');
  await clone.run(['log', 'the port is the only way out', '--type', 'learning']);
  const hub = join(clone.root, '../hub.git');
  const readHub = () => execFileSync('git', ['-C', hub, 'rev-parse', 'main'], { encoding: 'utf8' });
  const tip = clone.git('rev-parse', 'origin/main').trim();
  const before = readHub();
  const recorder = createEffectRecorder();
  const effects: EffectPort = {
    ...recorder,
    exchange: async (effect, git) => (await recorder.exchange(effect, git)) ?? tip,
  };
  const env = {
    HOME: clone.home,
    DAYBOOK_HOME: join(clone.home, '.daybook'),
    DAYBOOK_NOW: NOON,
    PATH: process.env.PATH,
  };
  const { plan } = await runSync({
    input: { 'no-push': false },
    start: { cwd: clone.root, env, warn: () => undefined, effects },
    dryRun: false,
  });
  expect(recorder.seen).toEqual([
    'git: fetch main of origin',
    'git: push the notes to main of origin',
    'git: move main to the commit with the notes of both sides',
  ]);
  expect(plan.data).toMatchObject({ attempts: 1, conflicts: [] });
  expect(readHub()).toBe(before);
});
