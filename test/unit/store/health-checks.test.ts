import { chmodSync, linkSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scanBlocks } from '../../../src/markdown/block-scanner.js';
import type { WorkspaceRoot } from '../../../src/platform/workspace-root.js';
import type { HealthCheck } from '../../../src/store/store.js';
import { append, put, quickStore, stateOf, workspace } from '../../support/store-root.js';

const M = 'content/MEMORY.md';
const look = (root: WorkspaceRoot, fix: 'fix' | 'look' = 'look'): readonly HealthCheck[] =>
  quickStore(root).runHealthChecks({ fix: fix === 'fix', target: 'CLAUDE.md', outline: scanBlocks });
const amiss = (root: WorkspaceRoot, fix: 'fix' | 'look' = 'look') => look(root, fix).filter(({ ok }) => !ok);

describe('checkup', () => {
  it('finds nothing amiss in a new workspace, and makes nothing', () => {
    const root = workspace({ [M]: 'a\n' });
    expect(amiss(root)).toEqual([]);
    expect(readdirSync(root.root).sort()).toEqual(['content', 'daybook.yaml']);
    append(quickStore(root), M, 'b');
    expect(amiss(root)).toEqual([]);
  });

  it('clears debris away, keeping the bytes', () => {
    const root = workspace({ [M]: 'a\n' });
    append(quickStore(root), M, 'b');
    put(root.root, 'content/.daybook-0123456789abcdef01234567.tmp', 'half');
    linkSync(join(root.root, M), stateOf(root.root, 'keep/held.0123'));
    expect(amiss(root)).toMatchObject([{ name: 'leftover files', mendable: true }]);
    expect(amiss(root, 'fix')).toEqual([]);
    expect(readdirSync(stateOf(root.root, 'keep')).sort()).toEqual(['images', 'journal.jsonl', 'spool']);
    append(quickStore(root), M, 'c');
  });

  it.each([
    [
      'bad UTF-8',
      'content/L.md',
      Buffer.from([0x63, 0x61, 0x66, 0xe9]),
      'notes',
      /L\.md cannot be read: it is not UTF-8/,
    ],
    [
      'a note of 3 MB',
      'content/L.md',
      'x'.repeat(3e6),
      'notes',
      /L\.md cannot be read: it has 2\.9 MB; a note has 2 MB at most/,
    ],
    [
      'a lone marker',
      'CLAUDE.md',
      '<!-- MIND:CONTEXT 1 -->\n\ntext\n',
      'context block',
      /line 1, closing in line none/,
    ],
    [
      'two blocks',
      'CLAUDE.md',
      '<!-- MIND:CONTEXT -->\n\nx\n\n<!-- MIND:END -->\n\n'.repeat(2),
      'context block',
      /line 1, 7/,
    ],
    [
      'an id twice',
      'content/L.md',
      '- a ^k3m9p2x1ab4\n\n- b ^k3m9p2x1ab4\n',
      'ids',
      /\^k3m9p2x1ab4 at content\/L\.md:1 and content\/L\.md:3/,
    ],
    ['a sync conflict', 'content/L.sync-conflict-20260607-ABC.md', 'x', 'sync conflicts', /L\.sync-conflict/],
    ['a conflicted copy', "content/L (Anna's conflicted copy).md", 'x', 'sync conflicts', /conflicted copy/],
  ])('names %s', (_what, path, content, name, detail) => {
    const found = amiss(workspace({ [M]: 'a\n', [path]: content }));
    expect(found.map((one) => one.name)).toEqual([name]);
    expect(found[0]!.detail).toMatch(detail);
  });

  it('leaves nothing out of a wiki of more than 10,000 notes, and says what to do', () => {
    const root = workspace({ [M]: 'a\n' });
    for (let n = 0; n < 10_000; n++) writeFileSync(join(root.root, `content/n${n}.md`), '');
    const [notes] = look(root).filter(({ name }) => name === 'notes');
    expect(notes).toMatchObject({ ok: true });
    expect(notes?.detail).toMatch(/^10001 readable; .*none is left out.*daybook cron run cleanup/);
    const snapshot = quickStore(root).snapshot();
    expect(snapshot.list()).toHaveLength(10_001);
    expect(snapshot.unreadable).toEqual([]);
  });

  it('takes markers and ids in a fence for examples', () => {
    const fenced = '```\n<!-- MIND:CONTEXT -->\n- a ^k3m9p2x1ab4\n```\n';
    expect(
      amiss(workspace({ 'CLAUDE.md': fenced, 'content/A.md': `${fenced}\n- a ^k3m9p2x1ab4\n` })),
    ).toEqual([]);
  });

  it('lists acknowledged entries that an editor overwrote at once, not what a person took out later', () => {
    const root = workspace({ [M]: 'a\n' });
    append(quickStore(root), M, '- gone at once ^k3m9p2x1ab4');
    append(quickStore(root), M, '- gone later ^k3m9p2x1ab5');
    put(root.root, M, 'a\n- gone later ^k3m9p2x1ab5\n');
    append(quickStore(root), M, '- stays ^k3m9p2x1ab6');
    put(root.root, M, 'a\n- stays ^k3m9p2x1ab6\n');
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(root.root, M), later, later);
    expect(amiss(root)).toMatchObject([
      {
        name: 'lost entries',
        detail: expect.stringMatching(/gone at once .*\(written by 1; `daybook restore \^k3m9p2x1ab4`\)$/),
      },
    ]);
  });

  it('reports a lock of unknown owner, damage in the journal, and open modes', () => {
    const root = workspace();
    append(quickStore(root), M, 'a');
    const journal = stateOf(root.root, 'keep/journal.jsonl');
    writeFileSync(join(root.root, '.daybook/locks/store.lock'), '');
    writeFileSync(journal, 'no record\n', { flag: 'a' });
    chmodSync(join(root.root, '.daybook'), 0o755);
    expect(amiss(root).map(({ name }) => name)).toEqual(['lock', 'journal', 'file permissions']);
    expect(amiss(root, 'fix').map(({ name }) => name)).toEqual(['lock', 'journal', 'file permissions']);
  });
});
