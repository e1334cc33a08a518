import { parseInstant } from '../dates/local-time.js';
import {
  appendPinTag,
  type Entry,
  formatEntryText,
  listEntryLabels,
  toPlainEntry,
} from '../notes/entries/entry.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import { type EntryType, isNamedType } from '../notes/entry-types.js';
import { listMemoryPaths } from '../notes/kinds/note-paths.js';
import type { Notebook } from '../notes/notebook.js';
import type { CommandContext, ResultItem } from './define-command.js';

/** Converts a reminder to the form that `--json` prints: the entry and its due condition. */
export const toReminderJson = (ctx: CommandContext, entry: LocatedEntry) => ({
  ...toEntryJson(ctx, entry),
  due: entry.due,
  when: entry.when,
});

/** Formats an entry as a list row: type, text, reason and marks. All interfaces use it. */
export const toResultItem = (entry: LocatedEntry, group: string): ResultItem => ({
  path: entry.path,
  line: entry.line,
  group,
  what: appendPinTag(
    `${isNamedType(entry.type) ? `${entry.type}: ` : ''}${firstLine(formatEntryText(entry))}`,
    entry,
  ),
  why: [entry.why, ...listEntryLabels(entry)].filter(Boolean).join(', ') || null,
  id: entry.id,
});

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

/** Returns the entries of the note at a path, of one type if `only` is set. Returns none if the note does not exist. */
export function readEntriesAt(
  ctx: CommandContext,
  notebook: Notebook,
  path: string,
  only?: EntryType,
): readonly LocatedEntry[] {
  const note = notebook.note(path);
  return note ? ctx.entries(note, only) : [];
}

/** Returns the entries of lasting memory, those of the private note last. */
export const readMemoryEntries = (
  ctx: CommandContext,
  notebook: Notebook,
  only?: EntryType,
): readonly LocatedEntry[] =>
  listMemoryPaths(notebook).flatMap((path) => readEntriesAt(ctx, notebook, path, only));

/** Converts an entry to the form that `--json` prints. */
export function toEntryJson(ctx: CommandContext, entry: Entry): Entry {
  const time = entry.at === null ? null : parseInstant(entry.at, ctx.local);
  return { ...toPlainEntry(entry), at: time === null ? null : ctx.local(time).iso };
}
