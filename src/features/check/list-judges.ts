import type { CommandContext } from '../../command/define-command.js';
import type { DiffAnswer } from '../../command/git-answers.js';
import { isForBranch, isStanding } from '../../notes/entries/entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { EntryType } from '../../notes/entry-types.js';
import type { Note } from '../../notes/note.js';
import { createNotebook, type Notebook } from '../../notes/notebook.js';
import { listGuardedEntries } from '../guard/guarded-entries.js';
import { listGuardedNotes } from '../guard/watched-notes.js';
import type { Judge } from './judge-changes.js';

/** The notes of a diff: as they were before it, and as they are behind it. */
export interface DiffNotes {
  readonly before: Notebook;
  readonly after: Notebook;
}

/** Opens the notes of both ends of a diff in git; without one the notes as they are. */
export function openDiffNotes(ctx: CommandContext, diff: DiffAnswer | null): DiffNotes {
  const at = (rev: string) => {
    const notes = new Map(
      listGuardedNotes(ctx.notebook.content).map((path) => [path, readNoteAt(ctx, path, rev)]),
    );
    return createNotebook(
      { note: (path) => notes.get(path) ?? null, list: () => [] },
      (text) => ctx.notebook.outline({ path: '', text, bom: false, hash: '' }),
      ctx.notebook.content,
      ctx.notebook.notes,
    );
  };
  if (diff === null) return { before: ctx.notebook, after: ctx.notebook };
  return { before: at(diff.base), after: diff.head === null ? ctx.notebook : at(diff.head) };
}

function readNoteAt(ctx: CommandContext, path: string, rev: string): Note | null {
  const text = path.startsWith('~/') ? null : ctx.query('committedText', path, rev);
  return text === null ? null : { path, text, bom: false, hash: rev };
}

const TYPES: ReadonlySet<EntryType> = new Set([
  'failure',
  'rejected',
  'feedback',
  'rule',
  'constraint',
  'decision',
  'preference',
  'gotcha',
]);

/** Lists the entries that judge a diff: those before it, and those that it adds. What it takes out counts once more. */
export function listJudges(ctx: CommandContext, { before, after }: DiffNotes): readonly Judge[] {
  const old = listEntries(ctx, before);
  const fresh = before === after ? old : listEntries(ctx, after);
  const now = new Map(fresh.map((entry) => [entry.id, entry]));
  const known = new Set(old.filter(isStanding).map(({ id }) => id));
  const all = [...old, ...fresh.filter(({ id }) => !known.has(id))].filter(isStanding);
  const guarded = new Map(
    [after, before].flatMap((notebook) =>
      listGuardedEntries(notebook, ctx.entries).map((one) => [one.entry.id, one] as const),
    ),
  );
  const branch = all.some((entry) => entry.branch !== null) ? ctx.query('branch') : null;
  return all
    .filter((entry) => isForBranch(entry, branch))
    .map((entry) => {
      const left = now.get(entry.id);
      return {
        entry: left && isStanding(left) ? left : entry,
        guarded: guarded.get(entry.id) ?? null,
        note: left === undefined ? 'removed' : isStanding(left) ? null : 'superseded',
      };
    });
}

/** Lists the entries of the notes that judge, by type. */
const listEntries = (ctx: CommandContext, notebook: Notebook): readonly LocatedEntry[] =>
  listAllEntries(ctx, notebook).filter(({ type }) => TYPES.has(type));

const listAllEntries = ({ entries }: CommandContext, notebook: Notebook): readonly LocatedEntry[] =>
  listGuardedNotes(notebook.content).flatMap((path) => {
    const note = notebook.note(path);
    return note ? entries(note) : [];
  });

/** Lists the entries that a diff may make stale: those that were there before it and still are. */
export function listEarlierEntries(
  ctx: CommandContext,
  { before, after }: DiffNotes,
): readonly LocatedEntry[] {
  const old = new Map(listAllEntries(ctx, before).map((entry) => [entry.id, entry.text]));
  return listAllEntries(ctx, after).filter((entry) => isStanding(entry) && old.get(entry.id) === entry.text);
}
