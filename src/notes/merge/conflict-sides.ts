import type { Conflict, TextSpan } from './conflict-markers.js';

/** The versions of a text that git's markers enclose, each with the text around the conflicts. */
export interface MergeSides {
  /** The common base; where git did not write it, only the text around the conflicts. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Takes a text with conflicts apart. */
export const joinSides = (text: string, conflicts: readonly Conflict[]): MergeSides => ({
  base: pickSide(text, conflicts, ({ base }) => base),
  ours: pickSide(text, conflicts, ({ ours }) => ours),
  theirs: pickSide(text, conflicts, ({ theirs }) => theirs),
});

function pickSide(
  text: string,
  conflicts: readonly Conflict[],
  pick: (conflict: Conflict) => TextSpan | null,
): string {
  let out = '';
  let from = 0;
  for (const conflict of conflicts) {
    const side = pick(conflict);
    out += text.slice(from, conflict.start) + (side ? text.slice(side.start, side.end) : '');
    from = conflict.end;
  }
  return out + text.slice(from);
}
