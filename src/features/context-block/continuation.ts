import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt } from '../../command/entry-format.js';
import { formatShortDay } from '../../dates/calendar.js';
import { addDays } from '../../dates/local-time.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Notebook } from '../../notes/notebook.js';
import { type HandoffRecord, readHandoffs } from '../../records/handoff.js';
import type { ResumePoint } from '../../records/resume-point.js';
import { NOT_STATED } from '../../records/snapshot.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { splitBlockers } from '../snapshots/extract.js';

/** The next action of the newest note that a task can be continued from. */
export interface Continuation {
  readonly next: string;
  readonly task: string;
  readonly path: string;
  /** In ms; 0 where the note has no time. */
  readonly at: number;
}

/** Finds the newest note that work can continue from: one of these points, or a hand-off that is not complete. */
export function findContinuation(
  ctx: CommandContext,
  notebook: Notebook,
  [point]: readonly ResumePoint[],
): Continuation | null {
  const last = readHandoffs(ctx, notebook).at(-1);
  const points = [
    ...(point ? [{ ...point, next: findNextAction(point) }] : []),
    ...(last && (last.next !== null || last.outcome !== 'complete') ? [toContinuation(last)] : []),
  ];
  return points.filter(({ next }) => next !== '').toSorted((a, b) => b.at - a.at)[0] ?? null;
}

/** The next action of a note; where it has only instructions, its summary. */
const findNextAction = ({ next, summary, task }: ResumePoint): string =>
  [next, summary, task].find((text) => !UNSTATED.includes(text)) ?? '';

/** Placeholders for an empty value. */
const UNSTATED: readonly string[] = ['', 'none', NOT_STATED];

const toContinuation = ({ goal, next, entry }: HandoffRecord): Continuation => ({
  next: next ?? goal,
  task: '',
  path: entry.path,
  at: entry.at === null ? 0 : Date.parse(entry.at),
});

/** Formats the next action as a line of a brief. */
export function formatContinuation({ next, task, path, at }: Continuation, ctx: CommandContext): string {
  const [first = ''] = next.trim().split('\n', 1);
  const about = UNSTATED.includes(task) || first.includes(task) ? '' : ` — ${task}`;
  const day = at === 0 ? '' : `${formatShortDay(ctx.local(at).date, ctx.local(ctx.now).date)}, `;
  return sanitizeLine(`- next: ${first}${about} (${day}${path})`);
}

/** Days after which an open question of a hand-off is no longer shown. */
const OPEN_DAYS = 31;

/** Lists blockers and questions that hand-offs left open, as entries; a ticked one is closed. */
export function listHandedOnQuestions(ctx: CommandContext, notebook: Notebook): readonly LocatedEntry[] {
  const since = addDays(ctx.local(ctx.now).date, -OPEN_DAYS);
  return readHandoffs(ctx, notebook)
    .filter(({ entry }) => (entry.at?.slice(0, 10) ?? '') >= since)
    .flatMap(({ entry, blockers, questions }) => [
      ...blockers.map((text) => toOpenEntry(entry, 'blocker', text)),
      ...questions.map((text) => toOpenEntry(entry, 'question', text)),
    ]);
}

/** Lists the blockers of the newest point, if it is a snapshot, as entries. */
export const listSavedBlockers = (
  ctx: CommandContext,
  notebook: Notebook,
  [point]: readonly ResumePoint[],
): readonly LocatedEntry[] =>
  point?.kind === 'snapshot' && point.blocker !== ''
    ? readEntriesAt(ctx, notebook, point.path, 'blocker').flatMap((entry) =>
        splitBlockers(entry.text).map((text) => toOpenEntry({ ...entry, at: null }, 'blocker', text)),
      )
    : [];

function toOpenEntry(entry: LocatedEntry, type: 'blocker' | 'question', item: string): LocatedEntry {
  const [, mark = ' ', text = item] = /^\[([ xX-])\]\s+(.*)$/s.exec(item) ?? [];
  return { ...entry, id: '', hasId: false, type, text, why: null, status: mark === ' ' ? null : 'done' };
}
