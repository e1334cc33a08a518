import { parseLine } from '../notes/entries/entry-line.js';
import type { EntryType } from '../notes/entry-types.js';
import { listMemoryPaths } from '../notes/kinds/note-paths.js';
import type { CommandContext } from './define-command.js';
import { createOrigins } from './find-origin.js';
import { isKeptPrivate } from './private-entries.js';

/** Collects the dependencies for writing entries. */
export const createEntryDeps = (ctx: CommandContext) => ({
  ids: ctx.ids,
  now: ctx.now,
  local: ctx.local,
  entries: ctx.entries,
  template: (name: string) => ctx.query('template', name),
});

/** What writing entries needs besides the notes. */
export type EntryDeps = ReturnType<typeof createEntryDeps>;

/** Adds the dependencies for promoting entries to memory. */
export const createPromotionDeps = (ctx: CommandContext) => ({
  ...createEntryDeps(ctx),
  wrote: (path: string, line: string) => ctx.query('isOwnLine', path, line),
  origins: createOrigins(ctx),
  isKeptPrivate: (type: EntryType) => isKeptPrivate(ctx, type),
});

/** Adds the dependencies for moving entries and notes to the archive. */
export const createArchiveDeps = (ctx: CommandContext) => ({
  ...createPromotionDeps(ctx),
  linking: (names: readonly string[]) => ctx.query('backlinks', names).map(({ path }) => path),
  today: ctx.local(ctx.now).date,
});

/** What moving to the archive needs besides the notes. */
export type ArchiveDeps = ReturnType<typeof createArchiveDeps>;

/** Adds the dependencies for promotion from history. The journal is read only if an entry qualifies. */
export function createHistoryPromotionDeps(ctx: CommandContext) {
  let known: ReadonlySet<string> | null = null;
  return {
    ...createPromotionDeps(ctx),
    isTold(text: string) {
      known ??= toldIn(ctx);
      return known.has(text.toLowerCase());
    },
  };
}

/**
 * Returns what memory contained in the past, from the journal. A line that was removed should not be promoted again.
 */
function toldIn(ctx: CommandContext): ReadonlySet<string> {
  const memory = listMemoryPaths(ctx.notebook);
  const written = ctx
    .query('history')
    .flatMap(({ touched }) => touched)
    .filter(({ path }) => memory.includes(path))
    .flatMap(({ splices }) => splices.flatMap((one) => `${one.new}\n${one.old}`.split(/\r\n|\n|\r/)));
  return new Set(
    written.map((line) => parseLine(line.replace(/^\s*[-*+]\s+/, '')).text.toLowerCase()).filter(Boolean),
  );
}
