import { type CommandContext, UserError } from '../command/define-command.js';
import { toEntryJson } from '../command/entry-format.js';
import { findEntryById } from '../command/find-entry.js';
import { describeWorkers } from '../features/agent-sessions/live-sessions.js';
import { summarizeNights } from '../features/cron/night-report.js';
import { describeChange, queryFreshness } from '../features/freshness/assess-references.js';
import { findBacklinks } from '../features/pages/backlinks.js';
import { findHitContext } from '../features/search/hit-context.js';
import { makeHeadingAnchor } from '../html/render-markdown.js';
import { OPEN_TYPES } from '../matching/relations/find-relation.js';
import { formatEntryText, isStanding } from '../notes/entries/entry.js';
import { createFingerprint } from '../notes/entries/ids.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import { ENTRY_TYPES } from '../notes/entry-types.js';
import { parsePathDate } from '../notes/kinds/index.js';
import { getNoteKind } from '../notes/kinds/note-kind.js';
import { joinFolder, listDayNotes } from '../notes/kinds/note-paths.js';
import { readTitle } from '../notes/links/note-name.js';
import type { Note } from '../notes/note.js';
import { defineLook, type LookData } from './look.js';
import { renderNote, renderOpening, renderProperties, renderText } from './render-note.js';

/** A line of another note that links to this note, or names it without a link. */
export interface NoteMention {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The most entries whose references are checked, because git is slow. */
const MOST_ASSESSED = 200;

/** Reads one note: its HTML, backlinks, mentions, history and stale entries. */
export const noteLook = defineLook(
  'note-look',
  'look at a note',
  { path: { kind: 'text', required: true, description: 'its path below the content folder' } },
  (ctx, { path }) => {
    const { notes: folder } = ctx.notebook;
    const full = joinFolder(folder, path);
    const note = ctx.notebook.list().includes(full) ? ctx.notebook.note(full) : null;
    if (!note)
      throw new UserError('no-note', `there is no note ${path}`, 'search for it, or make a new page');
    const entries = ctx.entries(note);
    const title = readTitle(note.text, full);
    const backlinks = findBacklinks(ctx, note).map(({ path: from, line, around }) => ({
      path: from,
      line,
      text: around,
    }));
    const shown = entries.slice(0, MOST_ASSESSED);
    const fresh = queryFreshness(ctx, shown);
    return {
      path: full,
      folder,
      title,
      kind: getNoteKind(full, ctx.notebook.content).name,
      date: parsePathDate(path),
      properties: renderProperties(ctx, note),
      html: renderNote(ctx, note, entries),
      outline: ctx.notebook
        .outline(note)
        .blocks.filter(({ kind, depth }) => kind === 'heading' && depth > 1)
        .map(({ depth, text }) => ({ depth, text, anchor: makeHeadingAnchor(text) })),
      backlinks,
      mentions: findMentions(ctx, note, title, backlinks),
      history: ctx
        .query('history')
        .filter(({ touched }) => touched.some((one) => one.path === full || one.to === full))
        .slice(0, 8),
      stale: shown.flatMap((entry) => {
        const mark = fresh.mark(entry);
        return mark === null ? [] : [{ entry: toEntryJson(ctx, entry), mark }];
      }),
    };
  },
);

export type NoteLook = LookData<typeof noteLook>;

/** Finds lines that contain the title of a note but do not link to it. */
function findMentions(
  ctx: CommandContext,
  note: Note,
  title: string,
  linked: readonly NoteMention[],
): NoteMention[] {
  if (title.length < 4 || getNoteKind(note.path, ctx.notebook.content).name !== 'page') return [];
  const places = new Set(linked.map(({ path, line }) => `${path}:${line}`));
  return ctx
    .query('search', { words: `"${title.replaceAll('"', ' ')}"`, limit: 12 })
    .hits.filter(({ path, line }) => path !== note.path && !places.has(`${path}:${line}`))
    .map(({ path, line, text }) => ({ path, line, text }));
}

/** Reads one entry. */
export const entryLook = defineLook(
  'entry-look',
  'look at an entry',
  {
    id: { kind: 'text', required: true, description: 'its id or handle' },
    preview: { kind: 'text', description: 'other words, to be shown as they would be' },
  },
  (ctx, { id, preview }) => {
    const { entry, note } = findEntryById(ctx, id);
    const words = listWords(entry);
    return {
      entry: toEntryJson(ctx, entry),
      folder: ctx.notebook.notes,
      title: readTitle(note.text, note.path),
      words,
      html: renderText(ctx, preview ?? words, note),
      mark: markEntryText(entry, note),
      named: (queryFreshness(ctx, [entry]).of(entry)?.named ?? []).map(describeChange),
      around: findHitContext(ctx, entry),
    };
  },
);

export type EntryLook = LookData<typeof entryLook>;

const listWords = (entry: LocatedEntry): string =>
  `${formatEntryText(entry)}${entry.why === null ? '' : ` — ${entry.why}`}`;

/** Returns a hash of the lines of an entry. */
export const markEntryText = ({ start, end }: LocatedEntry, { text }: Note): string =>
  createFingerprint(text.slice(start, end));

/** Reads open and recent entries, the night's summary and recent changes. */
export const todayLook = defineLook('today-look', 'look at today', {}, (ctx) => {
  const find = (types: readonly string[], limit: number) =>
    ctx
      .query('search', { words: '', types, limit })
      .hits.filter(isStanding)
      .map((entry) => toEntryJson(ctx, entry));
  const { date } = ctx.local(ctx.now);
  const [path] = listDayNotes(date, ctx.notebook).filter((one) => ctx.notebook.note(one) !== null);
  const note = path === undefined ? null : ctx.notebook.note(path);
  const newest = ctx.query('search', { words: '', types: Object.keys(ENTRY_TYPES), limit: 100 });
  const paths = [...new Set(newest.hits.map((entry) => entry.path))];
  const night = summarizeNights(ctx, ctx.query('heartbeat')?.lastActivity ?? null);
  return {
    folder: ctx.notebook.notes,
    date,
    note: note && { path: note.path, html: renderOpening(ctx, note) },
    newest: paths.slice(0, 8).flatMap((one) => {
      const found = ctx.notebook.note(one);
      return found ? [{ path: one, title: readTitle(found.text, one) }] : [];
    }),
    open: find([...OPEN_TYPES, 'next', 'todo'], 200),
    recent: find(['decision', 'learning', 'gotcha', 'rule', 'preference', 'fact', 'constraint'], 10),
    night: night && { line: night.line, date: night.date, isUndoable: night.did.length > 0 },
    atWork: describeWorkers(ctx),
    history: ctx
      .query('history')
      .filter(({ by }) => by !== 'cron')
      .slice(0, 8),
    isEmpty: newest.total === 0,
  };
});

export type TodayLook = LookData<typeof todayLook>;
