import { splitLines } from '../markdown/text-edit.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import type { Note } from '../notes/note.js';
import type { Notebook } from '../notes/notebook.js';
import type { CommandContext } from './define-command.js';

/** Most saved versions of a note that are searched for a line. */
const MOST_VERSIONS = 50;

/**
 * Gives entries without a date, which a person wrote, the local day of their commit, else the day on which Daybook first
 * saved a version of the note with the line. An entry that neither knows keeps no date. Starts git once per note.
 */
export function addHandDates(
  ctx: CommandContext,
  notebook: Notebook,
  entries: readonly LocatedEntry[],
): readonly LocatedEntry[] {
  const firstSeen = createFirstSeen(ctx);
  return entries.map((entry) => {
    const note = entry.at === null && !entry.hasId ? notebook.note(entry.path) : null;
    if (!note) return entry;
    const [line = ''] = splitLines(note.text.slice(entry.start, entry.end));
    const time = ctx.query('lineTime', entry.path, line) ?? firstSeen(note, line);
    return time === null ? entry : { ...entry, at: ctx.local(time).date };
  });
}

/** Returns a function that finds the time of the oldest saved version with a line, as long as all newer ones have it. */
function createFirstSeen(ctx: CommandContext): (note: Note, line: string) => number | null {
  const versions = new Map<string, readonly { readonly lines: ReadonlySet<string>; readonly at: number }[]>();
  const list = (path: string) =>
    ctx
      .query('history')
      .flatMap(({ at, touched }) =>
        touched.flatMap((file) => (file.path === path && file.after ? [{ hash: file.after, at }] : [])),
      )
      .slice(0, MOST_VERSIONS)
      .map(({ hash, at }) => ({
        lines: new Set(splitLines(ctx.query('version', hash) ?? '')),
        at: Date.parse(at),
      }));
  return ({ path }, line) => {
    const known = versions.get(path) ?? list(path);
    versions.set(path, known);
    const missing = known.findIndex(({ lines }) => !lines.has(line));
    return known.slice(0, missing < 0 ? undefined : missing).at(-1)?.at ?? null;
  };
}
