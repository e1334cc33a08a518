import type { Wiki } from '../../wiki/wiki.js';
import { topicOf } from '../snapshot/name.js';
import type { Shelved } from '../snapshot/retire.js';
import { type ReadProperties, shelfOf } from '../snapshot/shelf.js';
import { isBlocked, listOf, textOf } from '../snapshot/snapshot.js';
import { sameTask } from './finding.js';
import { isDone } from './plan.js';
import { headOf, itemsOf, namedItem, type Sheet, sectionOf, sheetsOf, titled } from './sheet.js';

/** A note that a task can be continued from, whatever its kind. */
export interface Resumable {
  readonly kind: 'snapshot' | 'checkpoint' | 'context-snapshot' | 'plan';
  readonly path: string;
  /** In ms; 0 where the note does not say. */
  readonly at: number;
  readonly task: string;
  readonly summary: string;
  readonly next: string;
  readonly instructions: string;
  readonly pending: readonly string[];
}

/**
 * Every note that a task can be continued from, newest first (External Memory §Load for Recovery); plans, which do not
 * say when they were written, come last. What belongs to a task whose plan is completed is left out.
 */
export function resumables(wiki: Wiki, read: ReadProperties): readonly Resumable[] {
  const plans = sheetsOf(wiki, 'plan');
  const finished = plans.filter(isDone).map(titled);
  const saved = [
    ...shelfOf(wiki, read).filter(isOpen).map(ofSnapshot),
    ...sheetsOf(wiki, 'checkpoint').flatMap((sheet) => ofCheckpoint(sheet, read) ?? []),
    ...sheetsOf(wiki, 'context-snapshot').map(ofContextSnapshot),
  ];
  const unfinished = saved.filter(({ task }) => !finished.some((done) => sameTask(done, task)));
  return [...unfinished.toSorted(newestFirst), ...plans.filter((one) => !isDone(one)).map(ofPlan)];
}

const newestFirst = (a: Resumable, b: Resumable): number => b.at - a.at || (a.path < b.path ? 1 : -1);

const isOpen = ({ snapshot }: Shelved): boolean => snapshot.status !== 'completed' || isBlocked(snapshot);

const ofSnapshot = ({ path, snapshot }: Shelved): Resumable => ({
  kind: 'snapshot',
  path,
  at: timeOf(snapshot.created_at),
  task: topicOf(snapshot.snapshot_id),
  summary: [snapshot.goal, snapshot.state].filter(Boolean).join(' — '),
  next: snapshot.next_action,
  instructions: isBlocked(snapshot) ? `Blocked: ${snapshot.blocker}` : '',
  pending: [],
});

/** Null where the note holds no fields. */
export function ofCheckpoint({ path, text }: Sheet, read: ReadProperties): Resumable | null {
  const data = read(text);
  if (!data || data.size === 0) return null;
  const said = (key: string) => textOf(data.get(key)) ?? '';
  const state = (data.get('state') ?? {}) as Readonly<Record<string, unknown>>;
  return {
    kind: 'checkpoint',
    path,
    at: timeOf(said('timestamp')),
    task: said('task_id'),
    summary: [said('phase'), said('context_summary')].filter(Boolean).join(': '),
    next: said('next_action'),
    instructions: said('recovery_instructions'),
    pending: listOf(state.pending_subtasks),
  };
}

export const ofContextSnapshot = (sheet: Sheet): Resumable => ({
  kind: 'context-snapshot',
  path: sheet.path,
  at: timeOf(headOf(sheet).fields.get('timestamp') ?? ''),
  task: namedItem(sheet, 'Current State', 'Task'),
  summary: sectionOf(sheet, 'Conversation Summary'),
  next: sectionOf(sheet, 'Resume Instructions'),
  instructions: sectionOf(sheet, 'Important Context'),
  pending: itemsOf(sheet, 'Pending Decisions'),
});

const ofPlan = (sheet: Sheet): Resumable => ({
  kind: 'plan',
  path: sheet.path,
  at: 0,
  task: titled(sheet),
  summary: sectionOf(sheet, 'Objective'),
  next: itemsOf(sheet, 'Next Actions')[0] ?? '',
  instructions: sectionOf(sheet, 'Strategy'),
  pending: itemsOf(sheet, 'Key Questions'),
});

function timeOf(iso: string): number {
  const ms = Date.parse(iso);
  return Number.isFinite(ms) ? ms : 0;
}
