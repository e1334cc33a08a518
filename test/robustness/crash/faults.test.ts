// @module-tag full: each call of each operation fails in nine ways
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../../src/notes/changes/change.js';
import type { WorkspaceRoot } from '../../../src/platform/workspace-root.js';
import { parseLines } from '../../../src/store/change-journal/record.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { type Fault, faultyPort, Killed, type Plan } from '../../support/faulty-file-system.js';
import {
  append,
  appending,
  hastyPort,
  operation,
  quickStore,
  stateOf,
  workspace,
} from '../../support/store-root.js';
import { FULL } from '../../support/tiers.js';

const A = 'content/A.md';
const B = 'content/B.md';

/** Operations tried under every fault: edits of notes by other programs and by Daybook, and moves between notes. */
const OPERATIONS: Readonly<Record<string, (store: Store) => readonly Change[]>> = {
  'edit of a foreign note': (store) => [appending(store, A, 'new')],
  'edit of an own note': (store) => [appending(store, 'content/own.md', 'new')],
  create: () => [{ kind: 'create', path: 'content/deep/new.md', text: 'new\n', why: '' }],
  remove: (store) => [{ kind: 'remove', path: A, base: store.snapshot().note(A)!.hash, why: '' }],
  move: (store) => [
    { kind: 'move', path: A, to: 'content/archive/A.md', base: store.snapshot().note(A)!.hash, why: '' },
  ],
  'two notes': (store) => {
    const { hash } = store.snapshot().note(A)!;
    return [
      { kind: 'edit', path: A, base: hash, splices: [{ at: 0, old: 'a\n', new: '' }], why: '' },
      appending(store, B, 'a'),
    ];
  },
};

const FILES = { [A]: 'a\n', [B]: 'b\n' };

function prepared(): WorkspaceRoot {
  const root = workspace(FILES);
  append(quickStore(root), 'content/own.md', 'own');
  return root;
}

/** All notes and what they hold; anything else below the content folder shows too. */
function notes(root: WorkspaceRoot): string {
  const all = readdirSync(join(root.root, 'content'), { recursive: true, withFileTypes: true });
  return all
    .filter((item) => item.isFile())
    .map((item) => `${item.name}=${readFileSync(join(item.parentPath, item.name), 'utf8')}`)
    .sort()
    .join('|');
}

/** The state before and after the operation without a fault. */
function outcomes(change: (store: Store) => readonly Change[]): readonly [before: string, after: string] {
  const root = prepared();
  const before = notes(root);
  const store = quickStore(root);
  store.transaction(0, (tx) => tx.commit(operation(change(store))));
  return [before, notes(root)];
}

function strike(
  change: (store: Store) => readonly Change[],
  plan: Plan,
): { readonly root: WorkspaceRoot; readonly acknowledged: boolean; readonly error: unknown } {
  const root = prepared();
  const changes = change(quickStore(root));
  try {
    openStore(root, { port: faultyPort(plan, hastyPort) }).transaction(0, (tx) =>
      tx.commit(operation(changes)),
    );
    return { root, acknowledged: true, error: null };
  } catch (error) {
    return { root, acknowledged: false, error };
  }
}

const FAULTS: readonly Fault[] = [
  'EIO',
  'ENOSPC',
  'EACCES',
  'EROFS',
  'EMFILE',
  'EXDEV',
  'EBUSY',
  'short write',
  'killed',
];

describe('T9: the n-th call fails', () => testFaults(FULL ? 1 : 4));
describe('T9: one of eleven calls fails', { tags: ['desk'] }, () => testFaults(11));

function testFaults(stride: number): void {
  it.each(FAULTS)('T9: %s: the old notes or the new ones, and the next operation works', (fault) => {
    const tally = { injected: 0, acknowledged: 0 };
    Object.values(OPERATIONS).forEach((change, which) => {
      const [before, after] = outcomes(change);
      for (let at = 1 + (which % stride); ; at += stride) {
        const plan: Plan = { fault, at, struck: null };
        const { root, acknowledged, error } = strike(change, plan);
        if (!plan.struck) break;
        const told = `${Object.keys(OPERATIONS)[which]}, ${fault} at call ${at} (${plan.struck})`;
        tally.injected++;
        if (acknowledged) tally.acknowledged++;
        else expect(String((error as Error).message), told).not.toBe('');
        if (fault === 'killed') {
          expect(error, told).toBeInstanceOf(Killed);
          releaseDead(root);
        } else expect([before, after], told).toContain(notes(root));
        append(quickStore(root), 'content/own.md', 'next');
        const withNext = (state: string) => state.replace(/own\.md=own\n(new\n)?/, (own) => `${own}next\n`);
        expect(acknowledged ? [withNext(after)] : [withNext(before), withNext(after)], told).toContain(
          notes(root),
        );
        const journal = parseLines(readFileSync(stateOf(root.root, 'keep/journal.jsonl')));
        expect(journal.damaged, told).toEqual([]);
        const logged = quickStore(root).history().length === 3;
        if (acknowledged) expect(logged, told).toBe(true);
      }
    });
    console.log(
      `faults: ${fault}, ${tally.injected} injected, ${tally.acknowledged} of them acknowledged anyway, 0 other states`,
    );
  });
}

/** The lock of a process that is thought dead, although it is this one: its owner is given a start time that is over. */
function releaseDead(root: WorkspaceRoot): void {
  const locks = join(root.root, '.daybook/locks');
  for (const name of readdirSync(locks)) {
    const path = join(locks, name);
    const text = readFileSync(path, 'utf8');
    if (text !== '') writeFileSync(path, text.replace(/"start":"\d+"/, '"start":"1"'));
  }
}
