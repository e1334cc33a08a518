import { join } from 'node:path';
import { readFile } from '../../platform/file-io.js';
import type { StoredEvent } from '../../transcripts/event.js';
import type { StoreContext } from '../layout.js';

/** What a session holds on the disk, and what of it is amiss; nothing of that ever stops a reader. */
export interface StoredEvents {
  /** In the order of their numbers. */
  readonly events: readonly StoredEvent[];
  /** The next event's number is larger, even where the one that bore it was torn off. */
  readonly lastSeq: number;
  readonly report: IntegrityReport;
}

export interface IntegrityReport {
  /** `FILE:LINE` of what cannot be read. */
  readonly damaged: readonly string[];
  /** Numbers of events that were there and are gone. */
  readonly missing: readonly number[];
  /** Files that hold what was torn or damaged. */
  readonly quarantined: readonly string[];
}

/** A way of keeping sessions. Whoever writes holds the session's lock. */
export interface SessionEngine {
  ids(): readonly string[];
  /** Also those of which only leftovers are there. */
  allIds(): readonly string[];
  /** Paths of what writers of a session left when they died; its lock is free or ours, so that nobody is at work on them. */
  leftovers(id: string): readonly string[];
  /** Clears the leftovers away; torn or damaged bytes are set aside. The caller holds the session's lock. */
  mend(id: string): void;
  has(id: string): boolean;
  read(id: string): StoredEvents;
  /** Adds events behind those that were read; when it returns they are durable. Whole or not at all. */
  append(id: string, known: StoredEvents, events: readonly StoredEvent[]): StoredEvents;
  /** Takes a session away whose events are kept elsewhere by now. */
  remove(id: string): void;
}

/** What is missing between events, each of which names the number before it. */
export function missingSeqs(events: readonly StoredEvent[]): readonly number[] {
  const seen = new Set(events.map(({ seq }) => seq));
  return [...new Set(events.flatMap(({ prev }) => (prev === 0 || seen.has(prev) ? [] : [prev])))];
}

/** Events in the order of their numbers, each once. */
export function sortBySeq(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const bySeq = new Map(events.map((event) => [event.seq, event] as const));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

export const NOTHING_STORED: StoredEvents = {
  events: [],
  lastSeq: 0,
  report: { damaged: [], missing: [], quarantined: [] },
};

/** The largest number that a text speaks of, whole or torn: it was given away. */
export function lastSeqIn(text: string): number {
  let last = 0;
  for (const [, seq] of text.matchAll(/"seq":(\d{1,15}),/g)) last = Math.max(last, Number(seq));
  return last;
}

/** The largest number in files that were set aside: it is not given again either. */
export const lastSeqAside = ({ port }: StoreContext, folder: string, names: readonly string[]): number =>
  Math.max(
    0,
    ...names.map((name) =>
      lastSeqIn(Buffer.from(readFile(port, join(folder, name))?.bytes ?? []).toString('latin1')),
    ),
  );
