import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { createSystem, type System } from '../../../src/platform/process-identity.js';
import { append, put, quickStore, workspace } from '../../support/store-root.js';

const M = 'content/MEMORY.md';

describe('snapshot', () => {
  it('lists the notes by code unit, without dot-folders, links and other files', () => {
    const files = [
      'content/b.md',
      'content/a/z.md',
      'content/a.md',
      'content/Z.md',
      'content/ü.md',
      'content/.hidden/x.md',
      'content/x.txt',
      'README.md',
    ];
    const root = workspace(Object.fromEntries(files.map((path) => [path, 'x'])));
    symlinkSync('a', join(root.root, 'content/linked'));
    symlinkSync('a.md', join(root.root, 'content/linked.md'));
    expect(quickStore(root).snapshot().list()).toEqual([
      'content/Z.md',
      'content/a.md',
      'content/a/z.md',
      'content/b.md',
      'content/ü.md',
    ]);
    expect(quickStore(root).snapshot().survey(null).stats[0]).toBe(1);
  });

  it('returns cached notes, and detects outdated ones', () => {
    const root = workspace({ [M]: 'a\n' });
    const store = quickStore(root);
    const checks: readonly [string, () => void][] = [
      ['nothing', () => undefined],
      ['an edit', () => put(root.root, M, 'b\n')],
      ['a new note', () => put(root.root, 'content/new.md', '')],
      ['a note that was absent', () => put(root.root, 'AGENTS.md', '')],
      ['a note that is gone', () => rmSync(join(root.root, M))],
    ];
    for (const [what, act] of checks) {
      const snapshot = store.snapshot();
      const text = snapshot.note(M)?.text;
      expect(snapshot.note('AGENTS.md')?.text ?? null).toBeNull();
      snapshot.list();
      act();
      expect(snapshot.note(M)?.text).toBe(text);
      expect(
        store.transaction(0, (tx) => tx.isCurrent(snapshot.reads)),
        what,
      ).toBe(what === 'nothing');
      rmSync(join(root.root, 'AGENTS.md'), { force: true });
    }
  });

  it('takes what is no note for none, and names it', () => {
    const root = workspace({
      'content/latin.md': Buffer.from([0xe9]),
      'content/utf16.md': Buffer.from('\ufeffa', 'utf16le'),
    });
    mkdirSync(join(root.root, 'content/folder.md'));
    symlinkSync('/dev/zero', join(root.root, 'content/zero.md'));
    symlinkSync('loop.md', join(root.root, 'content/loop.md'));
    symlinkSync('nowhere', join(root.root, 'CLAUDE.md'));
    execFileSync('mkfifo', [join(root.root, 'content/pipe.md')]);
    const snapshot = quickStore(root).snapshot();
    const names = ['latin', 'utf16', 'folder', 'zero', 'loop', 'pipe'].map((name) => `content/${name}.md`);
    for (const path of [...names, 'CLAUDE.md']) expect(snapshot.note(path), path).toBeNull();
    expect(snapshot.unreadable.map(({ path }) => path)).toEqual([...names, 'CLAUDE.md']);
    expect(snapshot.note('content/none.md')).toBeNull();
    expect(snapshot.unreadable).toHaveLength(7);
  });

  it('reads notes of the global root, and does not write them', () => {
    const root = workspace();
    put(root.global, 'content/MEMORY.md', 'global\n');
    const store = quickStore(root);
    expect(store.snapshot().note('~/content/MEMORY.md')?.text).toBe('global\n');
    expect(store.snapshot().note('~/../x')).toBeNull();
    expect(() => append(store, '~/content/MEMORY.md', 'x')).toThrow(RangeError);
  });
});

describe('a file that is being saved', () => {
  /** A machine that counts its naps and lets something happen in the first one. */
  function napping(during: () => void): { readonly machine: System; readonly naps: number[] } {
    const naps: number[] = [];
    const real = createSystem(nodeFileSystem);
    const sleep = (ms: number) => {
      if (naps.push(ms) === 1) during();
      real.sleep(Math.min(ms, 50));
    };
    return { machine: { ...real, sleep }, naps };
  }

  it('is read when it is quiet', () => {
    const root = workspace({ [M]: 'old\n' });
    writeFileSync(join(root.root, M), 'ha');
    const { machine, naps } = napping(() => writeFileSync(join(root.root, M), 'half, and the rest\n'));
    expect(quickStore(root, { machine }).snapshot().note(M)!.text).toBe('half, and the rest\n');
    expect(naps.length).toBeGreaterThan(0);
  });

  it('is not waited for where we wrote last', () => {
    const root = workspace();
    append(quickStore(root), M, 'ours');
    const { machine, naps } = napping(() => undefined);
    expect(quickStore(root, { machine }).snapshot().note(M)!.text).toBe('ours\n');
    expect(naps).toEqual([]);
  });

  it('gets a second look where it lost most of what we left', () => {
    const root = workspace();
    append(quickStore(root), M, 'x'.repeat(200));
    const whole = readFileSync(join(root.root, M), 'utf8');
    writeFileSync(join(root.root, M), '');
    const { machine, naps } = napping(() => writeFileSync(join(root.root, M), `${whole}theirs\n`));
    expect(quickStore(root, { machine }).snapshot().note(M)!.text).toBe(`${whole}theirs\n`);
    expect(naps.length).toBeLessThan(6);
  });
});
