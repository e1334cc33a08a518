import type { OriginLookup } from '../../command/find-origin.js';
import type { LocalTime } from '../../dates/local-time.js';
import { replaceLine } from '../../markdown/section-edits.js';
import { findRelation, type RelationName } from '../../matching/relations/find-relation.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { editBlock } from '../../notes/edit/edit-block.js';
import { composeEdits, editEntry, ensureId, setCheckbox } from '../../notes/edit/edit-entry.js';
import { recordNotePaths } from '../../notes/edit/upsert-note.js';
import { formatEntryText, isStanding } from '../../notes/entries/entry.js';
import { EMPTY_LINE, formatLine, parseLine } from '../../notes/entries/entry-line.js';
import type { IdGenerator } from '../../notes/entries/ids.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { findEntryBlock } from '../../notes/entries/statement-blocks.js';
import type { EntryType } from '../../notes/entry-types.js';
import { getPrivateMemoryPath, listMemoryPaths } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import { isAtLeast, type Origin } from '../../notes/origin.js';
import { isInstruction } from '../../security/injection/classifier.js';
import { redactAll } from '../../security/secrets.js';
import { propose, proposeWithheldText } from '../inbox/propose.js';
import { addEntry } from '../memory/add-entry.js';
import { KnownLines } from './known-lines.js';
import { isRedacted } from './passing.js';
import { applyPromotionRules } from './promotion-rules.js';
import type { PromotedDraft } from './sure-form.js';

/** Plans to mark a line of our own as superseded by an entry; it stays readable where it is. */
function markSuperseded(old: LocatedEntry, by: string, note: Note, notebook: Notebook): readonly Change[] {
  const outline = notebook.outline(note);
  const block = findEntryBlock(note.text, outline, old);
  const why = `superseded by ^${by}`;
  if (block?.kind === 'heading')
    return editBlock(old, note, outline, { fields: { superseded: `^${by}` }, id: old.id }, why);
  if (block?.kind !== 'item') return [];
  const parts = parseLine(block.text);
  const line = formatLine({ ...parts, fields: { ...parts.fields, superseded: `^${by}` } }, block.marker);
  return createEdit(note, replaceLine(note.text, outline, block, [line]), why);
}

/** What rising takes besides the notes. */
export interface PromotionOptions {
  readonly ids: IdGenerator;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly local: (ms: number) => LocalTime;
  readonly entries: (note: Note) => readonly LocatedEntry[];
  readonly template: (name: string) => string;
  /** True for a type whose entries go to private memory. */
  readonly isKeptPrivate?: (type: EntryType) => boolean;
  /** True where Daybook wrote this line and it was not edited since. */
  readonly wrote: (path: string, line: string) => boolean;
  /** Used only where a line is about to be superseded. */
  readonly origins: OriginLookup;
}

/** One promoted entry. */
export interface PromotedEntry {
  readonly id: string;
  readonly type: EntryType;
  readonly text: string;
  /** The source link, e.g. `[[2026-06-07#^k3m9p2x1ab4]]`. */
  readonly from: string;
}

/** The source of the entries, and the rules; without them, the session. */
interface PromotionSource {
  /** The note as links name it. */
  readonly source: string;
  readonly rises?: (entry: LocatedEntry) => PromotedDraft | null;
  readonly why?: string;
  /** The day of the line: newer lines of memory are not replaced. */
  readonly date?: string;
  /** True where memory once had a line with this text. */
  readonly isTold?: (text: string) => boolean;
  readonly hasRisen?: (entry: LocatedEntry, notebook: Notebook) => boolean;
  /** Set where the answer was to keep it, whatever memory has already: the ids of the entries that it replaces. */
  readonly answer?: { readonly replaces: readonly string[] };
}

/** What was promoted from a session or a day, and what was closed. */
export interface Rise {
  readonly changes: readonly Change[];
  readonly promoted: readonly PromotedEntry[];
  /** The problems that the session fixed. */
  readonly closed: readonly LocatedEntry[];
  /** Ids that lines of the session get, by line, since something links to them now. */
  readonly ids: ReadonlyMap<number, string>;
}

/**
 * Promotes what lasts of a session to memory (Mind §What Gets Promoted; FEATURES A6). What memory has already is
 * skipped; what is nearly known supersedes a line of our own, or becomes a proposal where a person wrote the line.
 */
export function promote(
  entries: readonly LocatedEntry[],
  notebook: Notebook,
  promotion: PromotionOptions & PromotionSource,
): Rise {
  const {
    rises = (entry) => applyPromotionRules('session', entry),
    why = 'promoted from the session',
    hasRisen: rose = hasRisen,
  } = promotion;
  const ids = new Map<number, string>();
  const promoted: PromotedEntry[] = [];
  const closed: LocatedEntry[] = [];
  const isFresh = (line: string) => promoted.some(({ id }) => line.endsWith(`^${id}`));
  const deps = {
    ...promotion,
    wrote: (path: string, line: string) => isFresh(line) || promotion.wrote(path, line),
  };
  let now = notebook;
  let known = everKnown(notebook, promotion);
  const changes: Change[] = [];
  const make = (made: readonly Change[]) => {
    changes.push(...made);
    now = now.after(made);
  };
  for (const entry of entries) {
    if (promotion.rises === undefined) {
      const fixes = planFixes(entry, known, now, promotion);
      make(fixes.changes);
      closed.push(...fixes.closed);
    }
    const { value: worthy, found: secrets } = redactAll(rises(entry));
    if (!worthy || secrets.length > 0 || isRedacted(`${worthy.text} ${worthy.why ?? ''}`)) continue;
    if (
      entry.status === 'dropped' ||
      entry.superseded !== null ||
      rose(entry, now) ||
      promotion.isTold?.(worthy.text)
    )
      continue;
    if (isOrder(worthy)) {
      make(proposeWithheldText(worthy.text, worthy.why, `${entry.path}:${entry.line}`, now, promotion));
      continue;
    }
    if (!promotion.answer && known.findRepeated(worthy.text)) continue;
    if (isOverturned(worthy, known, promotion.date)) continue;
    const overtaken = known
      .near(worthy.text, (line) => isRelated(line, worthy, 'replaces'))
      .filter(({ id }) => !promotion.answer?.replaces.includes(id));
    const source = entry.hasId ? entry.id : promotion.ids.mint();
    if (!entry.hasId) ids.set(entry.line, source);
    const id = promotion.ids.mint();
    const from = `[[${promotion.source}#^${source}]]`;
    const fields = {
      ...ownDate(entry, promotion),
      ...(entry.by === null ? {} : { by: entry.by }),
      ...(entry.branch === null ? {} : { branch: entry.branch }),
    };
    const draft = {
      ...EMPTY_LINE,
      ...worthy,
      tags: entry.tags,
      fields,
      from,
      id,
      proof: entry.proof,
      check: entry.check,
    };
    const isPrivate = promotion.isKeptPrivate?.(draft.type);
    const { changes: added, path } = addEntry(draft, now, promotion.template, { why, isPrivate });
    make(added);
    promoted.push({ id, type: worthy.type, text: worthy.text, from });
    const before = now;
    promotion.origins.promoted(id, entry, before);
    const origin = () => promotion.origins.of(entry, before);
    known.add({ ...entry, ...worthy, ...MEMORY, path, id, from });
    for (const old of overtaken)
      make(supersedeOrPropose(found(old, now, promotion), { id, text: worthy.text, origin }, now, deps));
    if (overtaken.length > 0) known = everKnown(now, promotion);
  }
  return { changes, promoted, closed, ids };
}

/** The day on which an entry was written, as a field of the line that it becomes; none where that is today. */
function ownDate({ at }: LocatedEntry, { date, local, now }: PromotionOptions & PromotionSource) {
  const day = at?.slice(0, 'YYYY-MM-DD'.length) ?? date;
  return day === undefined || day === local(now).date ? {} : { at: day };
}

const isOrder = ({ text, why }: PromotedDraft): boolean =>
  isInstruction(why === null ? text : `${text} ${why}`);

/** True for an entry that was promoted already: a line of memory links to it. */
export const hasRisen = ({ id, hasId }: LocatedEntry, notebook: Notebook): boolean =>
  hasId && listMemoryPaths(notebook).some((path) => notebook.note(path)?.text.includes(`#^${id}]]`));

/** What memory holds, and what it held: superseded, dropped and archived lines are known as well. */
function everKnown(notebook: Notebook, { entries }: PromotionOptions): KnownLines<LocatedEntry> {
  const paths = [...recordNotePaths('memory', notebook), getPrivateMemoryPath(notebook)];
  const notes = paths.flatMap((path) => notebook.note(path) ?? []);
  return new KnownLines(notes.flatMap((note) => entries(note)).filter(({ type }) => type !== 'prose'));
}

/** What a line has that was just written to memory. */
const MEMORY = { kind: 'memory', hasId: true, status: null, superseded: null } as const;

/** True for a valid line of memory with this relation to the promoted one. */
const isRelated = (line: LocatedEntry, by: PromotedDraft, wanted: RelationName): boolean =>
  isStanding(line) && line.kind === 'memory' && findRelation(toLine(line), by) === wanted;

const toLine = (entry: LocatedEntry) => ({ type: entry.type, text: formatEntryText(entry) });

/**
 * Plans to close what a line of the session says is fixed. It may be a person's, since that can be undone; a teammate's or
 * an imported line closes nothing.
 */
function planFixes(
  entry: LocatedEntry,
  known: KnownLines<LocatedEntry>,
  notebook: Notebook,
  promotion: PromotionOptions,
): Pick<Rise, 'changes' | 'closed'> {
  const nothing = { changes: [], closed: [] };
  if (entry.type !== 'progress') return nothing;
  const line = { ...entry, text: formatEntryText(entry) };
  const fixed = known.near(line.text, (one) => isRelated(one, line, 'fixes'));
  if (fixed.length === 0 || !isAtLeast(promotion.origins.of(entry, notebook), 'agent')) return nothing;
  const changes: Change[] = [];
  const closed: LocatedEntry[] = [];
  for (const one of fixed) {
    const now = notebook.after(changes);
    const old = found(one, now, promotion);
    const note = now.note(old.path);
    if (!note || !isStanding(old)) continue;
    const edit = composeEdits(setCheckbox('done'), ensureId(old.hasId ? old.id : promotion.ids.mint()));
    changes.push(...editEntry(old, note, now.outline(note), edit, 'it was fixed'));
    closed.push(old);
  }
  return { changes, closed };
}

/** From this similarity on a line is a rewording. */
const REWORDED = 0.7;

/** True where nearly this line in memory is no longer valid, or a later one contradicts it. */
function isOverturned(
  draft: PromotedDraft,
  known: KnownLines<LocatedEntry>,
  date: string | undefined,
): boolean {
  const holdsNoMore = (line: LocatedEntry): boolean => !isStanding(line) || line.kind !== 'memory';
  const [nearest] = known.similarities(draft.text).toSorted(([, a], [, b]) => b - a);
  if (nearest && nearest[1] >= REWORDED && holdsNoMore(nearest[0])) return true;
  const isAgainst = (line: LocatedEntry) => findRelation(draft, toLine(line)) === 'replaces';
  return (
    known.near(draft.text, (line) => isStanding(line) && isSince(line, date) && isAgainst(line)).length > 0
  );
}

/** True for a line of memory that is newer than the day of the entry. */
function isSince({ at, from }: LocatedEntry, date: string | undefined): boolean {
  const text = /^\[\[(\d{4}-\d{2}-\d{2})#/.exec(from ?? '')?.[1] ?? at?.slice(0, 10);
  return text !== undefined && date !== undefined && text > date;
}

/** An entry at its present place. */
const found = (old: LocatedEntry, notebook: Notebook, { entries }: PromotionOptions): LocatedEntry => {
  const note = notebook.note(old.path);
  return (note ? entries(note) : []).find(({ id }) => id === old.id) ?? old;
};

/** A line that would replace another. */
interface Newer {
  readonly id: string;
  readonly text: string;
  readonly origin: () => Origin;
}

/**
 * Marks the older line as superseded where Daybook wrote its bytes, and its origin is not higher than that of the newer
 * line. For any other line the inbox gets a proposal.
 */
export function supersedeOrPropose(
  old: LocatedEntry,
  { id, text, origin }: Newer,
  notebook: Notebook,
  promotion: Pick<PromotionOptions, 'wrote' | 'ids' | 'template' | 'origins'>,
): readonly Change[] {
  const note = notebook.note(old.path);
  if (!note) return [];
  const lines = note.text.slice(old.start, old.end).split(/\r\n|\n|\r/);
  const isOwn = lines.every((line) => line.trim() === '' || promotion.wrote(old.path, line));
  if (isOwn && isAtLeast(origin(), promotion.origins.of(old, notebook)))
    return markSuperseded(old, id, note, notebook);
  return propose({ act: 'supersede', target: old, by: id, text }, notebook, promotion);
}
