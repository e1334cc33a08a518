import type { CommandContext } from '../command/define-command.js';
import { formatTopicName, parseSnapshotTopic, UNNAMED } from './file-name.js';
import { isSameTask } from './finding-record.js';
import {
  findNamedItem,
  parseTitleAfter,
  parseTitleAndFields,
  readOpenItems,
  readSectionItems,
  readSectionText,
  readTaskNotes,
  type TaskNote,
} from './note-sections.js';
import { isPlanComplete } from './plan-record.js';
import {
  asText,
  asTextList,
  createPropertyReader,
  isBlocked,
  listSnapshots,
  NOT_STATED,
  type ReadProperties,
  type Snapshot,
  type StoredSnapshot,
} from './snapshot.js';

/** A note of any kind that a task can be continued from. */
export interface ResumePoint {
  readonly kind: 'snapshot' | 'checkpoint' | 'context-snapshot' | 'plan';
  readonly path: string;
  /** In ms; 0 if the note has no time. */
  readonly at: number;
  readonly task: string;
  readonly summary: string;
  readonly next: string;
  readonly instructions: string;
  readonly pending: readonly string[];
  /** The phase; '' if the note has none. */
  readonly phase: string;
  /** What blocks the work; '' for nothing. */
  readonly blocker: string;
  /** Agents at work, and agents that wait. */
  readonly active: readonly string[];
  readonly blocked: readonly string[];
}

/**
 * Every note that a task can be continued from, newest first; of the newest task the fullest of an hour comes first (External
 * Memory §Load for Recovery); plans, which do not say when they were written, come last. What belongs to a task whose plan is completed is left out.
 */
export function listResumePoints(
  ctx: Pick<CommandContext, 'notebook' | 'query'>,
  notebook = ctx.notebook,
): readonly ResumePoint[] {
  const read = createPropertyReader(ctx);
  const plans = readTaskNotes(notebook, 'plan');
  const finished = plans.filter(isPlanComplete).map(parseTitleAfter);
  const snapshots = listSnapshots(ctx, notebook).filter(isOpen);
  const saved = [
    ...snapshots.map((one) => ({ point: ofSnapshot(one), fields: one.snapshot })),
    ...[
      ...readTaskNotes(notebook, 'checkpoint').flatMap((sheet) => parseCheckpoint(sheet, read) ?? []),
      ...readTaskNotes(notebook, 'context-snapshot').map(parseContextSnapshot),
    ].map((point) => ({ point, fields: point })),
  ];
  const open = plans.filter((plan) => !isPlanComplete(plan));
  const unfinished = saved
    .filter(({ point }) => !finished.some((done) => isSameTask(done, point.task)))
    .map(({ point, fields }) => ({ point: skipDoneStep(point, open), filled: countFilled(fields) }))
    .toSorted((a, b) => newestFirst(a.point, b.point));
  const newest = unfinished[0]?.point;
  const [fullest] = unfinished
    .filter(({ point }) => newest && isRival(point, newest))
    .toSorted((a, b) => b.filled - a.filled);
  const best = fullest ? [fullest, ...unfinished.filter((one) => one !== fullest)] : [];
  return [...best.map(({ point }) => point), ...open.map(ofPlan)];
}

const HOUR = 3_600_000;

/** Returns true for the newest point, and for others of its task from the hour before. */
const isRival = (point: ResumePoint, newest: ResumePoint): boolean =>
  point === newest ||
  (point.at >= newest.at - HOUR && isNamedTask(newest.task) && isSameTask(point.task, newest.task));

/** Counts the fields that say something. */
const countFilled = (fields: object): number =>
  Object.values(fields).filter((value: unknown) =>
    Array.isArray(value)
      ? value.length > 0
      : !['', 'none', NOT_STATED, null].includes(value as string | null),
  ).length;

/** Leaves out points that continue the task of a better one; a snapshot always stays. */
export const omitRepeatedTasks = (points: readonly ResumePoint[]): readonly ResumePoint[] =>
  points.filter(
    ({ kind, task }, index) =>
      kind === 'snapshot' ||
      !isNamedTask(task) ||
      !points.slice(0, index).some((better) => isSameTask(better.task, task)),
  );

/** A point whose next step was ticked in a plan since goes on with the step that follows there. */
function skipDoneStep(point: ResumePoint, plans: readonly TaskNote[]): ResumePoint {
  const plan = plans.find((one) => listDoneSteps(one).includes(point.next));
  return plan ? { ...point, next: ofPlan(plan).next } : point;
}

/** Lists the next actions of a plan that are ticked or dropped. */
const listDoneSteps = (plan: TaskNote): readonly string[] => {
  const open = readOpenItems(plan, 'Next Actions');
  return readSectionItems(plan, 'Next Actions').filter((item) => !open.includes(item));
};

/** The best point, with fields that it lacks from older points of its task. */
export function completeFirst([first, ...older]: readonly ResumePoint[]): ResumePoint | undefined {
  if (!first) return undefined;
  const same = older.filter(({ task }) => isNamedTask(first.task) && isSameTask(task, first.task));
  const isSaid = (value: string | readonly string[]) => value.length > 0 && value !== NOT_STATED;
  const filled = (['summary', 'next', 'instructions', 'phase', 'pending', 'active', 'blocked'] as const).map(
    (key) => {
      const found = [first, ...same].map((one) => one[key]).find(isSaid);
      return [key, found ?? (Array.isArray(first[key]) ? [] : '')];
    },
  );
  return { ...first, ...Object.fromEntries(filled) };
}

export const isNamedTask = (task: string): boolean => !['', 'none', UNNAMED].includes(task);

/** The snapshot of a point, else the latest open one of its task; of any task if the point names none. */
export const findSnapshot = (snapshots: readonly StoredSnapshot[], from: ResumePoint): Snapshot | null =>
  (
    snapshots.find(({ path }) => path === from.path) ??
    snapshots.find(
      (one) =>
        isOpen(one) &&
        (!isNamedTask(from.task) ||
          parseSnapshotTopic(one.snapshot.snapshot_id) === formatTopicName(from.task)),
    )
  )?.snapshot ?? null;

const newestFirst = (a: ResumePoint, b: ResumePoint): number => b.at - a.at || (a.path < b.path ? 1 : -1);

const isOpen = ({ snapshot }: StoredSnapshot): boolean =>
  snapshot.status !== 'completed' || isBlocked(snapshot);

const ofSnapshot = ({ path, snapshot }: StoredSnapshot): ResumePoint => ({
  kind: 'snapshot',
  path,
  at: timeOf(snapshot.created_at),
  task: parseSnapshotTopic(snapshot.snapshot_id),
  summary: [snapshot.goal, snapshot.state].filter(Boolean).join(' — '),
  next: snapshot.next_action,
  instructions: '',
  pending: [],
  phase: '',
  blocker: isBlocked(snapshot) ? snapshot.blocker : '',
  active: [],
  blocked: [],
});

/** Null if the note has no fields. */
export function parseCheckpoint({ path, text }: TaskNote, read: ReadProperties): ResumePoint | null {
  const data = read(text);
  if (!data || data.size === 0) return null;
  const said = (key: string) => asText(data.get(key)) ?? '';
  const state = (data.get('state') ?? {}) as Readonly<Record<string, unknown>>;
  return {
    kind: 'checkpoint',
    path,
    at: timeOf(said('timestamp')),
    task: said('task_id'),
    summary: [said('phase'), said('context_summary')].filter(Boolean).join(': '),
    next: said('next_action'),
    instructions: said('recovery_instructions'),
    pending: asTextList(state.pending_subtasks),
    phase: said('phase'),
    blocker: '',
    active: asTextList(state.active_agents),
    blocked: asTextList(state.blocked_agents),
  };
}

/** Ends the instructions of a context snapshot. */
export const RECOVER_HINT = 'read this note, then: daybook recover';

/** Begins the line of a context snapshot with the blocker as of then. */
export const BLOCKER_LABEL = 'blocker: ';
const BLOCKER_LINE = new RegExp(`^- ${BLOCKER_LABEL}.*\n?`, 'm');

export const parseContextSnapshot = (sheet: TaskNote): ResumePoint => ({
  kind: 'context-snapshot',
  path: sheet.path,
  at: timeOf(parseTitleAndFields(sheet).fields.get('timestamp') ?? ''),
  task: findNamedItem(sheet, 'Current State', 'Task'),
  summary: readSectionText(sheet, 'Conversation Summary'),
  next: readSectionText(sheet, 'Resume Instructions').replace(RECOVER_HINT, '').replace(/; $/, ''),
  instructions: readSectionText(sheet, 'Important Context').replace(BLOCKER_LINE, ''),
  pending: readOpenItems(sheet, 'Pending Decisions'),
  phase: readStated(sheet, 'Phase'),
  blocker: '',
  ...readAgents(readStated(sheet, 'Agents')),
});

/** A field of the present state; '' for `none`. */
const readStated = (sheet: TaskNote, name: string): string =>
  findNamedItem(sheet, 'Current State', name).replace(/^none$/, '');

/** Follows the name of an agent that waits. */
export const WAITS = ' (blocked)';

function readAgents(text: string): Pick<ResumePoint, 'active' | 'blocked'> {
  const names = text.split(', ').filter(Boolean);
  const blocked = names.filter((name) => name.endsWith(WAITS));
  return {
    active: names.filter((name) => !blocked.includes(name)),
    blocked: blocked.map((name) => name.slice(0, -WAITS.length)),
  };
}

const ofPlan = (sheet: TaskNote): ResumePoint => ({
  kind: 'plan',
  path: sheet.path,
  at: 0,
  task: parseTitleAfter(sheet),
  summary: readSectionText(sheet, 'Objective'),
  next: readOpenItems(sheet, 'Next Actions')[0] ?? '',
  instructions: readSectionText(sheet, 'Strategy'),
  pending: readOpenItems(sheet, 'Key Questions'),
  phase: '',
  blocker: '',
  active: [],
  blocked: [],
});

function timeOf(iso: string): number {
  const ms = Date.parse(iso);
  return Number.isFinite(ms) ? ms : 0;
}
