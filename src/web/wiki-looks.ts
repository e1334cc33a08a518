import type { CommandContext } from '../command/define-command.js';
import { findBacklinks } from '../features/pages/backlinks.js';
import { listHookRuns, listUses } from '../features/receipts/receipts.js';
import { listTouchedFiles } from '../features/tool-log/touched-files.js';
import { parsePathDate } from '../notes/kinds/index.js';
import { joinFolder, listDayNotes, trimFolder } from '../notes/kinds/note-paths.js';
import { createNotebookResolver, readAllNotes, resolveLinks } from '../notes/links/link-graph.js';
import { readTitle } from '../notes/links/note-name.js';
import type { Note } from '../notes/note.js';
import { makeNoteAddress } from './address.js';
import { defineLook, type LookData } from './look.js';

/** Reads the counts and paths of all notes; tags are slow, so that a search while typing leaves them out. */
export const wikiLook = defineLook(
  'wiki-look',
  'look at what there is',
  { tags: { kind: 'flag', description: 'with the tags' } },
  (ctx, { tags }) => {
    const { notes: folder } = ctx.notebook;
    const counts = ctx.query('counts');
    return {
      folder,
      counts,
      tags: tags ? countTags(ctx, Object.keys(counts.types)) : [],
      notes: ctx.notebook.list().map((path) => ({ path })),
    };
  },
);

export type WikiLook = LookData<typeof wikiLook>;

/** So many entries are read for their tags, because the index does not list tags. */
const MOST_TAGGED = 200;
const MOST_TAGS = 40;

function countTags(
  ctx: CommandContext,
  types: readonly string[],
): readonly (readonly [tag: string, count: number])[] {
  if (types.length === 0) return [];
  const counts = new Map<string, number>();
  const { hits } = ctx.query('search', { words: '', types, limit: MOST_TAGGED });
  for (const tag of hits.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MOST_TAGS);
}

/** Returns the folder of a note below the folder of all notes; `.` for that one. */
const findFolder = (path: string, top: string): string => {
  const inner = trimFolder(path, top);
  return inner.includes('/') ? inner.slice(0, inner.lastIndexOf('/')) : '.';
};

/** Counts the notes by folder, the largest folder first. */
export function countFolders({
  folder,
  notes,
}: {
  readonly folder: string;
  readonly notes: readonly { readonly path: string }[];
}): readonly (readonly [folder: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { path } of notes) {
    const name = findFolder(path, folder);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a);
}

/** Reads the activity of a month, `YYYY-MM`. */
export const calendarLook = defineLook(
  'calendar-look',
  'look at the days of a month',
  { month: { kind: 'text', description: 'the month; this one if left out' } },
  (ctx, { month = ctx.local(ctx.now).date.slice(0, 7) }) => {
    const days: Record<string, { changes: number; note: string | null }> = {};
    const countDay = (date: string, changes: number, note: string | null) => {
      if (!date.startsWith(month)) return;
      const known = days[date] ?? { changes: 0, note: null };
      days[date] = { changes: known.changes + changes, note: known.note ?? note };
    };
    for (const { at } of ctx.query('history')) countDay(at.slice(0, 10), 1, null);
    let other: string | null = null;
    for (const path of ctx.notebook.list()) {
      const date = parsePathDate(path) ?? '';
      if (date.startsWith(month)) countDay(date, 0, readTitle(ctx.notebook.note(path)?.text ?? '', path));
      else if (date.slice(0, 7) > (other ?? '')) other = date.slice(0, 7);
    }
    return { today: ctx.local(ctx.now).date, month, days, other };
  },
);

export type CalendarLook = LookData<typeof calendarLook>;

/** Finds the note of a day. */
export const dayNoteLook = defineLook(
  'day-note-look',
  'find the note of a day',
  { date: { kind: 'text', required: true, description: 'the day, as YYYY-MM-DD' } },
  ({ notebook }, { date }) => {
    const path = listDayNotes(date, notebook).find((one) => notebook.note(one) !== null);
    return { path: path ?? null };
  },
);

/** Reads what hooks showed a session, what it changed in the notes, and the files that its tools touched. */
export const sessionLook = defineLook(
  'session-look',
  'look at what a session did',
  {
    id: { kind: 'text', required: true, description: 'its whole id' },
    since: { kind: 'text', required: true, description: 'the day on which it began' },
  },
  (ctx, { id, since }) => {
    const isOwn = ({ session }: { readonly session: string | null }) => session === id;
    return {
      shown: listUses(ctx, listHookRuns(ctx, since).filter(isOwn)),
      logged: ctx.query('history').filter(isOwn),
      files: listTouchedFiles(ctx.query('toolCalls', { since }).filter(isOwn)),
    };
  },
);

export type SessionLook = LookData<typeof sessionLook>;

const MOST_NODES = 2000;
/** So many folders have a colour of their own. */
const MOST_GROUPS = 6;

/** Reads the link graph within two steps of a note, or of the whole wiki. */
export const graphLook = defineLook(
  'graph-look',
  'look at the links between notes',
  { path: { kind: 'text', description: 'a note, below the content folder; all if left out' } },
  (ctx, { path }) => {
    const { notebook } = ctx;
    const { notes: folder } = notebook;
    const center = path === undefined ? null : notebook.note(joinFolder(folder, path));
    const all = center ? [center, ...listNeighbours(center)] : readAllNotes(notebook);
    const notes = [...new Map(all.map((note) => [note.path, note])).values()].slice(0, MOST_NODES);
    const at = new Map(notes.map((note, index) => [note.path, index]));
    const resolver = createNotebookResolver(notebook, notes);
    const pairs = notes.flatMap((note, from) =>
      resolveLinks(note, notebook, resolver).flatMap(({ to }) => {
        const index = to === null ? undefined : at.get(to);
        return index === undefined || index === from ? [] : [`${from} ${index}`];
      }),
    );
    const folders = countFolders({ folder, notes }).slice(0, MOST_GROUPS);
    const groups = new Map(folders.map(([name], group) => [name, group]));
    return {
      nodes: notes.map((note) => ({
        title: readTitle(note.text, note.path),
        href: makeNoteAddress(note.path, folder),
        group: groups.get(findFolder(note.path, folder)) ?? -1,
      })),
      folders,
      links: [...new Set(pairs)].map((pair) => pair.split(' ').map(Number) as [number, number]),
      omitted: Math.max(0, new Set(all.map((note) => note.path)).size - MOST_NODES),
    };

    function listNeighbours(note: Note): Note[] {
      const out = resolveLinks(note, notebook, createNotebookResolver(notebook, [note])).map(({ to }) => to);
      const paths = [...out, ...findBacklinks(ctx, note).map((link) => link.path)];
      return [...new Set(paths)].flatMap((one) => (one === null ? [] : (notebook.note(one) ?? [])));
    }
  },
);

export type GraphLook = LookData<typeof graphLook>;
