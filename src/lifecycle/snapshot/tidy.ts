import type { Splice } from '../../markdown/splice.js';
import type { Change } from '../../wiki/change.js';
import type { Wiki } from '../../wiki/wiki.js';
import { type Linking, leave } from '../leave.js';
import { retired, type Shelved } from './retire.js';

/** What tidying up needs. */
interface Tidying {
  readonly wiki: Wiki;
  /** The local day. */
  readonly today: string;
  /** Those that become completed. */
  readonly done: readonly Shelved[];
  readonly setProperty: (text: string, key: string, value: string) => Splice[];
  readonly linking: Linking;
}

/** The shelf with some of its snapshots completed. */
export const completed = (shelf: readonly Shelved[], done: readonly Shelved[]): readonly Shelved[] =>
  shelf.map((one) =>
    done.includes(one) ? { ...one, snapshot: { ...one.snapshot, status: 'completed' } } : one,
  );

/** Plans what a save does to the earlier snapshots: their new status, and which of them leave. */
export function tidied(
  shelf: readonly Shelved[],
  fresh: Shelved | null,
  { wiki, today, done, setProperty, linking }: Tidying,
): { readonly changes: readonly Change[]; readonly archived: readonly string[] } {
  const going = retired(fresh ? [...shelf, fresh] : shelf, today).filter(({ path }) => path !== fresh?.path);
  const archived = going.map(({ path }) => path);
  const status = done.flatMap(({ path }) => markedDone(path, wiki, setProperty));
  const left = leave(archived, wiki.after(status), linking, 'a completed snapshot leaves');
  return { changes: [...status, ...left], archived };
}

function markedDone(path: string, wiki: Wiki, setProperty: Tidying['setProperty']): Change[] {
  const note = wiki.note(path);
  if (!note) return [];
  const splices = setProperty(note.text, 'status', 'completed');
  return [
    { do: 'edit', path, base: note.hash, splices, why: 'a later snapshot of the task takes its place' },
  ];
}
