import { type Checkbox, formatBox, joinLines, parseBox } from './entry-line.js';
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
