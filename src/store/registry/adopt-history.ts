import { join } from 'node:path';
import { isInnerPath } from '../../config/check-setting.js';
import type { RunRecord } from '../../config/run-record.js';
import { computeHash } from '../../platform/encoding.js';
import { readFile, statAt, Unfit } from '../../platform/file-io.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import { redactAll } from '../../security/secrets.js';
import { isRecord, isText, type Json, parseJson } from '../../text/json-value.js';
import type { StoredEvent } from '../../transcripts/event.js';
import { foldEvents } from '../../transcripts/session-state.js';
import { readJournal } from '../change-journal/journal.js';
import type { JournalState } from '../change-journal/journal-state.js';
import { writeJournal } from '../change-journal/prune.js';
import { type JournalLine, parseLines, parseRecords, toLine } from '../change-journal/record.js';
import { ID } from '../command-queue.js';
import { readBeforeImage, writeBeforeImage } from '../files/before-images.js';
import { LARGEST_NOTE } from '../files/note-limits.js';
import { readRunRecords } from '../job-claims.js';
import { replaceStateFile, type StoreContext } from '../layout.js';
import { NOTHING_STORED } from '../session-logs/engine-contract.js';
import { createFileEngine } from '../session-logs/file-engine.js';
import { createLogEngine } from '../session-logs/log-engine.js';
import { listStateIds } from './recognize-workspace.js';

/**
 * Lists the folders of unused state below `.daybook/`, relative to the root: under the id of another root or another
 * `DAYBOOK_HOME`.
 */
export function listInertState({ port, root, at }: StoreContext): readonly string[] {
  if (root.foreign !== undefined) return [];
  const own = at.own.slice(at.state.length + 1);
  return listStateIds(port, root.root)
    .filter((id) => id !== own)
    .map((id) => `.daybook/${id}`);
}

/** The notice about the state of a version before the first release. */
export const UNRELEASED =
  '.daybook/keep is of a version before the first release and is not read; your notes are untouched; the next change begins a new history: delete .daybook/keep if you do not need it';

/** Returns true if there is state of a version before the first release, which no version reads. */
export const hasUnreleasedState = ({ port, root, at }: StoreContext): boolean =>
  root.foreign === undefined && isFolder(port, join(at.state, 'keep'));

/** Reads and judges everything that could be adopted; writes nothing. */
export const planAdoption = (store: StoreContext) => summarize(findHistory(store));

/** Counts what would be adopted as history, and lists what would be left aside. */
function summarize(found: readonly Found[]) {
  const count = <T>(pick: (one: Found) => readonly T[] | ReadonlyMap<string, T>) =>
    found.reduce((sum, one) => sum + sizeOf(pick(one)), 0);
  return {
    records: count(({ lines }) => lines),
    images: count(({ images }) => images),
    sessions: count(({ sessions }) => sessions),
    runs: count(({ runs }) => runs),
    calls: count(({ calls }) => [...calls.values()].flat()),
    /** Requests are never adopted. */
    queued: found.reduce((sum, { queued }) => sum + queued, 0),
    /** What cannot be adopted: `FOLDER: why`. */
    leftOut: found.flatMap(({ folder, leftOut }) => leftOut.map((why) => `${folder}: ${why}`)),
    folders: found.map(({ folder }) => folder),
  };
}

/**
 * Adopts the history of unused state: records, before-images, ended runs, stored sessions and the tool log; never
 * requests, intents or claims. It is placed before the history of this root, whose numbers are raised. Requires the lock.
 */
export function adopt(store: StoreContext, journal: JournalState) {
  const found = findHistory(store);
  for (const { images } of found)
    for (const [hash, path] of images) {
      const bytes = readFile(store.port, path, LARGEST_NOTE)?.bytes;
      if (bytes && computeHash(bytes) === hash) writeBeforeImage(store, bytes);
    }
  for (const { sessions } of found)
    for (const [id, events] of sessions)
      createLogEngine(store, join(store.at.keep, 'eventlog')).append(id, NOTHING_STORED, events);
  adoptRuns(
    store,
    found.flatMap(({ runs }) => runs),
  );
  for (const { calls } of found) for (const [name, lines] of calls) adoptCalls(store, name, lines);
  const lines = found.map((one) => one.lines);
  if (lines.some((all) => all.length > 0)) {
    writeJournal(store, merged(lines, readJournal(store).lines));
    journal.forget();
  }
  return summarize(found);
}

/** The new content of one folder of unused state. */
interface Found {
  /** Relative to the root. */
  readonly folder: string;
  readonly lines: readonly AdoptedLine[];
  /** Files by the hash of their content. */
  readonly images: ReadonlyMap<string, string>;
  readonly sessions: ReadonlyMap<string, readonly StoredEvent[]>;
  readonly runs: readonly RunRecord[];
  /** Lines of the tool log by file name. */
  readonly calls: ReadonlyMap<string, readonly string[]>;
  readonly queued: number;
  readonly leftOut: readonly string[];
}

/** A larger file is not a plausible journal. */
const LARGEST_LOG = 256 * 1024 * 1024;

function findHistory(store: StoreContext): readonly Found[] {
  const known = new Set(readJournal(store).lines.map(({ t, id }) => `${t} ${id}`));
  const found: Found[] = [];
  for (const folder of listInertState(store)) {
    const keep = join(store.root.root, folder, 'keep');
    if (!isFolder(store.port, keep)) continue;
    const one = findIn(store, folder, keep, known);
    for (const { t, id } of one.lines) known.add(`${t} ${id}`);
    found.push(one);
  }
  return found;
}

function findIn(store: StoreContext, folder: string, keep: string, known: ReadonlySet<string>): Found {
  const leftOut: string[] = [];
  const read = (path: string, most: number): Uint8Array | null => {
    try {
      return readFile(store.port, path, most)?.bytes ?? null;
    } catch (error) {
      leftOut.push(
        `${path.slice(keep.length + 1)} cannot be read: ${error instanceof Unfit ? error.why : String(error)}`,
      );
      return null;
    }
  };
  const journal = read(join(keep, 'journal.jsonl'), LARGEST_LOG);
  const { lines: readable, damaged } = journal ? parseLines(journal) : { lines: [], damaged: [] };
  leftOut.push(...damaged.map((line) => `journal.jsonl:${line}: it does not have the form of a record`));
  const lines = readable.flatMap((line) => {
    if (line.t !== 'done') return [];
    const fault = findFault(line, store.root);
    if (fault !== null) leftOut.push(`record ${line.seq}: ${fault}`);
    return fault !== null || known.has(`${line.t} ${line.id}`) ? [] : [toAdopted(line)];
  });
  const spool = join(keep, 'spool');
  return {
    folder,
    lines: lines.toSorted((a, b) => a.seq - b.seq),
    images: findImages(store, join(keep, 'images'), read),
    sessions: findSessions(store, keep, leftOut),
    runs: findRuns(store, read(join(keep, 'runs.jsonl'), LARGEST_LOG)),
    calls: findCalls(store, keep, read),
    queued: filesIn(store, spool).filter((name) => name.endsWith('.json')).length,
    leftOut,
  };
}

type Read = (path: string, most: number) => Uint8Array | null;

/** Finds before-images that match their name, and those named by path, by their hash. */
function findImages(store: StoreContext, folder: string, read: Read): ReadonlyMap<string, string> {
  const images = new Map<string, string>();
  for (const name of filesIn(store, folder)) {
    const isOwn = name.startsWith('own-');
    if (!isOwn && !/^[0-9a-f]{64}$/.test(name)) continue;
    const bytes = read(join(folder, name), LARGEST_NOTE);
    if (!bytes) continue;
    const hash = computeHash(bytes);
    if ((isOwn || hash === name) && !readBeforeImage(store, hash)) images.set(hash, join(folder, name));
  }
  return images;
}

/** Finds sessions that are not stored here and can be read completely. */
function findSessions(
  store: StoreContext,
  keep: string,
  leftOut: string[],
): ReadonlyMap<string, readonly StoredEvent[]> {
  const sessions = new Map<string, readonly StoredEvent[]>();
  const engines = [
    { folder: 'eventlog', of: (at: string) => createLogEngine(store, at) },
    { folder: 'sessions', of: (at: string) => createFileEngine(store, at) },
  ];
  for (const { folder, of } of engines) {
    if (!isFolder(store.port, join(keep, folder))) continue;
    const theirs = of(join(keep, folder));
    for (const id of theirs.ids()) {
      if (sessions.has(id) || engines.some((own) => own.of(join(store.at.keep, own.folder)).has(id)))
        continue;
      const events = quietRead(() => theirs.read(id).events.map((event) => redactAll(event).value));
      if (events && SESSION_ID.test(id) && events.length > 0 && isWhole(events)) sessions.set(id, events);
      else leftOut.push(`session ${id} cannot be read`);
    }
  }
  return sessions;
}

const SESSION_ID = /^\w[\w.-]{0,119}$/;

function isWhole(events: readonly StoredEvent[]): boolean {
  const isShaped = events.every(
    ({ t, seq, prev, at }) =>
      isText(t) && Number.isSafeInteger(seq) && Number.isSafeInteger(prev) && isText(at),
  );
  return isShaped && quietRead(() => foldEvents(events)) !== null;
}

/** Returns null if a foreign file cannot be read as expected. */
function quietRead<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function findRuns(store: StoreContext, bytes: Uint8Array | null): readonly RunRecord[] {
  if (!bytes) return [];
  const known = new Set(readRunRecords(store).map(({ t, id }) => `${t} ${id}`));
  return parseRecords<RunRecord>(bytes).records.filter(
    (line) => isRunOver(line, store.machine.wall()) && !known.has(`${line.t} ${line.id}`),
  );
}

const CALLS = /^tools-\d{4}-\d{2}-\d{2}\.jsonl$/;

function findCalls(store: StoreContext, keep: string, read: Read): ReadonlyMap<string, readonly string[]> {
  const calls = new Map<string, readonly string[]>();
  for (const name of filesIn(store, keep).filter((one) => CALLS.test(one))) {
    const known = new Set(textOf(readOwn(store, name)).split('\n'));
    const lines = textOf(read(join(keep, name), LARGEST_LOG))
      .split('\n')
      .flatMap((line) => cleanCall(line) ?? [])
      .filter((line) => !known.has(line));
    if (lines.length > 0) calls.set(name, lines);
  }
  return calls;
}

const readOwn = ({ port, at }: StoreContext, name: string): Uint8Array | null =>
  readFile(port, join(at.keep, name))?.bytes ?? null;

const textOf = (bytes: Uint8Array | null): string => Buffer.from(bytes ?? []).toString('utf8');

function cleanCall(line: string): string | null {
  const call = parseJson(line);
  return isRecord(call) && isText(call.at) ? JSON.stringify(redactAll(call).value) : null;
}

function adoptRuns(store: StoreContext, runs: readonly RunRecord[]): void {
  if (runs.length > 0)
    replaceStateFile(store, store.at.runs, Buffer.concat([...runs, ...readRunRecords(store)].map(toLine)));
}

function adoptCalls(store: StoreContext, name: string, lines: readonly string[]): void {
  const text = `${lines.join('\n')}\n${textOf(readOwn(store, name))}`;
  replaceStateFile(store, join(store.at.keep, name), Buffer.from(text));
}

/**
 * Merges into one journal: adopted records come first, with their own numbers if free; all later numbers are raised.
 */
function merged(
  all: readonly (readonly AdoptedLine[])[],
  own: readonly JournalLine[],
): readonly JournalLine[] {
  let last = 0;
  const renumbered = <L extends JournalLine>(lines: readonly L[]): readonly L[] => {
    const least = Math.min(...lines.map(({ seq }) => seq));
    const raise = lines.length === 0 || least > last ? 0 : last - least + 1;
    last = Math.max(last, ...lines.map(({ seq }) => seq + raise));
    return raise === 0 ? lines : lines.map((line) => raised(line, raise));
  };
  return [...all.flatMap(renumbered), ...renumbered(own)];
}

function raised<L extends JournalLine>(line: L, by: number): L {
  const undoes = 'undoes' in line ? line.undoes : undefined;
  const taken = Array.isArray(undoes) ? undoes.map((seq: number) => seq + by) : (undoes as number) + by;
  return { ...line, seq: line.seq + by, ...(undoes === undefined ? {} : { undoes: taken }) };
}

const isFolder = (port: StoreContext['port'], path: string): boolean =>
  statAt(port, path)?.isDirectory() === true;

const filesIn = ({ port }: StoreContext, folder: string): readonly string[] =>
  isFolder(port, folder) ? port.list(folder).flatMap((item) => (item.isFile() ? [item.name] : [])) : [];

const sizeOf = (all: readonly unknown[] | ReadonlyMap<string, unknown>): number =>
  'size' in all ? all.size : all.length;

/** A completed change of another root. */
type AdoptedLine = Extract<JournalLine, { readonly t: 'done' }>;

const HASH = /^[0-9a-f]{64}$/;
const COMMAND = /^[a-z][a-z-]{0,30}$/;

/** Returns why a change of unknown origin is not adopted, or null. The form of its record was checked when it was parsed. */
function findFault({ id, wall, verb: command, touched, worktree }: AdoptedLine, root: WorkspaceRoot) {
  if (worktree !== undefined && worktree !== root.root) return 'it belongs to another worktree';
  const hashes = touched.flatMap(({ before, after }) => [before, after]);
  const isShaped = ID.test(id) && Number.isFinite(wall) && COMMAND.test(command);
  if (!isShaped || !hashes.every((hash) => hash === null || HASH.test(hash)))
    return 'it does not have the form of a record';
  return touched.every(({ path, to = path }) => [path, to].every(isPathInside))
    ? null
    : 'its path is outside the workspace';
}

/** Returns true for a path in the root that is neither state nor git's. */
const isPathInside = (path: string): boolean =>
  isInnerPath(path) && !path.startsWith('~/') && !path.split('/').includes('.git');

/** Copies only what a record needs as history: neither the input nor the seed that could run it again. */
function toAdopted(line: AdoptedLine): AdoptedLine {
  const { t, seq, id, at, wall, verb: command, by, session, say, touched, undoes } = line;
  const record = { t, seq, id, at, wall, verb: command, by, session, say, touched };
  return { ...record, ...(undoes === undefined ? {} : { undoes }), adopted: true };
}

/** Returns true for a run that ended. Claims, and runs in the future, would block jobs. */
function isRunOver(line: RunRecord, now: number): boolean {
  const { t, id, job, period, at } = line as unknown as Json;
  return (
    ['done', 'failed', 'passed'].includes(String(t)) &&
    [id, job].every(isText) &&
    (period === null || (isText(period) && !(Date.parse(period) > now))) &&
    Number.isSafeInteger(at) &&
    (at as number) >= 0 &&
    (at as number) <= now
  );
}
