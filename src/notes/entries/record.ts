import type { EntryType } from '../entry-types.js';
import { findFreeformDate } from '../freeform/freeform-date.js';
import { findHeadingLabel, findWordLabel, type Label } from '../labels/labels.js';
import { joinLines, type LineParts, parseLine } from './entry-line.js';

/** One labelled value of a record: a line `**Why:** one file`, a cell below a column, or the text below a heading. */
export interface RecordField {
  readonly name: string;
  readonly label: Label | null;
  readonly value: string;
  readonly isBold?: boolean;
}

/** A record as an entry: its first line is the statement, the others are the parts that have no field of an entry. */
interface RecordEntry {
  readonly type: EntryType;
  readonly parts: LineParts;
}

const BOLD_FIELD = /^(\*\*|__)([^*_:：]{1,40})(?:[:：]\1|\1[:：])\s*(.*)$/u;
const PLAIN_FIELD = /^()(\p{L}[\p{L} '’-]{0,30}?)[:：]\s*(.*)$/u;

/** Parses a labelled line without its bullet, or returns null. A label that is not bold must be a known one. */
export function parseField(line: string): RecordField | null {
  const text = joinLines(line.trim());
  const [, mark = '', name = '', value = ''] = BOLD_FIELD.exec(text) ?? PLAIN_FIELD.exec(text) ?? [];
  const label = name === '' ? null : findWordLabel(name);
  return name === '' || (mark === '' && label === null)
    ? null
    : { name: name.trim(), label, value, isBold: mark !== '' };
}

const isProblem = ({ label }: RecordField): boolean => label?.type === 'problem' || label?.type === 'blocker';
const isBoldProgress = ({ label, isBold }: RecordField): boolean =>
  isBold === true && label?.type === 'progress';
const isPart = ({ label }: RecordField): boolean => label !== null && label.part !== null;

/** True for a field that says what the entry is. `Fixed:` does, unless it follows a problem: then it is the solution. */
const isStatement = ({ label }: RecordField, others: readonly RecordField[]): boolean =>
  label !== null && label.type !== null && (label.part === null || !others.some(isProblem));

/** Counts the fields, from the first, that belong to one record: no label twice, one statement beside a problem, one id. */
export function countRecordFields(fields: readonly RecordField[]): number {
  let count = 0;
  for (const field of fields) {
    const own = fields.slice(0, count);
    const statements = own.filter((other) => isStatement(other, own));
    if (own.some(({ name }) => name.toLowerCase() === field.name.toLowerCase())) break;
    if (findId([field]) !== null && findId(own) !== null) break;
    if (
      isStatement(field, own) &&
      statements.length > 0 &&
      (isProblem(field) || !statements.every(isProblem))
    )
      break;
    count++;
  }
  const found = fields.slice(0, count);
  const unknown = found.filter(({ label }) => label === null).length;
  const hasPart = found.some((field) => isPart(field) && !isStatement(field, found));
  const isSolved = found.some(isProblem) && found.some(isBoldProgress);
  return (hasPart || isSolved) && unknown <= count / 2 ? count : 0;
}

/**
 * Composes the entry of a record. Its statement is the value of a type label, else the title above it, else the first
 * value of a label that names no part. Returns null if neither a label nor the section gives a type.
 */
export function composeRecord(
  fields: readonly RecordField[],
  section: EntryType | null,
  title: string | null,
): RecordEntry | null {
  const typed = fields.filter((field) => isStatement(field, fields));
  const statement = typed.find((field) => !isProblem(field)) ?? typed[0];
  const type = statement?.label?.type ?? section;
  const first = statement ?? (title === null ? fields.find((field) => !isPart(field)) : undefined);
  if (type === null || type === undefined || (title === null && first === undefined)) return null;
  const isSolved = type === 'progress' && typed.some(isProblem);
  const main = isSolved ? typed.find(isProblem) : first;
  const solutions = isSolved && statement ? [statement.value] : [];
  const rest = fields.filter((field) => field !== main && !(isSolved && field === statement));
  const named = (part: string) => rest.filter(({ label }) => label?.part === part).map(({ value }) => value);
  const parts = parseLine(main?.value ?? title ?? '');
  const solution = [...solutions, ...named('solution')].filter(Boolean).join('; ');
  const status = findStatus(named('status')[0] ?? '');
  const fate = isSolved || (solution !== '' && main !== undefined && isProblem(main)) ? 'resolved' : status;
  const date = findFreeformDate(named('date')[0] ?? '')?.date;
  const others = rest.filter(({ label }) => !HAS_PLACE.has(label?.part ?? ''));
  return {
    type: isSolved ? 'problem' : type,
    parts: {
      ...parts,
      text: [
        `${parts.text}${solution === '' ? '' : ` -> ${solution}`}`,
        ...others.map(({ name, value }) => `${name}: ${value}`),
      ].join('\n'),
      why: parts.why ?? (named('why').filter(Boolean).at(-1) || null),
      fields: { ...(date ? { at: date } : {}), ...(fate ? { status: fate } : {}), ...parts.fields },
      id: parts.id ?? findId(fields),
    },
  };
}

const HAS_PLACE: ReadonlySet<string> = new Set(['solution', 'why', 'date', 'status']);

/** The id may stand at the end of any line of a record. */
const findId = (fields: readonly RecordField[]): string | null =>
  fields.map(({ value }) => parseLine(value).id).find((id) => id !== null) ?? null;

/** Returns the status of an entry for the words of a record, or null for one that is current. */
function findStatus(words: string): string | null {
  if (
    /^\W*(?:superseded|deprecated|rejected|obsolete|declined|dropped|abgelehnt|rejeté|rechazad|废弃)/iu.test(
      words,
    )
  )
    return 'dropped';
  if (findWordLabel(words.replace(/[^\p{L} ]/gu, ''))?.type === 'progress') return 'resolved';
  return null;
}

/** Splits a row of a table into its cells. */
export const splitCells = (row: string): readonly string[] =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

const TABLE_RULE = /^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$/;

/** True for the line between the header and the rows of a table: `|---|---|`. */
export const isTableRule = (line: string): boolean => TABLE_RULE.test(line.trim());

/** Composes the entry of a row. A column without a label gives the statement; a second one follows it after a colon. */
export function composeRow(
  header: readonly string[],
  row: readonly string[],
  section: EntryType | null,
): RecordEntry | null {
  const fields = header.map((name, at) => ({ name, label: findHeadingLabel(name), value: row[at] ?? '' }));
  const spoken = fields.filter(({ label, value }) => label === null && /\p{L}/u.test(value));
  const title = spoken.map(({ value }) => value).join(': ');
  const others = fields.filter((field) => !spoken.includes(field) && field.value !== '');
  if (others.some((field) => isStatement(field, others)))
    return composeRecord([...others, ...spoken], section, null);
  return title === '' ? null : composeRecord(others, section, title);
}

/** Removes the number of a record from its title: `ADR-7: Use Postgres`, `L-001: …`, `2. …`. */
export const stripNumber = (title: string): string =>
  title.replace(/^(?:\p{Lu}{1,6}[- ]?)?\d{1,5}\s*[:.)—–-]\s*/u, '').trim();
