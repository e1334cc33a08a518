import type { CommandContext } from '../../command/define-command.js';
import type { Change } from '../../notes/changes/change.js';
import { type KindName, notePath } from '../../notes/kinds/index.js';
import type { Resolver } from '../../notes/links/resolve-link.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';

/** What a rule sees of a workspace. */
export interface LintContext {
  readonly ctx: CommandContext;
  readonly notebook: Notebook;
  /** Every note that can be read. */
  readonly notes: readonly Note[];
  /** How links are resolved, aliases included. */
  readonly resolver: Resolver;
  readonly today: string;
  /** The file with the context block; null if there is none. */
  readonly target: Note | null;
  readonly mint: () => string;
}

/** One finding of a rule. */
export interface LintFinding {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** The fix that loses nothing; missing if a person must decide. */
  readonly fix?: Change;
  /** Overrides the rule's level for one case. */
  readonly level?: LintLevel;
}

export type LintLevel = 'info' | 'warning' | 'error';

/** A rule of `lint`, as data: what it looks for, and why that matters. */
export interface LintRule {
  readonly name: string;
  readonly level: LintLevel;
  readonly why: string;
  readonly find: (lint: LintContext) => readonly LintFinding[];
}

/** Returns the note of a kind that has only one, or null. */
export const findKindNote = ({ notebook }: LintContext, kind: KindName): Note | null =>
  notebook.note(`${notebook.content}/${notePath(kind)}`);

/** Returns a finding if a field has none of its known values. */
export const checkChoice = (
  { path, line }: Pick<LintFinding, 'path' | 'line'>,
  field: string,
  value: string,
  known: readonly string[],
): LintFinding[] =>
  known.includes(value)
    ? []
    : [{ path, line, message: `no ${field} \`${value}\`; one of: ${known.join(', ')}`, level: 'warning' }];

/** Returns a function that gives the line of an offset, from 1; the text is read once for all of them. */
export function createLineFinder(text: string): (offset: number) => number {
  const starts = [...text.matchAll(/\r\n|\n|\r/g)].map(({ 0: end, index }) => index + end.length);
  return (offset) => {
    let low = 0;
    for (let high = starts.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
