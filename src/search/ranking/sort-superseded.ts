import type { Entry } from '../../notes/entries/entry.js';

/** Moves each entry that another replaced behind its successor, if that is listed too. The order of the others stays. */
export function sortSuperseded<T extends Pick<Entry, 'id' | 'superseded'>>(hits: readonly T[]): readonly T[] {
  const placed = [...hits];
  for (const hit of hits) {
    const successor = hit.superseded?.replace(/^.*\^/, '');
    const from = placed.indexOf(hit);
    const to = successor ? placed.findIndex(({ id }) => id === successor) : -1;
    if (to > from) placed.splice(to, 0, ...placed.splice(from, 1));
  }
  return placed;
}
