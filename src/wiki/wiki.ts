import type { Outline } from '../markdown/outline.js';
import type { Change } from './change.js';
import type { Note } from './note.js';
import type { Unknown } from './unknown.js';

/** What a wiki reads through. An implementation remembers what was asked for, absences and listings included. */
export interface Reader {
  /**
   * The note at a path relative to the root, or null where there is none (or none that can be read as UTF-8). Where the
   * path is a link to another file (CLAUDE.md → AGENTS.md) the note has that file's path.
   */
  note(path: string): Note | null;
  /** Paths of all notes below the content folder, sorted by code unit. */
  list(): readonly string[];
  /** Why the note at a path cannot be read; null for one that can, and where there is none. Whoever asks takes care of it. */
  readonly unknown?: (path: string) => Unknown | null;
  /** Everything below the content folder that cannot be read as a note. */
  readonly allUnknown?: () => readonly Unknown[];
  /** The hash of the bytes of a note that cannot be read, for moving it whole; null where they cannot be had. */
  readonly hashOfUnknown?: (path: string) => string | null;
}

/** The notes as of one moment, and how they would be after changes. Immutable to whoever holds it. */
export interface Wiki extends Required<Reader> {
  /** The content folder relative to the root, e.g. `content`. */
  readonly content: string;
  /** The root of a note, block by block. */
  outline(note: Note): Outline;
  /** The wiki as it would stand when these changes are made; the original stays as it is. */
  after(changes: readonly Change[]): Wiki;
}
