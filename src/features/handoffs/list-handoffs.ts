import {
  type CommandContext,
  type CommandReply,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import { toEntryJson } from '../../command/entry-format.js';
import { findByName, formatEntryId, toCandidate } from '../../command/find-entry.js';
import { createUsageError } from '../../errors.js';
import { appendBlock, replaceSpan } from '../../markdown/section-edits.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { recordNotePaths, upsertNote } from '../../notes/edit/upsert-note.js';
import { listEntryLabels } from '../../notes/entries/entry.js';
import { notePath } from '../../notes/kinds/index.js';
import { yearArchivePath, yearArchiveTitle } from '../../notes/kinds/note-paths.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';
import {
  formatHandoff,
  HANDOFF_HEADINGS,
  type Handoff,
  type HandoffRecord,
  isNone,
  parseHandoffs,
  readHandoffs,
} from '../../records/handoff.js';
import { pluralize } from '../../text/pluralize.js';
import { classifyAge, getTierAges } from '../retention/retention-tiers.js';

/** Labels in use, also in the archive, so that none is used twice. */
export const listHandoffLabels = (ctx: CommandContext): readonly string[] =>
  readHandoffs(ctx, ctx.notebook, recordNotePaths('handoff', ctx.notebook)).map(({ label }) => label);

/** The notes with records. */
export const handoffNotePath = ({ content }: Notebook): string => `${content}/${notePath('handoff')}`;

/** The name of a workspace: that of its folder; null for the root of a disk. */
export function workspaceName(ctx: CommandContext): string | null {
  const { root } = ctx.query('root');
  return root.slice(Math.max(root.lastIndexOf('/'), root.lastIndexOf('\\')) + 1) || null;
}

/** A record in JSON: its fields and its entry. */
export const toHandoffJson = (ctx: CommandContext, { entry, label, ...fields }: HandoffRecord) => ({
  id: label,
  ...fields,
  entry: toEntryJson(ctx, entry),
});

/** The index of sessions (FEATURES C7), the newest first. */
export function listHandoffs(ctx: CommandContext): CommandReply {
  const known = readHandoffs(ctx, ctx.notebook).toReversed();
  return {
    message:
      known.length === 0
        ? 'No hand-off yet: `daybook handoff --goal "…" --outcome complete`.'
        : `${pluralize(known.length, 'session')}, the newest first:`,
    items: known.map(row),
    data: { handoffs: known.map((one) => toHandoffJson(ctx, one)) },
  };
}

/** Prints one record as its note has it. */
export function showHandoff(ctx: CommandContext, id: string | undefined): CommandReply {
  if (id === undefined) throw createUsageError('no session is given', 'list them: daybook handoff list');
  const one = handoffNamed(ctx, id);
  const { path, line, start, end, id: own } = one.entry;
  return {
    message: (ctx.notebook.note(path)?.text.slice(start, end) ?? '').trimEnd(),
    data: { handoff: toHandoffJson(ctx, one) },
    location: `${path}:${line} ${formatEntryId(own)}`,
  };
}

/** Finds the record that a user names by its session or the beginning of it, its id, its place or its words. */
function handoffNamed(ctx: CommandContext, id: string): HandoffRecord {
  const note = ctx.notebook.note(handoffNotePath(ctx.notebook));
  const candidates = note
    ? readHandoffs(ctx, ctx.notebook).map((one) => ({
        ...toCandidate(one.entry, note),
        item: one,
        labels: [one.label],
        text: `${one.label} ${one.goal}`,
      }))
    : [];
  return findByName(id, candidates, { noun: 'hand-off', hint: 'list them: daybook handoff list' }).item;
}

const row = ({ entry, label, goal, outcome: plan, blockers, questions }: HandoffRecord): ResultItem => ({
  path: entry.path,
  line: entry.line,
  what: `${label} ${goal}`,
  why: [
    entry.at?.slice(0, 10),
    plan ?? 'no outcome',
    blockers.length > 0 && pluralize(blockers.length, 'blocker'),
    questions.length > 0 && pluralize(questions.length, 'question'),
    ...listEntryLabels(entry),
  ]
    .filter(Boolean)
    .join(', '),
  id: entry.id,
});

/** A blocker or question of a hand-off that is still open. */
interface OpenItem {
  readonly text: string;
  readonly path: string;
  /** The first line of a note is 1. */
  readonly line: number;
  /** Offsets in the note of its bullet with the space, and of its box if it has one. */
  readonly start: number;
  readonly end: number;
  readonly mark: string;
}

/**
 * Plans to tick the open blocker or question of a hand-off that a user names by `path:line` or by words; items that later
 * hand-offs repeat word for word are ticked with it. Returns null if no item has the name. Throws `UserError` if several
 * have it.
 */
export function planOpenItemClosing(ctx: CommandContext, name: string) {
  const path = handoffNotePath(ctx.notebook);
  const note = ctx.notebook.note(path);
  if (!note) return null;
  const open = parseHandoffs(note, ctx.entries(note)).flatMap(({ entry }) =>
    listOpenItems(note.text, { ...entry, path }),
  );
  const named = open.filter((item) => isNamed(item, name));
  const [first] = named;
  if (!first) return null;
  if (named.some(({ text }) => !isSameText(text, first.text))) throw createAmbiguityError(name, named);
  const splices = open
    .filter(({ text }) => isSameText(text, first.text))
    .flatMap(({ start, end, mark }) => replaceSpan(note.text, start, end, `${mark}[x] `));
  const why = 'a question of a hand-off is closed';
  return { ...first, changes: createEdit(note, splices, why) };
}

/** Lists the items below the heading of open questions in one record. */
function listOpenItems(
  text: string,
  { path, start, end, line }: { path: string; start: number; end: number; line: number },
): readonly OpenItem[] {
  const [word = ''] = HANDOFF_HEADINGS.open.split(' ');
  const items: OpenItem[] = [];
  let [at, isOpenPart] = [start, false];
  for (const [index, source] of text.slice(start, end).split('\n').entries()) {
    const [, heading] = /^ {0,3}#{3,6}[ \t]+(\p{L}+)/u.exec(source) ?? [];
    if (heading !== undefined) isOpenPart = heading.toLowerCase() === word.toLowerCase();
    const [whole = '', mark = '', box = ''] =
      /^( {0,1}(?:[-*+]|\d{1,9}[.)])[ \t]+)(\[[ xX-]\][ \t]+)?/.exec(source) ?? [];
    const item = source
      .slice(whole.length)
      .replace(/^(?:question|blocker):\s*/i, '')
      .trimEnd();
    if (isOpenPart && mark !== '' && !/^\[[xX-]/.test(box) && !isNone(item))
      items.push({ text: item, path, line: line + index, start: at, end: at + whole.length, mark });
    at += source.length + 1;
  }
  return items;
}

function isNamed({ text, path, line }: OpenItem, name: string): boolean {
  const [, place, at] = /^(.+\.md):(\d{1,7})$/.exec(name.trim()) ?? [];
  if (place !== undefined) return line === Number(at) && (path === place || path.endsWith(`/${place}`));
  return name.trim() !== '' && text.toLowerCase().includes(name.trim().toLowerCase());
}

const isSameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

const createAmbiguityError = (name: string, items: readonly OpenItem[]): UserError =>
  new UserError(
    'ambiguous-entry',
    `${pluralize(items.length, 'open question')} of hand-offs match \`${name.slice(0, 80)}\``,
    `name one by its place, e.g. ${items[0]?.path}:${items[0]?.line}`,
    { found: items.map(({ path, line, text }) => `${path}:${line} ${text.slice(0, 80)}`).join('\n') },
  );

/** A record of an earlier session. */
export interface PastHandoff {
  readonly record: Handoff;
  readonly id: string;
  /** When the session ended, in ms. */
  readonly at: number;
  /** The local day of its end. */
  readonly date: string;
}

const WHY = 'hand-offs of earlier sessions, from their transcripts';

/**
 * Plans to add records of sessions that ended some time ago, each before the first one that is later: in the living note, or in
 * the archive's note of its year where it would not stay there.
 */
export function insertPastHandoffs(ctx: CommandContext, late: readonly PastHandoff[]): readonly Change[] {
  const { notebook } = ctx;
  const living = `${notebook.content}/${notePath('handoff')}`;
  const today = ctx.local(ctx.now).date;
  const placeOf = ({ date }: PastHandoff) =>
    classifyAge(date, today, getTierAges(ctx.settings)) === 'cold'
      ? yearArchivePath(living, date.slice(0, 4), notebook)
      : living;
  return [...new Set(late.map(placeOf))].map((path) => {
    const own = late.filter((one) => placeOf(one) === path).toSorted((a, b) => a.at - b.at);
    const blank = () => (path === living ? ctx.query('template', 'handoff') : yearArchiveTitle(path));
    return upsertNote({ path, blank, why: WHY }, notebook, (note) => insertions(ctx, own, note));
  });
}

function insertions(
  { notebook, entries }: CommandContext,
  late: readonly PastHandoff[],
  note: Note,
): readonly TextEdit[] {
  const outline = notebook.outline(note);
  const known = note.hash === '' ? [] : parseHandoffs(note, entries(note)).map(({ entry }) => entry);
  const places = new Map<number | null, string[]>();
  for (const { record, id, at } of late) {
    const next = known.find((entry) => entry.at !== null && Date.parse(entry.at) > at)?.start ?? null;
    places.set(next, [...(places.get(next) ?? []), ...formatHandoff(record, id), '']);
  }
  return [...places].flatMap(([at, lines]): readonly TextEdit[] =>
    at === null
      ? appendBlock(note.text, outline, lines.slice(0, -1))
      : [{ at, old: '', new: lines.map((line) => line + outline.eol).join('') }],
  );
}
