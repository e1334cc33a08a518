import { join } from 'node:path';
import { ConflictError, UserError } from '../../errors.js';
import { rebaseEdits } from '../../markdown/rebase-edits.js';
import { applyEdits, type TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import { findMergeConflicts } from '../../notes/merge/conflict-markers.js';
import { listFolder, statAt, Unfit } from '../../platform/file-io.js';
import { getErrorCode, ignoreErrors } from '../../platform/system-errors.js';
import { checkDeed } from '../change-journal/check-record.js';
import type { JournalState } from '../change-journal/journal-state.js';
import type { JournalRecord, TouchedFileRecord } from '../change-journal/record.js';
import { TEMP_FILE_PATTERN } from '../files/atomic-replace.js';
import { storeOrphanedHeldFiles } from '../files/before-images.js';
import { listFiles } from '../files/list-notes.js';
import type { StoreContext } from '../layout.js';
import { removeDeadLocks } from '../lock.js';
import { getContentFingerprint, readNoteState } from '../note-reader.js';
import { performSteps, toAbortRecord } from './operation.js';
import { type CommitStep, planStep } from './step.js';

/**
 * Completes the operations of processes that died: the remaining steps of an intent are made, or the operation is
 * aborted if its place is gone. If the system fails, the intent stays for the next holder and nothing else waits for
 * it. Operations that Daybook would not have started are aborted without a change.
 */
export function completeIntents(
  store: StoreContext,
  journal: JournalState,
  version: (hash: string) => string | null,
): void {
  for (const record of journal.pending()) {
    try {
      const there = { ...store, root: checkDeed(store, record) };
      performSteps(journal, record, stepsLeft(there, journal, version, record), 'stands');
    } catch (error) {
      const isUnfit = error instanceof RangeError || error instanceof Unfit;
      if (isUnfit || error instanceof ConflictError || error instanceof UserError)
        journal.append(toAbortRecord(record, error));
      else if (getErrorCode(error) === '') throw error;
    }
  }
}

/** Deletes the leftovers of dead processes. The caller must hold the lock, so none of them is in use. */
export function removeLeftovers(store: StoreContext): number {
  const { port } = store;
  const temporary = listOrphanedTempFiles(store);
  for (const path of temporary) ignoreErrors(() => port.unlink(path));
  const locks = { ...store, folder: store.at.locks };
  return temporary.length + clearOldParts(store) + storeOrphanedHeldFiles(store) + removeDeadLocks(locks);
}

/** Lists temporary files that no process will finish. */
export function listOrphanedTempFiles(store: StoreContext): readonly string[] {
  const { port, root } = store;
  const inside = listFiles(store, ({ name }) => TEMP_FILE_PATTERN.test(name)).map((path) =>
    join(root.root, path),
  );
  const beside = [root.root, root.worktree].flatMap((folder) =>
    port.list(folder).flatMap(({ name }) => (TEMP_FILE_PATTERN.test(name) ? [join(folder, name)] : [])),
  );
  return [...new Set([...inside, ...beside])];
}

type Version = (hash: string) => string | null;

/** Plans the remaining steps of an intent; a step that is already on disk does nothing. */
function stepsLeft(
  store: StoreContext,
  journal: JournalState,
  version: Version,
  { touched }: JournalRecord,
): readonly CommitStep[] {
  return touched.map((touchedFile) =>
    isDone(store, touchedFile)
      ? doneStep(touchedFile)
      : planStep(store, journal, changeOf(store, version, touchedFile), 'resumed'),
  );
}

const doneStep = (touchedFile: TouchedFileRecord): CommitStep => ({
  touched: touchedFile,
  make: () => ({ touched: touchedFile, overtaken: null, back: () => undefined, settle: () => undefined }),
});

function isDone(store: StoreContext, touchedFile: TouchedFileRecord): boolean {
  const now = readNoteState(store, () => null, touchedFile.path);
  const mark = getContentFingerprint(now);
  if (touchedFile.do === 'remove') return mark === null;
  if (touchedFile.do === 'move')
    return (
      mark === null &&
      getContentFingerprint(readNoteState(store, () => null, touchedFile.to ?? touchedFile.path)) !== null
    );
  if (mark === touchedFile.after) return true;
  if (touchedFile.do === 'create') return mark !== null;
  return mark !== touchedFile.before && now.note !== null && holds(now.note.text, touchedFile.splices);
}

/** Returns true if a text that was edited since contains the inserted text and none of the removed text. */
function holds(text: string, splices: readonly TextEdit[]): boolean {
  return splices.every(({ old, new: fresh }) =>
    fresh.trim() === '' ? !text.includes(old.trim()) : text.includes(fresh.trim()),
  );
}

/** Returns the change as it fits the current file. Throws ConflictError if its place is gone. */
function changeOf(store: StoreContext, version: Version, touchedFile: TouchedFileRecord): Change {
  const { path, why, splices } = touchedFile;
  const base = touchedFile.before ?? '';
  if (touchedFile.do === 'create')
    return {
      kind: 'create',
      path,
      text: applyEdits('', splices),
      why,
      ...(touchedFile.after ? { version: touchedFile.after } : {}),
    };
  if (touchedFile.do === 'move') return { kind: 'move', path, to: touchedFile.to ?? path, base, why };
  if (touchedFile.do === 'remove') return { kind: 'remove', path, base, why };
  const now = readNoteState(store, () => null, path);
  if (now.note?.hash === touchedFile.before) return { kind: 'edit', path, base, splices, why };
  const from = version(base);
  const moved = now.note && from !== null ? rebaseEdits(splices, from, now.note.text) : null;
  if (!now.note || !moved || findMergeConflicts(now.note.text).length > 0) throw new ConflictError(path);
  return { kind: 'edit', path, base: now.note.hash, splices: moved, why };
}

/** A file that is being written has a name with this ending, then gets its real one. */
const PART = /^(?:\.|signal\.json\.).+\.part$/;
/** Writing one takes milliseconds: an older one is left from a process that died. */
const OLD_MS = 10 * 60_000;

/** Lists half-written files in the state folder that no process is writing. */
export function findOldParts({ port, machine, at }: StoreContext): readonly string[] {
  const folders = [at.state, at.keep, at.images, at.spool, join(at.keep, 'sessions')];
  const paths = folders.flatMap((folder) =>
    listFolder(port, folder).flatMap((item) =>
      item.isFile() && PART.test(item.name) ? [join(folder, item.name)] : [],
    ),
  );
  return paths.filter((path) => {
    const stat = statAt(port, path);
    return stat !== null && Math.abs(machine.wall() - stat.mtimeMs) > OLD_MS;
  });
}

/** Deletes these files, which were never acknowledged. Returns their number. */
const clearOldParts = (store: StoreContext): number =>
  findOldParts(store).filter((path) => ignoreErrors(() => store.port.unlink(path))).length;
