import type { Notice } from '../command/define-command.js';
import { type Change, changedPaths } from '../notes/changes/change.js';
import { isReadOnly, type Note } from '../notes/note.js';
import type { NoteSource } from '../notes/notebook.js';
import { explainUnknown, readOnlyMode, type Unknown } from '../notes/unknown-note.js';

/** What a command asked for and cannot know, and what was held back for it. */
export interface UnknownNotes {
  /** The reader through which the command reads; it notes every unknown note that is asked for. */
  readonly reader: NoteSource;
  /** Runs a part of a command; gives `otherwise` where the part asked for an unknown note, or would write a read-only one. */
  known<T extends { readonly changes: readonly Change[] }>(part: () => T, otherwise: T): T;
  /** Unknown notes that were asked for outside such parts. */
  asked(): readonly Unknown[];
  /** One notice for each note that cannot be read, or was not written since it is read-only. */
  notices(): readonly Notice[];
}

/** What the disk tells of notes, and of folders that may not be listed. */
interface Source extends NoteSource {
  readonly closedFolders?: () => readonly Unknown[];
  /** Unknown notes that were asked for by the index. */
  readonly unreadable?: readonly Unknown[];
}

/** Watches what a command reads, so that nothing is written because an unknown note looked empty. */
export function watchUnknown(source: Source): UnknownNotes {
  const named = new Map<string, Unknown>();
  const readOnly = new Map<string, number>();
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
      return note;
    },
    list() {
      const paths = source.list();
      source.closedFolders?.().forEach(meet);
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
        const locked = readOnlyIn(made.changes, (path) => source.note(path));
        for (const { path, mode = 0 } of locked) readOnly.set(path, mode);
        return request.size > 0 || locked.length > 0 ? otherwise : made;
      } finally {
        request = outside;
      }
    },
    asked: () => [...request.values()],
    notices() {
      for (const unknown of source.unreadable ?? []) named.set(unknown.path, unknown);
      return [
        ...[...named.values()].map((unknown) => warning(unknown.path, explainUnknown(unknown))),
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

const warning = (path: string, message: string): Notice => ({ level: 'warning', path, message });

/** The read-only notes that changes would write; a note that only moves keeps its bytes. */
export const readOnlyIn = (
  changes: readonly Change[],
  note: (path: string) => Note | null,
): readonly Note[] => {
  const written = changes.filter((change) => change.kind !== 'move').flatMap(changedPaths);
  return [...new Set(written)].flatMap((path) => note(path) ?? []).filter(isReadOnly);
};
