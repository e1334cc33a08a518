import type { EntryType } from '../entry-types.js';
import { findFreeformDate } from '../freeform/freeform-date.js';
import type { LineParts } from './entry-line.js';

/** The columns DUE and TYPE that a reminder has, and a todo with a date. */
export interface Due {
  readonly due: string | null;
  readonly when: string | null;
}

export const NOT_DUE: Due = { due: null, when: null };

/** A date with the sign of Obsidian Tasks, the word `due`, or `@`. */
const MARKED_DATE =
  /(?:📅\uFE0F?\s{0,4}|\bdue(?::{1,2}\s{0,4}|\s)|(?<![\p{L}\p{N}])@)(\d{4}-\d{2}-\d{2})(?!\d)/iu;

/** Finds when a todo is due. In REMINDERS.md any date of its text counts, elsewhere only a marked one. */
export function findTodoDue(text: string, isReminder = false): Due {
  const marked = MARKED_DATE.exec(text)?.[1];
  const due = findFreeformDate(marked ?? (isReminder ? text : ''))?.date;
  return due === undefined ? NOT_DUE : { due, when: 'absolute' };
}

/** Kinds in which a line with a box is a todo if nothing else gives it a type. */
const TODO_KINDS: ReadonlySet<string> = new Set(['page', 'memory', 'session', 'day']);
const UNTYPED: readonly EntryType[] = ['prose', 'experience', 'moment'];

/** True for a line with a box that nothing else gives a type. */
export const isTodo = ({ box }: LineParts, type: EntryType, kind: string): boolean =>
  box !== null && UNTYPED.includes(type) && TODO_KINDS.has(kind);
