import { isRecord, parseJson } from '../text/json-value.js';

/** A command and its input: everything that is needed to run it later, once. */
export interface Request {
  /** Runs once, however often it is queued. */
  readonly id: string;
  readonly verb: string;
  readonly input: unknown;
  /** Milliseconds since 1970 UTC when the command was issued. */
  readonly now: number;
  readonly seed: string;
  readonly by: string | null;
  readonly session: string | null;
}

/** Ids become file names (guide/store.md › Untrusted text). */
export const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$/;

/** Larger requests are neither written nor read. */
export const LARGEST_REQUEST = 4 * 1024 * 1024;

const COMMAND = /^[a-z][a-z-]{0,39}$/;
/** The largest time that a Date can hold. */
const LATEST_MS = 8.64e15;
const LONGEST_NAME = 200;

/** Returns true for a value with the shape of a request; its input is checked when it runs. */
export function isRequest(value: unknown): value is Request {
  if (!isRecord(value)) return false;
  const { id, verb: command, input, now, seed, by, session, ...more } = value;
  return (
    Object.keys(more).length === 0 &&
    typeof id === 'string' &&
    ID.test(id) &&
    typeof command === 'string' &&
    COMMAND.test(command) &&
    isRecord(input) &&
    typeof now === 'number' &&
    now >= 0 &&
    now <= LATEST_MS &&
    isName(seed) &&
    (by === null || isName(by)) &&
    (session === null || isName(session))
  );
}

/** Parses a request; null if the text is none. */
export function parseRequestText(text: string): Request | null {
  const value = parseJson(text);
  return isRequest(value) ? value : null;
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= LONGEST_NAME && !/[\0-\x1f\x7f]/.test(value);
