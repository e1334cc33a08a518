import type { Block } from '../markdown/outline.js';
import { normalHeading } from '../markdown/place.js';
import { reverse, type Splice, splice } from '../markdown/splice.js';
import type { Change } from '../wiki/change.js';
import { kindOfNote } from '../wiki/entries.js';
import type { Note } from '../wiki/note.js';
import { refuseUnknown } from '../wiki/unknown.js';
import type { Wiki } from '../wiki/wiki.js';
import { refuseElsewhere } from './elsewhere.js';
import type { Record, Touched } from './facts.js';
import { keepHeadings } from './keep-headings.js';
import { Refusal, type World } from './verb.js';

/** The numbers of the changes that a record took back. */
export const backOf = ({ undoes }: Record): readonly number[] =>
  undoes === undefined ? [] : typeof undoes === 'number' ? [undoes] : undoes;

/** The change that took this one back and still stands: what took it back may itself have been taken back. */
export function takenBack(history: readonly Record[], seq: number): Record | undefined {
  return history.find((one) => backOf(one).includes(seq) && !takenBack(history, one.seq));
}

/** True where a change left nothing that could be taken back, as a scrub does. */
export const isHollow = ({ verb, touched }: Record): boolean =>
  verb === 'scrub' || touched.every((one) => one.do === 'edit' && one.splices.length === 0);

/** The changes that take a record out of a wiki: only what it did, where that still stands. Refuses with `cannot-undo`. */
export const turnedRound = (world: World, wiki: Wiki, record: Record): Change[] =>
  record.touched.toReversed().flatMap((touched) => turnedFile(world, wiki, record, touched));

/** The same for one of the files that it touched. */
export function turnedFile(world: World, wiki: Wiki, record: Record, touched: Touched): Change[] {
  const why = `take back change ${record.seq}`;
  const { path } = touched;
  refuseElsewhere(world, record, path);
  const place = touched.to ?? path;
  const unknown = wiki.unknown(place);
  if (unknown) {
    const base = touched.do === 'move' ? wiki.hashOfUnknown(place) : null;
    if (base === null || base !== touched.after) throw refuseUnknown(unknown);
    return [{ do: 'move', path: place, to: path, base, why }];
  }
  const now = wiki.note(place);
  if (touched.do === 'remove') {
    if (now) throw gone(record, path, 'the file is there again');
    const text = versionOf(world, record, path, touched.before);
    return [{ do: 'create', path, text, why, ...(touched.before ? { version: touched.before } : {}) }];
  }
  if (!now) {
    if (touched.do === 'create') return [];
    throw gone(record, path, 'the file is gone');
  }
  if (touched.do === 'move') return [{ do: 'move', path: touched.to ?? path, to: path, base: now.hash, why }];
  if (touched.do === 'create' && isAsMade(touched, now)) return [{ do: 'remove', path, base: now.hash, why }];
  const splices = ownSplices(world, record, touched, now);
  return splices.length === 0 ? [] : [{ do: 'edit', path, base: now.hash, splices, why }];
}

const isAsMade = ({ after, splices }: Touched, now: Note): boolean =>
  now.hash === after || now.text === splice('', splices);

/** What the change did, turned round, where it stands now. */
function ownSplices(world: World, record: Record, touched: Touched, now: Note): readonly Splice[] {
  const back = reverse(touched.splices);
  if (now.hash === touched.after) return back;
  const before = touched.before === null ? '' : versionOf(world, record, touched.path, touched.before);
  const after = splice(before, touched.splices);
  if (after === now.text) return back;
  const found = world.ask('rebase', back.flatMap(byLines), after, now.text);
  if (found) return keepHeadings(now.text, world.wiki.outline(now), found, sectionsOf(world, touched));
  throw gone(record, touched.path, 'its lines were edited since');
}

/**
 * Tells the headings below which lines are kept: those of its kind's sections. Of a note that was made by the change, only
 * where people write their own lines too.
 */
function sectionsOf({ wiki }: World, { do: act, path }: Touched): (heading: Block) => boolean {
  const { sections, loose } = kindOfNote(path, wiki.content);
  const names = act === 'edit' || loose ? sections.map(({ heading }) => normalHeading(heading)) : [];
  return ({ depth, text }) => depth > 1 && names.includes(normalHeading(text));
}

/** A long removal, line by line, so that what somebody wrote between our lines stays. */
const byLines = ({ at, old, new: fresh }: Splice): Splice[] => {
  if (fresh !== '' || !old.includes('\n')) return [{ at, old, new: fresh }];
  let from = at;
  return (old.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    from += line.length;
    return { at: from - line.length, old: line, new: '' };
  });
};

function versionOf(world: World, record: Record, path: string, hash: string | null): string {
  const text = hash === null ? null : world.ask('version', hash);
  if (text === null) throw gone(record, path, 'the version before is no longer kept');
  return text;
}

const gone = ({ seq }: Record, path: string, reason: string): Refusal =>
  new Refusal(
    'cannot-undo',
    `change ${seq} cannot be taken out of ${path}: ${reason}`,
    `see both: daybook diff ${seq}, and the file; or bring a whole version back: daybook restore ${path} --at TIME`,
    { path, seq },
  );
