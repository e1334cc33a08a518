import { isRecord, isText, type Json } from '../../text/json-value.js';

/**
 * Returns true for a value that has all fields of a journal record with the right types. Its paths are checked when
 * they are used.
 */
export function isJournalLine(value: unknown): boolean {
  if (!isRecord(value) || !isCount(value.seq) || typeof value.id !== 'string') return false;
  switch (value.t) {
    case 'intent':
    case 'done':
      return isDeed(value);
    case 'abort':
      return typeof value.note === 'string';
    case 'lines':
      return isRecord(value.lines) && Object.values(value.lines).every(isTexts);
    default:
      return false;
  }
}

function isDeed({ at, wall, verb: command, by, session, say, touched, worktree, undoes }: Json): boolean {
  return (
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    typeof wall === 'number' &&
    typeof command === 'string' &&
    typeof say === 'string' &&
    isMaybeText(by) &&
    isMaybeText(session) &&
    (worktree === undefined || typeof worktree === 'string') &&
    (undoes === undefined || isCount(undoes) || (Array.isArray(undoes) && undoes.every(isCount))) &&
    Array.isArray(touched) &&
    touched.every(isKept)
  );
}

const DOES: ReadonlySet<unknown> = new Set(['edit', 'create', 'move', 'remove']);

function isKept(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { do: does, path, to, before, after, splices, why, bytes } = value;
  return (
    DOES.has(does) &&
    typeof path === 'string' &&
    (does === 'move' ? typeof to === 'string' : to === undefined) &&
    isMaybeText(before) &&
    isMaybeText(after) &&
    Array.isArray(splices) &&
    splices.every(isSplice) &&
    typeof why === 'string' &&
    isCount(bytes)
  );
}

const isSplice = (value: unknown): boolean =>
  isRecord(value) && isCount(value.at) && typeof value.old === 'string' && typeof value.new === 'string';

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isMaybeText = (value: unknown): boolean => value === null || isText(value);

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
