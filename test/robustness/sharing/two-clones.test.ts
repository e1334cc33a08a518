// @module-tag full: it runs commands many times over
/* Two people log, commit and pull by turns. */
import { describe, expect, it } from 'vitest';
import { type Clone, createClones, secondsLater } from '../../support/clones.js';
import { FULL } from '../../support/workspace.js';

const ROUNDS = FULL ? 6 : 3;

/** Both log and commit, then one pulls after the other. Returns how many pulls conflict; `settle` follows each of them. */
async function takeTurns(clones: readonly Clone[], settle: (clone: Clone) => Promise<void>): Promise<number> {
  let conflicts = 0;
  const pull = async (clone: Clone) => {
    if (clone.tryGit('pull', '--quiet', '--no-rebase', '--no-edit', 'origin', 'main')) return;
    conflicts++;
    await settle(clone);
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, clone] of clones.entries()) {
      const now = secondsLater(round * 100 + at);
      await clone.run(['log', `lesson ${clone.name}${round} holds`, '--type', 'learning'], {
        now,
      });
      await clone.run(['context'], { now });
      clone.commit(`${clone.name} ${round}`);
    }
    for (const clone of clones) {
      await pull(clone);
      clone.git('push', '--quiet', 'origin', 'HEAD:main');
    }
    for (const clone of clones) clone.git('pull', '--quiet', '--ff-only', 'origin', 'main');
  }
  return conflicts;
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

function expectAll(clones: readonly Clone[]): void {
  const [one] = clones;
  for (const clone of clones) {
    const memory = clone.read('content/MEMORY.md');
    for (let round = 0; round < ROUNDS; round++)
      for (const { name } of clones)
        expect(count(memory, new RegExp(`lesson ${name}${round} holds`, 'g'))).toBe(1);
    expect(memory).toBe(one?.read('content/MEMORY.md'));
    expect(count(clone.read('CLAUDE.md'), /MIND:CONTEXT/g)).toBe(1);
  }
}

it('with the setup of init: no conflict, every entry, one block', async () => {
  const clones = await createClones(2, { setUp: true });
  expect(await takeTurns(clones, async () => undefined)).toBe(0);
  expectAll(clones);
});

describe.each(['merge', 'diff3', 'zdiff3'] as const)('without it, conflicts of style %s', (style) => {
  it('are marked, and settled with every entry', async () => {
    const clones = await createClones(2, { setUp: false, style });
    const conflicts = await takeTurns(clones, async (clone) => {
      expect(clone.git('diff', '--name-only', '--diff-filter=U')).toContain('content/MEMORY.md');
      expect(clone.read('content/MEMORY.md')).toMatch(/^<{7} /m);
      const reply = await clone.run(['merge', '--resolve']);
      expect(reply.status, reply.err).toBe(0);
      expect(reply.out).not.toMatch(/^[<>=|]{7}/m);
      expect(clone.git('ls-files', '--unmerged')).toBe('');
      clone.commit('merge');
    });
    expect(conflicts).toBeGreaterThan(0);
    expectAll(clones);
  });
});

it('with `union`, the entries are whole after merge --resolve', async () => {
  const clones = await createClones(2, { setUp: false, attributes: '*.md merge=union\n' });
  expect(await takeTurns(clones, async () => undefined)).toBe(0);
  const [one] = clones as [Clone];
  const reply = await one.run(['merge', '--resolve']);
  expect(reply.status, reply.err).toBe(0);
  one.commit('fix');
  one.git('push', '--quiet', 'origin', 'HEAD:main');
  for (const clone of clones) clone.git('pull', '--quiet', '--ff-only', 'origin', 'main');
  expectAll(clones);
});
