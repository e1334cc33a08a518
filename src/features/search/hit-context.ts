import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { formatEntryText } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';

/** Names an entry in its note. */
type EntryPlace = Pick<LocatedEntry, 'id' | 'path' | 'line' | 'section'>;

/** The entry before or after a hit in the same section. */
interface Neighbour {
  readonly id: string;
  readonly text: string;
}

/** The place of a hit in its note. */
export interface HitContext {
  /** The headings above it, outermost first, the title of the note left out: `Decisions › Storage`. */
  readonly heading: string | null;
  readonly before: Neighbour | null;
  readonly after: Neighbour | null;
}

/**
 * Finds the headings above a hit and its neighbours. Reads the note of the hit. JSON is made after planning, when remark can
 * no longer be loaded: a hit in a note that only remark can read has its section alone.
 */
export function findHitContext(ctx: CommandContext, hit: EntryPlace): HitContext {
  try {
    return readHitContext(ctx, hit);
  } catch {
    return { heading: hit.section, before: null, after: null };
  }
}

function readHitContext(ctx: CommandContext, hit: EntryPlace): HitContext {
  const entries = readEntriesAt(ctx, ctx.notebook, hit.path);
  const place = entries.findIndex(({ id, line }) => id === hit.id && line === hit.line);
  const entry = entries[place];
  if (!entry) return { heading: hit.section, before: null, after: null };
  const neighbourAt = (at: number): Neighbour | null => {
    const one = entries[at];
    return one && one.section === entry.section ? { id: one.id, text: formatEntryText(one) } : null;
  };
  return { heading: findHeading(ctx, entry), before: neighbourAt(place - 1), after: neighbourAt(place + 1) };
}

function findHeading({ notebook }: CommandContext, { path, start, section }: LocatedEntry): string | null {
  const note = notebook.note(path);
  if (!note) return section;
  const above: { depth: number; text: string }[] = [];
  for (const block of notebook.outline(note).blocks) {
    if (block.start >= start) break;
    if (block.kind !== 'heading') continue;
    while (above.length > 0 && above[above.length - 1]!.depth >= block.depth) above.pop();
    above.push(block);
  }
  const names = above.filter(({ depth }) => depth > 1).map(({ text }) => text);
  return names.length > 0 ? names.join(' › ') : section;
}
