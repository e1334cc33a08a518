/* Records of a journal that another user wrote, with checksums that fit. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { computeHash } from '../../../src/platform/encoding.js';
import { toLine } from '../../../src/store/change-journal/record.js';
import { type Folder, NOON, NOON_MS, stateFolders } from './folder.js';

const hash = (text: string): string => computeHash(Buffer.from(text));

/** One file of a record that was begun. */
type Touched = Readonly<Record<string, unknown>>;

export const creating = (path: string, text = 'planted\n'): Touched => ({
  do: 'create',
  path,
  before: null,
  after: hash(text),
  splices: [{ at: 0, old: '', new: text }],
  why: 'x',
  bytes: text.length,
});

export const editing = (path: string, before: string): Touched => ({
  do: 'edit',
  path,
  before: hash(before),
  after: hash(`planted\n${before}`),
  splices: [{ at: 0, old: '', new: 'planted\n' }],
  why: 'x',
  bytes: before.length + 8,
});

export const removing = (path: string, before: string): Touched => ({
  do: 'remove',
  path,
  before: hash(before),
  after: null,
  splices: [{ at: 0, old: before, new: '' }],
  why: 'x',
  bytes: 0,
});

export const moving = (path: string, to: string, before: string): Touched => ({
  do: 'move',
  path,
  to,
  before: hash(before),
  after: hash(before),
  splices: [],
  why: 'x',
  bytes: before.length,
});

let count = 0;

/** A record of the journal, with a checksum that fits. */
export function record(t: 'intent' | 'done', touched: unknown, more: object = {}): Uint8Array {
  const seq = 50 + count++;
  return toLine({
    t,
    seq,
    id: `evil-${seq}`,
    at: NOON,
    wall: NOON_MS,
    verb: 'log',
    input: {},
    now: NOON_MS,
    seed: 'evil',
    by: null,
    session: null,
    say: 'x',
    touched,
    ...more,
  });
}

export function plantRecords(folder: Folder, ...lines: readonly Uint8Array[]): void {
  for (const state of stateFolders(folder)) {
    mkdirSync(join(state, 'keep'), { recursive: true });
    for (const line of lines) appendFileSync(join(state, 'keep/journal.jsonl'), line);
  }
}
