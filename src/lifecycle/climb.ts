import { dayOf, pathOf } from '../kinds/index.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import { kindOfNote } from '../wiki/entries.js';
import { readLoosely } from '../wiki/loose/loose.js';
import type { Note } from '../wiki/note.js';
import { addDays } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import { inTheWayOf } from './base.js';
import { handoffsIn, type Recorded } from './handoff.js';
import type { Known } from './known.js';
import { risesTo } from './ladder.js';
import { type Promoted, type Promotion, promote } from './promote.js';
import { recalledIn } from './recalled.js';
import { revise, withId } from './revise.js';
import { reviseBlock } from './revise-block.js';

/** Days that are looked through: those that retention keeps in their place (FEATURES C3). */
const DAYS = 31;

/** What climbing takes besides the notes. */
export interface Climb extends Promotion {
  /** The first and the last day that is looked through; without a first one, as far back as days stay in their place. */
  readonly since?: string;
  readonly until: string;
  /** True where a line of this text stood in memory once, as the journal knows. */
  readonly isTold: (text: string) => boolean;
}

interface Climbed {
  readonly changes: readonly Change[];
  readonly promoted: readonly Promoted[];
}

/**
 * Lifts to memory what the days and the hand-offs hold that is worth it, oldest first (Mutable §Memory Flow): linked to
 * where it stands, once, and never what Daybook itself had said. Done again it changes nothing.
 */
export function climb(wiki: Wiki, given: Climb): Climbed {
  const log = wiki.note(`${wiki.content}/${pathOf('handoff')}`);
  const records = log ? handoffsIn(log, given.entries(log)) : [];
  return inTurn(wiki, given, [
    ...daysFor(wiki, given).map(dayStep),
    ...records
      .filter(({ entry }) => isSince(entry, given.since))
      .map(
        (record): Step =>
          (now, desk) =>
            fromHandoff(record, now, desk),
      ),
  ]);
}

/** The same of these days alone, by their paths: what is worth it rises before they leave for the archive. */
export const climbFrom = (paths: readonly string[], wiki: Wiki, given: Climb): Climbed =>
  inTurn(wiki, given, paths.map(dayStep));

/** One step up, as the wiki stands when its turn comes. */
type Step = (wiki: Wiki, desk: Climb) => Climbed;

const dayStep =
  (path: string): Step =>
  (wiki, desk) => {
    const note = wiki.note(path);
    return note ? fromDay(note, wiki, desk) : { changes: [], promoted: [] };
  };

function inTurn(wiki: Wiki, given: Climb, steps: readonly Step[]): Climbed {
  const changes: Change[] = [];
  const promoted: Promoted[] = [];
  const isFresh = (line: string) => promoted.some(({ id }) => line.endsWith(`^${id}`));
  const desk = { ...given, wrote: (path: string, line: string) => isFresh(line) || given.wrote(path, line) };
  let now = wiki;
  for (const step of steps) {
    const made = step(now, desk);
    changes.push(...made.changes);
    promoted.push(...made.promoted);
    now = now.after(made.changes);
  }
  return { changes, promoted };
}

/** Paths of the day notes that are looked through, oldest first. */
function daysFor(wiki: Wiki, { since, until }: Climb): readonly string[] {
  const first = since ?? addDays(until, -DAYS);
  return wiki.list().filter((path) => {
    const date = dayOf(path);
    return date !== null && date >= first && date <= until && kindOfNote(path, wiki.content).name === 'day';
  });
}

const isSince = ({ at }: Located, day: string | undefined): boolean =>
  day === undefined || at === null || at.slice(0, 10) >= day;

function fromDay(note: Note, wiki: Wiki, desk: Climb): Climbed {
  const date = dayOf(note.path) ?? '';
  const isRecalled = recalledIn(note, date);
  const own = desk.entries(note).filter((entry) => entry.from === null && !isRecalled(entry));
  const rises = (entry: Located) => risesTo('day', entry);
  const { changes, promoted, ids } = promote(own, wiki, {
    ...ascent(desk, date),
    source: date,
    rises,
    why: 'rose from the day',
  });
  const linked = own.filter(({ line }) => ids.has(line)).toReversed(); // from below, so that places above stay true
  let now = wiki.after(changes);
  const named = linked.flatMap((entry) => {
    const made = withOwnId(entry, ids.get(entry.line) ?? '', now);
    now = now.after(made);
    return made;
  });
  return { changes: [...changes, ...named], promoted };
}

/** Gives an entry the id that a line of memory links to. */
function withOwnId(entry: Located, id: string, wiki: Wiki): readonly Change[] {
  const note = wiki.note(entry.path);
  if (!note) return [];
  const outline = wiki.outline(note);
  const why = 'a line of memory links to it';
  const block = outline.blocks.find(({ start }) => start === entry.start);
  if (block?.kind === 'heading') return reviseBlock(entry, note, outline, { id }, why);
  return revise(entry, note, outline, withId(id), why);
}

/** Facts that a record says memory gained or had wrong, where it does not already say from where. */
function fromHandoff({ entry, added, corrected }: Recorded, wiki: Wiki, desk: Climb): Climbed {
  const said = [...added, ...corrected].filter((line) => !/\]\]$/.test(line));
  if (said.length === 0) return { changes: [], promoted: [] };
  const id = entry.hasId ? entry.id : desk.ids.mint();
  const entries = said.map((text): Located => ({ ...entry, id, hasId: true, text, why: null }));
  const date = entry.at?.slice(0, 10) ?? desk.until;
  const source = pathOf('handoff').replace(/\.md$/, '');
  const rises = ({ text }: Located) => factIn(text);
  const step = promote(entries, wiki, {
    ...ascent(desk, date),
    source,
    rises,
    why: 'rose from the hand-off',
    hasRisen: () => false,
  });
  if (step.promoted.length === 0 || entry.hasId) return step;
  return { ...step, changes: [...step.changes, ...withOwnId(entry, id, wiki.after(step.changes))] };
}

/** A fact that was handed on is a fact, unless its words say what else it is. */
function factIn(text: string) {
  const found = readLoosely(text);
  if (found && ['decision', 'learning', 'gotcha', 'preference', 'rule', 'constraint'].includes(found.type))
    return { type: found.type, text: found.text, why: found.why };
  return { type: 'fact' as const, text, why: null };
}

/** What holds for every step: contradictions are settled by age, and what memory was told once is not told again. */
const ascent = (desk: Climb, date: string) => ({
  ...desk,
  date,
  against: (text: string, known: Known<Located>) =>
    inTheWayOf(text, known).flatMap(({ entry, verdict }) =>
      verdict.kind === 'contradiction' ? [entry] : [],
    ),
});
