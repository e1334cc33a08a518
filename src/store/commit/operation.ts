import { ConflictError, UserError } from '../../errors.js';
import { type Change, orderAdditionsFirst } from '../../notes/changes/change.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import { Unfit } from '../../platform/file-io.js';
import { ignoreErrors, toUserError } from '../../platform/system-errors.js';
import type { JournalState } from '../change-journal/journal-state.js';
import type { JournalRecord, TouchedFileRecord } from '../change-journal/record.js';
import type { Request } from '../command-queue.js';
import type { StoreContext } from '../layout.js';
import { type AppliedStep, type CommitStep, planStep } from './step.js';

/** A request with the changes it was planned to. */
export interface Operation extends Request {
  readonly say: string;
  readonly changes: readonly Change[];
  /** ISO 8601 with offset for the history; `now` in UTC if missing. */
  readonly at?: string;
  readonly undoes?: number | readonly number[];
  /** The origin of the text added to the notes at these paths, where it differs from the origin of the request. */
  readonly origins?: HistoryRecord['origins'];
  /** It came from the queue, or from a job whose claim outlives its process: it may be repeated after a crash. */
  readonly resumable?: true;
}

export interface Receipt {
  readonly seq: number;
  readonly at: string;
}

/**
 * Makes all changes of an operation and journals it; only then is it acknowledged (guide/store.md › Several notes). If
 * a step fails, the files are restored; if that fails too, the intent stays and the next holder completes it. Throws
 * ConflictError if a file is not what the operation was planned on, or UserError with path and remedy.
 */
export function applyOperation(store: StoreContext, journal: JournalState, operation: Operation): Receipt {
  const known = journal.receipt(operation.id);
  if (known) return known;
  let at = operation.changes[0]?.path ?? 'the journal';
  try {
    const steps = inOrder(operation.changes).map((change) => planStep(store, journal, change));
    const files = steps.map(({ touched }) => touched);
    if (files.some(({ path }) => path !== at)) at = files.map(({ path }) => path).join(', ');
    const record = toJournalRecord(store, journal.nextSeq(), operation, files);
    return performSteps(journal, record, steps, decideIntent(operation));
  } catch (error) {
    if (error instanceof Unfit)
      throw new UserError('unfit', `${at} cannot be written: ${error.why}`, 'move it away', { path: at });
    throw toUserError(error, at);
  }
}

/** Makes the steps of an operation and journals it. Used by commit and by crash recovery. */
export function performSteps(
  journal: JournalState,
  record: JournalRecord,
  steps: readonly CommitStep[],
  intent: 'intent' | 'at once' | 'stands',
): Receipt {
  if (intent === 'intent') journal.append({ ...record, t: 'intent' });
  const made: AppliedStep[] = [];
  try {
    for (const step of steps) made.push(step.make());
    journal.append({ ...record, t: 'done', touched: made.map(({ touched }) => touched) });
  } catch (error) {
    const clean = rollBack(made);
    if (clean && intent === 'intent') ignoreErrors(() => journal.append(toAbortRecord(record, error)));
    throw error;
  }
  for (const one of made) one.settle();
  return { seq: record.seq, at: record.at };
}

/** Creates the record that aborts an intent. */
export function toAbortRecord(
  { seq, id }: JournalRecord,
  error: unknown,
): { readonly t: 'abort'; readonly seq: number; readonly id: string; readonly note: string } {
  return {
    t: 'abort',
    seq,
    id,
    note: error instanceof ConflictError ? `${error.path} had changed` : reasonOf(error),
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof UserError && error.code === 'foreign-record' ? error.message : 'it could not be written';

/** Reverts applied steps, last first; returns false if that failed. */
export function rollBack(made: readonly Pick<AppliedStep, 'back'>[]): boolean {
  return [...made]
    .reverse()
    .map((one) => ignoreErrors(() => one.back()))
    .every(Boolean);
}

/**
 * Decides whether an operation needs an intent, and when it is flushed. Operations on several files need one. Those
 * that may be repeated after a crash, and undos, need it at once: a repeat must be recognised, and lines removed
 * without a record look like lost ones.
 */
export const decideIntent = ({ changes, resumable, undoes }: Operation): 'intent' | 'at once' => {
  const isKnownFirst = resumable || undoes !== undefined || changes.some((change) => change.kind === 'move');
  return changes.length > 1 || isKnownFirst ? 'intent' : 'at once';
};

/** Sorts the changes into the order in which they are made; each note is touched once. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const paths = new Set(changes.map(({ path }) => path));
  if (paths.size !== changes.length) throw new RangeError('an operation touches a note twice');
  return orderAdditionsFirst(changes);
}

/** Creates the journal record of an operation. */
export function toJournalRecord(
  { machine, root }: StoreContext,
  seq: number,
  operation: Operation,
  touched: readonly TouchedFileRecord[],
): JournalRecord {
  const { id, verb: command, input, now, seed, by, session, say, undoes, origins } = operation;
  const at = operation.at ?? new Date(now).toISOString();
  const record = {
    seq,
    id,
    at,
    wall: machine.wall(),
    verb: command,
    input,
    now,
    seed,
    by,
    session,
    say,
    touched,
    ...(origins === undefined ? {} : { origins }),
    ...(root.worktree === root.root ? {} : { worktree: root.worktree }),
  };
  return undoes === undefined ? record : { ...record, undoes };
}
