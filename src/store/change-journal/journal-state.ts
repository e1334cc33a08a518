import { sealCache, unsealCache } from '../../platform/checksum.js';
import { statAt } from '../../platform/file-io.js';
import { readCache, writeCache } from '../cache/cache-files.js';
import type { StoreContext } from '../layout.js';
import { append, readBefore, readJournal, readSince } from './journal.js';
import type { JournalLine, JournalRecord } from './record.js';
import { isJournalLine } from './record-shape.js';

/** The last state that Daybook wrote to a path. */
export interface LastWrite {
  /** SHA-256; null if the file was removed. */
  readonly hash: string | null;
  readonly bytes: number;
}

interface State {
  ino: number;
  size: number;
  seq: number;
  readonly last: Map<string, LastWrite>;
  readonly receipts: Map<string, { readonly seq: number; readonly at: string }>;
  readonly pending: Map<string, JournalRecord>;
}

/**
 * Creates what the next operation must know about earlier ones, derived from the end of the journal. It reads only new
 * parts of the journal, and a small cache file makes a cold start fast.
 */
export function createJournalState(store: StoreContext) {
  let state: State | null = null;
  const now = (): State => {
    state = caughtUp(store, state);
    return state;
  };
  const write = (records: readonly JournalLine[]): void => {
    const known = now();
    const { ino, size } = append(store, records);
    for (const record of records) learn(known, record);
    Object.assign(known, { ino, size });
    remember(store, known);
  };
  return {
    last: (path: string) => now().last.get(path) ?? null,
    /** Returns the receipt of a recent operation, or null. */
    receipt: (id: string) => now().receipts.get(id) ?? null,
    /** Intents without a result: their process died. */
    pending: () => [...now().pending.values()],
    nextSeq: () => now().seq + 1,
    append: (...records: readonly JournalLine[]) => write(records),
    /** Drops the cached state after the journal was rewritten. */
    forget() {
      state = null;
    },
  };
}

export type JournalState = ReturnType<typeof createJournalState>;

function caughtUp(store: StoreContext, state: State | null): State {
  const stat = statAt(store.port, store.at.journal);
  if (!stat) return fresh();
  const known =
    state && state.ino === stat.ino && state.size <= stat.size ? state : recalled(store, stat.ino, stat.size);
  if (!known) return fromStart(store);
  if (known.size === stat.size) return known;
  const { lines, size } = readSince(store, known.size);
  for (const line of lines) learn(known, line);
  known.size = size;
  remember(store, known);
  return known;
}

function fromStart(store: StoreContext): State {
  const { lines, extent } = readJournal(store);
  const state = fresh();
  for (const line of lines) learn(state, line);
  Object.assign(state, extent);
  remember(store, state);
  return state;
}

const fresh = (): State => ({
  ino: 0,
  size: 0,
  seq: 0,
  last: new Map(),
  receipts: new Map(),
  pending: new Map(),
});

/** A request is repeated within moments or not at all; older ids are looked up in the journal where it matters. */
const RECEIPTS_KEPT = 64;

function learn(state: State, line: JournalLine): void {
  state.seq = Math.max(state.seq, line.seq);
  if (line.t === 'lines') return;
  if (line.t === 'intent') {
    state.pending.set(line.id, line);
    return;
  }
  state.pending.delete(line.id);
  if (line.t === 'abort') return;
  state.receipts.set(line.id, { seq: line.seq, at: line.at });
  const oldest = state.receipts.keys().next().value;
  if (state.receipts.size > RECEIPTS_KEPT && oldest !== undefined) state.receipts.delete(oldest);
  for (const touched of line.touched) {
    if (touched.do === 'move' && touched.to !== undefined) {
      state.last.set(touched.path, { hash: null, bytes: 0 });
      state.last.set(touched.to, { hash: touched.after, bytes: touched.bytes });
    } else state.last.set(touched.path, { hash: touched.after, bytes: touched.bytes });
  }
}

const CACHE = 'ledger.json';
/** Reading this much of the journal costs less than writing the cache. */
const CACHE_LAG = 4 * 1024;
/** How many bytes before the cached end must be unchanged. */
const MARK_LENGTH = 128;

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const written = new WeakMap<State, number>();

function remember(store: StoreContext, state: State): void {
  if (state.size - (written.get(state) ?? 0) < CACHE_LAG) return;
  const mark = readBefore(store, state.size, MARK_LENGTH);
  if (!mark) return;
  const { ino, size, seq } = state;
  const maps = { last: [...state.last], receipts: [...state.receipts], pending: [...state.pending] };
  writeCache(store, CACHE, sealCache({ ino, size, seq, mark: textOf(mark), ...maps }));
  written.set(state, size);
}

interface Saved {
  readonly ino: number;
  readonly size: number;
  readonly seq: number;
  readonly mark: string;
  readonly last: readonly (readonly [string, LastWrite])[];
  readonly receipts: readonly (readonly [string, { readonly seq: number; readonly at: string }])[];
  readonly pending: readonly (readonly [string, JournalRecord])[];
}

/** Loads the cached state if it belongs to the current journal. */
function recalled(store: StoreContext, ino: number, size: number): State | null {
  if (size < CACHE_LAG) return null;
  const bytes = readCache(store, CACHE);
  if (!bytes) return null;
  try {
    const saved = unsealCache(bytes) as Saved | null;
    if (saved?.ino !== ino || !(saved.size <= size)) return null;
    const mark = readBefore(store, saved.size, MARK_LENGTH);
    if (!mark || textOf(mark) !== saved.mark) return null;
    const { last, receipts, pending } = saved;
    const state: State = {
      ino,
      size: saved.size,
      seq: saved.seq,
      last: new Map(last),
      receipts: new Map(receipts),
      pending: new Map(pending.filter(([, intent]) => isJournalLine(intent))),
    };
    written.set(state, saved.size);
    return state;
  } catch {
    return null;
  }
}
