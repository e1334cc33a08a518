import { type Change, gainsFirst } from '../wiki/change.js';
import type { Record } from '../wiki/record.js';
import { Refusal } from '../wiki/refusal.js';
import { Moved, quietly, refusalOf } from './failure.js';
import { Unfit } from './file.js';
import type { Ground } from './layout.js';
import type { Ledger } from './ledger.js';
import type { Deed, Kept } from './record-line.js';
import type { Request } from './request.js';
import { planStep, type Step, type StepMade } from './step.js';

/** What a verb wants done: the request, and the changes that it came to. */
export interface Operation extends Request {
  readonly say: string;
  readonly changes: readonly Change[];
  /** ISO 8601 with offset for the history; `now` in UTC where it is missing. */
  readonly at?: string;
  readonly undoes?: number | readonly number[];
  /** Whose words the notes at these paths gain, where they are not simply those of the one who asked. */
  readonly origins?: Record['origins'];
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
export function commit(ground: Ground, ledger: Ledger, operation: Operation): Receipt {
  const known = ledger.receipt(operation.id);
  if (known) return known;
  let at = operation.changes[0]?.path ?? 'the journal';
  try {
    const steps = inOrder(operation.changes).map((change) => planStep(ground, ledger, change));
    if (steps.some(({ kept }) => kept.path !== at)) at = steps.map(({ kept }) => kept.path).join(', ');
    return perform(
      ledger,
      deedOf(ground, ledger.nextSeq(), operation, keptOf(steps)),
      steps,
      needsIntent(operation),
    );
  } catch (error) {
    if (error instanceof Unfit)
      throw new Refusal('unfit', `${at} cannot be written: ${error.why}`, 'move it away', { path: at });
    throw refusalOf(error, at);
  }
}

/** Makes the steps of a deed and journals it; used by commit and by whoever completes another's intent. */
export function perform(
  ledger: Ledger,
  deed: Deed,
  steps: readonly Step[],
  intent: 'intent' | 'at once' | 'stands',
): Receipt {
  if (intent === 'intent') ledger.append({ ...deed, t: 'intent' });
  const made: StepMade[] = [];
  try {
    for (const step of steps) made.push(step.make());
    ledger.append({ ...deed, t: 'done', touched: made.map(({ kept }) => kept) });
  } catch (error) {
    const clean = takeBack(made);
    if (clean && intent === 'intent') quietly(() => ledger.append(abortOf(deed, error)));
    throw error;
  }
  for (const one of made) one.settle();
  return { seq: deed.seq, at: deed.at };
}

/** The record that gives an intent up. */
export function abortOf(
  { seq, id }: Deed,
  error: unknown,
): { readonly t: 'abort'; readonly seq: number; readonly id: string; readonly note: string } {
  return {
    t: 'abort',
    seq,
    id,
    note: error instanceof Moved ? `${error.path} had changed` : reasonOf(error),
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof Refusal && error.code === 'foreign-record' ? error.message : 'it could not be written';

/** Puts back what was made, the last first; false where even that failed. */
export function takeBack(made: readonly Pick<StepMade, 'back'>[]): boolean {
  return [...made]
    .reverse()
    .map((one) => quietly(() => one.back()))
    .every(Boolean);
}

/**
 * Several names change: what was begun must be known. What may be told again after a crash must be known before it is done; and
 * what takes back must be, since lines that are gone without a record look like lost ones.
 */
export const needsIntent = ({ changes, resumable, undoes }: Operation): 'intent' | 'at once' => {
  const isKnownFirst = resumable || undoes !== undefined || changes.some((change) => change.do === 'move');
  return changes.length > 1 || isKnownFirst ? 'intent' : 'at once';
};

/** The changes in the order in which they are made; each note is touched once. */
function inOrder(changes: readonly Change[]): readonly Change[] {
  const paths = new Set(changes.map(({ path }) => path));
  if (paths.size !== changes.length) throw new RangeError('an operation touches a note twice');
  return gainsFirst(changes);
}

const keptOf = (steps: readonly Step[]): readonly Kept[] => steps.map(({ kept }) => kept);

/** What the journal keeps of an operation. */
export function deedOf(
  { machine, root }: Ground,
  seq: number,
  operation: Operation,
  touched: readonly Kept[],
): Deed {
  const { id, verb, input, now, seed, by, session, say, undoes, origins } = operation;
  const at = operation.at ?? new Date(now).toISOString();
  const deed = {
    seq,
    id,
    at,
    wall: machine.wall(),
    verb,
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
