import { join } from 'node:path';
import {
  listFolder,
  makeFolder,
  OWN_FOLDER,
  readFile,
  replaceWhole,
  statAt,
  syncFolder,
} from '../../platform/file-io.js';
import { catchErrors, ignoreErrors } from '../../platform/system-errors.js';
import type { StoredEvent } from '../../transcripts/event.js';
import { parseRecords, toLine } from '../change-journal/record.js';
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

/**
 * Creates an engine with one JSON file per session (Mink §FileStorage), replaced as a whole. Each event is a line with
 * a checksum, so that the intact part of a damaged file can be read.
 */
export function createFileEngine(store: StoreContext, folder: string): SessionEngine {
  const { port, machine, fsync } = store;
  const fileOf = (id: string) => join(folder, `${id}.json`);
  const write = (id: string, events: readonly StoredEvent[]) => {
    const part = join(folder, `.${id}.json.${machine.nonce()}`);
    replaceWhole(port, { path: fileOf(id), part, fsync }, Buffer.from(textOf(id, events)));
  };
  return {
    ids: () =>
      itemsIn(store, folder)
        .flatMap((name) => RECORD.exec(name)?.[1] ?? [])
        .sort(),
    allIds() {
      const forms = [RECORD, TEMPORARY, ASIDE];
      const names = itemsIn(store, folder);
      return [...new Set(names.flatMap((name) => forms.flatMap((form) => form.exec(name)?.[1] ?? [])))];
    },
    leftovers: (id) => temporaryOf(store, folder, id),
    repair(id) {
      sweep(store, folder, id);
      const { events, report } = readSession(store, folder, id);
      if (report.damaged.length === 0) return;
      quarantine(store, folder, id);
      write(id, events);
    },
    has: (id) => statAt(store.port, fileOf(id))?.isFile() ?? false,
    read: (id) => readSession(store, folder, id),
    append(id, known, events) {
      makeFolder(store.port, folder, OWN_FOLDER, store.fsync);
      sweep(store, folder, id);
      if (known.report.damaged.length > 0) quarantine(store, folder, id);
      write(id, [...known.events, ...events]);
      return readSession(store, folder, id);
    },
    remove(id) {
      catchErrors(['ENOENT'], undefined, () => store.port.unlink(fileOf(id)));
      if (statAt(store.port, folder)) syncFolder(store.port, folder, store.fsync);
    },
  };
}

const RECORD = /^([^.].*)\.json$/;
/** A file that is being written: `.ID.json.NONCE`. */
const TEMPORARY = /^\.([^.].*)\.json\.[^.]+$/;
/** A file that was moved aside: `ID.json.damaged-NONCE`. */
const ASIDE = /^([^.].*)\.json\.damaged-[^.]+$/;

const temporaryOf = (store: StoreContext, folder: string, id: string): readonly string[] =>
  itemsIn(store, folder).flatMap((name) => (TEMPORARY.exec(name)?.[1] === id ? join(folder, name) : []));

const itemsIn = ({ port }: StoreContext, folder: string): readonly string[] =>
  listFolder(port, folder).flatMap((item) => (item.isFile() ? item.name : []));

const COMMA = /,(?=\r?\n)/g;

function readSession(store: StoreContext, folder: string, id: string): StoredEvents {
  const quarantined = itemsIn(store, folder).filter((name) => ASIDE.exec(name)?.[1] === id);
  const lastAside = findLastSeqAside(store, folder, quarantined);
  const path = join(folder, `${id}.json`);
  const read = statAt(store.port, path)?.isFile() ? readFile(store.port, path) : null;
  if (!read)
    return { ...NOTHING_STORED, lastSeq: lastAside, report: { ...NOTHING_STORED.report, quarantined } };
  const text = Buffer.from(read.bytes).toString('utf8');
  const [head = '', ...lines] = text.replace(COMMA, '').split('\n');
  const isWhole = lines.slice(-2).join('\n') === ']}\n' && head.startsWith('{"v":1,"session":');
  const { records, damaged } = parseRecords<StoredEvent>(
    Buffer.from(isWhole ? lines.slice(0, -2).join('\n') : text),
  );
  const events = sortBySeq(records);
  return {
    events,
    lastSeq: Math.max(
      damaged.length > 0 || !isWhole ? findLastSeq(text) : 0,
      lastAside,
      events.at(-1)?.seq ?? 0,
    ),
    report: {
      damaged: isWhole ? damaged.map((line) => `${id}.json:${line + 1}`) : [`${id}.json:1`],
      missing: listMissingSeqs(events),
      quarantined,
    },
  };
}

function textOf(id: string, events: readonly StoredEvent[]): string {
  const lines = events.map((event) => Buffer.from(toLine(event)).toString('utf8').trimEnd());
  return `{"v":1,"session":${JSON.stringify(id)},"events":[\n${lines.join(',\n')}\n]}\n`;
}

/** Moves a damaged file aside before a new one is written. */
const quarantine = ({ port, machine }: StoreContext, folder: string, id: string): void =>
  port.link(join(folder, `${id}.json`), join(folder, `${id}.json.damaged-${machine.nonce()}`));

/** Deletes half-written files of a dead writer. Requires the session's lock. */
function sweep(store: StoreContext, folder: string, id: string): void {
  for (const path of temporaryOf(store, folder, id)) ignoreErrors(() => store.port.unlink(path));
}
