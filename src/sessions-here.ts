import { keepHeapSmall } from './heap.js';
import { type Account, createAccountFold } from './sessions/account.js';
import { bare } from './sessions/bare.js';
import { CLIENTS, type Client, clientOf } from './sessions/clients/index.js';
import type { LineReader, SessionEntry, Sink } from './sessions/entry.js';
import { eachOnce, type SessionHead } from './sessions/head.js';
import { gistOf, parsed } from './sessions/message.js';
import { takenOver } from './sessions/take-over.js';
import { createTreeFold, type SessionTree } from './sessions/tree.js';
import { chimeraSessions, clientSessions, eachSessionLine } from './store/client-files.js';
import { hashOf } from './store/decode.js';
import type { Fsync } from './store/file.js';
import { layoutOf } from './store/layout.js';
import { thisMachine } from './store/machine.js';
import { guardState } from './store/no-links.js';
import { realPort } from './store/port.js';
import type { Root } from './store/root.js';
import { type Kept, openSessions, type Sessions } from './store/sessions/sessions.js';
import { stampOf } from './store/stamp.js';
import type { Store } from './store/store.js';
import { eachLine, type Reading as LineReading, LONGEST_STRING } from './store/stream.js';

export { createTranscriptFold } from './sessions/look.js';
export { summarise } from './store/sessions/summarise.js';

/** The sessions that are kept in a workspace. */
export function sessionsOf(root: Root, fsync: Fsync): Sessions {
  const port = guardState(realPort, root);
  const ground = { port, machine: thisMachine(port), root, at: layoutOf(root, port), fsync };
  return openSessions({ ...ground, command: 'sessions' });
}

/** A session that is kept here, as a list shows it. */
export function keptHead(id: string, { state }: Kept): SessionHead {
  const prompt = [...state.entries.values()].find((entry) => entry.type === 'message' && entry.isPrompt);
  return {
    id,
    client: 'daybook',
    origin: 'daybook',
    files: [],
    bytes: 0,
    cwd: state.about.cwd,
    branch: state.about.branch,
    started: state.about.started,
    last: state.about.last,
    goal: prompt?.type === 'message' ? gistOf(prompt.message).slice(0, 200) : null,
  };
}

/** The sessions that are kept here and those of every agent on this machine, each once, the last used first. */
export function sessionsHere(
  env: Readonly<Record<string, string | undefined>>,
  own: Sessions | null = null,
): readonly SessionHead[] {
  const kept = (own?.ids() ?? []).flatMap((id) => {
    const found = own?.read(id);
    return found ? keptHead(id, found) : [];
  });
  return eachOnce([...kept, ...clientSessions(realPort, env)]);
}

/** So much of a string is a name, a time or a folder; words only begin within it. */
const HEAD_OF_A_STRING = 512;

/** What reading a transcript of so many bytes leaves behind is worth being cleared away at once. */
const LONG = 16 * 1024 * 1024;

/** Told how much of a work is done, 0–1. */
export type Progress = (done: number) => void;

/** A session as a tree, read in place as a stream: of its messages their places alone. */
export function readSession(head: SessionHead, progress: Progress = nothing): SessionTree {
  if (head.bytes > LONG) keepHeapSmall();
  const fold = createTreeFold(bare);
  readInto(head, fold, { most: () => HEAD_OF_A_STRING, passed: countBytes(head.bytes, progress) });
  progress(1);
  const tree = fold.end();
  return { ...tree, about: { ...tree.about, id: head.id } };
}

/** These entries of a session's tree, whole: of its transcript only their lines are looked at. */
export function readEntries(head: SessionHead, entries: readonly SessionEntry[]): readonly SessionEntry[] {
  const lines = new Set(entries.map(({ line }) => line));
  const told = new Map<number | undefined, SessionEntry[]>();
  const entry = (one: SessionEntry) => told.set(one.line, [...(told.get(one.line) ?? []), one]);
  const sink = { entry, usage: nothing, context: nothing, about: nothing, leaf: nothing };
  readInto(head, sink, { most: (number) => (lines.has(number) ? LONGEST_STRING : 0) });
  return entries.map((light) => {
    const found = told.get(light.line) ?? [];
    const whole = found.find(({ id }) => id === light.id) ?? (found.length === 1 ? found[0] : undefined);
    return whole ? { ...whole, id: light.id, parent: light.parent, side: light.side } : light;
  });
}

const nothing = () => undefined;

/** Tells of bytes that are read as what part they are of all; 1 is told when all is done. */
function countBytes(all: number, progress: Progress): (bytes: number) => void {
  let read = 0;
  return (bytes) => {
    read += bytes;
    progress(Math.min(0.999, read / Math.max(1, all)));
  };
}

/** Tells all that a transcript holds. */
function readInto({ client, files, id }: SessionHead, sink: Sink, how?: LineReading): void {
  if (client === 'daybook') throw new RangeError(`the session ${id} lies in no transcript`);
  const read = CLIENTS[client](sink);
  const take = (text: string, number: number) => {
    const line = parsed(text);
    if (line) read(line, number);
  };
  eachSessionLine(realPort, files, take, how);
}

/** The sessions below a folder of Chimera's, each with the events that it is here. */
export const sessionsBelow = (folder: string) =>
  chimeraSessions(realPort, folder).map((head) => {
    const lines: Record<string, unknown>[] = [];
    let read = 0;
    eachSessionLine(realPort, head.files, (text) => {
      lines.push(parsed(text) ?? { text });
      read += Buffer.byteLength(text) + 1;
    });
    return { head, events: takenOver(head, lines), isWhole: read >= head.bytes };
  });

/** What reading many sessions takes besides. */
export interface Reading {
  readonly store: Pick<Store, 'readCache' | 'writeCache'>;
  readonly own: Sessions;
  /** Takes the secrets out of a text. */
  readonly clean: (text: string) => string;
  readonly progress: Progress;
}

/**
 * What each of these sessions did, by its id. A transcript that was read before and did not change is not read again, so that
 * whoever is stopped halfway goes on there.
 */
export function accountsOf(heads: readonly SessionHead[], reading: Reading): ReadonlyMap<string, Account> {
  const passed = countBytes(
    heads.reduce((sum, { bytes }) => sum + bytes, 0),
    reading.progress,
  );
  const accounts = new Map<string, Account>();
  for (const head of heads)
    accounts.set(
      head.id,
      head.client === 'daybook' ? ownAccount(head, reading) : remembered(head, reading, passed),
    );
  reading.progress(1);
  return accounts;
}

function ownAccount({ id }: SessionHead, { own, clean }: Reading): Account {
  const fold = createAccountFold(clean);
  for (const entry of own.read(id)?.state.entries.values() ?? []) fold.entry(entry);
  return fold.end();
}

/** A form that another version wrote is not read. */
const FORM = 2;

function remembered(head: SessionHead, { store, clean }: Reading, passed: (bytes: number) => void): Account {
  const name = `account-${hashOf(head.files.join('\n')).slice(0, 32)}.json`;
  const stamp = `${FORM}: ${stampOf(realPort, head.files).mark}`;
  const known = parsed(Buffer.from(store.readCache(name) ?? []).toString('utf8'));
  if (known?.stamp === stamp) {
    passed(head.bytes);
    return known.account as Account;
  }
  const fold = createAccountFold(clean);
  readInto(head, fold, { passed });
  const account = fold.end();
  store.writeCache(name, Buffer.from(JSON.stringify({ stamp, account })));
  return account;
}

/** What a session did, by the transcript that its client names, and whose it is; null where nobody knows it. */
export function accountAt(
  cwd: string,
  path: string,
  clean: (text: string) => string,
): { readonly client: Client; readonly account: Account } | null {
  const fold = createAccountFold(clean);
  let client: Client | null = null;
  let read: LineReader | null = null;
  eachLine(realPort, cwd, path, (text, number) => {
    const line = parsed(text);
    if (!line) return;
    client ??= clientOf(line);
    if (client) read ??= CLIENTS[client](fold);
    read?.(line, number);
  });
  return client === null ? null : { client, account: fold.end() };
}
