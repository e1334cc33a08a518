import { UserError } from '../errors.js';
import { listUnmergedPaths } from '../git/unmerged-paths.js';
import { findMergeConflicts, hideConflictMarkers } from '../notes/merge/conflict-markers.js';
import type { SyncCopy } from '../notes/merge/sync-copy.js';
import type { Note } from '../notes/note.js';
import type { NoteSource } from '../notes/notebook.js';
import type { Unknown } from '../notes/unknown-note.js';
import { computeHash, type Decoded, decode, encode } from '../platform/encoding.js';
import { type FileRead, readFile, Unfit } from '../platform/file-io.js';
import { getErrorCode } from '../platform/system-errors.js';
import type { LastWrite } from './change-journal/journal-state.js';
import { type FileStat, type Listing, listNotes, statNotes } from './files/list-notes.js';
import {
  explainEncoding,
  explainError,
  explainFolder,
  explainText,
  LARGEST_NOTE,
  type Problem,
} from './files/note-limits.js';
import type { StoreContext } from './layout.js';
import { resolveNotePath, toLogicalPath } from './path-containment.js';

/** What was read, to be checked under the lock: the content of each path, and the listing. */
export interface ReadSet {
  readonly notes: ReadonlyMap<string, NoteState>;
  readonly listing: readonly string[] | null;
}

/**
 * Reads notes and returns the same result on every later call. An unmerged note shows both sides, without
 * git's markers.
 */
export interface NoteReader extends NoteSource {
  /** Returns an unmerged note as git left it, markers included; any other as `note` does. */
  source(path: string): Note | null;
  /** Returns the paths of all unmerged notes. */
  unmerged(): readonly string[];
  readonly reads: ReadSet;
  /** Returns why an existing note cannot be read; null if it can, or does not exist. */
  unknown(path: string): Unknown | null;
  /** Every requested note that cannot be read. */
  readonly unreadable: readonly Unknown[];
  /** Returns everything below the content folder that cannot be read as a note, requested or not. */
  allUnreadable(): readonly Unknown[];
  /** Returns the copies of notes that a sync tool left; they are not listed. */
  copies(): readonly SyncCopy[];
  /** Returns folders below the content folder that may not be listed: the notes in them are unknown. */
  closedFolders(): readonly Unknown[];
  /**
   * Returns the hash of the bytes of an unreadable note, for moving it unchanged; null if the bytes are not readable.
   */
  hashOf(path: string): string | null;
  /**
   * Returns the listing, and size and time of every note; not part of the read set. An earlier listing may make this
   * faster.
   */
  survey(before: Listing | null): NoteListing;
  /** Returns the text of a note if its file still has this size and time; not part of the read set. */
  unchanged(stat: FileStat): Pick<Note, 'text' | 'bom' | 'conflicts'> | null;
}

/** The notes on disk, with metadata only. */
export interface NoteListing {
  readonly listing: Listing;
  /** Size in bytes and time in ms since 1970 of each note of the listing, alternating; NaN for a missing file. */
  readonly stats: Float64Array;
}

/**
 * Returns what the journal last wrote to a path, if anything; `at once` does not wait for files that are being saved.
 */
type LastWritten = ((path: string) => LastWrite | null) | 'at once';

/** Creates a reader that caches what it read. */
export function createNoteReader(store: StoreContext, known: LastWritten): NoteReader {
  const seen = new Map<string, NoteState>();
  const shown = new Map<string, Note | null>();
  let unmergedPaths: ReadonlySet<string> | null = null;
  let listing: Listing | null = null;
  let all: readonly Unknown[] | null = null;
  const list = (before: Listing | null = null) => (listing ??= listNotes(store, before));
  const look = (path: string): NoteState => {
    const found = seen.get(path) ?? readNoteState(store, known, path);
    seen.set(path, found);
    return found;
  };
  const isInIndex = (path: string): boolean => {
    unmergedPaths ??= new Set(listUnmergedPaths(store.port, store.root, store.target));
    return unmergedPaths.has(path);
  };
  const source = (path: string): Note | null => {
    const { note } = look(path);
    return note && withConflicts(note, isInIndex(note.path));
  };
  const show = (path: string): Note | null => {
    const known = shown.get(path);
    const note = known === undefined ? withoutMarkers(source(path)) : known;
    shown.set(path, note);
    return note;
  };
  return {
    note: show,
    source,
    unmerged: () => [
      ...new Set([...list().paths.filter((path) => show(path)?.conflicts), ...(unmergedPaths ?? [])]),
    ],
    unknown: (path) => unknownOf(path, look(path)),
    hashOf: (path) => hashOfLarge(store, path),
    closedFolders: () => list().closed?.map(closedFolder) ?? [],
    copies: () => list().copies ?? [],
    allUnreadable: () => (all ??= listUnreadable(store, look)),
    list: () => list().paths,
    survey(before) {
      const listing = list(before);
      return { listing, stats: statNotes(store, listing.paths) };
    },
    unchanged(stat) {
      const read = textIfSame(store, stat);
      const note =
        read && withoutMarkers(withConflicts({ path: stat.path, hash: '', ...read }, isInIndex(stat.path)));
      if (!note) return null;
      const { text, bom, conflicts } = note;
      return conflicts ? { text, bom, conflicts } : { text, bom };
    },
    reads: {
      notes: seen,
      get listing() {
        return listing?.paths ?? null;
      },
    },
    get unreadable() {
      return [...seen].flatMap(([path, one]) => unknownOf(path, one) ?? []);
    },
  };
}

/** How often all notes are read again because one changed meanwhile; after that the lock is taken for reading. */
const MOST_READS = 3;

/**
 * Reads all notes from one moment, so that no change by Daybook falls between two of them. If the lock or the folder is
 * not available, the last attempt is returned.
 */
export function readAllAtOnce(
  store: StoreContext,
  known: LastWritten,
  locked: (act: () => NoteReader) => NoteReader,
): NoteReader {
  const read = (): NoteReader => {
    const snapshot = createNoteReader(store, known);
    for (const path of snapshot.list()) snapshot.note(path);
    return snapshot;
  };
  let snapshot = read();
  for (let reads = 1; !isReadSetCurrent(store, known, snapshot.reads); reads++) {
    if (reads === MOST_READS) return lockedOr(snapshot, () => locked(read));
    snapshot = read();
  }
  return snapshot;
}

/** Returns a note with its conflicts, if it has any or is unmerged in git's index. */
function withConflicts(note: Note, isInIndex: boolean): Note {
  const conflicts = note.path.endsWith('.md') ? findMergeConflicts(note.text, isInIndex) : [];
  return conflicts.length === 0 && !isInIndex ? note : { ...note, hash: note.hash, conflicts };
}

/** Returns a note with both sides of its conflicts and no marker. Its hash is still that of its bytes. */
const withoutMarkers = (note: Note | null): Note | null =>
  note?.conflicts ? { ...note, text: hideConflictMarkers(note.text, note.conflicts) } : note;

function lockedOr(otherwise: NoteReader, act: () => NoteReader): NoteReader {
  try {
    return act();
  } catch (error) {
    if (error instanceof UserError) return otherwise;
    throw error;
  }
}

const closedFolder = (path: string): Unknown => ({ path, ...explainFolder(path) });

const unknownOf = (path: string, { problem }: NoteState): Unknown | null => problem && { path, ...problem };

/** Returns everything below the content folder that cannot be read as a note. */
function listUnreadable(store: StoreContext, look: (path: string) => NoteState): readonly Unknown[] {
  const { paths, odd = [], closed = [] } = listNotes(store);
  return [
    ...closed.map(closedFolder),
    ...[...paths, ...odd].flatMap((path) => unknownOf(path, look(path)) ?? []),
  ];
}

/** Larger unreadable files are not moved, since they would fill the memory. */
const LARGEST_MOVED = 256 * 1024 * 1024;

function hashOfLarge({ port, root }: StoreContext, path: string): string | null {
  try {
    const read = readFile(port, resolveNotePath(port, root, path), LARGEST_MOVED);
    return read && computeHash(read.bytes);
  } catch {
    return null;
  }
}

function textIfSame({ port, root }: StoreContext, { path, size, mtimeMs }: FileStat) {
  try {
    const read = readFile(port, `${root.root}/${path}`, LARGEST_NOTE);
    const isSame = read && read.stat.size === size && read.stat.mtimeMs === mtimeMs;
    const decoded = isSame ? decode(read.bytes) : null;
    return decoded && !explainText(path, decoded.text) ? decoded : null;
  } catch (error) {
    if (getErrorCode(error) === '' && !(error instanceof Unfit)) throw error;
    return null;
  }
}

/** Returns true if everything that was read is unchanged. */
export function isReadSetCurrent(
  store: StoreContext,
  known: LastWritten,
  { notes, listing }: ReadSet,
): boolean {
  for (const [path, look] of notes) if (!isSameLook(readNoteState(store, known, path), look)) return false;
  if (!listing) return true;
  const now = listNotes(store).paths;
  return now.length === listing.length && now.every((path, i) => path === listing[i]);
}

/** The current state of a path: a note, nothing, or an unreadable file with the hash of its bytes if available. */
export interface NoteState {
  readonly note: Note | null;
  readonly problem: Problem | null;
  readonly hash?: string;
}

/** Returns the hash of the content, null for nothing, or the reason why it cannot be read. */
export const getContentFingerprint = ({ note, hash, problem }: NoteState): string | null =>
  note?.hash ?? hash ?? problem?.why ?? null;

/** Compares two states by text and byte order mark, which avoids a hash. */
const isSameLook = (a: NoteState, b: NoteState): boolean =>
  a.note?.text === b.note?.text &&
  a.note?.bom === b.note?.bom &&
  a.note?.mode === b.note?.mode &&
  a.problem?.why === b.problem?.why &&
  a.hash === b.hash;

const EMPTY: NoteState = { note: null, problem: null };

/** Reads one note. Never throws for anything a person may have put there. */
export function readNoteState(store: StoreContext, known: LastWritten, path: string): NoteState {
  try {
    const file = resolveNotePath(store.port, store.root, path);
    const own = toLogicalPath(store.port, store.root, path, file);
    const read = readQuiet(store, known, own, file);
    if (!read) return EMPTY;
    const decoded = decode(read.bytes);
    const problem = decoded ? explainText(own, decoded.text) : explainEncoding(own, read.bytes);
    if (!decoded || problem) return { note: null, problem, hash: computeHash(read.bytes) };
    return { note: noteOf(own, decoded, read.stat.mode & 0o7777), problem: null };
  } catch (error) {
    const problem = explainError(store, path, error);
    if (problem === null) throw error;
    return { note: null, problem };
  }
}

/** Creates a note whose hash is computed on demand from its text: readers never need it. */
function noteOf(path: string, { text, bom }: Decoded, mode: number): Note {
  let hash: string | undefined;
  return {
    path,
    text,
    bom,
    mode,
    get hash() {
      hash ??= computeHash(encode(text, bom));
      return hash;
    },
  };
}

/** An editor that saves in place is done within this time (guide/store.md › A person at the same file). */
const QUIET_MS = 50;
/** How long to wait for a file: one that changes all the time is read as it is. */
const LONGEST_WAIT_MS = 2000;

/**
 * Reads the bytes once they are stable: as we left them, or unchanged for 50 ms. A file that lost more than half of our
 * last version is read again for two seconds.
 */
function readQuiet(store: StoreContext, known: LastWritten, path: string, file: string): FileRead | null {
  const { port, machine } = store;
  const deadline = machine.ticks() + LONGEST_WAIT_MS;
  for (;;) {
    const read = readFile(port, file, LARGEST_NOTE);
    if (!read) return null;
    const quietAfter = getQuietTime(store, read, path, known);
    if (quietAfter <= 0 || machine.ticks() + quietAfter > deadline + QUIET_MS) return read;
    machine.sleep(Math.min(quietAfter, QUIET_MS));
    const again = readFile(port, file, LARGEST_NOTE);
    if (again && quietAfter <= QUIET_MS && isSame(read, again)) return again;
  }
}

/** Returns the milliseconds until the file counts as stable; 0 or less if it does. */
function getQuietTime({ machine }: StoreContext, read: FileRead, path: string, known: LastWritten): number {
  if (known === 'at once') return 0;
  const age = machine.wall() - read.stat.mtimeMs;
  if (age > LONGEST_WAIT_MS || age < -LONGEST_WAIT_MS) return 0;
  const last = known(path);
  if (last && last.hash === computeHash(read.bytes)) return 0;
  const shrunk = last !== null && read.stat.size * 2 < last.bytes;
  return (shrunk ? LONGEST_WAIT_MS : QUIET_MS) - age;
}

const isSame = (a: FileRead, b: FileRead): boolean =>
  a.stat.ino === b.stat.ino && a.stat.mtimeMs === b.stat.mtimeMs && Buffer.compare(a.bytes, b.bytes) === 0;
