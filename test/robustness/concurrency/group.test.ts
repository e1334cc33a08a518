// @module-tag full: it runs commands many times over
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeFileSystem, OPEN_FLAGS } from '../../../src/platform/file-system.js';
import { createSystem } from '../../../src/platform/process-identity.js';
import { openStore, ServedByOther, type Store, type StoreOptions } from '../../../src/store/store.js';
import type { StoreTransaction } from '../../../src/store/transaction.js';
import { get, operation, workspace } from '../../support/store-root.js';
import { createWorkspace, FULL, marks } from '../../support/workspace.js';

const MEMORY = 'content/MEMORY.md';
const SESSION = 'content/SESSION.md';

/** An operation that appends a line to notes as a group leaves them. */
function appending(
  store: Store,
  tx: Pick<StoreTransaction, 'group'>,
  group: ReturnType<StoreTransaction['group']>,
  id: string,
  paths: readonly string[],
) {
  const snapshot = store.snapshot();
  const changes = paths.map((path) => {
    const note = group.note(path) ?? snapshot.note(path);
    if (!note) throw new Error(`no ${path} for ${tx}`);
    const splices = [{ at: note.text.length, old: '', new: `- ${id}\n` }];
    return { kind: 'edit', path, base: note.hash, splices, why: 'test' } as const;
  });
  return operation(changes, { id, say: id });
}

const IDS = ['one', 'two', 'three', 'four'];
const noted = { [MEMORY]: '# Memory\n', [SESSION]: '# Session\n' };

/** Commits all as one group; two notes, one of which each operation touches, the last both. */
function commitGroup(store: Store): void {
  store.transaction(0, (tx) => {
    const group = tx.group();
    for (const [i, id] of IDS.entries()) {
      const paths = i === 3 ? [MEMORY, SESSION] : [i % 2 === 0 ? MEMORY : SESSION];
      if (!group.add(appending(store, tx, group, id, paths))) throw new Error('not taken in');
    }
    group.writeAll();
  });
}

describe('a group of operations', () => {
  it('has a record each, is undone one by one, and replaces each note once', () => {
    const root = workspace(noted);
    let renames = 0;
    const port = {
      ...nodeFileSystem,
      rename: (from: string, to: string) => {
        if (to.endsWith('.md')) renames++;
        nodeFileSystem.rename(from, to);
      },
    };
    const store = openStore(root, { port, fsync: 'off' });
    commitGroup(store);
    expect(get(root, MEMORY)).toBe('# Memory\n- one\n- three\n- four\n');
    expect(get(root, SESSION)).toBe('# Session\n- two\n- four\n');
    expect(renames).toBe(2);
    expect(store.history().map(({ seq, say }) => [seq, say])).toEqual([
      [4, 'four'],
      [3, 'three'],
      [2, 'two'],
      [1, 'one'],
    ]);
    const [, third] = store.history();
    expect(store.version(third?.touched[0]?.before ?? '')).toBe('# Memory\n- one\n');
  });

  it('makes each operation completely or not at all, whichever call its process died at', () => {
    let calls = 0;
    for (let limit = 1; ; limit += FULL ? 1 : 3) {
      const root = workspace(noted);
      const port = dying(limit);
      const died = fails(() => commitGroup(openStore(root, { port, fsync: 'off' })));
      const store = openStore(root, { fsync: 'off' });
      store.transaction(0, () => undefined);
      const [memory, session] = [get(root, MEMORY), get(root, SESSION)];
      const done = new Set(store.history().map(({ say }) => say));
      for (const [i, id] of IDS.entries()) {
        const places = i === 3 ? [memory, session] : [i % 2 === 0 ? memory : session];
        for (const text of places)
          expect(text.split(`- ${id}\n`).length - 1, `call ${limit}: ${id}`).toBe(done.has(id) ? 1 : 0);
      }
      calls = limit;
      if (!died) break;
    }
    console.log(
      `group: died at ${FULL ? 'each' : 'a third'} of ${calls} calls, 0 operations half done, 0 doubled`,
    );
    expect(calls).toBeGreaterThan(30);
  });

  it('takes in nothing that was thought on other bytes, and nothing but edits', () => {
    const root = workspace(noted);
    const store = openStore(root, { fsync: 'off' });
    store.transaction(0, (tx) => {
      const group = tx.group();
      expect(group.add(operation([{ kind: 'create', path: 'content/x.md', text: 'x', why: 'test' }]))).toBe(
        false,
      );
      expect(group.add(appending(store, tx, group, 'one', [MEMORY]))).toBe(true);
      expect(group.add(appending(store, tx, tx.group(), 'two', [MEMORY]))).toBe(false);
    });
    expect(store.history()).toEqual([]);
  });

  it.each([
    ['while it sleeps', (serve: Serve) => ({ ...whileAsleep(serve), port: nodeFileSystem })],
    ['while it sleeps, the lock having seemed free twice', whileAsleep],
    ['as soon as it is written', (serve: Serve) => ({ port: after('write', serve) })],
  ])('a request is told what came of it, and is done once: %s', (_, when) => {
    const { root, answer, store } = asked(when);
    expect(answer).toBeInstanceOf(ServedByOther);
    expect(answer).toMatchObject({ answer: { seq: 1 } });
    expect((answer as ServedByOther).seq()).toBe(1);
    expect(get(root, MEMORY)).toBe('# Memory\n- asked\n');
    expect(store.history().length).toBe(1);
  });

  it.each([
    [
      'its holder cannot say so',
      () => {
        throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
      },
    ],
    ['its answer is garbled', (path: string) => appendFileSync(path, 'no JSON')],
  ])('is done once, too, where %s: then its number is known', (_, instead) => {
    const { root, answer, store } = asked(whileAsleep, {
      ...nodeFileSystem,
      open(path, ...rest) {
        if (path.endsWith('/wants/asked') && rest[0] === OPEN_FLAGS.more) instead(path);
        return nodeFileSystem.open(path, ...rest);
      },
    });
    expect(answer).toMatchObject({ answer: null });
    expect((answer as ServedByOther).seq()).toBe(1);
    expect(get(root, MEMORY)).toBe('# Memory\n- asked\n');
    expect(store.history().length).toBe(1);
  });
});

type Serve = () => void;

/** A request arrives while the lock is held, and the holder serves it. */
function asked(when: (serve: Serve) => StoreOptions, port = nodeFileSystem) {
  const root = workspace(noted);
  const [store, other] = [openStore(root, { fsync: 'off' }), openStore(root, { port, fsync: 'off' })];
  const request = {
    id: 'asked',
    verb: 'log',
    input: {},
    now: Date.now(),
    seed: 's',
    by: null,
    session: null,
  };
  store.transaction(0, () => undefined); // makes the state folder
  const answer = other.transaction(0, (tx) => {
    const serve = () => {
      const [first] = tx.takeWaitingRequests();
      if (!first) return;
      const group = tx.group();
      group.add(appending(other, tx, group, first.id, [MEMORY]));
      tx.answerWaiter(first.id, { seq: group.writeAll().get(first.id) });
    };
    const waiting = openStore(root, { fsync: 'off', ...when(serve) });
    return waiting.transactionOrDelegate(1000, request, () => 'had the lock');
  });
  return { root, store, answer };
}

function whileAsleep(serve: Serve): StoreOptions {
  return { machine: { ...createSystem(nodeFileSystem), sleep: serve }, port: blind(2) };
}

/** A disk during whose calls of one kind, once they are done, something else happens. */
const after = (call: 'write', act: Serve): typeof nodeFileSystem => ({
  ...nodeFileSystem,
  [call](...given: Parameters<typeof nodeFileSystem.write>) {
    const put = nodeFileSystem[call](...given);
    act();
    return put;
  },
});

it(`${FULL ? 12 : 6} commands at once, logged together: each reply names the line where its entry stands`, async () => {
  const bench = createWorkspace({ [MEMORY]: '# Memory\n\n## Facts\n\n- first\n' });
  const running = Array.from({ length: FULL ? 12 : 6 }, (_, i) =>
    bench.start(['log', `fact number ${i}`, '--type', 'fact', '--json']),
  );
  const replies = (await Promise.all(running.map(({ ended }) => ended))).map(({ out }) => JSON.parse(out));
  const text = readFileSync(join(bench.root, MEMORY), 'utf8');
  for (const { ok, entry } of replies) {
    expect(ok).toBe(true);
    expect(marks(text, entry.id)).toBe(1);
    expect(text.split('\n')[entry.line - 1]).toContain(`^${entry.id}`);
  }
  expect(new Set(replies.map(({ seq }) => seq)).size).toBe(replies.length);
});

/** A disk that refuses every call from the n-th on, as for a process that is gone. */
function dying(limit: number): typeof nodeFileSystem {
  let left = limit;
  return calling(() => {
    if (left-- <= 0) throw new Error('died');
  });
}

/** A disk that does not show the lock at the first few looks, as if another process took it just then. */
function blind(times: number): typeof nodeFileSystem {
  let left = times;
  const isHidden = (path: string) => path.endsWith('store.lock') && left-- > 0;
  return { ...nodeFileSystem, lstat: (path) => (isHidden(path) ? null : nodeFileSystem.lstat(path)) };
}

const calling = (before: () => void): typeof nodeFileSystem =>
  new Proxy(nodeFileSystem, {
    get:
      (port, name: keyof typeof nodeFileSystem) =>
      (...args: unknown[]) => {
        before();
        return (port[name] as (...all: unknown[]) => unknown)(...args);
      },
  });

function fails(act: () => void): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}
