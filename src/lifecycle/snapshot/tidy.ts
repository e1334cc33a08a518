import { type Splice, splice } from '../../markdown/splice.js';
import type { Change } from '../../wiki/change.js';
import type { Wiki } from '../../wiki/wiki.js';
import { leave, retired, type Shelved } from './retire.js';

/** What tidying up needs. */
interface Tidying {
  readonly wiki: Wiki;
  /** The local day. */
  readonly today: string;
  /** Those that become completed. */
  readonly done: readonly Shelved[];
  readonly setProperty: (text: string, key: string, value: string) => Splice[];
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
  { wiki, today, done, setProperty }: Tidying,
): { readonly changes: readonly Change[]; readonly archived: readonly string[] } {
  const going = retired(fresh ? [...shelf, fresh] : shelf, today).filter(({ path }) => path !== fresh?.path);
  const leaving = new Set(going.map(({ path }) => path));
  const marked = done.map(({ path }) => path);
  const status = marked
    .filter((path) => !leaving.has(path))
    .flatMap((path) => markedDone(path, wiki, setProperty));
  const moves = going.flatMap((one) =>
    marked.includes(one.path) ? movedDone(one, wiki, setProperty) : [leave(one, wiki)],
  );
  return { changes: [...status, ...moves], archived: going.map(({ path }) => path) };
}

function markedDone(path: string, wiki: Wiki, setProperty: Tidying['setProperty']): Change[] {
  const note = wiki.note(path);
  if (!note) return [];
  const splices = setProperty(note.text, 'status', 'completed');
  return [
    { do: 'edit', path, base: note.hash, splices, why: 'a later snapshot of the task takes its place' },
  ];
}

/** One that becomes completed and leaves at once: a note is moved or edited, not both. */
function movedDone(one: Shelved, wiki: Wiki, setProperty: Tidying['setProperty']): Change[] {
  const note = wiki.note(one.path);
  const move = leave(one, wiki);
  if (!note || move.do !== 'move') return [];
  const { to, why } = move;
  const text = splice(note.text, setProperty(note.text, 'status', 'completed'));
  return [
    { do: 'create', path: to, text, why },
    { do: 'remove', path: one.path, base: note.hash, why },
  ];
}
