import { join } from 'node:path';
import { OWN_FILE, readPart, statAt, withFile } from '../platform/file-io.js';
import { OPEN_FLAGS } from '../platform/file-system.js';
import { eachLine } from '../platform/streams/line-stream.js';
import { ignoreErrors } from '../platform/system-errors.js';
import { cleanAll } from '../security/clean-text.js';
import { parseJson } from '../text/json-value.js';
import { ensureStateFolder, type StoreContext } from './layout.js';

/** An event at one moment, stored as a line of JSON. */
export interface ActivityRecord {
  /** ISO 8601 in UTC; its first ten characters name the day's file. */
  readonly at: string;
  readonly [field: string]: unknown;
}

/** The part of an activity log to read. */
export interface ActivityRange {
  /** The first day, in UTC; by default the last two days, since a session may continue past midnight. */
  readonly since?: string;
  /** Reads at most this many bytes from the end of each file. */
  readonly bytes?: number;
  /** Returns only lines that contain this text. */
  readonly holding?: string;
}

const MOST_READ = 1024 * 1024;
const DAYS_READ = 2;

/** All activity logs. */
const TRAILS = ['hooks', 'tools', 'foreign', 'questions', 'off'] as const;
export type ActivityLogName = (typeof TRAILS)[number];

/**
 * Appends an event, without secrets, to the file of its day, without lock and flush (guide/store.md › Activity logs). A
 * crash may lose the last lines. Each event is one append, so any number of processes may write. Failures are ignored.
 */
export function appendActivity(store: StoreContext, trail: ActivityLogName, happening: ActivityRecord): void {
  const { port, at } = store;
  ignoreErrors(() => {
    ensureStateFolder(store);
    const path = join(at.keep, `${trail}-${happening.at.slice(0, 10)}.jsonl`);
    // Starts a new line even if a crash tore the previous one.
    const line = Buffer.from(`\n${JSON.stringify(cleanAll(happening).value)}\n`);
    const write = (file: number) => port.write(file, line, 0, line.length, null);
    withFile(port, path, OPEN_FLAGS.append, write, OWN_FILE);
  });
}

/** Reads the events of a range of days, oldest first; unreadable lines are skipped. */
export function readActivity(
  store: StoreContext,
  trail: ActivityLogName,
  stretch: ActivityRange = {},
): readonly ActivityRecord[] {
  const { since } = stretch;
  const files = filesOf(store, trail);
  const wanted = since === undefined ? files.slice(-DAYS_READ) : files.filter(({ day }) => day >= since);
  return wanted.flatMap(({ path }) => readDay(store, path, stretch));
}

/** Calls a function for each event of these days (UTC), oldest first, without holding all in memory. */
export function eachActivity(
  store: StoreContext,
  trail: ActivityLogName,
  days: readonly string[],
  take: (one: ActivityRecord) => void,
): void {
  for (const { path, day } of filesOf(store, trail))
    if (days.includes(day)) eachLine(store.port, store.at.keep, path, (line) => parse(line).forEach(take));
}

/** Deletes events of days before this one. */
export function pruneActivity(store: StoreContext, before: string): void {
  for (const { path, day } of TRAILS.flatMap((trail) => filesOf(store, trail)))
    if (day < before) ignoreErrors(() => store.port.unlink(path));
}

function filesOf(
  { port, at }: StoreContext,
  trail: ActivityLogName,
): readonly { readonly path: string; readonly day: string }[] {
  if (!statAt(port, at.keep)) return [];
  const names = port.list(at.keep).map(({ name }) => name);
  return names
    .filter((name) => name.startsWith(`${trail}-`) && /-\d{4}-\d{2}-\d{2}\.jsonl$/.test(name))
    .sort()
    .map((name) => ({ path: join(at.keep, name), day: name.slice(-16, -6) }));
}

function readDay(
  { port }: StoreContext,
  path: string,
  { bytes = MOST_READ, holding = '' }: ActivityRange,
): ActivityRecord[] {
  const size = statAt(port, path)?.size ?? 0;
  const read = readPart(port, path, Math.max(0, size - bytes), bytes);
  return linesHolding(holding, Buffer.from(read.buffer, read.byteOffset, read.length)).flatMap(parse);
}

/** Returns the lines that contain a text. Most lines do not, and are not even decoded. */
function linesHolding(text: string, bytes: Buffer): string[] {
  if (text === '') return bytes.toString('utf8').split('\n');
  const lines: string[] = [];
  for (let at = bytes.indexOf(text); at >= 0; ) {
    const next = bytes.indexOf(LINE_END, at);
    const end = next < 0 ? bytes.length : next;
    lines.push(bytes.toString('utf8', bytes.lastIndexOf(LINE_END, at) + 1, end));
    at = bytes.indexOf(text, end);
  }
  return lines;
}

const LINE_END = 0x0a;

function parse(line: string): ActivityRecord[] {
  if (!line.startsWith('{')) return [];
  const read = parseJson(line) as ActivityRecord | undefined;
  return typeof read?.at === 'string' ? [read] : [];
}
