import { join } from 'node:path';
import {
  listFolder,
  makeFolder,
  OWN_FOLDER,
  readPart,
  readRange,
  statAt,
  syncFolder,
  withFile,
  writeAll,
} from '../../platform/file-io.js';
import { type FolderItem, OPEN_FLAGS } from '../../platform/file-system.js';
import { catchErrors } from '../../platform/system-errors.js';
import type { StoredEvent } from '../../transcripts/event.js';
import { appendTo } from '../change-journal/journal.js';
import { parseRecords } from '../change-journal/record.js';
import type { StoreContext } from '../layout.js';
import {
  findLastSeq,
  findLastSeqAside,
  listMissingSeqs,
  NOTHING_STORED,
  type SessionEngine,
  type StoredEvents,
  sortBySeq,
} from './engine-contract.js';

/** A segment larger than this is followed by a new one. */
const SEGMENT_BYTES = 4 * 1024 * 1024;
const SEGMENT = /^(\d{6})\.jsonl$/;

/** What this process has read of a log: the end of each segment. */
interface Known {
  readonly stored: StoredEvents;
  readonly sizes: ReadonlyMap<string, number>;
}

/**
 * Creates the event log engine (Mink §EventSourcedSession): a folder per session with append-only segments of
 * checksummed lines. Data torn by a crash is moved aside, and its number is not reused.
 */
export function createLogEngine(
  store: StoreContext,
  folder: string,
  segmentBytes = SEGMENT_BYTES,
): SessionEngine {
  const { port, fsync } = store;
  const known = new Map<string, Known>();
  const folderOf = (id: string) => join(folder, id);
  const read = (id: string): StoredEvents => {
    const now = readLog(store, folderOf(id), known.get(id));
    known.set(id, now);
    return now.stored;
  };
  return {
    ids: () => foldersIn(store, folder).filter((id) => segmentsOf(store, folderOf(id)).length > 0),
    allIds: () => foldersIn(store, folder),
    leftovers(id) {
      const path = folderOf(id);
      if (statAt(port, path) && listFolder(store.port, path).length === 0) return [path];
      return tornIn(store, path);
    },
    repair(id) {
      for (const path of tornIn(store, folderOf(id))) {
        endLine(store, path);
        appendTo(store, path, []);
      }
      catchErrors(['ENOTEMPTY', 'EEXIST', 'ENOENT'], undefined, () => port.rmdir(folderOf(id)));
      known.delete(id);
    },
    has: (id) => segmentsOf(store, folderOf(id)).length > 0,
    read,
    append(id, _, events) {
      const last = segmentsOf(store, folderOf(id)).at(-1);
      if (last) endLine(store, join(folderOf(id), last));
      else makeFolder(port, folderOf(id), OWN_FOLDER, fsync);
      const size = last ? (statAt(port, join(folderOf(id), last))?.size ?? 0) : 0;
      const name = last && size < segmentBytes ? last : nextSegment(last);
      appendTo(store, join(folderOf(id), name), events);
      return read(id);
    },
    remove(id) {
      for (const name of segmentsOf(store, folderOf(id))) port.unlink(join(folderOf(id), name));
      catchErrors(['ENOTEMPTY', 'EEXIST', 'ENOENT'], undefined, () => port.rmdir(folderOf(id)));
      known.delete(id);
      if (statAt(port, folder)) syncFolder(port, folder, fsync);
    },
  };
}

/** Lists segments whose last line is incomplete. */
const tornIn = ({ port, ...store }: StoreContext, folder: string): readonly string[] =>
  segmentsOf({ port, ...store }, folder)
    .map((name) => join(folder, name))
    .filter((path) => {
      const size = statAt(port, path)?.size ?? 0;
      return size > 0 && readPart(port, path, size - 1)[0] !== NEWLINE;
    });

/** Ends the last line. A complete record without a line ending is not torn and stays. */
function endLine({ port, fsync }: StoreContext, path: string): void {
  withFile(port, path, OPEN_FLAGS.log, (file) => {
    const { size } = port.fstat(file);
    if (size === 0 || readRange(port, file, size - 1, 1)[0] === NEWLINE) return;
    const bytes = readRange(port, file, Math.max(0, size - LONGEST_TAIL), Math.min(size, LONGEST_TAIL));
    const tail = bytes.subarray(bytes.lastIndexOf(NEWLINE) + 1);
    const { records, damaged } = parseRecords(tail);
    if (records.length !== 1 || damaged.length > 0) return;
    writeAll(port, file, Buffer.from('\n'), size);
    if (fsync !== 'off') port.dataSync(file);
  });
}

/** A line is never longer than one append allows. */
const LONGEST_TAIL = 16 * 1024 * 1024;

const nextSegment = (last: string | undefined): string =>
  `${String(Number(last?.slice(0, 6) ?? 0) + 1).padStart(6, '0')}.jsonl`;

const foldersIn = (store: StoreContext, folder: string): readonly string[] =>
  listFolder(store.port, folder)
    .flatMap((item) => (item.isDirectory() ? item.name : []))
    .sort();

const segmentsOf = (store: StoreContext, folder: string): readonly string[] =>
  segmentsAmong(listFolder(store.port, folder));

const segmentsAmong = (items: readonly FolderItem[]): readonly string[] =>
  items.flatMap((item) => (item.isFile() && SEGMENT.test(item.name) ? item.name : [])).sort();

/** Reads what is new since the last read; a segment that shrank or changed is read from its start. */
function readLog(store: StoreContext, folder: string, before: Known | undefined): Known {
  const items = listFolder(store.port, folder);
  const names = segmentsAmong(items);
  const sizes = new Map(names.map((name) => [name, statAt(store.port, join(folder, name))?.size ?? 0]));
  if (before && names.every((name) => sizes.get(name) === before.sizes.get(name))) return before;
  const isGrown = before && [...before.sizes].every(([name, size]) => (sizes.get(name) ?? -1) >= size);
  const from = isGrown ? before : undefined;
  const fresh = names.flatMap((name) => readSegment(store, folder, name, from?.sizes.get(name) ?? 0));
  const old = from?.stored ?? NOTHING_STORED;
  const more = fresh.flatMap((segment) => segment.events);
  const follows = isChain(old.events.at(-1)?.seq ?? 0, more);
  const events = follows ? [...old.events, ...more] : sortBySeq([...old.events, ...more]);
  const ends = fresh.map((segment) => [segment.name, segment.end] as const);
  const quarantined = items.flatMap((item) =>
    item.isFile() && item.name.includes('.torn-') ? item.name : [],
  );
  return {
    stored: {
      events,
      lastSeq: Math.max(
        old.lastSeq,
        findLastSeqAside(store, folder, quarantined),
        ...fresh.map(({ lastSeq }) => lastSeq),
      ),
      report: {
        damaged: [...old.report.damaged, ...fresh.flatMap(({ damaged }) => damaged)],
        missing: follows ? old.report.missing : listMissingSeqs(events),
        quarantined,
      },
    },
    sizes: new Map([...(from?.sizes ?? []), ...ends]),
  };
}

/** Returns true if each event names the one before it. */
const isChain = (last: number, events: readonly StoredEvent[]): boolean =>
  events.every(({ prev }, index) => prev === (index === 0 ? last : events[index - 1]?.seq));

const NEWLINE = 10;

function readSegment({ port }: StoreContext, folder: string, name: string, from: number) {
  const fresh = catchErrors(['ENOENT'], null, () => readPart(port, join(folder, name), from));
  if (fresh === null || fresh.length === 0) return [];
  const whole = fresh.lastIndexOf(NEWLINE) + 1;
  const { records, damaged } = parseRecords<StoredEvent>(fresh);
  const torn = Buffer.from(fresh.subarray(whole)).toString('latin1');
  const spoiled = damaged.length === 0 ? '' : Buffer.from(fresh).toString('latin1');
  return [
    {
      name,
      events: records,
      damaged: damaged.map((line) => `${name}:${line}`),
      lastSeq: Math.max(findLastSeq(torn), findLastSeq(spoiled), ...records.map(({ seq }) => seq)),
      end: from + whole,
    },
  ];
}
