import { diffLines } from 'diff';
import type { Splice } from './splice.js';

/** The splices, by whole lines, that make one text out of another. */
export function lineSplices(from: string, to: string): Splice[] {
  const splices: Splice[] = [];
  let at = 0;
  let pending = { at, old: '', new: '' };
  for (const { value, added, removed } of [
    ...diffLines(from, to),
    { value: '', added: false, removed: false },
  ]) {
    if (added) pending.new += value;
    if (removed) pending.old += value;
    if (!added) at += value.length;
    if (added || removed) continue;
    if (pending.old !== '' || pending.new !== '') splices.push(pending);
    pending = { at, old: '', new: '' };
  }
  return splices;
}
