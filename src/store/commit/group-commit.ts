import { ConflictError } from '../../errors.js';
import { findExcess } from '../../markdown/parse-cost.js';
import { applyEdits } from '../../markdown/text-edit.js';
import type { Note } from '../../notes/note.js';
import { computeHash, encode } from '../../platform/encoding.js';
import { ignoreErrors } from '../../platform/system-errors.js';
import type { JournalState } from '../change-journal/journal-state.js';
import type { JournalRecord, TouchedFileRecord } from '../change-journal/record.js';
import { type AppliedChange, type BaseVersion, replaceFile } from '../files/atomic-replace.js';
import { LARGEST_NOTE } from '../files/note-limits.js';
import type { StoreContext } from '../layout.js';
import { isGlobal, resolveNotePath } from '../path-containment.js';
import {
  applyOperation,
  decideIntent,
  type Operation,
  rollBack,
  toAbortRecord,
  toJournalRecord,
} from './operation.js';
import { decodeBase, listChangedLines, readBaseVersion } from './step.js';

/**
 * Operations of several processes that are made durable together: each note is replaced once, each operation has its
 * record.
 */
export interface CommitBatch {
  /** Returns a note as the operations so far leave it; undefined if none touches it. */
  note(path: string): Note | undefined;
  /**
   * Adds an operation that only edits notes and was planned on the current batch; returns false if it must be committed
   * alone.
   */
  add(operation: Operation): boolean;
  /**
   * Commits all operations durably and returns their numbers by id. Throws ConflictError if a file was edited
   * meanwhile; then none is committed.
   */
  writeAll(): ReadonlyMap<string, number>;
}

interface File {
  readonly base: BaseVersion;
  readonly now: Note;
}

/** Opens a batch. Requires the lock until the batch is committed. */
export function openBatch(ground: StoreContext, ledger: JournalState): CommitBatch {
  const files = new Map<string, File>();
  const operations: { readonly operation: Operation; readonly touched: readonly TouchedFileRecord[] }[] = [];
  return {
    note: (path) => files.get(path)?.now,
    add(operation) {
      const edits = editsOf(ground, ledger, operation, files);
      if (!edits) return false;
      for (const { file } of edits) files.set(file.now.path, file);
      operations.push({ operation, touched: edits.map(({ touched }) => touched) });
      return true;
    },
    writeAll() {
      const [first] = operations;
      if (!first) return new Map();
      if (operations.length === 1)
        return new Map([[first.operation.id, applyOperation(ground, ledger, first.operation).seq]]);
      const next = ledger.nextSeq();
      const deeds = operations.map(({ operation, touched }, i) =>
        toJournalRecord(ground, next + i, operation, touched),
      );
      const isKnownFirst = operations.some(({ operation }) => decideIntent(operation) === 'intent');
      const intents = deeds.map((record) => ({ ...record, t: 'intent' as const }));
      if (isKnownFirst) ledger.append(...intents);
      else ledger.announce(...intents);
      makeAll(ground, ledger, deeds, [...files.values()]);
      return new Map(deeds.map(({ id, seq }) => [id, seq]));
    },
  };
}

interface Edit {
  readonly touched: TouchedFileRecord;
  readonly file: File;
}

function editsOf(
  ground: StoreContext,
  ledger: JournalState,
  { changes }: Operation,
  files: ReadonlyMap<string, File>,
): readonly Edit[] | null {
  const paths = new Set(changes.map(({ path }) => path));
  if (changes.length === 0 || paths.size !== changes.length) return null;
  const edits: Edit[] = [];
  for (const change of changes) {
    if (change.kind !== 'edit' || isGlobal(change.path)) return null;
    const { path, splices, why } = change;
    const { base, now } = files.get(path) ?? opened(ground, ledger, path, change.base);
    if (now.hash !== change.base) return null;
    const text = applyEdits(now.text, splices);
    const bytes = encode(text, now.bom);
    if (bytes.length > LARGEST_NOTE || findExcess(text) !== null) return null;
    const after = computeHash(bytes);
    const lines = listChangedLines(now.text, splices);
    const touched: TouchedFileRecord = {
      do: 'edit',
      path,
      before: now.hash,
      after,
      splices,
      why,
      ...lines,
      bytes: bytes.length,
    };
    edits.push({ touched, file: { base, now: { path, text, bom: now.bom, hash: after } } });
  }
  return edits;
}

function opened(ground: StoreContext, ledger: JournalState, path: string, hash: string): File {
  const base = readBaseVersion(ground, ledger, resolveNotePath(ground.port, ground.root, path), {
    path,
    base: hash,
  });
  return { base, now: { path, hash, ...decodeBase(base) } };
}

/**
 * Writes the intents, then each note once, then all records. After a crash the next process completes them one by one.
 */
function makeAll(
  ground: StoreContext,
  ledger: JournalState,
  deeds: readonly JournalRecord[],
  files: readonly File[],
): void {
  const made: AppliedChange[] = [];
  try {
    for (const { base, now } of files) {
      const one = replaceFile(ground, base, encode(now.text, now.bom));
      made.push(one);
      if (one.overtaken) throw new ConflictError(base.path);
    }
    ledger.append(...deeds.map((record) => ({ ...record, t: 'done' as const })));
  } catch (error) {
    if (rollBack(made))
      ignoreErrors(() => ledger.append(...deeds.map((record) => toAbortRecord(record, error))));
    throw error;
  }
  for (const one of made) one.settle();
}
