import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt, readMemoryEntries } from '../../command/entry-format.js';
import { addDays } from '../../dates/local-time.js';
import { isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import { notePath } from '../../notes/kinds/index.js';
import { listFailures } from '../../records/failure.js';

/** Types of entries that a new line may replace, close or repeat. */
const RELATED_TYPES: ReadonlySet<EntryType> = new Set([
  'decision',
  'preference',
  'fact',
  'rule',
  'constraint',
  'learning',
  'gotcha',
  'assumption',
  'problem',
  'blocker',
  'question',
  'progress',
  'rejected',
  'failure',
]);

/** For so many days after its session ended, what is open is looked for in its day. */
const DAYS = 14;

const isOpenEntry = ({ type }: LocatedEntry): boolean => type === 'blocker' || type === 'question';

/**
 * Lists the valid entries that a new line of a type may be about: those of memory and session; what was rejected
 * before for a rejection or a decision; for any other line the blockers and questions of the last days.
 */
export function listStandingEntries(ctx: CommandContext, type: EntryType): readonly LocatedEntry[] {
  const at = (path: string, only?: EntryType) =>
    readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${path}`, only);
  const today = ctx.local(ctx.now).date;
  const days = Array.from({ length: DAYS }, (_, back) => notePath('day', { date: addDays(today, -back) }));
  return [
    ...(type === 'rejected'
      ? []
      : days
          .toReversed()
          .flatMap((path) => at(path))
          .filter(isOpenEntry)),
    ...readMemoryEntries(ctx, ctx.notebook),
    ...(type === 'rejected' || type === 'decision'
      ? listFailures(ctx.notebook, ctx.entries).map(({ what, failure, entry }) => ({
          ...entry,
          text: what,
          why: failure.reason,
        }))
      : []),
    ...at(notePath('session')),
  ].filter((entry) => RELATED_TYPES.has(entry.type) && isStanding(entry));
}
