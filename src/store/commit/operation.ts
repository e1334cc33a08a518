import { ConflictError, UserError } from '../../errors.js';
import { type Change, orderAdditionsFirst } from '../../notes/changes/change.js';
import type { HistoryRecord } from '../../notes/changes/history-record.js';
import { Unfit } from '../../platform/file-io.js';
import { ignoreErrors, toUserError } from '../../platform/system-errors.js';
import type { JournalState } from '../change-journal/journal-state.js';
import type { JournalRecord, TouchedFileRecord } from '../change-journal/record.js';
import type { StoreContext } from '../layout.js';
import type { Request } from '../queued-request.js';
import { type AppliedStep, type CommitStep, planStep } from './step.js';

/** What a verb wants done: the request, and the changes that it came to. */
export interface Operation extends Request {
  readonly say: string;
  readonly changes: readonly Change[];
  /** ISO 8601 with offset for the history; `now` in UTC where it is missing. */
  readonly at?: string;
  readonly undoes?: number | readonly number[];
  /** Whose words the notes at these paths gain, where they are not simply those of the one who asked. */
  readonly origins?: HistoryRecord['origins'];
  /** It came from the spool, or from a job whose claim outlives its process: it may be told again after a crash. */
  readonly resumable?: true;
}

export interface Receipt {
  readonly seq: number;
  readonly at: string;
}

/**
 * Makes all changes of an operation and journals it; only then it is acknowledged (guide/store.md › Several notes).
 * Where anything fails the files are put back; where even that fails, the intent stands and the next holder completes it.
 * Throws `Moved` where a base is not what the disk holds, or a refusal that names path and remedy.
 */
export function applyOperation(ground: StoreContext, ledger: JournalState, operation: Operation): Receipt {
  const known = ledger.receipt(operation.id);
  if (known) return known;
  let at = operation.changes[0]?.path ?? 'the journal';
  try {
    const steps = inOrder(operation.changes).map((change) => planStep(ground, ledger, change));
    if (steps.some(({ kept }) => kept.path !== at)) at = steps.map(({ kept }) => kept.path).join(', ');
    return performSteps(
      ledger,
      toJournalRecord(ground, ledger.nextSeq(), operation, keptOf(steps)),
      steps,
      needsIntent(operation),
    );
  } catch (error) {
    if (error instanceof Unfit)
      throw new UserError('unfit', `${at} cannot be written: ${error.why}`, 'move it away', { path: at });
    throw toUserError(error, at);
  }
}

/** Makes the steps of a deed and journals it; used by commit and by whoever completes another's intent. */
export function performSteps(
  ledger: JournalState,
  deed: JournalRecord,
  steps: readonly CommitStep[],
  intent: 'intent' | 'at once' | 'stands',
): Receipt {
  if (intent === 'intent') ledger.append({ ...deed, t: 'intent' });
  const made: AppliedStep[] = [];
  try {
    for (const step of steps) made.push(step.make());
    ledger.append({ ...deed, t: 'done', touched: made.map(({ kept }) => kept) });
  } catch (error) {
    const clean = rollBack(made);
    if (clean && intent === 'intent') ignoreErrors(() => ledger.append(toAbortRecord(deed, error)));
    throw error;
  }
  for (const one of made) one.settle();
  return { seq: deed.seq, at: deed.at };
}

/** The record that gives an intent up. */
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

/** Puts back what was made, the last first; false where even that failed. */
export function rollBack(made: readonly Pick<AppliedStep, 'back'>[]): boolean {
  return [...made]
    .reverse()
    .map((one) => ignoreErrors(() => one.back()))
    .every(Boolean);
}

/**
 * Several names change: what was begun must be known. What may be told again after a crash must be known before it is done; and
 * what takes back must be, since lines that are gone without a record look like lost ones.
 */
export const needsIntent = ({ changes, resumable, undoes }: Operation): 'intent' | 'at once' => {
  const isKnownFirst = resumable || undoes !== undefined || changes.some((change) => change.kind === 'move');
  return changes.length > 1 || isKnownFirst ? 'intent' : 'at once';
};

/** The changes in the order in which they are made; each note is touched once. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const paths = new Set(changes.map(({ path }) => path));
  if (paths.size !== changes.length) throw new RangeError('an operation touches a note twice');
  return orderAdditionsFirst(changes);
}

const keptOf = (steps: readonly CommitStep[]): readonly TouchedFileRecord[] => steps.map(({ kept }) => kept);

/** What the journal keeps of an operation. */
export function toJournalRecord(
  { machine, root }: StoreContext,
  seq: number,
  operation: Operation,
  touched: readonly TouchedFileRecord[],
): JournalRecord {
  const { id, verb: command, input, now, seed, by, session, say, undoes, origins } = operation;
  const at = operation.at ?? new Date(now).toISOString();
  const deed = {
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
  return undoes === undefined ? deed : { ...deed, undoes };
}
