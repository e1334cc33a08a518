import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Change } from '../../../src/notes/changes/change.js';
import { computeHash } from '../../../src/platform/encoding.js';
import type { Fsync } from '../../../src/platform/file-io.js';
import { nodeFileSystem } from '../../../src/platform/file-system.js';
import { createSystem } from '../../../src/platform/process-identity.js';
import type { WorkspaceRoot } from '../../../src/platform/workspace-root.js';
import type { openStore, Store, StoreOptions, StoreTransaction } from '../../../src/store/store.js';
import { rebootedPort, recordingPort, type Traced } from '../../support/faulty-file-system.js';
import {
  append,
  appending,
  hastyPort,
  operation,
  quickStore,
  settle,
  workspace,
} from '../../support/store-root.js';
import { type DiskState, statesOf } from './power-loss.js';

const A = 'content/A.md';
const B = 'content/B.md';
const OWN = 'content/own.md';

/** What is thought of a store before it is locked, and then done; how many records it leaves, and what a part of it would take away. */
type Act = (store: Store) => {
  readonly act: (tx: StoreTransaction) => void;
  readonly records: number;
  readonly lacking?: string;
};

const alone =
  (think: (store: Store) => readonly Change[]): Act =>
  (store) => {
    const changes = think(store);
    return { records: 1, act: (tx) => void tx.commit(operation(changes)) };
  };

/** The operations whose traces are cut, and the notes that each may leave. */
export const OPERATIONS: Readonly<Record<string, Act>> = {
  'edit of a foreign note': alone((store) => [appending(store, A, 'new')]),
  'edit of an own note': alone((store) => [appending(store, OWN, 'new')]),
  create: alone(() => [{ kind: 'create', path: 'content/new.md', text: 'new\n', why: '' }]),
  'from note to note': alone((store) => {
    const { hash } = store.snapshot().note(A)!;
    return [
      { kind: 'edit', path: A, base: hash, splices: [{ at: 0, old: 'a\n', new: '' }], why: '' },
      appending(store, B, 'a'),
    ];
  }),
  'first write': alone((store) => [appending(store, A, 'new')]),
  'another name': alone((store) => [
    { kind: 'move', path: A, to: 'content/C.md', base: store.snapshot().note(A)!.hash, why: '' },
  ]),
};

/** Of several names the next holder of the lock may have to complete the rest; till then an entry may be there twice. */
const ONE_NAME = ['edit of a foreign note', 'edit of an own note', 'create', 'first write'];

/** A workspace with a state; the first write finds none, and `DAYBOOK_HOME` empty. */
function prepared(name: string): WorkspaceRoot {
  const root = workspace({ [A]: 'a\n', [B]: 'b\n' });
  if (name !== 'first write') append(quickStore(root), OWN, 'own');
  return root;
}

/** The machine after a reboot. */
const later = createSystem(nodeFileSystem);
const rebooted: StoreOptions = {
  port: rebootedPort(hastyPort),
  machine: { ...later, owner: (command) => ({ ...later.owner(command), boot: 'the next boot' }) },
};

function diskOf({ root }: WorkspaceRoot): DiskState {
  const items = readdirSync(root, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
  return new Map(
    items.map((item) => [join(item.parentPath, item.name), readFileSync(join(item.parentPath, item.name))]),
  );
}

/** Notes as one text, to be compared. */
const notesIn = (state: DiskState, root: string): string =>
  [...state]
    .filter(([path]) => path.startsWith(join(root, 'content/')) && !path.endsWith('.tmp'))
    .map(([path, bytes]) => `${relative(root, path)}=${Buffer.from(bytes).toString('utf8')}`)
    .sort()
    .join('|');

export interface Tally {
  readonly states: number;
  readonly different: number;
  readonly bad: readonly string[];
}

/** Cuts the power at every moment of an operation and looks at every disk that this may leave, or until `most` are bad. */
export function cut(
  open: typeof openStore,
  name: string,
  fsync: Fsync,
  most = Number.POSITIVE_INFINITY,
): Tally {
  const root = prepared(name);
  const start = diskOf(root);
  const { act, records, lacking } = OPERATIONS[name]!(quickStore(root));
  const trace: Traced[] = [];
  const store = open(root, { port: recordingPort(trace, hastyPort), fsync });
  const acknowledged = store.transaction(0, (tx) => {
    act(tx);
    return trace.length;
  });
  const [before, after] = [notesIn(start, root.root), notesIn(diskOf(root), root.root)];
  const part = lacking === undefined ? after : after.replace(lacking, '');
  const earlier = quickStore({ ...root }).history().length - records;
  const want = { before, part, after, records: earlier + records, atOnce: ONE_NAME.includes(name) };
  const seen = new Set<string>();
  const bad: string[] = [];
  let states = 0;
  for (const { state, at } of statesOf(trace, start)) {
    if (bad.length >= most) break;
    states++;
    const done = at >= acknowledged;
    const key = computeHash(
      JSON.stringify([
        done,
        [...state].map(([path, bytes]) => [path, Buffer.from(bytes).toString('latin1')]),
      ]),
    );
    if (seen.has(key)) continue;
    seen.add(key);
    const fault = faultOf(state, root, { ...want, done });
    if (fault) bad.push(`call ${at}: ${fault}`);
  }
  return { states, different: seen.size, bad };
}

interface Want {
  readonly before: string;
  /** With some operations of a group: none was acknowledged, and each is whole. */
  readonly part: string;
  readonly after: string;
  readonly records: number;
  readonly done: boolean;
  /** Whether the notes must be so at once, or when the next operation is through. */
  readonly atOnce: boolean;
}

/** What is wrong with a disk, or null: the notes old or new, new when acknowledged, every version there, the next operation works. */
function faultOf(
  state: DiskState,
  { root }: WorkspaceRoot,
  { before, part, after, records, done, atOnce }: Want,
): string | null {
  const isRight = (notes: string) => notes === after || (!done && [before, part].includes(notes));
  const notes = notesIn(state, root);
  if (atOnce && !isRight(notes)) return `the notes are ${notes}`;
  const again = rebuilt(state, root);
  const store = quickStore(again, rebooted);
  append(store, 'content/next.md', 'next');
  const later = notesIn(diskOf(again), again.root).replace(/\|?content\/next\.md=next\n/, '');
  if (!isRight(later)) return `after the next operation the notes are ${later}`;
  const lost = before
    .split('|')
    .map(textIn)
    .filter((text) => store.version(computeHash(text)) === null && !later.includes(`=${text}`));
  if (lost.length > 0) return `lost versions: ${JSON.stringify(lost)}`;
  return done && store.history().length !== records + 1 ? 'the record is lost' : null;
}

/** The text of a note in what `notesIn` gives. */
const textIn = (note: string): string => note.slice(note.indexOf('=') + 1);

/** The disk at the same place, without locks: after a power cut the machine has another boot, and they are taken by hand. */
function rebuilt(state: DiskState, root: string): WorkspaceRoot {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true });
  for (const [path, bytes] of state) {
    if (path.includes('/.daybook/locks/')) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes, { mode: 0o600 });
    settle(path);
  }
  return { root, reason: 'test', content: 'content', worktree: root, global: join(root, '.global') };
}

/** What is wrong with the disks that a power cut may leave, up to so many of them. */
export const badDisks = (
  open: typeof openStore,
  name: string,
  fsync: Fsync,
  most: number,
): readonly string[] => cut(open, name, fsync, most).bad;
