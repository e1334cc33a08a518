import { createLineEdits } from '../../markdown/text-edit.js';
import { groupByKeys } from '../../text/group-by.js';
import type { Notebook } from '../notebook.js';
import { type Change, listChangedPaths } from './change.js';

/**
 * Merges changes so that each note has at most one, under its real path. A note that is both moved and edited becomes a
 * remove and a create.
 */
export function mergeChangesPerNote(made: readonly Change[], notebook: Notebook): readonly Change[] {
  const changes = made.map((change) => atOwnPath(change, notebook));
  const pairs = changes.flatMap((change) => listChangedPaths(change).map((path) => [path, change] as const));
  const touching = groupByKeys(pairs);
  if (touching.size === pairs.length) return changes;
  const after = notebook.after(changes);
  const isAlone = (change: Change) =>
    listChangedPaths(change).every((path) => touching.get(path)?.length === 1);
  return [...touching].flatMap(([path, own]): Change[] => {
    const [only] = own;
    if (only && own.length === 1 && isAlone(only)) return only.path === path ? [only] : [];
    return between(path, [...new Set(own.map(({ why }) => why))].join('; '), notebook, after);
  });
}

/** Replaces the path of a linked file by the path of its target. The target could also be named directly. */
function atOwnPath(change: Change, notebook: Notebook): Change {
  const path = change.kind === 'create' ? change.path : (notebook.note(change.path)?.path ?? change.path);
  return path === change.path ? change : { ...change, path };
}

/** Returns the changes that turn a note of one notebook into the note of another. */
function between(path: string, why: string, notebook: Notebook, after: Notebook): Change[] {
  const [before, now] = [notebook.note(path), after.note(path)];
  if (!before) return now ? [{ kind: 'create', path, text: (now.bom ? '\uFEFF' : '') + now.text, why }] : [];
  if (!now) return [{ kind: 'remove', path, base: before.hash, why }];
  return [{ kind: 'edit', path, base: before.hash, splices: createLineEdits(before.text, now.text), why }];
}
