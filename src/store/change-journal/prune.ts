import { join } from 'node:path';
import { LOG_DAYS } from '../../config/settings.js';
import { createFindAuthor, type FindAuthor } from '../../git/blame.js';
import type { LineTrace } from '../../notes/changes/trace-lines.js';
import { statAt } from '../../platform/file-io.js';
import { ignoreErrors } from '../../platform/system-errors.js';
import { pruneCaches, pruneCompiledCode } from '../cache/cache-files.js';
import { readBeforeImage, writeBeforeImage } from '../files/before-images.js';
import { listNotes, statNotes } from '../files/list-notes.js';
import { pruneRuns, readRunRecords } from '../job-claims.js';
import { replaceStateFile, type StoreContext } from '../layout.js';
import { readNoteState } from '../note-reader.js';
import { pruneActivity } from '../tool-call-log.js';
import { createVersionFinder, encodeVersion } from './find-version-text.js';
import { createJournalTracer, hashLine, listDoneRecords, listNewLines } from './history.js';
import { readJournal } from './journal.js';
import type { JournalState } from './journal-state.js';
import { type JournalLine, type JournalRecord, toLine } from './record.js';

const DAY_MS = 86_400_000;
/** Compiled code of a build that was replaced is useless; of the current build it is written again at the next start. */
const COMPILED_DAYS = 30;

/**
 * Deletes records and before-images older than `days`. The last record of every note, every version that a remaining
 * record overwrote, and the origins of lines stay. Unused caches are deleted after a day, activity logs after 90 days. Returns the number of deleted
 * records. Requires the lock.
 */
export function pruneHistory(store: StoreContext, journal: JournalState, now: number, days: number): number {
  pruneCaches(store, store.machine.wall() - DAY_MS);
  pruneCompiledCode(store, store.machine.wall() - COMPILED_DAYS * DAY_MS);
  if (findLeap(store, now) !== null) return 0;
  const { lines } = readJournal(store);
  const deeds = listDoneRecords(lines);
  const gone = listPrunableRecords(deeds, now, days);
  const remaining = deeds.filter((record) => !gone.includes(record));
  if (gone.length > 0) {
    keepBases(store, deeds, remaining);
    writeJournal(store, [
      linesOf(store, lines, gone),
      ...listPendingIntents(lines),
      ...remaining.map(asDone),
    ]);
    journal.forget();
  }
  const wall = store.machine.wall();
  const saved = deeds.map((record) => record.wall);
  if (findClockLeap(wall, saved) === null) dropImages(store, remaining, wall - days * DAY_MS);
  pruneRuns(store, now - days * DAY_MS);
  const oldest = new Date(now - Math.max(days, LOG_DAYS) * DAY_MS);
  pruneActivity(store, oldest.toISOString().slice(0, 'YYYY-MM-DD'.length));
  return gone.length;
}

/** Returns the newest recorded or saved time before a leap of the clock, in ms; null if the clock can be trusted. */
export function findLeap(store: StoreContext, now: number): number | null {
  const recorded = [
    ...listDoneRecords(readJournal(store).lines).map(({ at }) => Date.parse(at)),
    ...readRunRecords(store).map(({ at }) => at),
  ];
  return findClockLeap(now, recorded.length > 0 ? recorded : [newestSave(store)]);
}

/** Returns when a note was last saved, in ms. */
function newestSave(store: StoreContext): number {
  const stats = statNotes(store, listNotes(store).paths);
  let newest = Number.NEGATIVE_INFINITY;
  for (let at = 1; at < stats.length; at += 2) newest = Math.max(newest, stats[at] || newest);
  return newest;
}

/**
 * Returns the time of each record. A record made under a clock set back, or far ahead, gets the time of the one before
 * it.
 */
function timesOf(deeds: readonly JournalRecord[], now: number): readonly number[] {
  let newest = Number.NEGATIVE_INFINITY;
  return deeds.map(({ at }) => {
    const time = Date.parse(at);
    if (time > newest && time <= now) newest = time;
    return newest === Number.NEGATIVE_INFINITY ? time : newest;
  });
}

/**
 * Returns the records older than `days`, except the last of every note. Age is measured from the last change, so that a
 * clock set forward does not make all of history old.
 */
export function listPrunableRecords(
  deeds: readonly JournalRecord[],
  now: number,
  days: number,
): readonly JournalRecord[] {
  const cutoff = Math.min(now, Math.max(...deeds.map(({ wall }) => wall))) - days * DAY_MS;
  const latest = latestOf(deeds);
  const times = timesOf(deeds, now);
  return deeds.filter(({ seq }, index) => (times[index] ?? now) < cutoff && !latest.has(seq));
}

/** Returns the number of the last record of every path. */
function latestOf(deeds: readonly JournalRecord[]): ReadonlySet<number> {
  const last = new Map<string, number>();
  for (const { seq, touched } of deeds)
    for (const { path, to } of touched) last.set(path, seq).set(to ?? path, seq);
  return new Set(last.values());
}

/** Stores a before-image for each version that was built from records to be deleted. */
function keepBases(
  store: StoreContext,
  deeds: readonly JournalRecord[],
  remaining: readonly JournalRecord[],
): void {
  const find = createVersionFinder(store, deeds);
  const built = new Set<string>();
  for (const { before, after } of remaining.flatMap(({ touched }) => touched)) {
    if (before !== null && !built.has(before) && !readBeforeImage(store, before)) {
      const text = find(before);
      const bytes = text === null ? null : encodeVersion(text, before);
      if (bytes) writeBeforeImage(store, bytes);
    }
    for (const hash of [before, after]) if (hash !== null) built.add(hash);
  }
}

function linesOf(
  store: StoreContext,
  lines: readonly JournalLine[],
  gone: readonly JournalRecord[],
): JournalLine {
  const marks = new Map<string, Set<string>>();
  const add = (path: string, all: readonly string[]) =>
    marks.set(path, new Set([...(marks.get(path) ?? []), ...all]));
  for (const one of lines)
    if (one.t === 'lines') for (const [path, all] of Object.entries(one.lines)) add(path, all);
  for (const { path, splices } of gone.flatMap(({ touched, adopted }) => (adopted ? [] : touched))) {
    add(
      path,
      splices.flatMap(({ new: fresh }) =>
        listNewLines(fresh)
          .filter((line) => line.trim() !== '')
          .map(hashLine),
      ),
    );
  }
  const standing = [...marks].map(([path, all]) => [path, stillThere(store, path, [...all])] as const);
  return {
    t: 'lines',
    seq: Math.max(...gone.map(({ seq }) => seq)),
    id: store.machine.nonce(),
    lines: Object.fromEntries(standing),
    origins: originsOf(store, lines, gone),
  };
}

/**
 * Collects the origins of the lines in deleted records that are still in their notes, or that a remaining record moved
 * or marked. Git is used for lines of a person that Daybook marked, because nothing else will know their author
 * afterwards.
 */
function originsOf(store: StoreContext, lines: readonly JournalLine[], gone: readonly JournalRecord[]) {
  const tracer = createJournalTracer(lines);
  const findAuthor = createFindAuthor(store.port, store.root);
  const known = lines.map((one) => (one.t === 'lines' ? one.origins : undefined));
  const origins: { [mark: string]: string } = Object.assign({}, ...known);
  const add = (path: string, text: string) => {
    for (const line of listNewLines(text).filter((one) => one.trim() !== '')) {
      const [trace] = tracer.trace(path, [line]);
      const knownOrigin = trace && knownBy(trace, findAuthor);
      if (knownOrigin) origins[hashLine(line)] = knownOrigin;
    }
  };
  const touched = gone.flatMap((record) => record.touched);
  for (const path of new Set(touched.map(({ path: own, to }) => to ?? own)))
    add(path, readNoteState(store, 'at once', path).note?.text ?? '');
  const stays = listDoneRecords(lines).filter((record) => !gone.includes(record));
  for (const { path, splices, lines: pairs = [] } of stays.flatMap((record) => record.touched))
    for (const { old } of [...splices, ...pairs]) add(path, old);
  return origins;
}

function knownBy(trace: LineTrace, findAuthor: FindAuthor): string | null {
  if (trace.how === 'record') return trace.origin;
  if (trace.how === 'source') return `^${trace.id}`;
  if (trace.how === 'forgotten' || !trace.gone) return null;
  const author = findAuthor(trace);
  return author && !author.isUser ? 'teammate' : null;
}

/** Filters out the lines that are no longer in a note; for a moved note all lines stay. */
function stillThere(store: StoreContext, path: string, marks: readonly string[]): readonly string[] {
  const { note } = readNoteState(store, 'at once', path);
  if (!note) return marks;
  const here = new Set(listNewLines(note.text).map(hashLine));
  return marks.filter((mark) => here.has(mark));
}

/** Returns the intents without a result. */
export function listPendingIntents(lines: readonly JournalLine[]) {
  const closed = new Set(lines.flatMap(({ t, id }) => (t === 'done' || t === 'abort' ? [id] : [])));
  return lines.flatMap((line) => (line.t === 'intent' && !closed.has(line.id) ? [line] : []));
}

const asDone = (record: JournalRecord): JournalLine => ({ ...record, t: 'done' });

/** Replaces the journal by these lines. The journal state must be dropped afterwards. */
export const writeJournal = (store: StoreContext, lines: readonly JournalLine[]): void =>
  replaceStateFile(store, store.at.journal, Buffer.concat(lines.map(toLine)));

/** Deletes old before-images that no record needs, by the time they were stored. */
function dropImages({ port, at }: StoreContext, remaining: readonly JournalRecord[], cutoff: number): void {
  const needed = new Set(
    remaining.flatMap(({ touched }) => touched.flatMap(({ before, after }) => [before, after])),
  );
  for (const { name } of port.list(at.images)) {
    if (!/^[0-9a-f]{64}$/.test(name) || needed.has(name)) continue;
    const path = join(at.images, name);
    const stat = statAt(port, path);
    if (stat && stat.ctimeMs < cutoff) ignoreErrors(() => port.unlink(path));
  }
}

/** A silence up to this length before now needs no proof. */
const SHORT_SILENCE_MS = 2 * DAY_MS;
/** A longer silence always needs proof, even if earlier ones were as long. */
const LONG_SILENCE_MS = 30 * DAY_MS;
/** After a silence the clock is trusted once the records made since then span this long. */
const PROOF_MS = 2 * DAY_MS;

/**
 * Returns the newest recorded time (ms) before a leap of the clock, or null if the clock can be trusted. Nothing may be
 * deleted by age after a leap: the computer may have woken up in the year 2099. A silence no longer than earlier ones
 * is not a leap, since some people work once a week. Invalid times are skipped.
 */
export function findClockLeap(now: number, times: readonly number[]): number | null {
  const past = times.filter((time) => Number.isFinite(time) && time <= now).sort((a, b) => b - a);
  const longest = longestSilences(past);
  let from = now;
  for (const [index, time] of past.entries()) {
    const usual = Math.min(Math.max(SHORT_SILENCE_MS, longest[index] ?? 0), LONG_SILENCE_MS);
    if (from - time > usual) return now - from >= PROOF_MS ? null : time;
    from = time;
  }
  return null;
}

/** Returns for each time, newest first, the longest silence before it. */
function longestSilences(past: readonly number[]): readonly number[] {
  const longest = past.map(() => 0);
  for (let index = past.length - 2; index >= 0; index--)
    longest[index] = Math.max(longest[index + 1]!, past[index]! - past[index + 1]!);
  return longest;
}
