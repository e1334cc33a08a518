import { join } from 'node:path';
import { readFile } from '../../platform/file-io.js';
import type { StoredEvent } from '../../transcripts/event.js';
import type { StoreContext } from '../layout.js';

/** The stored events of a session and its problems. Problems never stop a reader. */
export interface StoredEvents {
  /** Sorted by number. */
  readonly events: readonly StoredEvent[];
  /** The number of the next event is larger than this, even if the event with it was torn off. */
  readonly lastSeq: number;
  readonly report: IntegrityReport;
}

export interface IntegrityReport {
  /** `FILE:LINE` of unreadable lines. */
  readonly damaged: readonly string[];
  /** Numbers of events that existed and are gone. */
  readonly missing: readonly number[];
  /** Files with torn or damaged data, moved aside. */
  readonly quarantined: readonly string[];
}

/** A storage engine for sessions. Writers must hold the lock of the session. */
export interface SessionEngine {
  ids(): readonly string[];
  /** Includes ids with leftovers only. */
  allIds(): readonly string[];
  /** Leftovers of dead writers of a session. Its lock is free or ours, so no process uses them. */
  leftovers(id: string): readonly string[];
  /** Deletes leftovers; torn or damaged bytes are moved aside. Requires the session's lock. */
  repair(id: string): void;
  has(id: string): boolean;
  read(id: string): StoredEvents;
  /** Appends events after those that were read, all or none; durable when it returns. */
  append(id: string, known: StoredEvents, events: readonly StoredEvent[]): StoredEvents;
  /** Removes a session whose events are stored elsewhere by now. */
  remove(id: string): void;
}

/** Returns the numbers missing between events, each of which names the number before it. */
export function listMissingSeqs(events: readonly StoredEvent[]): readonly number[] {
  const seen = new Set(events.map(({ seq }) => seq));
  return [...new Set(events.flatMap(({ prev }) => (prev === 0 || seen.has(prev) ? [] : [prev])))];
}

/** Sorts events by number and removes duplicates. */
export function sortBySeq(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const bySeq = new Map(events.map((event) => [event.seq, event] as const));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

export const NOTHING_STORED: StoredEvents = {
  events: [],
  lastSeq: 0,
  report: { damaged: [], missing: [], quarantined: [] },
};

/** Returns the largest event number in a text, complete or torn: it must not be reused. */
export function findLastSeq(text: string): number {
  let last = 0;
  for (const [, seq] of text.matchAll(/"seq":(\d{1,15}),/g)) last = Math.max(last, Number(seq));
  return last;
}

/** Returns the largest number in files that were moved aside; it is not reused either. */
export const findLastSeqAside = ({ port }: StoreContext, folder: string, names: readonly string[]): number =>
  Math.max(
    0,
    ...names.map((name) =>
      findLastSeq(Buffer.from(readFile(port, join(folder, name))?.bytes ?? []).toString('latin1')),
    ),
  );
