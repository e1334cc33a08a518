import { type CommandContext, defineCommand } from '../command/define-command.js';
import { formatEntryText } from '../notes/entries/entry.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import { LOOK } from './look.js';

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

/** Neighbours by place, `PATH:LINE`; places without an entry are left out. */
export interface NeighboursLook {
  readonly around: Readonly<Record<string, Neighbours>>;
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
export const neighboursLook = defineCommand({
  ...LOOK,
  name: 'neighbours-look',
  description: 'read the entries beside some entries',
  params: { place: { kind: 'text', repeatable: true, description: 'an entry, as PATH:LINE' } },
  plan(ctx: CommandContext, { place }) {
    const around = place.flatMap((one) => {
      const [, path = '', line = ''] = /^(.*):(\d+)$/.exec(one) ?? [];
      const note = ctx.notebook.note(path);
      const found = note ? findNeighbours(ctx.entries(note), Number(line)) : null;
      return found ? [[one, found] as const] : [];
    });
    return { message: '', data: { around: Object.fromEntries(around) }, changes: [] };
  },
});
