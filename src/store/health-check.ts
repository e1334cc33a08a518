import { join } from 'node:path';
import type { Outline } from '../markdown/outline.js';
import { describeLeap } from '../notes/clock-leap-message.js';
import type { SyncCopy } from '../notes/merge/sync-copy.js';
import type { Note } from '../notes/note.js';
import { explainUnknown, type Unknown } from '../notes/unknown-note.js';
import { statAt } from '../platform/file-io.js';
import { stripInvisible } from '../text/sanitize.js';
import { createVersionFinder } from './change-journal/find-version-text.js';
import { listNewLines, readDoneRecords } from './change-journal/history.js';
import { append, readJournal } from './change-journal/journal.js';
import type { JournalState } from './change-journal/journal-state.js';
import { findLeap, listPendingIntents, pruneHistory } from './change-journal/prune.js';
import type { JournalRecord } from './change-journal/record.js';
import { checkHiddenFolders, checkIds, checkMerged, checkReadable, type HealthCheck } from './check-notes.js';
import { listQueued, listRefusedRequests, listStrangeRequests, type Request } from './command-queue.js';
import { findOldParts, listOrphanedTempFiles, removeLeftovers } from './commit/crash-recovery.js';
import { findSaveTime, listOrphanedHeldFiles } from './files/before-images.js';
import { findNoteLinks, findOtherLinks } from './files/find-links-on-disk.js';
import { listFiles, listHiddenFolders } from './files/list-notes.js';
import type { StoreContext } from './layout.js';
import { LOCK, LockedError, readHolder } from './lock.js';
import { createNoteReader, type NoteReader } from './note-reader.js';
import { hasUnreleasedState, listInertState, UNRELEASED } from './registry/adopt-history.js';
import { getRegistration, listRegistryFaults } from './registry/recognize-workspace.js';
import { getEntryFile } from './registry/registry.js';
import { clearLeftovers, findDamage, findLeftovers } from './session-logs/sessions.js';

export interface HealthCheckOptions {
  /** Fixes what can be fixed without losing anything. */
  readonly fix: boolean;
  /** With `fix`: deletes history older than this number of days. */
  readonly forget?: { readonly now: number; readonly days: number };
  /** The file with the context block; null if there is none. */
  readonly target: string | null;
  readonly outline: (text: string) => Outline;
  /** The names of all commands, if known. A request for any other is not ours. */
  readonly commands?: ReadonlySet<string>;
}

export type Locking = <T>(waitMs: number, act: () => T) => T;

/** How long `doctor` waits for the lock before it only reads. */
const PATIENCE_MS = 500;

/** Runs all checks of the store; read-only unless `fix` is set. */
export function runHealthChecks(
  store: StoreContext,
  journal: JournalState,
  locked: Locking,
  { fix, forget, target, outline, commands }: HealthCheckOptions,
): readonly HealthCheck[] {
  const repaired = fix ? fixProblems(store, journal, locked, forget) : null;
  const reader = createNoteReader(store, () => null);
  const paths = reader.list();
  const notes = paths.flatMap((path) => reader.note(path) ?? []);
  const unknown = reader.allUnreadable();
  return [
    checkLock(store),
    checkDebris(store, repaired),
    checkJournal(store),
    checkUnfinished(store),
    ...checkSessions(store),
    checkSpool(store, commands),
    checkReadable(unknown, paths.length),
    ...checkHiddenFolders(listHiddenFolders(store)),
    ...checkMerged(reader),
    checkLinks(store, target),
    checkBlock(target, reader, outline),
    checkIds(notes, store.root.content),
    checkConflicts(store, reader.copies()),
    checkVanished(store, notes, unknown),
    checkModes(store),
    ...checkClock(store, forget?.now),
    checkRegistry(store),
    ...checkUnused(store),
  ];
}

/** Reports a leap of the clock; nothing if there is none. */
function checkClock(store: StoreContext, now: number | undefined): readonly HealthCheck[] {
  const newest = now === undefined ? null : findLeap(store, now);
  if (newest === null || now === undefined) return [];
  return [fine('clock', describeLeap(now, newest))];
}

const fine = (name: string, detail: string): HealthCheck => ({ name, ok: true, detail });
const wrong = (name: string, detail: string): HealthCheck => ({ name, ok: false, detail });
const mendable = (name: string, detail: string): HealthCheck => ({ name, ok: false, detail, mendable: true });

/**
 * Fixes problems under the lock. Acquiring it completes interrupted operations and cuts a torn tail; then leftovers are
 * deleted.
 */
function fixProblems(
  store: StoreContext,
  journal: JournalState,
  locked: Locking,
  forget: HealthCheckOptions['forget'],
): number | null {
  try {
    return locked(PATIENCE_MS, () => {
      if (statAt(store.port, store.at.journal)) append(store, []);
      if (forget) pruneHistory(store, journal, forget.now, forget.days);
      return removeLeftovers(store) + clearLeftovers(store);
    });
  } catch (error) {
    if (error instanceof LockedError) return null;
    throw error;
  }
}

function checkLock({ port, machine, at }: StoreContext): HealthCheck {
  const holder = statAt(port, at.locks) ? readHolder(port, at.locks) : null;
  if (holder === null) return fine('lock', 'free');
  if (holder === 'unknown')
    return wrong('lock', 'held by a file without an owner: `daybook doctor unlock` after a minute');
  const who = `process ${holder.pid} on ${holder.host} (${holder.command})`;
  if (machine.dead(holder))
    return fine('lock', `left by ${who}, which has ended; the next command takes it over`);
  const ageMs = machine.wall() - (statAt(port, join(at.locks, LOCK))?.mtimeMs ?? 0);
  return ageMs < BUSY_MS ? fine('lock', `in use by ${who}`) : wrong('lock', `held by ${who}`);
}

/** A process holds the lock for milliseconds, and a long job for seconds. */
const BUSY_MS = 60_000;

function checkDebris(store: StoreContext, repaired: number | null): HealthCheck {
  const { port, at } = store;
  const tx = statAt(port, at.keep) ? listOrphanedHeldFiles(store) : [];
  const left = [...listOrphanedTempFiles(store), ...tx, ...findOldParts(store), ...findLeftovers(store)];
  if (left.length > 0) return mendable('leftover files', `left by a process that died: ${left.join(', ')}`);
  return fine('leftover files', repaired ? `none left: ${repaired} deleted` : 'none');
}

function checkJournal(store: StoreContext): HealthCheck {
  const { lines, damaged, extent } = readJournal(store);
  const size = statAt(store.port, store.at.journal)?.size ?? 0;
  if (size > extent.size)
    return mendable(
      'journal',
      `its last record is torn (${size - extent.size} bytes); it was never acknowledged`,
    );
  if (damaged.length === 0) return fine('journal', `${lines.length} records, all intact`);
  return wrong(
    'journal',
    `damaged in line ${damaged.slice(0, 5).join(', ')}; the other ${lines.length} records are intact`,
  );
}

function checkUnfinished(store: StoreContext): HealthCheck {
  const { lines } = readJournal(store);
  const open = listPendingIntents(lines).map(({ seq, verb: command }) => `${seq} ${command}`);
  return open.length === 0
    ? fine('interrupted writes', 'none')
    : mendable('interrupted writes', `begun by a process that died: ${open.join(', ')}`);
}

/** Checks sessions; returns nothing if there is nothing to report. */
function checkSessions(store: StoreContext): readonly HealthCheck[] {
  const { damaged, aside } = findDamage(store);
  if (damaged.length > 0)
    return [
      wrong('sessions', `cannot be read in part: ${damaged.slice(0, 5).join(', ')}; the rest is intact`),
    ];
  return aside.length === 0
    ? []
    : [fine('sessions', `torn or damaged bytes are kept aside: ${aside.join(', ')}`)];
}

function checkSpool(store: StoreContext, commands: ReadonlySet<string> | undefined): HealthCheck {
  const requests = listQueued(store);
  const isKnown = ({ verb: command }: Request) => commands?.has(command) ?? true;
  const strange = [
    ...listStrangeRequests(store).map((name) => `spool/${name}`),
    ...requests
      .filter((one) => !isKnown(one))
      .map(({ id, verb: command }) => `spool/${id}.json (\`${command}\`)`),
  ];
  const found = [
    listNames(
      'refused when their turn came',
      listRefusedRequests(store).map(({ name, why }) => `${name} (${why})`),
    ),
    listNames('not Daybook requests, never run', strange),
  ].filter(Boolean);
  if (found.length > 0)
    return wrong('waiting requests', `${found.join('; ')}. Look at them, then delete them`);
  return fine(
    'waiting requests',
    requests.length === 0 ? 'empty' : `${requests.length} waiting for the next command`,
  );
}

/** A folder may hold any number of them, under any name, so only the first are listed. */
const MOST_SHOWN = 5;

function listNames(what: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > MOST_SHOWN ? ` and ${names.length - MOST_SHOWN} more` : '';
  return `${what}: ${names.slice(0, MOST_SHOWN).map(stripInvisible).join(', ')}${more}`;
}

function checkLinks(store: StoreContext, target: string | null): HealthCheck {
  const found = [...findNoteLinks(store.port, store.root), ...findOtherLinks(store, target)];
  if (found.length === 0) return fine('links', 'none where notes or state belong');
  return wrong(
    'links',
    `symbolic links, which are never followed: ${found.join(', ')}; put the file or folder itself there, or remove the link`,
  );
}
const OPENING = /^<!-- MIND:CONTEXT/;
const CLOSING = /^<!-- MIND:END -->/;

/** Checks for exactly one opening and one closing marker, in order, each a top-level HTML block. */
function checkBlock(
  target: string | null,
  reader: NoteReader,
  outline: HealthCheckOptions['outline'],
): HealthCheck {
  if (target === null) return fine('context block', 'switched off');
  const unknown = reader.unknown(target);
  if (unknown) return wrong('context block', `${target} ${explainUnknown(unknown)}`);
  const note = reader.note(target);
  if (!note) return fine('context block', `${target} has none`);
  const html = outline(note.text).blocks.filter(({ kind }) => kind === 'html');
  const linesOf = (marker: RegExp) =>
    html
      .filter(({ start, end }) => marker.test(note.text.slice(start, end).trimStart()))
      .map(({ line }) => line);
  const [opens, closes] = [linesOf(OPENING), linesOf(CLOSING)];
  if (opens.length === 0 && closes.length === 0) return fine('context block', `${target} has none`);
  if (opens.length === 1 && closes.length === 1 && opens[0]! < closes[0]!)
    return fine('context block', `${target}:${opens[0]}`);
  const found = `opening in line ${opens.join(', ') || 'none'}, closing in line ${closes.join(', ') || 'none'}`;
  return wrong('context block', `${target} needs one pair of markers, but has: ${found}`);
}

const CONFLICT = /\.sync-conflict-|conflicted copy|\(conflict|_conflict-\d/i;

function checkConflicts(store: StoreContext, copies: readonly SyncCopy[]): HealthCheck {
  const others = listFiles(store, ({ name }) => CONFLICT.test(name)).filter(
    (path) => !copies.some((copy) => copy.path === path),
  );
  const found = [
    listNames(
      'copies that `daybook sync --resolve` merges by entries',
      copies.map(({ path }) => path),
    ),
    others.length === 0 ? '' : `merge by hand: ${others.join(', ')}`,
  ].filter(Boolean);
  return found.length === 0 ? fine('sync conflicts', 'none') : wrong('sync conflicts', found.join('; '));
}

/** Checks for acknowledged lines that are gone. A note that cannot be read may still hold all of its lines. */
function checkVanished(
  store: StoreContext,
  notes: readonly Note[],
  unknown: readonly Unknown[],
): HealthCheck {
  const gone = findLostLines(store, notes).filter(({ path }) => !unknown.some((one) => one.path === path));
  if (gone.length === 0) return fine('lost entries', 'none');
  const reportLines = gone.map(
    ({ path, line, seq, id }) => `${path}: ${line} (written by ${seq}; \`daybook restore ^${id}\`)`,
  );
  return wrong(
    'lost entries',
    `overwritten within seconds of being written, and can be restored: ${reportLines.join('; ')}`,
  );
}

function checkRegistry({ port, root }: StoreContext): HealthCheck {
  const { entry, fault } = getRegistration(root, port);
  const file = getEntryFile(root.global, root.root);
  const faults = listRegistryFaults(port, root.global, file).concat(
    fault === null ? [] : `${file}: ${fault}`,
  );
  if (faults.length > 0) return wrong('known workspaces', `not believed: ${faults.join('; ')}`);
  if (root.foreign !== undefined)
    return fine(
      'known workspaces',
      `read-only, since ${root.foreign} belongs to another user: daybook trust`,
    );
  if (entry === null) return fine('known workspaces', 'the first write registers this folder');
  return fine('known workspaces', root.trusted ? 'registered, trusted' : 'registered, not trusted');
}

/** Reports unused state in the state folder. */
function checkUnused(store: StoreContext): readonly HealthCheck[] {
  const others = listInertState(store);
  const other = `from other folders or users, not used: ${others.join(', ')}; to adopt its history: daybook trust --adopt-history`;
  return [
    ...(others.length > 0 ? [fine('other state', other)] : []),
    ...(hasUnreleasedState(store) ? [fine('earlier state', UNRELEASED)] : []),
  ];
}

function checkModes({ port, at }: StoreContext): HealthCheck {
  const open = [at.state, at.own, at.keep, at.cache, at.locks].filter(
    (path) => ((statAt(port, path)?.mode ?? 0) & 0o077) !== 0,
  );
  return open.length === 0
    ? fine('file permissions', 'the state folder is private')
    : wrong('file permissions', `open to others: chmod go-rwx ${open.join(' ')}`);
}

/** An editor that overwrites does so within seconds; later, a person removed the line. */
const OVERWRITTEN_WITHIN_MS = 10_000;

/** Finds acknowledged lines with an id that another program's save removed within ten seconds. */
function findLostLines(store: StoreContext, notes: readonly Note[]) {
  const deeds = readDoneRecords(store);
  const find = createVersionFinder(store, deeds);
  const everywhere = new Set(
    notes.flatMap(({ text }) => listNewLines(text).flatMap((line) => idOf(line) ?? [])),
  );
  return deeds.flatMap((record, i) =>
    record.touched.flatMap(({ path, splices }) => {
      const lines = splices.flatMap(({ new: fresh, old }) =>
        listNewLines(fresh).filter((line) => !listNewLines(old).includes(line)),
      );
      const lost = lines.filter((line) => isLost(line, everywhere));
      return lost
        .filter((line) => isOverwritten(store, find, deeds.slice(i), path, line))
        .map((line) => ({ path, line, id: idOf(line) ?? '', seq: record.seq }));
    }),
  );
}

const idOf = (line: string): string | null => /\s\^([0-9a-z-]{4,})\s*$/.exec(line)?.[1] ?? null;

function isLost(line: string, everywhere: ReadonlySet<string>): boolean {
  const id = idOf(line);
  return id !== null && !everywhere.has(id);
}

/** Follows the note from a record to the first foreign version that lacks the line. */
function isOverwritten(
  store: StoreContext,
  find: (hash: string) => string | null,
  [written, ...later]: readonly JournalRecord[],
  path: string,
  line: string,
): boolean {
  if (!written) return false;
  let ours = written.touched.find((one) => one.path === path)?.after ?? null;
  for (const record of later) {
    const next = record.touched.find((one) => one.path === path);
    if (!next) continue;
    if (
      next.before !== ours &&
      next.before !== null &&
      !listNewLines(find(next.before) ?? line).includes(line)
    ) {
      // The file time of its before-image, else the time at which it was overwritten.
      const saved = findSaveTime(store, next.before) ?? record.wall;
      return saved - written.wall <= OVERWRITTEN_WITHIN_MS;
    }
    if (next.splices.some(({ old }) => listNewLines(old).includes(line))) return false;
    ours = next.after;
  }
  const now = statAt(store.port, join(store.root.root, path));
  return now !== null && now.mtimeMs - written.wall <= OVERWRITTEN_WITHIN_MS;
}
