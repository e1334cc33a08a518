import type { EntryType } from '../entry-types.js';
import { findFreeformDate } from '../freeform/freeform-date.js';
import { type Checkbox, formatBox, joinLines, type LineParts, parseBox } from './entry-line.js';
import {
  escapeMetadata,
  formatLineMetadata,
  type LineMetadata,
  parseLineMetadata,
  trimSpaces,
} from './line-metadata.js';

/** A line of REMINDERS.md: `- [ ] DUE | TYPE | MESSAGE ^id`. */
export interface ReminderParts {
  readonly box: Checkbox | null;
  /** A date or date-time, `-`, the trigger phrase, or `next DATE every RULE`; null if the line has no pipes. */
  readonly due: string | null;
  /** `absolute`, `next session`, `context` or `recurring`, as written; null if the line has no pipes. */
  readonly when: string | null;
  readonly message: string;
  readonly tail: LineMetadata;
}

export const EMPTY_METADATA: LineMetadata = { tags: [], fields: {}, from: null, id: null };

/** Parses the text after a bullet. A line without two pipes is a message without a date. */
export function parseReminder(source: string): ReminderParts {
  const { box, rest } = parseBox(joinLines(source));
  const { head, tail } = parseLineMetadata(rest);
  const cells = cellsOf(head);
  const [due = '', when = ''] = cells;
  if (cells.length < 3)
    return { box, due: null, when: null, message: withoutEscapes(trimSpaces(head)), tail };
  return { box, due, when, message: cells.slice(2).join(' | '), tail };
}

/** Formats a reminder with its bullet, or a todo, which has no columns. `|` in the text becomes `\|`. */
export function formatReminder({ box, due, when, message, tail }: ReminderParts, bullet = '-'): string {
  const columns = due === null && when === null ? [] : [due ?? '-', when ?? '-'];
  const cells = [...columns, message].map((cell) => withEscapes(trimSpaces(joinLines(cell))));
  const head = trimSpaces(cells.join(' | '));
  const mark = formatBox(box ?? 'open');
  const reads = (line: string) => parseLineMetadata(line).head === head;
  const body = reads(head + formatLineMetadata(tail)) ? head : escapeMetadata(head);
  return `${/\s$/.test(bullet) || bullet === '' ? bullet : `${bullet} `}${mark}${body}${formatLineMetadata(tail)}`;
}

/** Splits a text at pipes that are not escaped. */
function cellsOf(head: string): string[] {
  const cells: string[] = [];
  let from = 0;
  for (let at = head.indexOf('|'); at >= 0; at = head.indexOf('|', at + 1)) {
    let slashes = 0;
    while (head[at - slashes - 1] === '\\') slashes++;
    if (slashes % 2 === 1) continue;
    cells.push(withoutEscapes(trimSpaces(head.slice(from, at))));
    from = at + 1;
  }
  return [...cells, withoutEscapes(trimSpaces(head.slice(from)))];
}

/** Unescapes a cell. Backslashes count only before a pipe, and are doubled there. */
const withEscapes = (cell: string): string => cell.replace(/(?<!\\)(\\*)\|/g, '$1$1\\|');

const withoutEscapes = (cell: string): string =>
  cell.includes('\\')
    ? cell.replace(/(?<!\\)(\\*)\\\|/g, (_, slashes: string) => `${slashes.slice(slashes.length / 2)}|`)
    : cell;

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
