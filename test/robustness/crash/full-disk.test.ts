import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../src/errors.js';
import type { Change } from '../../../src/notes/changes/change.js';
import type { FileSystem } from '../../../src/platform/file-system.js';
import type { WorkspaceRoot } from '../../../src/platform/workspace-root.js';
import { openStore, type Store } from '../../../src/store/store.js';
import { append, appending, hastyPort, operation, quickStore, workspace } from '../../support/store-root.js';

const A = 'content/A.md';
const B = 'content/B.md';
const TEXT = 'a line of a person\n'.repeat(8);

const OPERATIONS: Readonly<Record<string, (store: Store) => readonly Change[]>> = {
  edit: (store) => [appending(store, A, 'new')],
  create: () => [{ kind: 'create', path: 'content/new.md', text: 'new\n'.repeat(20), why: '' }],
  remove: (store) => [{ kind: 'remove', path: A, base: store.snapshot().note(A)?.hash ?? '', why: '' }],
  'two notes': (store) => [appending(store, A, 'x'), appending(store, B, 'y')],
};

/** A disk with room for so many bytes: the last write falls short, and none after it writes any. */
function smallDisk(room: number): { readonly port: FileSystem; readonly left: () => number } {
  let left = room;
  const write: FileSystem['write'] = (file, bytes, offset, length, position) => {
    if (left <= 0) throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
    const put = hastyPort.write(file, bytes, offset, Math.min(length, left), position);
    left -= put;
    return put;
  };
  return { port: { ...hastyPort, write }, left: () => left };
}

function notes(root: WorkspaceRoot): string {
  const folder = join(root.root, 'content');
  return readdirSync(folder)
    .sort()
    .map((name) => `${name}=${readFileSync(join(folder, name), 'utf8')}`)
    .join('|');
}

function prepared(): WorkspaceRoot {
  const root = workspace({ [A]: TEXT, [B]: TEXT });
  append(quickStore(root), 'content/own.md', 'own');
  return root;
}

function notesAfter(change: (store: Store) => readonly Change[]): string {
  const root = prepared();
  const store = quickStore(root);
  store.transaction(0, (tx) => tx.commit(operation(change(store))));
  return notes(root);
}

describe('T8: a full disk', () => {
  const STRIDE = process.env.DAYBOOK_FULL ? 1 : 29;

  it.each(Object.entries(OPERATIONS))(
    'T8: %s: wherever the room ends, the notes are old or new',
    (name, change) => {
      const before = notes(prepared());
      const after = notesAfter(change);
      let tried = 0;
      let refused = 0;
      for (let room = 0; ; room += STRIDE) {
        const root = prepared();
        const changes = change(quickStore(root));
        const { port, left } = smallDisk(room);
        let error: unknown = null;
        try {
          openStore(root, { port }).transaction(0, (tx) => tx.commit(operation(changes)));
        } catch (caught) {
          error = caught;
        }
        if (error === null) {
          expect(notes(root), `${name}, room for ${room}`).not.toBe(before);
          if (left() > 0) break;
          continue;
        }
        tried++;
        refused += error instanceof UserError && error.code === 'disk-full' ? 1 : 0;
        expect(notes(root), `${name}, room for ${room}`).toBe(before);
        append(quickStore(root), 'content/own.md', 'next');
        const withNext = (state: string) => state.replace('own\n', 'own\nnext\n');
        // of several notes the intent may stand, where there was no room to give it up: then the next one completes it
        expect([withNext(before), withNext(after)], `${name}, room for ${room}, then the next`).toContain(
          notes(root),
        );
      }
      console.log(`full disk (${name}): room ended at ${tried} places, ${refused} told so, 0 other states`);
      expect(refused).toBe(tried);
      expect(tried).toBeGreaterThan(10);
    },
  );
});
