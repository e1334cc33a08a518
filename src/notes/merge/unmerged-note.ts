import { UserError } from '../../errors.js';
import type { Note } from '../note.js';

/** The start of every message about an unmerged note, after its path. */
const IS_UNMERGED = 'is half merged: ';
/** How to settle it. */
const REMEDY = 'daybook sync --resolve';

/** Says in one line where a note is in conflict, and what settles it. */
export const explainUnmerged = (note: Pick<Note, 'path' | 'conflicts'>): string =>
  `${IS_UNMERGED}${describeConflicts(note)}; new entries for it wait; resolve it: ${REMEDY}`;

/** Returns true for a message of `explainUnmerged`. */
export const isUnmergedMessage = (message: string): boolean => message.startsWith(IS_UNMERGED);

/** Creates the error for a change to an unmerged note by a command that cannot wait. */
export const refuseUnmerged = (note: Pick<Note, 'path' | 'conflicts'>): UserError =>
  new UserError(
    'unmerged',
    `${note.path} ${IS_UNMERGED}${describeConflicts(note)}`,
    `nothing was written; resolve it: ${REMEDY}; then retry`,
    { path: note.path },
  );

/** More conflicts than these are only counted. */
const MOST_NAMED = 3;

function describeConflicts({ conflicts = [] }: Pick<Note, 'conflicts'>): string {
  if (conflicts.length === 0) return 'both sides changed it, or one of them renamed or deleted it';
  const named = conflicts.slice(0, MOST_NAMED).map(({ line, lastLine }) => `${line} to ${lastLine}`);
  const more = conflicts.length - named.length;
  return `git left a conflict in lines ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
