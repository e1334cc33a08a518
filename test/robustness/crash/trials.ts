import {
  closeSync,
  existsSync,
  ftruncateSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../../../src/notes/changes/change.js';
import { computeHash } from '../../../src/platform/encoding.js';
import type { FileSystem } from '../../../src/platform/file-system.js';
import type { LockOwner } from '../../../src/platform/process-identity.js';
import type { WorkspaceRoot } from '../../../src/platform/workspace-root.js';
import { faultyPort, Killed, type Plan } from '../../support/faulty-file-system.js';
import {
  appending,
  freshFolder,
  get,
  hastyPort,
  operation,
  put,
  stateOf,
  workspace,
} from '../../support/store-root.js';
import { badDisks } from './power-cuts.js';

/** The parts of Daybook that are tried: as they are, or with one safeguard switched off. */
export type Parts = typeof import('./under-test.js');

/** A trial gives what is not as it must be: nothing, where every safeguard is on. */
export type Trial = (parts: Parts) => readonly string[];

const M = 'content/MEMORY.md';
const B = 'content/B.md';
const TEXT = '# Memory\n\n- one\n- two\n';
const SAVED = TEXT.replace('- one\n', '- one\n- PERSON\n');

/** T1, T11: a line that goes from note to note is never nowhere, and once where the next command is through. */
export const killedMove: Trial = ({ openStore }) => {
  const wrong: string[] = [];
  for (let at = 1; ; at++) {
    const root = workspace({ [M]: 'line\n', [B]: 'b\n' });
    const store = openStore(root, { port: hastyPort });
    const edit = (path: string, old: string, fresh: string): Change => {
      const note = store.snapshot().note(path);
      return { kind: 'edit', path, base: note?.hash ?? '', splices: [{ at: 0, old, new: fresh }], why: '' };
    };
    const plan: Plan = { fault: 'killed', at, struck: null };
    try {
      const changes = [edit(M, 'line\n', ''), edit(B, '', 'line\n')];
      openStore(root, { port: faultyPort(plan, hastyPort) }).transaction(0, (tx) =>
        tx.commit(operation(changes)),
      );
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    if (!plan.struck) return wrong;
    const there = () => [M, B].filter((path) => get(root, path).includes('line')).length;
    if (there() === 0) wrong.push(`call ${at}: the line is nowhere`);
    forgetLocks(root);
    append({ openStore }, root, 'content/next.md', 'next');
    if (there() !== 1) wrong.push(`call ${at}: the line stands ${there()} times`);
  }
};

/** T2: of two who find the lock free, one has it. */
export const oneInside: Trial = ({
  acquireLock: acquire,
  createSystem: thisMachine,
  nodeFileSystem: realPort,
  LockedError: Locked,
}) => {
  const ground = { port: realPort, machine: thisMachine(realPort), folder: freshFolder(), command: 'trial' };
  let isFirst = true;
  const late: FileSystem = {
    ...realPort,
    link(from, to) {
      if (isFirst) acquire(ground, 0);
      isFirst = false;
      realPort.link(from, to);
    },
  };
  try {
    acquire({ ...ground, port: late }, 0);
    return ['two have the lock'];
  } catch (error) {
    return error instanceof Locked ? [] : [String(error)];
  }
};

/** T3: while one breaks a dead holder's lock another takes it over: the lock of the second stays. */
export const slowBreaker: Trial = ({
  acquireLock: acquire,
  createSystem: thisMachine,
  nodeFileSystem: realPort,
}) => {
  const folder = freshFolder();
  const machine = thisMachine(realPort);
  plantHolder(folder, { ...machine.owner('dead'), pid: UNUSED_PID, nonce: 'dead1' });
  let isFirst = true;
  const slow: FileSystem = {
    ...realPort,
    link(from, to) {
      if (isFirst && to.endsWith('.brk')) {
        isFirst = false;
        acquire({ port: realPort, machine, folder, command: 'fast' }, 0);
      }
      realPort.link(from, to);
    },
  };
  try {
    acquire({ port: slow, machine, folder, command: 'slow' }, 5);
    return ['two have the lock'];
  } catch {
    return existsSync(join(folder, 'store.lock')) ? [] : ['the lock of a living process is gone'];
  }
};

/** T5: who is not proved dead keeps the lock. */
export const foreignHolder: Trial = ({
  acquireLock: acquire,
  createSystem: thisMachine,
  nodeFileSystem: realPort,
}) => {
  const folder = freshFolder();
  const machine = thisMachine(realPort);
  plantHolder(folder, { ...machine.owner('other'), pid: UNUSED_PID, boot: 'another' });
  try {
    acquire({ port: realPort, machine, folder, command: 'trial' }, 5);
    return ['the lock of another boot was taken'];
  } catch {
    return [];
  }
};

/** T6: whatever a power cut leaves is the old note or the new one, and the new one once it is acknowledged. */
export const powerCut: Trial = ({ openStore }) => badDisks(openStore, 'edit of a foreign note', 'full', 3);

/** T6: the first write registers the root: whatever a power cut leaves, what was acknowledged has its history. */
export const powerCutFirst: Trial = ({ openStore }) => badDisks(openStore, 'first write', 'full', 3);

/** T8: where writes fall short the note is whole, old or new. */
export const shortWrites: Trial = ({ openStore }) => {
  const root = workspace({ [M]: TEXT });
  const write: FileSystem['write'] = (file, bytes, offset, length, position) =>
    hastyPort.write(file, bytes, offset, Math.min(length, 7), position);
  try {
    append({ openStore }, root, M, '- ours', { ...hastyPort, write });
  } catch {}
  return get(root, M) === `${TEXT}- ours\n` ? [] : [`the note is ${JSON.stringify(get(root, M))}`];
};

/** T10: a person saves by rename while the new note is being written: theirs stays. */
export const savedBefore: Trial = ({ openStore, ConflictError: Moved }) => {
  const root = workspace({ [M]: TEXT });
  let saved = false;
  const write: FileSystem['write'] = (file, bytes, offset, length, position) => {
    if (!saved && Buffer.from(bytes).includes('- ours')) {
      saved = true;
      put(root.root, 'elsewhere', SAVED);
      renameSync(join(root.root, 'elsewhere'), join(root.root, M));
    }
    return hastyPort.write(file, bytes, offset, length, position);
  };
  try {
    append({ openStore }, root, M, '- ours', { ...hastyPort, write });
  } catch (error) {
    if (!(error instanceof Moved)) throw error;
  }
  return get(root, M).includes('- PERSON') ? [] : ['what the person saved is gone'];
};

/** T10: a person's editor had opened the old file, and saves into it just when it is replaced. */
export const savedInto: Trial = ({ openStore }) => {
  const root = workspace({ [M]: TEXT });
  const file = openSync(join(root.root, M), 'r+');
  let open = true;
  const rename: FileSystem['rename'] = (from, to) => {
    if (open && to.endsWith('MEMORY.md')) {
      open = false;
      ftruncateSync(file, 0);
      writeSync(file, SAVED, 0);
      closeSync(file);
    }
    hastyPort.rename(from, to);
  };
  append({ openStore }, root, M, '- ours', { ...hastyPort, rename });
  const text = get(root, M);
  return text === `${SAVED}- ours\n` ? [] : [`the note is ${JSON.stringify(text)}`];
};

/** T10: a person's editor has written its new file, and renames it right before our rename. */
export const savedOver: Trial = ({ openStore }) => {
  const root = workspace({ [M]: TEXT });
  put(root.root, `${M}~`, SAVED);
  let saved = false;
  const rename: FileSystem['rename'] = (from, to) => {
    if (!saved && to.endsWith('MEMORY.md')) {
      saved = true;
      renameSync(join(root.root, `${M}~`), join(root.root, M));
    }
    hastyPort.rename(from, to);
  };
  append({ openStore }, root, M, '- ours', { ...hastyPort, rename });
  const text = get(root, M);
  return text === `${SAVED}- ours\n` ? [] : [`the note is ${JSON.stringify(text)}`];
};

/** What was read is checked before what follows from it is written. */
export const readSet: Trial = ({ openStore }) => {
  const root = workspace({ [M]: TEXT, [B]: 'yes\n' });
  const store = openStore(root, { port: hastyPort });
  const snapshot = store.snapshot();
  snapshot.note(B);
  put(root.root, B, 'no\n');
  return store.transaction(0, (tx) => tx.isCurrent(snapshot.reads)) ? ['an old reading counts as new'] : [];
};

/** A half-saved file is not taken for the note. */
export const halfSaved: Trial = ({ openStore, createSystem: thisMachine, nodeFileSystem: realPort }) => {
  const root = workspace({ [M]: TEXT });
  writeFileSync(join(root.root, M), '# Mem');
  const sleep = () => writeFileSync(join(root.root, M), SAVED);
  const store = openStore(root, { machine: { ...thisMachine(realPort), sleep } });
  return store.snapshot().note(M)?.text === SAVED ? [] : ['half a save was read'];
};

/** An operation that is told twice is done once. */
export const toldTwice: Trial = ({ openStore, ConflictError: Moved }) => {
  const root = workspace({ [M]: TEXT });
  const store = openStore(root, { port: hastyPort });
  for (let turn = 0; turn < 2; turn++) {
    const once = operation([appending(store, M, '- ours')], { id: 'once' });
    try {
      store.transaction(0, (tx) => tx.commit(once));
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
    }
  }
  return get(root, M) === `${TEXT}- ours\n` ? [] : ['it was done twice'];
};

/** Every version that was overwritten comes back. */
export const versions: Trial = ({ openStore }) => {
  const root = workspace({ [M]: TEXT });
  append({ openStore }, root, M, '- ours');
  put(root.root, M, 'all by hand\n');
  const store = openStore(root, { port: hastyPort });
  return [TEXT, `${TEXT}- ours\n`].filter((text) => store.version(computeHash(text)) === null);
};

/** A torn record does not spoil the next one. */
export const tornTail: Trial = ({ openStore, parseLines }) => {
  const root = workspace({ [M]: TEXT });
  append({ openStore }, root, M, '- ours');
  const journal = stateOf(root.root, 'keep/journal.jsonl');
  writeFileSync(journal, '{"v":1,"t":"done","seq":2,"id":"to', { flag: 'a' });
  append({ openStore }, root, M, '- more');
  const { damaged } = parseLines(readFileSync(journal));
  return damaged.map((line) => `line ${line} of the journal is damaged`);
};

/** An entry that an editor overwrote at once is named by `doctor`. */
export const vanished: Trial = ({ openStore, scanBlocks: scan }) => {
  const root = workspace({ [M]: TEXT });
  append({ openStore }, root, M, '- ours ^k3m9p2x1ab4');
  put(root.root, M, SAVED);
  const checks = openStore(root).runHealthChecks({ fix: false, target: null, outline: scan });
  return checks.some(({ ok, detail }) => !ok && detail.includes('k3m9p2x1ab4')) ? [] : ['not noticed'];
};

/** An edit that would make something else of the lines around it is refused. */
export const proof: Trial = ({ findUnverifiedEdit: unproven, scanBlocks: scan }) => {
  const note = { path: M, text: TEXT, bom: false, hash: 'h' };
  const splices = [{ at: TEXT.indexOf('- one'), old: '', new: '```\n' }];
  const change: Change = { kind: 'edit', path: M, base: 'h', splices, why: '' };
  const notebook = { note: () => note } as unknown as Parameters<Parts['findUnverifiedEdit']>[1];
  return unproven([change], notebook, { scan, outline: scan }) === null ? ['a fence swallows the note'] : [];
};

/** The state folder is its owner's. */
export const modes: Trial = ({ openStore, nodeFileSystem: realPort }) => {
  const root = workspace({ [M]: TEXT });
  append({ openStore }, root, M, '- ours');
  const all = ['.daybook', '.global'].flatMap((folder) =>
    readdirSync(join(root.root, folder), { recursive: true }).map((path) => join(folder, String(path))),
  );
  return all.filter((path) => ((realPort.lstat(join(root.root, path))?.mode ?? 0) & 0o077) !== 0);
};

/** A link that leads out of the workspace is not followed. */
export const linkOut: Trial = ({ openStore }) => {
  const root = workspace({ [M]: TEXT });
  const outside = join(freshFolder(), 'secret.md');
  writeFileSync(outside, 'secret\n');
  writeFileSync(join(root.root, 'content/plain.md'), 'plain\n');
  const swap: FileSystem = {
    ...hastyPort,
    open(path, flags, mode) {
      return hastyPort.open(path.endsWith('plain.md') ? linkTo(root, outside) : path, flags, mode);
    },
  };
  const note = openStore(root, { port: swap }).snapshot().note('content/plain.md');
  return note?.text === 'secret\n' ? ['what lies outside was read'] : [];
};

function linkTo(root: WorkspaceRoot, outside: string): string {
  const link = join(root.root, 'content/swapped.md');
  if (!existsSync(link)) symlinkSync(outside, link);
  return link;
}

/** A number that no process has. */
const UNUSED_PID = 4_194_300;

function plantHolder(folder: string, owner: LockOwner): void {
  writeFileSync(join(folder, 'owner.planted'), JSON.stringify(owner));
  linkSync(join(folder, 'owner.planted'), join(folder, 'store.lock'));
}

/** After a power cut the machine has another boot, and locks are taken away by hand. */
function forgetLocks(root: WorkspaceRoot): void {
  rmSync(join(root.root, '.daybook/locks'), { recursive: true, force: true });
}

function append(
  { openStore }: Pick<Parts, 'openStore'>,
  root: WorkspaceRoot,
  path: string,
  line: string,
  port: FileSystem = hastyPort,
): void {
  const store = openStore(root, { port });
  const change = appending(store, path, line);
  store.transaction(0, (tx) => tx.commit(operation([change])));
}
