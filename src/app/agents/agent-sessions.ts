import type { Fsync } from '../../platform/file-io.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { limitHeapGrowth } from '../../platform/heap.js';
import { guardState } from '../../platform/no-links.js';
import { createSystem } from '../../platform/process-identity.js';
import { eachLine, type Reading as LineReading, LONGEST_STRING } from '../../platform/streams/line-stream.js';
import {
  eachSessionLine,
  listChimeraSessions,
  listClientSessions,
  type ReadHead,
} from '../../platform/streams/list-transcript-files.js';
import { listUnreadSessions } from '../../platform/streams/session-files.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { createStoreLayout } from '../../store/layout.js';
import {
  openSessionStore,
  type SessionStore,
  type StoredSession,
} from '../../store/session-logs/sessions.js';
import type { Store } from '../../store/store.js';
import { adoptForeignSession } from '../../transcripts/adopt-foreign.js';
import {
  removeContent,
  type SessionEntry,
  type TranscriptReader,
  type TranscriptSink,
} from '../../transcripts/entry.js';
import { formatMessagePreview, parseJsonObject } from '../../transcripts/message.js';
import { CLIENTS, type Client, detectClient } from '../../transcripts/readers/index.js';
import { removeDuplicateSessions, type SessionHeader } from '../../transcripts/session-header.js';
import { createSummaryFold, type SessionSummary } from '../../transcripts/session-summary.js';
import { createTreeFold, type SessionTree } from '../../transcripts/tree.js';
import { getSessionKey, readSessionState } from './session-heads.js';

export { runSummariser } from '../../platform/run-program.js';
export type { EngineName, IntegrityReport } from '../../store/session-logs/sessions.js';
export { createTranscriptFold } from '../../transcripts/transcript-stats.js';
export { withCachedHeads } from './session-heads.js';
export type { ReadHead, SessionStore, StoredSession };

/** Counts the sessions of agents on this machine that are not read. */
export const countUnreadSessions = (env: Readonly<Record<string, string | undefined>>) =>
  listUnreadSessions(nodeFileSystem, env);

/** Opens the sessions stored in a workspace. */
export function openWorkspaceSessions(root: WorkspaceRoot, fsync: Fsync): SessionStore {
  const port = guardState(nodeFileSystem, root);
  const store = { port, machine: createSystem(port), root, at: createStoreLayout(root, port), fsync };
  return openSessionStore({ ...store, command: 'sessions' });
}

/** Converts a stored session to the form of a list. */
function toSessionHeader(id: string, { state }: StoredSession): SessionHeader {
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
    goal: prompt?.type === 'message' ? formatMessagePreview(prompt.message).slice(0, 200) : null,
  };
}

/**
 * Lists the sessions stored here and those of all agents on this machine, without duplicates, last used first. `read` may take
 * headers from a cache.
 */
export function listAgentSessions(
  env: Readonly<Record<string, string | undefined>>,
  own: SessionStore | null = null,
  read?: ReadHead,
): readonly SessionHeader[] {
  const stored = (own?.ids() ?? []).flatMap((id) => {
    const found = own?.read(id);
    return found ? toSessionHeader(id, found) : [];
  });
  return removeDuplicateSessions([...stored, ...listClientSessions(nodeFileSystem, env, read)]);
}

/** Names, times and folders are within this many bytes of a string; longer text is only started. */
const HEAD_OF_A_STRING = 512;

/** Reading a transcript of this many bytes leaves enough garbage to collect it at once. */
const LONG = 16 * 1024 * 1024;

/** Reports the progress of a task, 0–1. */
export type Progress = (done: number) => void;

/** Reads a session as a tree, as a stream. The tree holds only the positions of messages. */
export function readSessionTree(head: SessionHeader, progress: Progress = nothing): SessionTree {
  if (head.bytes > LONG) limitHeapGrowth();
  const fold = createTreeFold(removeContent);
  readTranscript(head, fold, { most: () => HEAD_OF_A_STRING, passed: countBytes(head.bytes, progress) });
  progress(1);
  const tree = fold.end();
  return { ...tree, about: { ...tree.about, id: head.id } };
}

/** Reads the full content of some entries of a session's tree; only their lines of the transcript are parsed. */
export function readSessionEntries(
  head: SessionHeader,
  entries: readonly SessionEntry[],
): readonly SessionEntry[] {
  const lines = new Set(entries.map(({ line }) => line));
  const entriesByLine = new Map<number | undefined, SessionEntry[]>();
  const entry = (one: SessionEntry) =>
    entriesByLine.set(one.line, [...(entriesByLine.get(one.line) ?? []), one]);
  const sink = { entry, usage: nothing, context: nothing, about: nothing, leaf: nothing };
  readTranscript(head, sink, { most: (number) => (lines.has(number) ? LONGEST_STRING : 0) });
  return entries.map((light) => {
    const found = entriesByLine.get(light.line) ?? [];
    const whole = found.find(({ id }) => id === light.id) ?? (found.length === 1 ? found[0] : undefined);
    return whole ? { ...whole, id: light.id, parent: light.parent, side: light.side } : light;
  });
}

const nothing = () => undefined;

/** Converts bytes read into a share of the total; reports 1 at the end. */
function countBytes(all: number, progress: Progress): (bytes: number) => void {
  let read = 0;
  return (bytes) => {
    read += bytes;
    progress(Math.min(0.999, read / Math.max(1, all)));
  };
}

/** Passes everything in a transcript to a sink. */
export function readTranscript(
  { client, files, id }: SessionHeader,
  sink: TranscriptSink,
  how?: LineReading,
): void {
  if (client === 'daybook') throw new RangeError(`the session ${id} lies in no transcript`);
  const read = CLIENTS[client](sink);
  const take = (text: string, number: number) => {
    const line = parseJsonObject(text);
    if (line) read(line, number);
  };
  eachSessionLine(nodeFileSystem, files, take, how);
}

/** Reads the Chimera sessions below a folder and converts them to events. */
export const readChimeraSessions = (folder: string) =>
  listChimeraSessions(nodeFileSystem, folder).map((head) => {
    const lines: Record<string, unknown>[] = [];
    let read = 0;
    eachSessionLine(nodeFileSystem, head.files, (text) => {
      lines.push(parseJsonObject(text) ?? { text });
      read += Buffer.byteLength(text) + 1;
    });
    return { head, events: adoptForeignSession(head, lines), isWhole: read >= head.bytes };
  });

/** Options for reading many sessions. */
export interface SummaryOptions {
  readonly store: Pick<Store, 'readCache' | 'writeCache'>;
  readonly own: SessionStore;
  /** Removes the secrets from a text. */
  readonly clean: (text: string) => string;
  readonly progress: Progress;
}

/**
 * Summarizes each of these sessions, by id. Unchanged transcripts come from a cache, so an interrupted run continues
 * where it stopped.
 */
export function summarizeSessions(
  heads: readonly SessionHeader[],
  reading: SummaryOptions,
): ReadonlyMap<string, SessionSummary> {
  const passed = countBytes(
    heads.reduce((sum, { bytes }) => sum + bytes, 0),
    reading.progress,
  );
  const accounts = new Map<string, SessionSummary>();
  for (const head of heads)
    accounts.set(
      head.id,
      head.client === 'daybook' ? ownAccount(head, reading) : remembered(head, reading, passed),
    );
  reading.progress(1);
  return accounts;
}

function ownAccount({ id }: SessionHeader, { own, clean }: SummaryOptions): SessionSummary {
  const fold = createSummaryFold(clean);
  for (const entry of own.read(id)?.state.entries.values() ?? []) fold.entry(entry);
  return fold.end();
}

/** Entries in the format of another version are ignored. */
const FORM = 4;

function remembered(
  head: SessionHeader,
  { store, clean }: SummaryOptions,
  passed: (bytes: number) => void,
): SessionSummary {
  const name = `account-${getSessionKey(head)}.json`;
  const stamp = `${FORM}: ${readSessionState(head)}`;
  const known = parseJsonObject(Buffer.from(store.readCache(name) ?? []).toString('utf8'));
  if (known?.stamp === stamp) {
    passed(head.bytes);
    return known.account as SessionSummary;
  }
  const fold = createSummaryFold(clean);
  readTranscript(head, fold, { passed });
  const account = fold.end();
  store.writeCache(name, Buffer.from(JSON.stringify({ stamp, account })));
  return account;
}

/** Summarizes a session from the transcript that its client names, and returns the client; null if unknown. */
export function summarizeTranscript(
  cwd: string,
  path: string,
  clean: (text: string) => string,
): { readonly client: Client; readonly account: SessionSummary } | null {
  const fold = createSummaryFold(clean);
  let client: Client | null = null;
  let read: TranscriptReader | null = null;
  eachLine(nodeFileSystem, cwd, path, (text, number) => {
    const line = parseJsonObject(text);
    if (!line) return;
    client ??= detectClient(line);
    if (client) read ??= CLIENTS[client](fold);
    read?.(line, number);
  });
  return client === null ? null : { client, account: fold.end() };
}
