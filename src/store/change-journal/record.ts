import type { HistoryRecord, TouchedFile } from '../../notes/changes/history-record.js';
import { computeCrc } from '../../platform/checksum.js';
import { parseJson } from '../../text/json-value.js';
import { isJournalLine } from './record-shape.js';

/** A touched file in the journal, with its size after the operation. */
export interface TouchedFileRecord extends TouchedFile {
  readonly bytes: number;
}

/** An operation in the journal. `wall` is the machine's time, whatever `now` was. */
export interface JournalRecord extends Omit<HistoryRecord, 'touched'> {
  readonly id: string;
  readonly wall: number;
  readonly input?: unknown;
  readonly now?: number;
  readonly seed?: string;
  readonly touched: readonly TouchedFileRecord[];
}

/**
 * One line of the journal. An operation on several files starts with an intent that is later done or aborted; one on a
 * single file is only recorded as done. `lines` holds fingerprints of the lines that pruned records wrote, by path.
 */
export type JournalLine =
  | ({ readonly t: 'intent' } & JournalRecord)
  | ({ readonly t: 'done' } & JournalRecord)
  | { readonly t: 'abort'; readonly seq: number; readonly id: string; readonly note: string }
  | {
      readonly t: 'lines';
      readonly seq: number;
      readonly id: string;
      readonly lines: Readonly<{ [path: string]: readonly string[] }>;
      /** The origin by line fingerprint, or the id of its source as `^id`; missing in journals of earlier builds. */
      readonly origins?: Readonly<{ [mark: string]: string }>;
    };

export interface Parsed {
  readonly lines: readonly JournalLine[];
  /** Numbers of lines that could not be read completely, counted from 1. */
  readonly damaged: readonly number[];
}

const OPENING = '{"v":1,"t":';
/** `,"crc":"01234567"}` */
const CLOSING_LENGTH = 18;

/** Formats a record as one line of JSON that ends with the CRC of everything before it. */
export function toLine(record: object): Uint8Array {
  const body = JSON.stringify({ v: 1, ...record }).slice(0, -1);
  return Buffer.from(`${body},"crc":"${computeCrc(body)}"}\n`, 'utf8');
}

/**
 * Parses every intact record. Never throws and never stops at a bad line. Carriage returns and runs of NUL are skipped,
 * and a complete record attached to a torn one is recovered (guide/store.md › The journal). A duplicate record counts
 * once.
 */
export function parseLines(bytes: Uint8Array): Parsed {
  const { records, damaged } = parseRecords<JournalLine>(bytes, isJournalLine);
  const seen = new Set<string>();
  const lines = records.filter(({ t, seq, id }) => {
    const key = `${t} ${seq} ${id}`;
    return !seen.has(key) && seen.add(key);
  });
  return { lines, damaged };
}

/** Parses the intact records of any log written by `toLine`, and lists the damaged lines. */
export function parseRecords<R>(
  bytes: Uint8Array,
  isSound: (record: unknown) => boolean = () => true,
): {
  readonly records: readonly R[];
  readonly damaged: readonly number[];
} {
  const records: R[] = [];
  const damaged: number[] = [];
  let line = 0;
  for (const raw of linesOf(bytes)) {
    line++;
    const text = raw.replace(/\r$/, '').replace(/\0+/g, '');
    if (text === '') {
      if (raw.includes('\0')) damaged.push(line);
      continue;
    }
    const { found, whole } = parseLine<R>(text);
    const sound = found.filter(isSound);
    if (!whole || sound.length < found.length) damaged.push(line);
    records.push(...sound);
  }
  return { records, damaged };
}

/** Yields the lines of a log one by one, so that a long log is not in memory twice. */
function* linesOf(bytes: Uint8Array): Generator<string> {
  const log = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let from = 0; from < log.length; ) {
    const feed = log.indexOf(NEWLINE, from);
    const end = feed < 0 ? log.length : feed;
    yield log.toString('utf8', from, end);
    from = end + 1;
  }
}

const NEWLINE = 10;

function parseLine<R>(text: string): { readonly found: readonly R[]; readonly whole: boolean } {
  const record = intact<R>(text);
  if (record) return { found: [record], whole: true };
  const found = text
    .split(OPENING)
    .slice(1)
    .flatMap((part) => intact<R>((OPENING + part).replace(/("crc":"[0-9a-f]{8}"\}).*$/s, '$1')) ?? []);
  return { found, whole: false };
}

function intact<R>(text: string): R | null {
  const body = text.slice(0, -CLOSING_LENGTH);
  if (text !== `${body},"crc":"${computeCrc(body)}"}`) return null;
  return (parseJson(`${body}}`) ?? null) as R | null;
}
