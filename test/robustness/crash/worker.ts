/* A process that writes through the store until it is told to stop or is killed. It is bundled and run by the tests here. */
import { closeSync, openSync, readFileSync, rmSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Change } from '../../../src/notes/changes/change.js';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { createSystem } from '../../../src/platform/process-identity.js';
import { acquireLock } from '../../../src/store/lock.js';
import {
  LockedError,
  type Operation,
  openStore,
  type Store,
  type StoreTransaction,
} from '../../../src/store/store.js';

const [, , job, dir = '', name = '', amount = '0', fsync = 'off'] = process.argv;
const MEMORY = 'content/MEMORY.md';
const SESSION = 'content/SESSION.md';

const acknowledge = (id: string) => writeSync(1, `${id}\n`);

function operation(id: string, changes: readonly Change[], more: Partial<Operation> = {}): Operation {
  return {
    id,
    verb: 'log',
    input: { id },
    now: Date.now(),
    seed: id,
    by: name,
    session: null,
    say: '',
    changes,
    ...more,
  };
}

/** One more line under the heading, in the middle of a person's text. */
function insertion(store: Pick<Store, 'snapshot'>, path: string, lines: string) {
  const snapshot = store.snapshot();
  const note = snapshot.note(path);
  if (!note) throw new Error(`${path} is gone`);
  const at = note.text.indexOf('\n', note.text.indexOf('## Entries')) + 1;
  const change: Change = {
    kind: 'edit',
    path,
    base: note.hash,
    splices: [{ at, old: '', new: lines }],
    why: 'log',
  };
  return { snapshot, change };
}

/** After this many tries outside the lock the plan is made inside, as `run` does. */
const TRIES = 3;

function log(store: Store, path: string, id: string): void {
  const line = `- entry ${id} ${'x'.repeat(60)}\n`;
  for (let attempt = 1; ; attempt++) {
    const plan = insertion(store, path, line);
    const done = store.transaction(60_000, (tx) => {
      if (tx.isCurrent(plan.snapshot.reads)) return tx.commit(operation(id, [plan.change]));
      return attempt < TRIES ? null : tx.commit(operation(id, [insertion(store, path, line).change]));
    });
    if (done) return;
  }
}

/** Moves the entries of the session, at most so many, to the memory: two notes, one operation. Returns false if there are none. */
function promote(store: Store, id: string, most = Number.POSITIVE_INFINITY): boolean {
  for (;;) {
    const snapshot = store.snapshot();
    const note = snapshot.note(SESSION);
    const lines = [...(note?.text.matchAll(/^- entry .*\n/gm) ?? [])].slice(0, most);
    if (!note || lines.length === 0) return false;
    const splices = lines.map((line) => ({ at: line.index, old: line[0], new: '' }));
    const out: Change = { kind: 'edit', path: SESSION, base: note.hash, splices, why: 'rise' };
    const into = insertion({ snapshot: () => snapshot }, MEMORY, lines.map(([line]) => line).join(''));
    const done = store.transaction(
      60_000,
      (tx) => tx.isCurrent(snapshot.reads) && tx.commit(operation(id, [out, into.change])),
    );
    if (done) return true;
  }
}

/** Leaves a request in the spool and, where the lock is free, does what waits there. */
function queue(store: Store, id: string): void {
  store.enqueue({ id, verb: 'log', input: { id }, now: Date.now(), seed: id, by: name, session: null });
  acknowledge(id);
  try {
    store.transaction(0, (tx) => drain(store, tx));
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
  }
}

function drain(store: Store, tx: StoreTransaction): void {
  for (const request of tx.spooled()) {
    const { change } = insertion(store, MEMORY, `- entry ${request.id} ${'x'.repeat(60)}\n`);
    tx.commit(operation(request.id, [change], { resumable: true }));
    tx.drop(request.id);
  }
}

/** Lets the session rise by three lines at a time, and tells each time. */
function rise(store: Store): void {
  for (let n = 0; promote(store, `${name}-${n}`, 3); n++) acknowledge(`${name}-${n}`);
}

function mixed(store: Store): void {
  for (let n = 0; ; n++) {
    const id = `${name}-${n}`;
    if (n % 10 === 9) queue(store, id);
    else {
      log(store, n % 3 === 0 ? SESSION : MEMORY, id);
      acknowledge(id);
      if (n % 7 === 6) promote(store, `${id}-up`);
    }
  }
}

/** Takes the lock once for each line of input; prints whether another process held it too. */
function contend(): void {
  const lines = createInterface({ input: process.stdin });
  const machine = createSystem(nodeFileSystem);
  lines.on('line', () => {
    const release =
      name === 'pid file'
        ? pidFile(machine.dead)
        : acquireLock({ port: nodeFileSystem, machine, folder: dir, command: 'test' }, 60_000).release;
    const alone = enter();
    machine.sleep(0.4);
    if (alone) unlinkSync(join(dir, 'inside'));
    release();
    acknowledge(alone ? 'alone' : 'double');
  });
}

function enter(): boolean {
  try {
    closeSync(openSync(join(dir, 'inside'), 'wx'));
    return true;
  } catch {
    return false;
  }
}

/** The control: what most tools ship. A file with the number of its owner, taken away when that one is dead. */
function pidFile(dead: ReturnType<typeof createSystem>['dead']): () => void {
  const path = join(dir, 'store.lock');
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(createSystem(nodeFileSystem).owner('test')), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch {
      try {
        if (dead(JSON.parse(readFileSync(path, 'utf8')))) unlinkSync(path);
      } catch {}
    }
  }
}

const root = { root: dir, reason: 'test', content: 'content', worktree: dir, global: join(dir, '.global') };
const store = () => openStore(root, { fsync: fsync === 'full' ? 'full' : 'off', command: `worker ${name}` });

if (job === 'contend') contend();
else if (job === 'mixed') mixed(store());
else if (job === 'rise') rise(store());
else if (job === 'log') {
  const mine = store();
  for (let n = 0; n < Number(amount); n++) {
    log(mine, MEMORY, `${name}-${n}`);
    acknowledge(`${name}-${n}`);
  }
}
