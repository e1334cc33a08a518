import type { CommandContext } from '../../command/define-command.js';
import { findByName, toCandidate } from '../../command/find-entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import { BASE_SECTIONS } from '../../notes/entry-types.js';

const TYPES: ReadonlySet<string> = new Set(Object.values(BASE_SECTIONS));

/** Finds the preference, fact or rule that a user names; never one that was superseded or dropped. */
export function findBaseLine(
  ctx: CommandContext,
  name: string,
  all: readonly LocatedEntry[],
  section: string | undefined,
): LocatedEntry {
  const candidates = all.flatMap((entry) => {
    const { type, superseded, status, path } = entry;
    const note = ctx.notebook.note(path);
    const isMeant = TYPES.has(type) && superseded === null && status !== 'dropped';
    return note && isMeant && (section ?? type) === type ? [toCandidate(entry, note)] : [];
  });
  return findByName(name, candidates, {
    noun: 'preference, fact or rule',
    plural: 'preferences, facts or rules',
    hint: 'see all: daybook memory',
  }).item;
}
