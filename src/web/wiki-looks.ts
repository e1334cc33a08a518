import { type CommandContext, defineCommand } from '../command/define-command.js';
import type { IndexCounts } from '../command/queries.js';
import { findBacklinks } from '../features/pages/backlinks.js';
import { parsePathDate } from '../notes/kinds/index.js';
import { getNoteKind } from '../notes/kinds/note-kind.js';
import { joinFolder, listDayNotes, trimFolder } from '../notes/kinds/note-paths.js';
import { createNotebookResolver, readAllNotes, resolveLinks } from '../notes/links/link-graph.js';
import { readTitle } from '../notes/links/note-name.js';
import type { Note } from '../notes/note.js';
import { makeNoteAddress } from './address.js';
import { LOOK } from './look.js';

/** The counts and paths of all notes. */
export interface WikiLook {
  readonly folder: string;
  readonly counts: IndexCounts;
  /** The tags of the newest entries with their counts, the most frequent first. */
  readonly tags: readonly (readonly [tag: string, count: number])[];
  readonly notes: readonly { readonly path: string; readonly kind: string }[];
}

/** Reads the counts and paths of all notes. */
export const wikiLook = defineCommand({
  ...LOOK,
  name: 'wiki-look',
  description: 'look at what there is',
  params: {},
  plan(ctx) {
    const { notes: folder } = ctx.notebook;
    const counts = ctx.query('counts');
    const data: WikiLook = {
      folder,
      counts,
      tags: countTags(ctx, Object.keys(counts.types)),
      notes: ctx.notebook
        .list()
        .map((path) => ({ path, kind: getNoteKind(path, ctx.notebook.content).name })),
    };
    return { message: '', data: { ...data }, changes: [] };
  },
});

/** So many entries are read for their tags, because the index does not list tags. */
const MOST_TAGGED = 200;
const MOST_TAGS = 40;

function countTags(ctx: CommandContext, types: readonly string[]): WikiLook['tags'] {
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

/** A month with the activity of each day. */
export interface CalendarLook {
  readonly today: string;
  readonly month: string;
  /** By date: the number of journal changes, and the title of the day's note. */
  readonly days: Readonly<Record<string, { readonly changes: number; readonly note: string | null }>>;
  /** The newest other month with a note of a day. */
  readonly other: string | null;
}

/** Reads the activity of a month, `YYYY-MM`. */
export const calendarLook = defineCommand({
  ...LOOK,
  name: 'calendar-look',
  description: 'look at the days of a month',
  params: { month: { kind: 'text', description: 'the month; this one if left out' } },
  plan(ctx, { month = ctx.local(ctx.now).date.slice(0, 7) }) {
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
    const data: CalendarLook = { today: ctx.local(ctx.now).date, month, days, other };
    return { message: '', data: { ...data }, changes: [] };
  },
});

/** The note of a day, if there is one. */
export interface DayNoteLook {
  readonly path: string | null;
}

/** Finds the note of a day. */
export const dayNoteLook = defineCommand({
  ...LOOK,
  name: 'day-note-look',
  description: 'find the note of a day',
  params: { date: { kind: 'text', required: true, description: 'the day, as YYYY-MM-DD' } },
  plan({ notebook }, { date }) {
    const path = listDayNotes(date, notebook).find((one) => notebook.note(one) !== null);
    return { message: '', data: { path: path ?? null }, changes: [] };
  },
});

/** Notes and the links between them, by index. */
export interface GraphLook {
  /** `group` is the place of its folder in `folders`; -1 for other folders. */
  readonly nodes: readonly { readonly title: string; readonly href: string; readonly group: number }[];
  /** The folders with most notes, with their number. */
  readonly folders: readonly (readonly [folder: string, count: number])[];
  readonly links: readonly (readonly [from: number, to: number])[];
  /** How many notes were left out. */
  readonly omitted: number;
}

const MOST_NODES = 2000;
/** So many folders have a colour of their own. */
const MOST_GROUPS = 6;

/** Reads the link graph within two steps of a note, or of the whole wiki. */
export const graphLook = defineCommand({
  ...LOOK,
  name: 'graph-look',
  description: 'look at the links between notes',
  params: { path: { kind: 'text', description: 'a note, below the content folder; all if left out' } },
  plan(ctx, { path }) {
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
    const data: GraphLook = {
      nodes: notes.map((note) => ({
        title: readTitle(note.text, note.path),
        href: makeNoteAddress(note.path, folder),
        group: groups.get(findFolder(note.path, folder)) ?? -1,
      })),
      folders,
      links: [...new Set(pairs)].map((pair) => pair.split(' ').map(Number) as [number, number]),
      omitted: Math.max(0, new Set(all.map((note) => note.path)).size - MOST_NODES),
    };
    return { message: '', data: { ...data }, changes: [] };

    function listNeighbours(note: Note): Note[] {
      const out = resolveLinks(note, notebook, createNotebookResolver(notebook, [note])).map(({ to }) => to);
      const paths = [...out, ...findBacklinks(ctx, note).map((link) => link.path)];
      return [...new Set(paths)].flatMap((one) => (one === null ? [] : (notebook.note(one) ?? [])));
    }
  },
});
