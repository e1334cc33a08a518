import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/errors.js';
import { findRoot } from '../../../src/store/workspace/find-workspace.js';
import { freshFolder, put } from '../../support/store-root.js';

const look = (cwd: string, more: { workspace?: string; env?: Record<string, string> } = {}) =>
  findRoot({ cwd, env: { HOME: '/nowhere', ...more.env }, workspace: more.workspace });

const refusal = (act: () => unknown): UserError => {
  try {
    act();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('not refused');
};

/** A main worktree with a linked one, as git lays them out. */
function linkedWorktree(): { main: string; linked: string } {
  const dir = freshFolder();
  const [main, linked] = [join(dir, 'main'), join(dir, 'linked')];
  const own = join(main, '.git/worktrees/linked');
  put(linked, '.git', `gitdir: ${own}\n`);
  put(own, 'commondir', '../..\n');
  put(own, 'gitdir', `${join(linked, '.git')}\n`);
  return { main, linked };
}

describe('root', () => {
  it('is the nearest daybook.yaml upwards, through links and odd names', () => {
    const dir = freshFolder();
    put(dir, 'my work – ü/daybook.yaml', 'content: notes # here\n');
    mkdirSync(join(dir, 'my work – ü/a/b'), { recursive: true });
    symlinkSync(join(dir, 'my work – ü/a'), join(dir, 'short'));
    for (const cwd of ['my work – ü', 'my work – ü/a/b', 'short/b']) {
      const found = look(join(dir, cwd));
      expect(found).toMatchObject({
        root: join(dir, 'my work – ü'),
        content: 'notes',
        global: '/nowhere/.daybook',
      });
      expect(found.worktree).toBe(found.root);
    }
  });

  it('is named by --workspace before DAYBOOK_WORKSPACE before the folder', () => {
    const dir = freshFolder();
    for (const name of ['a', 'b', 'c']) put(dir, `${name}/daybook.yaml`, '');
    const env = { DAYBOOK_WORKSPACE: join(dir, 'b') };
    expect(look(join(dir, 'c'), { env, workspace: '../a' })).toMatchObject({
      root: join(dir, 'a'),
      reason: 'named by --workspace',
    });
    expect(look(join(dir, 'c'), { env }).root).toBe(join(dir, 'b'));
    expect(look(join(dir, 'c')).root).toBe(join(dir, 'c'));
    expect(look(join(dir, 'c'), { env: { DAYBOOK_HOME: join(dir, 'g') } }).global).toBe(join(dir, 'g'));
  });

  it('is refused where there is none, for home and beyond, and where the named folder is none', () => {
    const home = freshFolder();
    put(home, 'daybook.yaml', '');
    mkdirSync(join(home, 'project'));
    const env = { HOME: home };
    for (const act of [
      () => look(join(home, 'project'), { env }),
      () => look(home, { env }),
      () => look(home, { env, workspace: '.' }),
      () => look(home, { workspace: join(home, 'project') }),
      () => look(home, { workspace: join(home, 'nothing') }),
      () => look(freshFolder()),
    ]) {
      const refused = refusal(act);
      expect([refused.code, refused.status]).toEqual(['no-workspace', 3]);
      expect(refused.hint).toContain('daybook init');
    }
  });

  it('is foreign where everybody may write', () => {
    const dir = freshFolder();
    put(dir, 'daybook.yaml', '');
    chmodSync(dir, 0o777);
    expect(look(dir).foreign).toBe(dir);
    chmodSync(dir, 0o755);
    chmodSync(join(dir, 'daybook.yaml'), 0o666);
    expect(look(dir).foreign).toBe(join(dir, 'daybook.yaml'));
  });

  it('is shared by linked worktrees, each with its own context block', () => {
    const { main, linked } = linkedWorktree();
    put(main, 'sub/daybook.yaml', '');
    put(linked, 'sub/deep/x', '');
    expect(refusal(() => look(join(linked, 'sub/deep'))).code).toBe('no-workspace');
    put(linked, 'sub/daybook.yaml', '');
    expect(look(join(linked, 'sub/deep'))).toMatchObject({
      root: join(main, 'sub'),
      worktree: join(linked, 'sub'),
    });
    expect(look(join(main, 'sub'))).toMatchObject({ root: join(main, 'sub'), worktree: join(main, 'sub') });
    writeFileSync(join(linked, 'sub/daybook.yaml'), 'store: worktree\n');
    expect(look(join(linked, 'sub')).root).toBe(join(linked, 'sub'));
  });

  it('does not follow a .git file that the main worktree knows nothing of', () => {
    const { main, linked } = linkedWorktree();
    for (const dir of [main, linked]) put(dir, 'daybook.yaml', '');
    put(main, '.git/worktrees/linked/gitdir', '/elsewhere/.git\n');
    expect(look(linked).root).toBe(linked);
  });
});
