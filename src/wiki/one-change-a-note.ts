import { lineSplices } from '../markdown/line-splices.js';
import type { Change } from './change.js';
import type { Wiki } from './wiki.js';

/** The same changes with one for each note: what several did to a note becomes one edit of it. */
export function oneChangeANote(changes: readonly Change[], wiki: Wiki): readonly Change[] {
  const paths = changes.map(({ path }) => path);
  if (new Set(paths).size === paths.length) return changes;
  const after = wiki.after(changes);
  return [...new Set(paths)].flatMap((path): Change[] => {
    const own = changes.filter((change) => change.path === path);
    if (own.length === 1) return own;
    const why = [...new Set(own.map((change) => change.why))].join('; ');
    const [before, now] = [wiki.note(path), after.note(path)];
    if (!before) return now ? [{ do: 'create', path, text: now.text, why }] : [];
    if (!now) return [{ do: 'remove', path, base: before.hash, why }];
    return [{ do: 'edit', path, base: before.hash, splices: lineSplices(before.text, now.text), why }];
  });
}
