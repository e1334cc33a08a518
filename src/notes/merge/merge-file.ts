import type { Outline } from '../../markdown/outline.js';
import { getParsingKind } from '../kinds/index.js';
import { alignLiveLists } from './align-live-lists.js';
import { findMergeConflicts, hideConflictMarkers } from './conflict-markers.js';
import { mergeNotes } from './merge-notes.js';
import { mergeTarget } from './merge-target.js';
import { type MergedText, mergeTexts, type TextVersions } from './merge-texts.js';
import { parseNoteStructure } from './note-units.js';

/** What a file is merged as: a note, by its path below the content folder; null for any other file. */
export type NotePlace = string | null;

export interface MergedFile extends MergedText {
  /** Ids of entries with two versions now, because both sides reworded them. */
  readonly doubled: readonly string[];
}

/**
 * Merges three versions of a note by its entries, or of a file with a context block around it. What cannot be merged so
 * is merged by lines, with conflict markers.
 */
export function mergeFile(
  versions: TextVersions,
  note: NotePlace,
  outline: (text: string) => Outline,
): MergedFile {
  if (note === null) return { ...mergeTarget(versions, outline), doubled: [] };
  // Where two branches met more than once, git may merge their bases by lines, and leave conflicts in the base.
  const base = hideConflictMarkers(versions.base, findMergeConflicts(versions.base));
  const merged = mergeNotes(alignLiveLists({ ...versions, base }, outline), note, outline);
  return merged ? { ...merged, conflicts: 0 } : { ...mergeTexts(versions), doubled: [] };
}

/** Returns true if two versions of a file hold the same entries and texts, in whatever order. */
export function hasSameUnits(
  one: string,
  other: string,
  note: NotePlace,
  outline: (text: string) => Outline,
): boolean {
  if (note === null || one === other) return one === other;
  const list = (source: string) => {
    const text = source.replace(/\r\n?/g, '\n');
    const { sections } = parseNoteStructure(text, outline(text), getParsingKind(note));
    return sections
      .flatMap(({ heading, units }) => [heading, ...units].map((unit) => unit?.source ?? ''))
      .sort();
  };
  return list(one).join('\0') === list(other).join('\0');
}
