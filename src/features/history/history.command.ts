import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  UserError,
} from '../../command/define-command.js';
import { describeReading } from '../../command/describe-reading.js';
import { defineFlag, defineNumber, defineText, defineWord } from '../../command/params.js';
import { parseDay } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import { applyEdits } from '../../markdown/text-edit.js';
import { formatUnifiedDiff } from '../../markdown/unified-diff.js';
import type { HistoryRecord, TouchedFile } from '../../notes/changes/history-record.js';
import { pluralize } from '../../text/pluralize.js';
import { findEffectiveRevert, LOST_HISTORY } from './revert-changes.js';

/** Lists changes, newest first, with the numbers that `undo` takes; a number shows that change as a unified diff. */
export const history = defineCommand({
  name: 'history',
  description: 'list the changes, newest first; `history N` shows one as a unified diff',
  group: 'Keep',
  params: {
    path: defineWord('only changes of this note; or the number of the change to show', {
      placeholder: 'PATH|N',
    }),
    diff: defineFlag('show the newest change'),
    session: defineText('only changes of this session', 'ID'),
    by: defineText('only changes by this agent; `me` for those of people', 'NAME'),
    since: defineText('only changes from this local day on', 'DATE'),
    limit: defineNumber('how many to list (20)'),
  },
  examples: [
    'daybook history',
    'daybook history 2',
    'daybook history notes/MEMORY.md --limit 5',
    'daybook history --by me --since 2026-06-07',
  ],
  isTool: true,
  plan(ctx, { path, diff, session, by, since, limit = 20 }) {
    if (diff || /^\d+$/.test(path ?? '')) return showChange(ctx, path);
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
    };
  },
});

/** Shows the change with a number, or the newest, as a unified diff. */
function showChange(ctx: CommandContext, seq: string | undefined): CommandReply {
  const history = ctx.query('history');
  const record = seq === undefined ? history[0] : history.find((one) => one.seq === Number(seq));
  if (!record && seq === undefined)
    throw new UserError('unknown-change', 'nothing has changed here yet', 'write: daybook log TEXT');
  if (!record) throw new UserError('unknown-change', `no change ${seq}`, 'list them: daybook history');
  const text = record.touched.map((one) => diffOfTouched(ctx, one)).join('');
  return {
    message: text.trimEnd(),
    format: 'diff',
    data: { diff: text, seq: record.seq, at: record.at, verb: record.verb },
  };
}

function diffOfTouched(ctx: CommandContext, { do: how, path, to, before, splices }: TouchedFile): string {
  if (how === 'move') return `move ${path} → ${to}\n`;
  const old = before === null ? null : ctx.query('version', before);
  if (before !== null && old === null) return `--- a/${path}\n(the version before is no longer kept)\n`;
  if (how === 'create') return formatUnifiedDiff(path, null, splices[0]?.new ?? '');
  return formatUnifiedDiff(path, old, how === 'remove' ? null : applyEdits(old ?? '', splices));
}

/** The command and what it did, without the command twice. */
function describe({ verb: command, say }: HistoryRecord): string {
  const [line = ''] = say.split('\n');
  return line.startsWith(`${command}: `) ? line : `${command}: ${line}`;
}

const touches = ({ touched }: HistoryRecord, path: string): boolean =>
  touched.some((one) => one.path === path || one.path.endsWith(`/${path}`) || one.to === path);
