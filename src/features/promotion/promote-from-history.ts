import { addDays } from '../../dates/local-time.js';
import type { Change } from '../../notes/changes/change.js';
import { editBlock } from '../../notes/edit/edit-block.js';
import { editEntry, ensureId } from '../../notes/edit/edit-entry.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { findEntryBlock } from '../../notes/entries/statement-blocks.js';
import { parseFreeform } from '../../notes/freeform/parse-freeform.js';
import { notePath, parsePathDate } from '../../notes/kinds/index.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import type { Note } from '../../notes/note.js';
import { collectChanges, type Notebook } from '../../notes/notebook.js';
import { type HandoffRecord, parseHandoffs } from '../../records/handoff.js';
import { createEchoDetector } from './echo.js';
import { type PromotedEntry, type PromotionOptions, promote } from './promote.js';
import { applyPromotionRules } from './promotion-rules.js';

/** Days that are looked through: those that retention keeps in their place (FEATURES C3). */
const DAYS = 31;

/** What climbing takes besides the notes. */
interface HistoryPromotionOptions extends PromotionOptions {
  /** The first and the last day that is looked through; without a first one, as far back as days stay in their place. */
  readonly since?: string;
  readonly until: string;
  /** True where memory once had a line with this text, by the journal. */
  readonly isTold: (text: string) => boolean;
}

interface Climbed {
  readonly changes: readonly Change[];
  readonly promoted: readonly PromotedEntry[];
}

/**
 * Promotes what lasts in the days and the hand-offs to memory, oldest first (Mutable §Memory Flow): linked to
 * its source, once, and never output of Daybook itself. A second run changes nothing.
 */
export function promoteFromHistory(notebook: Notebook, options: HistoryPromotionOptions): Climbed {
  const log = notebook.note(`${notebook.content}/${notePath('handoff')}`);
  const records = log ? parseHandoffs(log, options.entries(log)) : [];
  return inTurn(notebook, options, [
    ...daysFor(notebook, options).map(dayStep),
    ...records.filter(({ entry }) => isSince(entry, options.since)).map(handoffStep),
  ]);
}

/** The same for these days alone, by their paths: before they move to the archive. */
export const promoteFromDays = (
  paths: readonly string[],
  notebook: Notebook,
  options: HistoryPromotionOptions,
): Climbed => inTurn(notebook, options, paths.map(dayStep));

/** One promotion, with the notes as the earlier ones left them. */
type Step = (notebook: Notebook, deps: HistoryPromotionOptions) => Climbed;

const dayStep =
  (path: string): Step =>
  (notebook, deps) => {
    const note = notebook.note(path);
    return note ? fromDay(note, notebook, deps) : { changes: [], promoted: [] };
  };

const handoffStep =
  (record: HandoffRecord): Step =>
  (notebook, deps) =>
    fromHandoff(record, notebook, deps);

function inTurn(notebook: Notebook, options: HistoryPromotionOptions, steps: readonly Step[]): Climbed {
  const changes: Change[] = [];
  const promoted: PromotedEntry[] = [];
  const isFresh = (line: string) => promoted.some(({ id }) => line.endsWith(`^${id}`));
  const deps = {
    ...options,
    wrote: (path: string, line: string) => isFresh(line) || options.wrote(path, line),
  };
  let now = notebook;
  for (const step of steps) {
    const made = step(now, deps);
    changes.push(...made.changes);
    promoted.push(...made.promoted);
    now = now.after(made.changes);
  }
  return { changes, promoted };
}

/** Paths of the day notes that are looked through, oldest first. */
function daysFor(notebook: Notebook, { since, until }: HistoryPromotionOptions): readonly string[] {
  const first = since ?? addDays(until, -DAYS);
  return notebook.list().filter((path) => {
    const date = parsePathDate(path);
    return (
      date !== null && date >= first && date <= until && getNoteKind(path, notebook.content).name === 'day'
    );
  });
}

const isSince = ({ at }: LocatedEntry, day: string | undefined): boolean =>
  day === undefined || at === null || at.slice(0, 10) >= day;

function fromDay(note: Note, notebook: Notebook, deps: HistoryPromotionOptions): Climbed {
  const date = parsePathDate(note.path) ?? '';
  const isRecalled = createEchoDetector(note, date);
  const own = deps.entries(note).filter((entry) => entry.from === null && !isRecalled(entry));
  const rises = (entry: LocatedEntry) => applyPromotionRules('day', entry);
  const { changes, promoted, ids } = promote(own, notebook, {
    ...deps,
    date,
    source: date,
    rises,
    why: 'promoted from the day',
  });
  const linked = own.filter(({ line }) => ids.has(line)).toReversed(); // from below, so that places above stay true
  const named = collectChanges(linked, notebook.after(changes), (entry, now) =>
    addEntryId(entry, ids.get(entry.line) ?? '', now),
  );
  return { changes: [...changes, ...named], promoted };
}

/** Gives an entry the id that a line of memory links to. */
export function addEntryId(entry: LocatedEntry, id: string, notebook: Notebook): readonly Change[] {
  const note = notebook.note(entry.path);
  if (!note) return [];
  const outline = notebook.outline(note);
  const why = 'a line of memory links to it';
  const block = findEntryBlock(note.text, outline, entry);
  if (block?.kind === 'heading') return editBlock(entry, note, outline, { id }, why);
  return editEntry(entry, note, outline, ensureId(id), why);
}

/** Facts that a record lists as added or corrected, unless they name their source already. */
function fromHandoff(
  { entry, added, corrected }: HandoffRecord,
  notebook: Notebook,
  deps: HistoryPromotionOptions,
): Climbed {
  const lines = [...added, ...corrected].filter((line) => !/\]\]$/.test(line));
  if (lines.length === 0) return { changes: [], promoted: [] };
  const id = entry.hasId ? entry.id : deps.ids.mint();
  const entries = lines.map((text): LocatedEntry => ({ ...entry, id, hasId: true, text, why: null }));
  const date = entry.at?.slice(0, 10) ?? deps.until;
  const source = notePath('handoff').replace(/\.md$/, '');
  const rises = ({ text }: LocatedEntry) => factIn(text);
  const step = promote(entries, notebook, {
    ...deps,
    date,
    source,
    rises,
    why: 'promoted from the hand-off',
    hasRisen: () => false,
  });
  if (step.promoted.length === 0 || entry.hasId) return step;
  return { ...step, changes: [...step.changes, ...addEntryId(entry, id, notebook.after(step.changes))] };
}

/** A fact of a hand-off is a fact, unless its words give another type. */
function factIn(text: string) {
  const found = parseFreeform(text);
  if (found && ['decision', 'learning', 'gotcha', 'preference', 'rule', 'constraint'].includes(found.type))
    return { type: found.type, text: formatEntryText(found), why: found.why };
  return { type: 'fact' as const, text, why: null };
}
