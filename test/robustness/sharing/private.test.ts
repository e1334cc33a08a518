// @module-tag full: it runs commands many times over
/* What a workspace keeps private is in no object that is pushed, whichever way it came into memory. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createClones } from '../../support/clones.js';
import { freshFolder } from '../../support/store-root.js';

const WORDS = ['quokka', 'numbat', 'bilby', 'bandicoot', 'potoroo'] as const;

/** Returns the bytes of all objects of a repository, as text. */
function readObjects(folder: string): string {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  return execFileSync('git', ['cat-file', '--batch-all-objects', '--batch', '--buffer'], options);
}

it('nothing private is pushed', async () => {
  const [clone] = await createClones(1, { setUp: true });
  if (!clone) throw new Error('no clone');
  expect(clone.read('daybook.yaml')).not.toContain('preferences: private'); // it had a file of its own before
  clone.write('daybook.yaml', `${clone.read('daybook.yaml')}memory: {preferences: private}\n`);
  const [preference, fact, correction, snap, imported] = WORDS;
  const log = (...words: string[]) => clone.run(words);
  expect((await log('log', `prefers ${preference} over tabs`, '--type', 'preference')).status).toBe(0);
  expect((await log('memory', 'add', `the ${fact} host is mine`, '--private')).status).toBe(0);
  expect((await log('snap', '--reason', 'manual', '--phase', snap)).status).toBe(0);
  const native = join(freshFolder(), 'memory');
  mkdirSync(native);
  writeFileSync(join(native, 'MEMORY.md'), `# Memory\n\n- The ${imported} box needs a VPN.\n`);
  const taken = await log('import', 'claude-memory', native);
  expect(taken.status, taken.err).toBe(0);
  await clone.tell('UserPromptSubmit', { prompt: `No, always use ${correction}, not npm`, session_id: 's' });
  expect((await log('log', 'decided to share a wombat', '--type', 'decision')).status).toBe(0);
  const own = clone.read('content/private/MEMORY.md');
  for (const word of [preference, fact, correction]) expect(own).toContain(word);
  expect((await log('search', imported)).out).toContain('content/private/');
  const shared = await log('sync');
  expect(shared.status, shared.err).toBe(0);
  const objects = readObjects(clone.git('remote', 'get-url', 'origin').trim());
  expect(objects).toContain('wombat');
  for (const word of WORDS) expect(objects).not.toContain(word);
  expect(clone.git('status', '--short', '--untracked-files=all')).not.toContain('private/');
});

it('without a filter the block tells nothing private, and doctor says so', async () => {
  const [clone] = await createClones(1, { setUp: true });
  if (!clone) throw new Error('no clone');
  clone.git('config', '--local', '--remove-section', 'filter.daybook');
  await clone.run(['memory', 'add', 'the quokka host is mine', '--private']);
  await clone.run(['log', 'decided to share a wombat', '--type', 'decision']);
  await clone.run(['context']);
  expect(clone.read('CLAUDE.md')).toContain('wombat');
  expect(clone.read('CLAUDE.md')).not.toContain('quokka');
  expect((await clone.run(['doctor'])).out).toContain('until then CLAUDE.md has no private entry');
  await clone.run(['doctor', '--fix']);
  await clone.run(['context']);
  expect(clone.read('CLAUDE.md')).toContain('quokka');
});
