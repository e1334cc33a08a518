import { type CommandContext, type CommandPlan, UserError } from '../../command/define-command.js';
import { formatNightSession, SCHEDULER_USER } from '../../config/jobs.js';
import { removeBlocks } from '../../markdown/section-edits.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import { BLOCK_OPENING } from '../../notes/context-block-markers.js';
import { listMemoryPaths } from '../../notes/kinds/note-paths.js';
import type { Notebook } from '../../notes/notebook.js';
import { pluralize } from '../../text/pluralize.js';
import { planRefresh } from '../context-block/refresh-block.js';
import {
  findEffectiveRevert,
  isEmptyRecord,
  listRevertedSeqs,
  planBlockAfterRevert,
  planRevert,
  tryRevert,
} from './revert-changes.js';

/**
 * Undoes what one session wrote, newest first, as one operation: its edits, its lines wherever they were moved, and what
 * was promoted from them. Lines edited since stay, and the reply names them.
 */
export function planSessionUndo(ctx: CommandContext, session: string): CommandPlan {
  const history = ctx.query('history');
  const records = standing(history, session);
  if (records.length === 0) throw nothingOf(history, session);
  return undoAll(ctx, { records, name: `session ${session}`, key: { session }, reach: 'wherever it went' });
}

/** Undoes what the jobs of a day wrote, or of the last night, newest first, as one operation (FEATURES H1), byte for byte. */
export function planNightUndo(ctx: CommandContext, day: string): CommandPlan {
  const history = ctx.query('history');
  const night = day === 'last' ? findLastNight(history) : day;
  if (night === undefined)
    throw new UserError('unknown-night', 'no change by a job is left to undo', 'see: daybook cron log');
  const records = standing(history, formatNightSession(night)).filter(({ by }) => by === SCHEDULER_USER);
  if (records.length === 0)
    throw new UserError('unknown-night', `no job changed anything on ${night}`, 'see: daybook cron log');
  return undoAll(ctx, { records, name: `the night ${night}`, key: { night }, reach: 'where it stands' });
}

/** Returns the newest day with a change by a job that is not undone. */
function findLastNight(history: readonly HistoryRecord[]): string | undefined {
  const prefix = formatNightSession('');
  const newest = history.find(
    (one) =>
      one.by === SCHEDULER_USER &&
      one.session?.startsWith(prefix) &&
      one.undoes === undefined &&
      !isEmptyRecord(one) &&
      !findEffectiveRevert(history, one.seq),
  );
  return newest?.session?.slice(prefix.length);
}

/** Commands that `undo` skips without a number: hooks run them, they refresh derived text, or they created the workspace. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'after-activity',
  'attend',
  'before-compact',
  'before-prompt',
  'context',
  'init',
  'prompt',
  'recall',
  'retain',
]);

/** Lists the changes by people and agents that are not undone, newest first. */
export const listUndoTargets = (history: readonly HistoryRecord[]): readonly HistoryRecord[] =>
  history.filter(
    (one) =>
      one.undoes === undefined &&
      one.by !== SCHEDULER_USER &&
      !PASSED_OVER.has(one.verb) &&
      !isEmptyRecord(one) &&
      !findEffectiveRevert(history, one.seq),
  );

/** Creates the error for an undo without a target. It names the newest other change that is not undone, e.g. of a job. */
export function createNothingToUndo(history: readonly HistoryRecord[]): UserError {
  const other = history.find(
    (one) => one.undoes === undefined && !isEmptyRecord(one) && !findEffectiveRevert(history, one.seq),
  );
  return new UserError(
    'nothing-to-undo',
    other
      ? `no change by a person or an agent is left to undo; the newest change is ${other.seq} (${other.verb})`
      : 'there is no change to undo',
    other ? `undo that one: daybook undo ${other.seq}` : 'see: daybook history',
  );
}

/** Plans to undo the last changes by people and agents, newest first, as one operation. */
export function planLastUndo(ctx: CommandContext, count: number): CommandPlan {
  const records = listUndoTargets(ctx.query('history'));
  if (records.length === 0) throw createNothingToUndo(ctx.query('history'));
  return undoAll(ctx, {
    records: records.slice(0, count),
    name: `the last ${Math.min(count, records.length)}`,
    key: { last: count },
    reach: 'where it stands',
  });
}

/** Changes that are undone together. */
interface Group {
  readonly records: readonly HistoryRecord[];
  /** Its name in the reply. */
  readonly name: string;
  readonly key: Readonly<{ [key: string]: string | number }>;
  /** `wherever it went` also removes lines that were moved or promoted, and rebuilds the context block. */
  readonly reach: 'wherever it went' | 'where it stands';
}

function undoAll(ctx: CommandContext, { records, name, key, reach }: Group): CommandPlan {
  const taking: Taking = { ctx, notebook: ctx.notebook, changes: [], taken: [], left: [], reach };
  for (const record of records) takeOut(taking, record);
  if (reach === 'wherever it went') refreshBlock(taking);
  else
    make(
      taking,
      planBlockAfterRevert(ctx, () => taking.notebook, records),
    );
  const { changes, taken, left } = taking;
  const paths = [...new Set(changes.map(({ path }) => path))];
  if (taken.length === 0) throw nothingFree(name, left);
  return {
    message: [
      `Undid ${pluralize(taken.length, 'change')} of ${name}: ${paths.join(', ')}.`,
      ...(left.length === 0
        ? []
        : [
            `${pluralize(left.length, 'change')} stay${left.length === 1 ? 's' : ''}, because what it wrote was edited since:`,
          ]),
    ].join('\n'),
    historyMessage: `undid ${name}`,
    items: left.map(({ record, why }) => ({ what: `**${record.seq}** ${record.verb}: ${record.say}`, why })),
    data: {
      undone: {
        ...key,
        seqs: taken,
        paths,
        left: left.map(({ record, why }) => ({ seq: record.seq, why })),
      },
    },
    reverts: taken,
    changes,
    ...(left.length === 0 ? {} : { exit: 1 as const }),
  };
}

/** The state of a group undo: the notes as they will be, and the undone and remaining changes. */
interface Taking {
  readonly ctx: CommandContext;
  notebook: Notebook;
  readonly changes: Change[];
  readonly taken: number[];
  readonly left: { readonly record: HistoryRecord; readonly why: string }[];
  readonly reach: Group['reach'];
}

/** Lists the changes of a session that are not undone, newest first, without its undos of its own changes. */
function standing(history: readonly HistoryRecord[], session: string): readonly HistoryRecord[] {
  const own = history.filter((one) => one.session === session && !isEmptyRecord(one));
  const seqs = new Set(own.map(({ seq }) => seq));
  const isOwnAffair = (one: HistoryRecord) =>
    one.undoes !== undefined && listRevertedSeqs(one).every((seq) => seqs.has(seq));
  return own.filter((one) => !findEffectiveRevert(history, one.seq) && !isOwnAffair(one));
}

function takeOut(taking: Taking, record: HistoryRecord): void {
  const { ctx, left, taken } = taking;
  const ids = taking.reach === 'where it stands' ? [] : idsOf(record);
  const own = tryRevert(() => planRevert(ctx, taking.notebook, record));
  if (own instanceof UserError) {
    const moved = ids.flatMap((id) => whereMoved(taking, record, id));
    if (ids.length === 0 || moved.length < ids.length) {
      left.push({ record, why: own.message.replace(/^[^:]*: /, '') });
      return;
    }
    for (const one of moved) make(taking, removal(taking, one));
  } else make(taking, own);
  taken.push(record.seq);
  for (const one of ids.flatMap((id) => findPromoted(taking, id))) make(taking, removal(taking, one));
}

/** Rebuilds the context block at once: agents read it first, so removed text must not stay in it. */
function refreshBlock(taking: Taking): void {
  const { ctx, notebook, changes } = taking;
  const target = notebook.note(ctx.settings['context.target']);
  if (changes.length === 0 || !target?.text.includes(BLOCK_OPENING)) return;
  make(taking, planRefresh(ctx, notebook).changes);
}

function make(taking: Taking, changes: readonly Change[]): void {
  taking.changes.push(...changes);
  taking.notebook = taking.notebook.after(changes);
}

/** Ids of the lines that a record added. */
function idsOf({ touched }: HistoryRecord): readonly string[] {
  const added = touched.flatMap(({ splices }) => splices.map((one) => one.new)).join('\n');
  return [...added.matchAll(/(?:^|\s)\^([0-9a-z]{11})[ \t]*$/gm)].map(([, id = '']) => id);
}

/** One whole line of a note. */
interface Line {
  readonly path: string;
  readonly text: string;
}

/** Finds the line with an id in another note, if its text is unchanged. */
function whereMoved({ ctx, notebook }: Taking, { touched }: HistoryRecord, id: string): readonly Line[] {
  const written = touched
    .flatMap(({ splices }) => splices.flatMap((one) => linesIn(one.new)))
    .map((line) => line.trim());
  return ctx.query('entriesById', id).flatMap(({ path }) => {
    const note = notebook.note(path);
    const line = note && linesIn(note.text).find((one) => endsWithId(one, id));
    return line && written.includes(line.trim()) ? [{ path, text: line }] : [];
  });
}

/** Finds memory lines that were promoted from an entry and not edited since. */
function findPromoted({ ctx, notebook }: Taking, id: string): readonly Line[] {
  return listMemoryPaths(notebook).flatMap((path) => {
    const lines = linesIn(notebook.note(path)?.text ?? '').filter((line) => line.includes(`#^${id}]]`));
    return lines.filter((line) => ctx.query('isOwnLine', path, line)).map((text) => ({ path, text }));
  });
}

function removal({ notebook }: Taking, { path, text }: Line): readonly Change[] {
  const note = notebook.note(path);
  const outline = note && notebook.outline(note);
  const block = outline?.blocks.find((one) => note?.text.slice(one.start, one.end).trim() === text.trim());
  if (!note || !outline || !block) return [];
  return createEdit(note, removeBlocks(note.text, outline, [block]), 'take out what a session wrote');
}

const linesIn = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);
const endsWithId = (line: string, id: string): boolean => line.trimEnd().endsWith(`^${id}`);

function nothingOf(history: readonly HistoryRecord[], session: string): UserError {
  const known = [...new Set(history.flatMap((one) => one.session ?? []))];
  const hint =
    known.length === 0
      ? 'no change here names a session'
      : `sessions that did: ${known.slice(0, 5).join(', ')}`;
  return new UserError('unknown-session', `session ${session} has no changes here`, hint);
}

function nothingFree(name: string, left: Taking['left']): UserError {
  const [first] = left;
  const hint = first ? `see both: daybook history ${first.record.seq}, and the file` : 'see: daybook history';
  return new UserError('cannot-undo', `no change of ${name} can be undone: ${first?.why ?? ''}`, hint);
}
