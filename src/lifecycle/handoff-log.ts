import { pathOf } from '../kinds/index.js';
import { appendBlock } from '../markdown/place.js';
import type { Splice } from '../markdown/splice.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Note } from '../wiki/note.js';
import type { Wiki } from '../wiki/wiki.js';
import { type Handoff, handoffLines, handoffsIn } from './handoff.js';
import { intoNote } from './into-note.js';
import { yearPath, yearTitle } from './paths.js';

/** A record of a session that ended some time ago. */
export interface Late {
  readonly record: Handoff;
  readonly id: string;
  /** When the session ended, in ms. */
  readonly at: number;
  /** The local day of that. */
  readonly date: string;
}

interface Desk {
  readonly entries: (note: Note) => readonly Located[];
  readonly template: (name: string) => string;
  /** True for a day that is kept in the archive. */
  readonly isCold: (date: string) => boolean;
}

const WHY = 'what sessions handed on, by their transcripts';

/**
 * Plans to add records of sessions that ended some time ago, each before the first one that is later: in the living note, or in
 * the archive's note of its year where it would not stay there.
 */
export function addLate(late: readonly Late[], wiki: Wiki, desk: Desk): readonly Change[] {
  const living = `${wiki.content}/${pathOf('handoff')}`;
  const placeOf = ({ date }: Late) => (desk.isCold(date) ? yearPath(living, date.slice(0, 4), wiki) : living);
  return [...new Set(late.map(placeOf))].map((path) => {
    const own = late.filter((one) => placeOf(one) === path).toSorted((a, b) => a.at - b.at);
    const blank = () => (path === living ? desk.template('handoff') : yearTitle(path));
    return intoNote({ path, blank, why: WHY }, wiki, (note) => insertions(own, note, wiki, desk));
  });
}

function insertions(late: readonly Late[], note: Note, wiki: Wiki, { entries }: Desk): readonly Splice[] {
  const outline = wiki.outline(note);
  const known = note.hash === '' ? [] : handoffsIn(note, entries(note)).map(({ entry }) => entry);
  const places = new Map<number | null, string[]>();
  for (const { record, id, at } of late) {
    const next = known.find((entry) => entry.at !== null && Date.parse(entry.at) > at)?.start ?? null;
    places.set(next, [...(places.get(next) ?? []), ...handoffLines(record, id), '']);
  }
  return [...places].flatMap(([at, lines]): readonly Splice[] =>
    at === null
      ? appendBlock(note.text, outline, lines.slice(0, -1))
      : [{ at, old: '', new: lines.map((line) => line + outline.eol).join('') }],
  );
}
