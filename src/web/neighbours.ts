import type { CommandContext } from '../command/define-command.js';
import { formatEntryText } from '../notes/entries/entry.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import { defineLook, type LookData } from './look.js';

/** The entries before and after an entry in its section. */
export interface Neighbours {
  readonly before: Neighbour | null;
  readonly after: Neighbour | null;
}

/** An entry beside another. */
export interface Neighbour {
  readonly id: string;
  readonly text: string;
}

/** Finds the neighbours of the entry at a line; null if none begins there. */
export function findNeighbours(entries: readonly LocatedEntry[], line: number): Neighbours | null {
  const at = entries.findIndex((entry) => entry.line === line);
  if (at < 0) return null;
  const { section } = entries[at] as LocatedEntry;
  const describe = (entry: LocatedEntry | undefined): Neighbour | null =>
    entry?.section === section ? { id: entry.id, text: formatEntryText(entry) } : null;
  return { before: describe(entries[at - 1]), after: describe(entries[at + 1]) };
}

/** Reads the neighbours of some entries. */
export const neighboursLook = defineLook(
  'neighbours-look',
  'read the entries beside some entries',
  { place: { kind: 'text', repeatable: true, description: 'an entry, as PATH:LINE' } },
  (ctx: CommandContext, { place }) => {
    const around = place.flatMap((one) => {
      const [, path = '', line = ''] = /^(.*):(\d+)$/.exec(one) ?? [];
      const note = ctx.notebook.note(path);
      const found = note ? findNeighbours(ctx.entries(note), Number(line)) : null;
      return found ? [[one, found] as const] : [];
    });
    return { around: Object.fromEntries(around) };
  },
);

export type NeighboursLook = LookData<typeof neighboursLook>;
