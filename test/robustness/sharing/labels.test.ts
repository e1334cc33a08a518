// @module-tag full: it runs commands many times over
/* Records that several people numbered alike, merged by `union`: one run of `merge --resolve` settles them. */
import { expect, it } from 'vitest';
import { type Clone, createClones, secondsLater } from '../../support/clones.js';
import { marks } from '../../support/workspace.js';

const LOG = 'content/FEEDBACK-LOG.md';

async function createTeam() {
  const clones = await createClones(3, { setUp: false, attributes: '*.md merge=union\n' });
  const [a, b, c] = clones as [Clone, Clone, Clone];
  a.write(LOG, '# Feedback log\n');
  a.commit('log');
  a.git('push', '--quiet', 'origin', 'HEAD:main');
  for (const clone of [b, c]) {
    clone.git('clean', '--force', '-d', '--quiet');
    clone.git('pull', '--quiet', 'origin', 'main');
  }
  return [a, b, c] as const;
}

it('numbers records once, and keeps one version of each', async () => {
  const [a, b, c] = await createTeam();
  const ids: string[] = [];
  let turn = 0;
  const learn = async (clone: Clone, word: string) => {
    const words = ['feedback', 'add', '--mistake', `${word} was wrong`, '--correction', `not ${word}`];
    ids.push((await clone.json(words, { now: secondsLater(turn++) })).feedback.entry.id);
    clone.commit(word);
  };
  const pull = (clone: Clone, from: Clone) =>
    expect(clone.tryGit('pull', '--quiet', '--no-rebase', '--no-edit', from.root, 'HEAD')).toBe(true);
  const resolve = async (clone: Clone) => {
    const { status, out, err } = await clone.run(['merge', '--resolve'], { now: secondsLater(900) });
    expect([status, err]).toEqual([0, '']);
    clone.commit('settled');
    return out;
  };
  await learn(a, 'cache');
  await learn(c, 'lease');
  await learn(b, 'shard');
  pull(a, c);
  expect(await resolve(a)).toContain(LOG);
  await learn(b, 'token');
  pull(c, a);
  await learn(a, 'queue');
  pull(b, c);
  pull(b, a);
  expect(await resolve(b)).toContain(LOG);
  expect(await resolve(b)).toBe('No note needs merging.\n');
  const text = b.read(LOG);
  for (const id of ids) expect(marks(text, id), text).toBe(1);
  const labels = [...text.matchAll(/^## FB-(\d{8}-\d{3}) /gm)].map(([, label]) => label);
  expect(labels).toHaveLength(ids.length);
  expect(new Set(labels).size, text).toBe(ids.length);
});
