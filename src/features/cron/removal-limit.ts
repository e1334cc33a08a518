import { type Change, listChangedPaths } from '../../notes/changes/change.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';

/** The share of a note's entries that a job may remove without asking (guide/cron.md › Retention). */
const MOST_UNASKED = 1 / 4;

/** Returns true if a job must ask before it removes so many of a note's entries. */
export const isOverRemovalLimit = (going: number, all: number): boolean => going > all * MOST_UNASKED;

/** A note that would lose too many entries. */
export interface ExcessiveRemoval {
  readonly path: string;
  readonly going: number;
  readonly all: number;
}

/**
 * Returns the notes that would lose more entries than a job may remove. A note that moves as a whole, such as a cold
 * day, loses none; an entry with other words or links is still there.
 */
export function findExcessiveRemovals(
  changes: readonly Change[],
  notebook: Notebook,
  entries: (note: Note) => readonly LocatedEntry[],
): readonly ExcessiveRemoval[] {
  const after = notebook.after(changes);
  const moved = new Set(changes.flatMap((change) => (change.kind === 'move' ? change.path : [])));
  const touched = [...new Set(changes.flatMap(listChangedPaths))].filter((path) => isOurs(path, notebook));
  const signsAt = (paths: readonly string[]): ReadonlySet<string> =>
    new Set(
      paths.flatMap((path) => after.note(path) ?? []).flatMap((note) => entries(note).flatMap(signsOf)),
    );
  const loss = (path: string, there: ReadonlySet<string>): ExcessiveRemoval[] => {
    const note = notebook.note(path);
    const all = note ? entries(note) : [];
    const going = all.filter((entry) => !signsOf(entry).some((sign) => there.has(sign))).length;
    return isOverRemovalLimit(going, all.length) ? [{ path, going, all: all.length }] : [];
  };
  const [staying, gone] = [touched.filter(after.note), touched.filter((path) => !after.note(path))];
  const removed = gone.filter((path) => !moved.has(path));
  const anywhere = removed.length === 0 ? EMPTY : signsAt(staying);
  return [
    ...staying.flatMap((path) => loss(path, signsAt([path]))),
    ...removed.flatMap((path) => loss(path, anywhere)),
  ];
}

const EMPTY: ReadonlySet<string> = new Set();

const isOurs = (path: string, { content }: Notebook): boolean => path.startsWith(`${content}/`);

/** Returns what identifies an entry: its id, and its words without links. */
function signsOf({ id, hasId, text }: LocatedEntry): readonly string[] {
  const words = text.replace(/\[\[[^[\]]*\]\]|\]\([^()]*\)/g, '[]');
  return hasId ? [`^${id}`, words] : [words];
}
