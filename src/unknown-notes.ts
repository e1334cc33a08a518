import type { Notice } from './verbs/verb.js';
import { type Change, placesOf } from './wiki/change.js';
import { isReadOnly, type Note } from './wiki/note.js';
import { explainUnknown, readOnlyMode, type Unknown } from './wiki/unknown.js';
import type { Reader } from './wiki/wiki.js';

/** What a command asked for and cannot know, and what was held back for it. */
export interface UnknownNotes {
  /** The reader through which the command reads; it notes every unknown note that is asked for. */
  readonly reader: Reader;
  /** Runs a part of a command; gives `otherwise` where the part asked for an unknown note, or would write a read-only one. */
  known<T extends { readonly changes: readonly Change[] }>(part: () => T, otherwise: T): T;
  /** Unknown notes that were asked for outside such parts. */
  asked(): readonly Unknown[];
  /** One notice for each note that cannot be read, or was not written since it is read-only. */
  notices(): readonly Notice[];
}

/** What the disk tells of notes, and of folders that may not be listed. */
interface Source extends Reader {
  readonly closedFolders?: () => readonly Unknown[];
  /** Unknown notes that were asked for by the index. */
  readonly unreadable?: readonly Unknown[];
}

/** Watches what a command reads, so that nothing is written because an unknown note looked empty. */
export function watchUnknown(source: Source): UnknownNotes {
  const named = new Map<string, Unknown>();
  const readOnly = new Map<string, number>();
  let asked = new Map<string, Unknown>();
  const meet = (unknown: Unknown | null | undefined): void => {
    if (!unknown) return;
    asked.set(unknown.path, unknown);
    named.set(unknown.path, unknown);
  };
  const reader: Reader = {
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
      const outside = asked;
      asked = new Map();
      try {
        const made = part();
        const locked = readOnlyIn(made.changes, (path) => source.note(path));
        for (const { path, mode = 0 } of locked) readOnly.set(path, mode);
        return asked.size > 0 || locked.length > 0 ? otherwise : made;
      } finally {
        asked = outside;
      }
    },
    asked: () => [...asked.values()],
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
  const written = changes.filter((change) => change.do !== 'move').flatMap(placesOf);
  return [...new Set(written)].flatMap((path) => note(path) ?? []).filter(isReadOnly);
};
