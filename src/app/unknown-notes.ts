import type { Notice } from '../command/define-command.js';
import { type Change, listChangedPaths } from '../notes/changes/change.js';
import { explainSyncCopy, type SyncCopy } from '../notes/merge/sync-copy.js';
import { explainUnmerged } from '../notes/merge/unmerged-note.js';
import { isReadOnly, isUnmerged, type Note } from '../notes/note.js';
import type { NoteSource } from '../notes/notebook.js';
import { explainUnknown, readOnlyMode, type Unknown } from '../notes/unknown-note.js';
import { groupByKeys } from '../text/group-by.js';

/** The unreadable and unmerged notes that a command read, and the parts withheld because of them. */
export interface UnknownNotes {
  /** The reader for the command; it records every unreadable note. */
  readonly reader: NoteSource;
  /**
   * Runs a part of a command; returns `otherwise` if the part read an unreadable note, or would write a read-only or
   * unmerged one.
   */
  known<T extends { readonly changes: readonly Change[] }>(part: () => T, otherwise: T): T;
  /** Returns the unreadable notes that were read outside such parts. */
  listRead(): readonly Unknown[];
  /** Returns one notice for each unreadable or unmerged note, and for each that was not written because it is read-only. */
  notices(): readonly Notice[];
}

/** A note source that knows unreadable notes, and folders that may not be listed. */
interface Source extends NoteSource {
  readonly closedFolders?: () => readonly Unknown[];
  readonly copies?: () => readonly SyncCopy[];
  /** Unreadable notes that the index needed. */
  readonly unreadable?: readonly Unknown[];
}

/**
 * Watches the reads of a command, so that an unreadable note is never treated as empty. `settlesConflicts`: the command
 * itself handles unmerged notes.
 */
export function watchUnknown(source: Source, settlesConflicts: boolean): UnknownNotes {
  const named = new Map<string, Unknown>();
  const readOnly = new Map<string, number>();
  const unmerged = new Map<string, Note>();
  const copies = new Map<string, SyncCopy>();
  let request = new Map<string, Unknown>();
  const meet = (unknown: Unknown | null | undefined): void => {
    if (!unknown) return;
    request.set(unknown.path, unknown);
    named.set(unknown.path, unknown);
  };
  const reader: NoteSource = {
    note(path) {
      const note = source.note(path);
      if (!note) meet(source.unknown?.(path));
      else if (isUnmerged(note) && !settlesConflicts) unmerged.set(note.path, note);
      return note;
    },
    list() {
      const paths = source.list();
      source.closedFolders?.().forEach(meet);
      if (!settlesConflicts) for (const copy of source.copies?.() ?? []) copies.set(copy.path, copy);
      return paths;
    },
    unknown(path) {
      const unknown = source.unknown?.(path) ?? null;
      if (unknown) named.set(path, unknown);
      return unknown;
    },
    allUnknown() {
      const all = source.allUnknown?.() ?? [];
      for (const unknown of all) named.set(unknown.path, unknown);
      return all;
    },
    hashOfUnknown: (path) => source.hashOfUnknown?.(path) ?? null,
  };
  return {
    reader,
    known(part, otherwise) {
      const outside = request;
      request = new Map();
      try {
        const made = part();
        const written = listWrittenNotes(made.changes, (path) => source.note(path));
        for (const { path, mode = 0 } of written.filter(isReadOnly)) readOnly.set(path, mode);
        const isHeld = written.some((note) => isReadOnly(note) || isUnmerged(note));
        return request.size > 0 || isHeld ? otherwise : made;
      } finally {
        request = outside;
      }
    },
    listRead: () => [...request.values()],
    notices() {
      for (const unknown of source.unreadable ?? []) named.set(unknown.path, unknown);
      return [
        ...nameTogether([...named.values()].map((one) => warning(one.path, explainUnknown(one)))),
        ...[...unmerged.values()].map((note) => warning(note.path, explainUnmerged(note))),
        ...nameTogether([...copies.values()].map((copy) => warning(copy.path, explainSyncCopy(copy)))),
        ...[...readOnly].map(([path, mode]) =>
          warning(
            path,
            `is ${readOnlyMode(mode)} and stays as it is; to let Daybook write it: chmod u+w ${path}`,
          ),
        ),
      ];
    },
  };
}

/** One notice for all notes with the same cause and remedy, such as those below a linked folder. */
const nameTogether = (notices: readonly Notice[]): readonly Notice[] =>
  [...groupByKeys(notices.map((one) => [one.message, one] as const))].flatMap(
    ([message, [first, ...more]]) =>
      first === undefined
        ? []
        : [{ ...first, message: more.length === 0 ? message : `${message} (and ${more.length} more)` }],
  );

const warning = (path: string, message: string): Notice => ({ level: 'warning', path, message });

/**
 * Returns the existing notes whose bytes changes would change. A moved note keeps its bytes, and counts only while it is
 * unmerged: git knows it by its name.
 */
export const listWrittenNotes = (
  changes: readonly Change[],
  note: (path: string) => Note | null,
): readonly Note[] => {
  const written = changes.filter((change) => change.kind !== 'move').flatMap(listChangedPaths);
  const moved = changes.flatMap((change) => (change.kind === 'move' ? (note(change.path) ?? []) : []));
  return [...[...new Set(written)].flatMap((path) => note(path) ?? []), ...moved.filter(isUnmerged)];
};
