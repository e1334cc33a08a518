import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Change } from '../../src/notes/changes/change.js';
import { type FileSystem, nodeFileSystem } from '../../src/platform/file-system.js';
import { createSeed } from '../../src/platform/process-identity.js';
import type { WorkspaceRoot } from '../../src/platform/workspace-root.js';
import { addRegistryEntry, readEntry, STATE_ID } from '../../src/store/registry/registry.js';
import {
  ConflictError,
  type Operation,
  openStore,
  type Store,
  type StoreOptions,
} from '../../src/store/store.js';
import { freshFolder } from './fresh-folder.js';

export { freshFolder };

/** The root of a workspace of `createWorkspace`, for a process that opens its store. */
export const rootAt = (root: string): WorkspaceRoot => ({
  ...{ root, reason: 'test', content: 'content', worktree: root },
  global: join(root, '../home/.daybook'),
});

/** A workspace with these files, as quiet as if they were written yesterday. */
export function workspace(files: Readonly<Record<string, string | Uint8Array>> = {}): WorkspaceRoot {
  const root = freshFolder();
  for (const [path, content] of Object.entries({ 'daybook.yaml': '', ...files })) {
    put(root, path, content);
    settle(join(root, path));
  }
  return { root, reason: 'test', content: 'content', worktree: root, global: join(root, '.global') };
}

export function put(root: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** Where a root keeps what belongs to it: the one folder below `.daybook/` that is named by an id, and a path in it. */
export function stateOf(root: string, path = ''): string {
  const ids = readdirSync(join(root, '.daybook')).filter((name) => STATE_ID.test(name));
  if (ids.length !== 1) throw new Error(`${ids.length} ids in ${root}/.daybook`);
  return join(root, '.daybook', ids[0] ?? '', path);
}

/** True where a root has a state already. */
export const hasState = (root: string): boolean =>
  existsSync(join(root, '.daybook')) &&
  readdirSync(join(root, '.daybook')).some((name) => STATE_ID.test(name));

/** Registers a copy under the id of its original, as if it had always stood there. */
export function registerCopy(home: string, from: string, to: string): void {
  const { entry } = readEntry(nodeFileSystem, home, from);
  if (entry)
    addRegistryEntry({ port: nodeFileSystem, home, fsync: 'off', nonce: createSeed }, { ...entry, path: to });
}

/** The same path from the root. */
export const inState = (root: string, path: string): string => relative(root, stateOf(root, path));

export const get = (root: WorkspaceRoot, path: string): string => readFileSync(join(root.root, path), 'utf8');

/** Sets the times of a file to yesterday. */
export const settle = (path: string): void => utimesSync(path, YESTERDAY, YESTERDAY);

const YESTERDAY = new Date(Date.now() - 86_400_000);

let count = 0;

/** An operation with these changes, and an id of its own. */
export const operation = (changes: readonly Change[], more: Partial<Operation> = {}): Operation => ({
  id: `op-${process.pid}-${count++}`,
  verb: 'log',
  input: {},
  now: Date.UTC(2026, 5, 7, 12),
  seed: 's',
  by: null,
  session: null,
  say: 'Logged.',
  changes,
  ...more,
});

/** The disk without its waiting: flushes are calls like others, but nothing is flushed. */
export const hastyPort: FileSystem = { ...nodeFileSystem, sync: () => undefined, dataSync: () => undefined };

/** Opens a store that flushes nothing, for tests that do not look at flushes. */
export const quickStore = (root: WorkspaceRoot, options: StoreOptions = {}): Store =>
  openStore(root, { fsync: 'off', ...options });

/** The change that appends a line to a note as it is now, or creates the note. */
export function appending(store: Store, path: string, line: string): Change {
  const note = store.snapshot().note(path);
  if (!note) return { kind: 'create', path, text: `${line}\n`, why: 'test' };
  const splices = [{ at: note.text.length, old: '', new: `${line}\n` }];
  return { kind: 'edit', path, base: note.hash, splices, why: 'test' };
}

/** Appends a line as a command does: read, plan, lock, check, commit; again if another writer was faster. */
export function append(store: Store, path: string, line: string, more: Partial<Operation> = {}): void {
  while (!tried(store, path, line, more));
}

function tried(store: Store, path: string, line: string, more: Partial<Operation>): boolean {
  const snapshot = store.snapshot();
  const note = snapshot.note(path);
  const splices = [{ at: note?.text.length ?? 0, old: '', new: `${line}\n` }];
  const change: Change = note
    ? { kind: 'edit', path, base: note.hash, splices, why: 'test' }
    : { kind: 'create', path, text: `${line}\n`, why: 'test' };
  try {
    return store.transaction(
      20_000,
      (tx) => tx.isCurrent(snapshot.reads) && tx.commit(operation([change], more)).seq > 0,
    );
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}
