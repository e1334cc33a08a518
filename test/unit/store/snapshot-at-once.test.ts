import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FileSystem, nodeFileSystem, OPEN_FLAGS } from '../../../src/platform/file-system.js';
import type { NoteReader } from '../../../src/store/store.js';
import { operation, quickStore, workspace } from '../../support/store-root.js';

const [A, B] = ['content/a.md', 'content/b.md'];

/** A store whose reads of B are each preceded by another process that moves the line between the notes; so many times. */
function restless(times: number) {
  const root = workspace({ [A]: '- the line\n', [B]: '' });
  const other = quickStore(root);
  let left = times;
  let isOurs = false;
  const moveLine = () => {
    const notes = [A, B].map((path) => other.snapshot().note(path)!);
    const [from, to] = notes[0]?.text === '' ? [notes[1]!, notes[0]!] : [notes[0]!, notes[1]!];
    const changes = [
      [from, '- the line\n', ''],
      [to, '', '- the line\n'],
    ] as const;
    const edits = changes.map(([{ path, hash }, old, fresh]) => ({
      kind: 'edit' as const,
      path,
      base: hash,
      splices: [{ at: 0, old, new: fresh }],
      why: 'test',
    }));
    other.transaction(0, (tx) => tx.commit(operation(edits)));
  };
  const port: FileSystem = {
    ...nodeFileSystem,
    open(path, flags, mode) {
      if (path === join(root.root, B) && flags === OPEN_FLAGS.read && left > 0 && !isOurs) {
        left--;
        moveLine();
      }
      return nodeFileSystem.open(path, flags, mode);
    },
    link(existing, fresh) {
      nodeFileSystem.link(existing, fresh);
      if (fresh.endsWith('store.lock')) isOurs = true; // then no other process can write
    },
  };
  return quickStore(root, { port });
}

const lines = (snapshot: NoteReader) => [A, B].map((path) => snapshot.note(path)?.text ?? '').join('');

describe('all notes read at one moment', () => {
  it('hold a line that moves between two notes once, where reading one after the other sees it twice', () => {
    expect(lines(restless(1).snapshot())).toBe('- the line\n- the line\n');
    expect(lines(restless(1).snapshotAtOnce(1000))).toBe('- the line\n');
  });

  it('are read under the lock if another process writes all the time', () => {
    expect(lines(restless(1000).snapshotAtOnce(1000))).toBe('- the line\n');
  });
});
