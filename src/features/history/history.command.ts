import { defineCommand } from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { defineNumber, defineText } from '../../command/params.js';
import { parseDay } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import { pluralize } from '../../text/pluralize.js';
import { findEffectiveRevert, LOST_HISTORY } from './revert-changes.js';

/** Lists changes, newest first, with the numbers that `diff` and `undo` take. */
export const history = defineCommand({
  name: 'history',
  description: 'list the changes, newest first, with their numbers for diff and undo',
  group: 'Keep',
  params: {
    path: { kind: 'text', positional: 'one', description: 'only changes of this note' },
    session: defineText('only changes of this session', 'ID'),
    by: defineText('only changes by this agent; `me` for those of people', 'NAME'),
    since: defineText('only changes from this local day on', 'DATE'),
    limit: defineNumber('how many to list (20)'),
  },
  examples: [
    'daybook history',
    'daybook history notes/MEMORY.md --limit 5',
    'daybook history --by me --since 2026-06-07',
  ],
  surfaces: ['cli', 'mcp'],
  plan(ctx, { path, session, by, since, limit = 20 }) {
    const first = since === undefined ? '' : parseDay(since, ctx.local(ctx.now).date);
    if (first === null)
      throw createUsageError(
        `--since takes a day, found \`${since}\``,
        'write: --since 2026-06-07, --since yesterday, or --since "3 days ago"',
      );
    const everything = ctx.query('history');
    const all = everything.filter(
      (record) =>
        (path === undefined || touches(record, path)) &&
        (session === undefined || record.session === session) &&
        (by === undefined || (record.by ?? 'me') === by) &&
        ctx.local(Date.parse(record.at)).date >= first,
    );
    const shown = all.slice(0, limit);
    const lost = ctx.query('root').lostHistory ? `\n${LOST_HISTORY}` : '';
    return {
      message: `${
        all.length > 0
          ? `${all.length === 1 ? '1 change' : `${all.length} changes, newest first`}:`
          : everything.length === 0
            ? lost === ''
              ? 'Nothing has changed here yet.'
              : `No change is recorded here; ${describeReading(ctx)}.`
            : `None of the ${pluralize(everything.length, 'change')} here matches; all: daybook history`
      }${lost}`,
      items: shown.map((record) => ({
        mark: String(record.seq),
        at: record.at,
        what: describe(record),
        by: record.by,
        state: findEffectiveRevert(everything, record.seq) ? 'undone' : null,
      })),
      data: { history: shown },
      changes: [],
    };
  },
});

/** The command and what it did, without the command twice. */
function describe({ verb: command, say }: HistoryRecord): string {
  const [line = ''] = say.split('\n');
  return line.startsWith(`${command}: `) ? line : `${command}: ${line}`;
}

const touches = ({ touched }: HistoryRecord, path: string): boolean =>
  touched.some((one) => one.path === path || one.path.endsWith(`/${path}`) || one.to === path);
