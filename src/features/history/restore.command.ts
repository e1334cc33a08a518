import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  UserError,
} from '../../command/define-command.js';
import { defineText, defineWord } from '../../command/params.js';
import { parseInstant } from '../../dates/local-time.js';
import { createUsageError } from '../../errors.js';
import { rebaseEdits } from '../../markdown/rebase-edits.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import { formatUnifiedDiff } from '../../markdown/unified-diff.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import { refuseUnknown } from '../../notes/unknown-note.js';
import { isInOtherWorktree, LOST_HISTORY } from './revert-changes.js';

/** Restores an entry that Daybook wrote and that is gone, in its latest wording, to its old place in its note. */
function restoreEntry(ctx: CommandContext, id: string): CommandPlan {
  const [here] = ctx.query('entriesById', id);
  if (here)
    throw new UserError(
      'still-there',
      `^${id} is at ${here.path}:${here.line}, so there is nothing to restore`,
      `for its earlier words: daybook history ${here.path}, then daybook restore ${here.path} --at TIME`,
    );
  const written = findWritten(ctx, id);
  const { path } = written;
  const note = ctx.notebook.note(path);
  const found = note && [findLatest(ctx, path, id), written].find((one) => one && place(one, note.text));
  const splices = found && place(found, note.text);
  if (!note || !splices)
    throw new UserError('no-place', `its place in ${path} is gone`, 'log it again', {
      found: written.splice.new.trim(),
    });
  return showFirst(ctx, {
    message: `Brought ^${id} back to ${path}: ${found.splice.new.trim()}`,
    data: { restored: { path, id } },
    changes: createEdit(note, splices, `bring back ^${id}`),
  });
}

/** One line of a note, as an insertion into the text around it. */
interface LostLine {
  readonly path: string;
  readonly before: string;
  readonly splice: TextEdit;
}

const place = ({ before, splice }: LostLine, now: string): readonly TextEdit[] | null =>
  rebaseEdits([splice], before, now);

/** Adds the diff that the reply shows before it says what was done. */
function showFirst(ctx: CommandContext, plan: CommandPlan): CommandPlan {
  const after = ctx.notebook.after(plan.changes);
  const diff = plan.changes
    .map(({ path }) =>
      formatUnifiedDiff(path, ctx.notebook.note(path)?.text ?? null, after.note(path)?.text ?? null),
    )
    .join('');
  return { ...plan, preview: diff, data: { ...plan.data, diff } };
}

/** Finds the newest stored version of a note that has a line with this id; null if there is none. */
function findLatest(ctx: CommandContext, path: string, id: string): LostLine | null {
  const line = new RegExp(`^.*\\s\\^${id}[ \\t]*(?:\\r\\n|\\n|\\r|$)`, 'm');
  for (const { touched } of ctx.query('history'))
    for (const one of touched)
      for (const hash of one.path === path ? [one.after, one.before] : []) {
        const text = hash === null ? null : ctx.query('version', hash);
        const own = text === null ? null : line.exec(text);
        if (text === null || !own) continue;
        const before = text.slice(0, own.index) + text.slice(own.index + own[0].length);
        return { path, before, splice: { at: own.index, old: '', new: own[0] } };
      }
  return null;
}

/** Finds the newest change that wrote a line with this id, and the edit that inserts only this line. */
function findWritten(ctx: CommandContext, id: string): LostLine {
  const line = new RegExp(`^.*\\s\\^${id}[ \\t]*$`, 'm');
  for (const { touched } of ctx.query('history'))
    for (const one of touched)
      for (const { at, old, new: fresh } of one.splices) {
        const own = line.exec(fresh)?.[0];
        if (own === undefined || old.includes(own)) continue;
        const before = one.before === null ? '' : ctx.query('version', one.before);
        if (before !== null)
          return { path: one.path, before, splice: { at, old: '', new: alone(fresh, own) } };
      }
  throw new UserError(
    'unknown-entry',
    `Daybook never wrote an entry ^${id}`,
    'see what was done: daybook history',
  );
}

/** Returns a line with the line break that its change wrote before or after it. */
function alone(fresh: string, line: string): string {
  const [lead] = /^(?:\r\n|\n|\r)/.exec(fresh) ?? [];
  return lead === undefined ? `${line}${/\r\n|\n|\r/.exec(fresh)?.[0] ?? '\n'}` : `${lead}${line}`;
}

/** Brings a note back as it was at a time, or an entry that is gone; what is there now can be brought back the same way. */
export const restore = defineCommand({
  name: 'restore',
  description: 'restore a note as it was at a time, or a lost entry; shows the diff',
  group: 'Keep',
  params: {
    path: defineWord('the note, e.g. content/MEMORY.md, or ^id', { required: true }),
    at: defineText('a local day or time, e.g. 2026-06-07T14:00', 'TIME'),
  },
  examples: ['daybook restore content/MEMORY.md --at 2026-06-07T14:50', 'daybook restore ^61k0y5k9xfs'],
  countsAsActivity: () => true,
  plan(ctx, { path, at }) {
    if (path.startsWith('^')) return restoreEntry(ctx, path.slice(1));
    const time = at === undefined ? null : parseInstant(at, ctx.local);
    if (time === null) {
      throw createUsageError(
        at === undefined ? 'restore needs a time' : `\`${at}\` is not a time`,
        'write a local day or time: --at 2026-06-07T14:00',
        'bad-time',
      );
    }
    const { text, hash } = versionThen(ctx, path, time);
    const unknown = ctx.notebook.unknown(path);
    if (unknown) throw refuseUnknown(unknown);
    const now = ctx.notebook.note(path);
    const data = { restored: { path, at: ctx.local(time).iso } };
    if (text === (now?.text ?? null)) return { message: `${path} is as it was then: nothing to do.`, data };
    const why = `as it was at ${ctx.local(time).iso}`;
    const changes: readonly Change[] =
      text === null
        ? [{ kind: 'remove', path, base: now?.hash ?? '', why }]
        : now
          ? createEdit(now, [difference(now.text, text)], why)
          : [{ kind: 'create', path, text, why, ...(hash ? { version: hash } : {}) }];
    return showFirst(ctx, { message: `Brought ${path} back ${why}.`, data, changes });
  },
});

/** Finds the version of a note at a time, from the journal. */
function versionThen(ctx: CommandContext, path: string, time: number) {
  const records = ctx
    .query('history')
    .filter(
      (one) => one.touched.some((touched) => touched.path === path) && !isInOtherWorktree(ctx, one, path),
    );
  const [oldest] = records.slice(-1);
  if (!oldest)
    throw new UserError(
      'unknown-note',
      ctx.query('root').lostHistory
        ? `${path} is not in the history here: ${LOST_HISTORY}`
        : `Daybook never changed ${path}`,
      'see which notes it changed: daybook history',
    );
  const index = records.findIndex((one) => Date.parse(one.at) <= time);
  if (index < 0 && touchOf(oldest, path).before === null) throw tooEarly(ctx, path, time, oldest);
  const hash = versionAt(
    ctx,
    records[index],
    records[index < 0 ? records.length - 1 : index - 1],
    path,
    time,
  );
  if (hash === null) return { text: null, hash };
  const text = ctx.query('version', hash);
  if (text !== null) return { text, hash };
  const here = ctx.notebook.note(path);
  if (here?.hash === hash) return { text: here.text, hash };
  throw new UserError(
    'not-kept',
    `that version of ${path} is no longer kept`,
    `versions that are: daybook history ${path}`,
  );
}

const tooEarly = (ctx: CommandContext, path: string, time: number, first: HistoryRecord): UserError =>
  new UserError(
    'no-version',
    `${path} has no version of ${ctx.local(time).iso}: the first one is of ${first.at}`,
    `write: daybook restore ${path} --at ${first.at}`,
    { path, first: first.at },
  );

/** The hash of a note between two changes: after the first one, or as a person had saved it by then. */
function versionAt(
  ctx: CommandContext,
  earlier: HistoryRecord | undefined,
  later: HistoryRecord | undefined,
  path: string,
  time: number,
): string | null {
  const before = later && touchOf(later, path).before;
  if (!earlier) return before ?? null;
  const { after } = touchOf(earlier, path);
  if (!before || before === after) return after;
  return (ctx.query('savedAt', before) ?? Number.POSITIVE_INFINITY) <= time ? before : after;
}

const touchOf = (record: HistoryRecord, path: string) => record.touched.find((one) => one.path === path)!;

/** Returns the one edit that turns a text into another, without their common start and end. */
function difference(from: string, to: string): TextEdit {
  let head = 0;
  const least = Math.min(from.length, to.length);
  while (head < least && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < least - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++;
  return { at: head, old: from.slice(head, from.length - tail), new: to.slice(head, to.length - tail) };
}
