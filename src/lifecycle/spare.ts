import { type Change, placesOf } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Note } from '../wiki/note.js';
import type { Wiki } from '../wiki/wiki.js';

/** No job takes more than this part of a note's entries out of it unasked (guide/cron.md › What grows old). */
const MOST_UNASKED = 1 / 4;

/** True where so many of all the entries of a note are more than a job may take out of it unasked. */
export const isTooMuch = (going: number, all: number): boolean => going > all * MOST_UNASKED;

/** A note that would lose too much: how many of how many entries. */
export interface Loss {
  readonly path: string;
  readonly going: number;
  readonly all: number;
}

/**
 * The notes out of which changes would take more than a job may. Nothing is taken out of a note that leaves as a whole,
 * as a cold day does; and what is worded anew, or links elsewhere now, still stands.
 */
export function losses(
  changes: readonly Change[],
  wiki: Wiki,
  entries: (note: Note) => readonly Located[],
): readonly Loss[] {
  const after = wiki.after(changes);
  const moved = new Set(changes.flatMap((change) => (change.do === 'move' ? change.path : [])));
  const touched = [...new Set(changes.flatMap(placesOf))].filter((path) => isOurs(path, wiki));
  const signsAt = (paths: readonly string[]): ReadonlySet<string> =>
    new Set(
      paths.flatMap((path) => after.note(path) ?? []).flatMap((note) => entries(note).flatMap(signsOf)),
    );
  const loss = (path: string, there: ReadonlySet<string>): Loss[] => {
    const note = wiki.note(path);
    const all = note ? entries(note) : [];
    const going = all.filter((entry) => !signsOf(entry).some((sign) => there.has(sign))).length;
    return isTooMuch(going, all.length) ? [{ path, going, all: all.length }] : [];
  };
  const [staying, gone] = [touched.filter(after.note), touched.filter((path) => !after.note(path))];
  const removed = gone.filter((path) => !moved.has(path));
  const anywhere = removed.length === 0 ? NOTHING : signsAt(staying);
  return [
    ...staying.flatMap((path) => loss(path, signsAt([path]))),
    ...removed.flatMap((path) => loss(path, anywhere)),
  ];
}

const NOTHING: ReadonlySet<string> = new Set();

const isOurs = (path: string, { content }: Wiki): boolean => path.startsWith(`${content}/`);

/** By what an entry is known again: its id, and its words, whatever they link to. */
function signsOf({ id, hasId, text }: Located): readonly string[] {
  const words = text.replace(/\[\[[^[\]]*\]\]|\]\([^()]*\)/g, '[]');
  return hasId ? [`^${id}`, words] : [words];
}
