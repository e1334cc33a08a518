import type { Outline } from '../../markdown/outline.js';
import { type ContextBlock, findBlock, isBlockEdited } from '../context-block-markers.js';
import { getParsingKind } from '../kinds/index.js';
import { alignLiveLists } from './align-live-lists.js';
import { findMergeConflicts, hideConflictMarkers } from './conflict-markers.js';
import { type MergedText, mergeTexts, type TextVersions } from './merge-lines.js';
import { mergeNotes } from './merge-notes.js';
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

/**
 * Merges three versions of a file with a context block. The block is Daybook's: either side's will do, but one that a
 * person edited stays, so that the edit is found there. The text around it is the user's, and merged by lines.
 */
function mergeTarget(versions: TextVersions, outline: (text: string) => Outline): MergedText {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map((text) =>
    splitAtBlock(text, outline),
  );
  if (!ours?.block || !theirs?.block) return mergeTexts(versions);
  const block = pickBlock(base?.block ?? null, ours.block, theirs.block);
  const around = (['before', 'after'] as const).map((part) =>
    mergeTexts({ base: base?.[part] ?? '', ours: ours[part], theirs: theirs[part] }),
  );
  return {
    text: `${around[0]?.text}${block.source}${around[1]?.text}`,
    conflicts: around.reduce((sum, { conflicts }) => sum + conflicts, 0),
  };
}

interface Block extends ContextBlock {
  readonly source: string;
}

function splitAtBlock(text: string, outline: (text: string) => Outline) {
  const found = findBlock(outline(text), text);
  if (!found || 'problem' in found) return { before: text, block: null, after: '' };
  const source = text.slice(found.start, found.end);
  return { before: text.slice(0, found.start), block: { ...found, source }, after: text.slice(found.end) };
}

/** The block that one side changed; of two the edited one, and of two edited ones the text of both. */
function pickBlock(base: Block | null, ours: Block, theirs: Block): Block {
  const [one, other] = ours.source <= theirs.source ? [ours, theirs] : [theirs, ours];
  if (one.source === other.source || base?.source === other.source) return one;
  if (base?.source === one.source || (isBlockEdited(other) && !isBlockEdited(one))) return other;
  if (!isBlockEdited(one) || !isBlockEdited(other)) return one;
  const [open = '', ...lines] = one.source.split('\n');
  const more = other.body.split('\n').filter((line) => !lines.includes(line));
  const end = lines.findLastIndex((line) => line.trim() !== '');
  return { ...one, source: [open, ...lines.slice(0, end), ...more, ...lines.slice(end)].join('\n') };
}
