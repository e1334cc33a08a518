import type { CommandContext } from '../../command/define-command.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';

/** Finds the day whose note takes the session when it ends: that of its first entry. */
export function findSessionDay(
  entries: readonly LocatedEntry[],
  { local, now }: Pick<CommandContext, 'local' | 'now'>,
): string {
  const times = entries.flatMap(({ at }) => (at === null ? [] : [Date.parse(at)]));
  return local(Math.min(now, ...times)).date;
}
