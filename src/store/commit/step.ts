import { ConflictError, UserError } from '../../errors.js';
import { findExcess } from '../../markdown/parse-cost.js';
import { rebaseEdits } from '../../markdown/rebase-edits.js';
import { applyEdits, findChangedLines, type TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import { isReadOnly } from '../../notes/note.js';
import { refuseReadOnly } from '../../notes/unknown-note.js';
import { computeHash, type Decoded, decode, encode } from '../../platform/encoding.js';
import { readFile, statAt } from '../../platform/file-io.js';
import { encodeVersion } from '../change-journal/find-version-text.js';
import type { JournalState } from '../change-journal/journal-state.js';
import type { TouchedFileRecord } from '../change-journal/record.js';
import {
  type AppliedChange,
  type BaseVersion,
  createFile,
  hashAt,
  moveFile,
  removeFile,
  replaceFile,
} from '../files/atomic-replace.js';
import { LARGEST_NOTE } from '../files/note-limits.js';
import type { StoreContext } from '../layout.js';
import { isGlobal, resolveNotePath } from '../path-containment.js';

/** One change, planned against the disk: its journal record, and how to make it. */
export interface CommitStep {
  readonly touched: TouchedFileRecord;
  make(): AppliedStep;
}

export interface AppliedStep extends AppliedChange {
  /** What was actually done: a save in place may have moved it. */
  readonly touched: TouchedFileRecord;
}

/** A resumed change may be half done already. */
type StepStage = 'fresh' | 'resumed';

/** Plans a change. Throws ConflictError if its base is not on disk. */
export function planStep(
  store: StoreContext,
  journal: JournalState,
  change: Change,
  stage: StepStage = 'fresh',
): CommitStep {
  if (isGlobal(change.path)) throw new RangeError(`${change.path} is written through the global store`);
  const file = resolveNotePath(store.port, store.root, change.path);
  switch (change.kind) {
    case 'create':
      return planCreate(store, file, change);
    case 'edit':
      return planEdit(store, writableBase(store, journal, file, change), change);
    case 'remove':
      return planRemove(store, writableBase(store, journal, file, change), change);
    case 'move':
      return planMove(store, readBaseVersion(store, journal, file, change), change, stage);
  }
}

type Of<K extends Change['kind']> = Extract<Change, { kind: K }>;

function planCreate(
  store: StoreContext,
  file: string,
  { path, text, why, version }: Of<'create'>,
): CommitStep {
  const bytes = (version === undefined ? null : encodeVersion(text, version)) ?? encode(text, false);
  const after = computeHash(bytes);
  checkSize(path, text, bytes);
  if (hashAt(store, file) !== null) throw new ConflictError(path);
  const splices = [{ at: 0, old: '', new: text }];
  const touched: TouchedFileRecord = {
    do: 'create',
    path,
    before: null,
    after,
    splices,
    why,
    bytes: bytes.length,
  };
  return { touched, make: () => ({ ...createFile(store, path, file, bytes), touched }) };
}

function planEdit(store: StoreContext, base: BaseVersion, { path, splices, why }: Of<'edit'>): CommitStep {
  const now = decodeBase(base);
  const text = applyEdits(now.text, splices);
  const bytes = encode(text, now.bom);
  checkSize(path, text, bytes);
  const touched: TouchedFileRecord = {
    do: 'edit',
    path,
    before: base.hash,
    after: computeHash(bytes),
    splices,
    why,
    ...listChangedLines(now.text, splices),
    bytes: bytes.length,
  };
  return { touched, make: () => makeEdit(store, base, touched, now.text, bytes) };
}

/** Returns the lines that edits change in part, for the journal; nothing if there are none. */
export function listChangedLines(
  text: string,
  splices: readonly TextEdit[],
): Pick<TouchedFileRecord, 'lines'> {
  const lines = findChangedLines(text, splices);
  return lines.length === 0 ? {} : { lines };
}

/** How many concurrent saves in place are merged before the command is planned again. */
const OVERTAKEN_TRIES = 3;

/**
 * Makes an edit. If the file was saved in place meanwhile, that version is restored first and the edit is made on top of
 * it.
 */
function makeEdit(
  store: StoreContext,
  base: BaseVersion,
  touched: TouchedFileRecord,
  text: string,
  bytes: Uint8Array,
  tries = OVERTAKEN_TRIES,
): AppliedStep {
  const made = replaceFile(store, base, bytes);
  if (!made.overtaken) return { ...made, touched };
  made.back();
  store.machine.sleep(QUIET_MS);
  const theirs = readFile(store.port, base.file, LARGEST_NOTE);
  const decoded = theirs && decode(theirs.bytes);
  const moved = decoded && rebaseEdits(touched.splices, text, decoded.text);
  if (!decoded || !moved || tries === 0) throw new ConflictError(touched.path);
  const fresh = encode(applyEdits(decoded.text, moved), decoded.bom);
  const { lines: _, ...rest } = touched;
  const next = {
    ...rest,
    before: computeHash(theirs.bytes),
    after: computeHash(fresh),
    splices: moved,
    ...listChangedLines(decoded.text, moved),
    bytes: fresh.length,
  };
  return makeEdit(
    store,
    { ...base, hash: next.before, bytes: theirs.bytes, foreign: true },
    next,
    decoded.text,
    fresh,
    tries - 1,
  );
}

/** A save in place is finished within this time. */
const QUIET_MS = 50;

function planRemove(store: StoreContext, base: BaseVersion, { path, why }: Of<'remove'>): CommitStep {
  const text = decode(base.bytes)?.text ?? null;
  const splices: readonly TextEdit[] = text === null ? [] : [{ at: 0, old: text, new: '' }];
  const touched: TouchedFileRecord = {
    do: 'remove',
    path,
    before: base.hash,
    after: null,
    splices,
    why,
    bytes: 0,
  };
  return { touched, make: () => ({ ...unlessOvertaken(removeFile(store, base), path), touched }) };
}

function planMove(
  store: StoreContext,
  base: BaseVersion,
  { path, to, why }: Of<'move'>,
  stage: StepStage,
): CommitStep {
  const file = resolveNotePath(store.port, store.root, to);
  const there = hashAt(store, file);
  if (there !== null && !(stage === 'resumed' && there === base.hash)) throw new ConflictError(to);
  const touched: TouchedFileRecord = {
    do: 'move',
    path,
    to,
    before: base.hash,
    after: base.hash,
    splices: [],
    why,
    bytes: base.bytes.length,
  };
  return { touched, make: () => ({ ...moveFile(store, base, { path: to, file }), touched }) };
}

function unlessOvertaken(made: AppliedChange, path: string): AppliedChange {
  if (!made.overtaken) return made;
  made.back();
  throw new ConflictError(path);
}

/**
 * Reads the base of a file to be written or removed. Throws UserError for a read-only file, which a rename would
 * replace anyway.
 */
function writableBase(
  store: StoreContext,
  journal: JournalState,
  file: string,
  change: { readonly path: string; readonly base: string },
): BaseVersion {
  const base = readBaseVersion(store, journal, file, change);
  const mode = statAt(store.port, file)?.mode;
  if (mode !== undefined && isReadOnly({ mode })) throw refuseReadOnly(change.path, mode);
  return base;
}

/** Reads the bytes that a change starts from. Throws ConflictError if they are not on disk. */
export function readBaseVersion(
  store: StoreContext,
  journal: JournalState,
  file: string,
  { path, base }: { readonly path: string; readonly base: string },
): BaseVersion {
  const bytes = readFile(store.port, file)?.bytes;
  if (!bytes || computeHash(bytes) !== base) throw new ConflictError(path);
  return { path, file, hash: base, bytes, foreign: journal.last(path)?.hash !== base };
}

/** Decodes the text that a change starts from. Throws UserError if it is not UTF-8. */
export function decodeBase({ path, bytes }: BaseVersion): Decoded {
  const decoded = decode(bytes);
  if (!decoded)
    throw new UserError('not-utf8', `${path} is not UTF-8`, 'save it as UTF-8 in an editor', { path });
  return decoded;
}

function checkSize(path: string, text: string, bytes: Uint8Array): void {
  const excess = bytes.length > LARGEST_NOTE ? `over ${LARGEST_NOTE} bytes` : findExcess(text);
  if (excess !== null)
    throw new UserError('too-large', `${path} would have ${excess}`, 'split it into several notes', { path });
}
