import { lineSplices } from '../markdown/line-splices.js';
import { type Change, placesOf } from './change.js';
import type { Wiki } from './wiki.js';

/**
 * The same changes with one for each note, by its own path: what several did to a note becomes one edit of it; one that is moved and
 * changed is made anew where it goes.
 */
export function oneChangeANote(made: readonly Change[], wiki: Wiki): readonly Change[] {
  const changes = made.map((change) => atOwnPath(change, wiki));
  const paths = changes.flatMap(placesOf);
  const touching = new Map<string, Change[]>();
  for (const change of changes)
    for (const path of placesOf(change)) touching.set(path, [...(touching.get(path) ?? []), change]);
  if (touching.size === paths.length) return changes;
  const after = wiki.after(changes);
  const isAlone = (change: Change) => placesOf(change).every((path) => touching.get(path)?.length === 1);
  return [...touching].flatMap(([path, own]): Change[] => {
    const [only] = own;
    if (only && own.length === 1 && isAlone(only)) return only.path === path ? [only] : [];
    return between(path, [...new Set(own.map(({ why }) => why))].join('; '), wiki, after);
  });
}

/** A change of a file that was named by a link to it; it could be named by its own path too. */
function atOwnPath(change: Change, wiki: Wiki): Change {
  const path = change.do === 'create' ? change.path : (wiki.note(change.path)?.path ?? change.path);
  return path === change.path ? change : { ...change, path };
}

/** What makes a note of one wiki the note of another. */
function between(path: string, why: string, wiki: Wiki, after: Wiki): Change[] {
  const [before, now] = [wiki.note(path), after.note(path)];
  if (!before) return now ? [{ do: 'create', path, text: (now.bom ? '\uFEFF' : '') + now.text, why }] : [];
  if (!now) return [{ do: 'remove', path, base: before.hash, why }];
  return [{ do: 'edit', path, base: before.hash, splices: lineSplices(before.text, now.text), why }];
}
