import { join } from 'node:path';
import { computeHash } from '../../platform/encoding.js';
import { readFile } from '../../platform/file-io.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { catchErrors, getErrorCode, ignoreErrors } from '../../platform/system-errors.js';
import { parseJsonObject } from '../../transcripts/message.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { createPassageFold, MOST_OF_A_STRING, type Passage } from '../../transcripts/session-passages.js';
import { readTranscript } from './agent-sessions.js';
import { getSessionCache, writeSessionCache } from './session-cache.js';
import { getSessionKey, readSessionState } from './session-heads.js';

/** Entries in the format of another version are rebuilt. */
const FORM = 3;
/** Characters that are compressed together: a hit reads one such block. */
const BLOCK = 64 * 1024;

/** Where the passages of transcripts are cached, and how they are read. */
export interface SessionIndexOptions {
  /** The user's folder of Daybook, `DAYBOOK_HOME`. */
  readonly home: string;
  /** Removes the secrets from a text. */
  readonly clean: (text: string) => string;
  /** Reports the share that is done, 0–1. */
  readonly progress: (done: number) => void;
}

/** The passages of one session as text: a line of JSON each, in lower case for a first look. */
export interface IndexedSession {
  readonly head: SessionHeader;
  readonly lowerText: string;
  readonly passages: () => readonly Passage[];
}

/**
 * Calls a function with the passages of each session. Unchanged transcripts come from the cache; each is cached separately,
 * so an interrupted run continues where it stopped.
 */
export function eachIndexedSession(
  heads: readonly SessionHeader[],
  options: SessionIndexOptions,
  take: (session: IndexedSession) => void,
): void {
  const all = heads.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  for (const head of heads) {
    const blocks = readBlocks(head, options.home) ?? indexSession(head, options);
    const text = blocks.map(({ read: inflate }) => inflate()).join('\n');
    take({
      head,
      lowerText: text.toLowerCase(),
      passages: () => parsePassages(text),
    });
    read += head.bytes;
    options.progress(Math.min(0.999, read / Math.max(1, all)));
  }
  options.progress(1);
}

/** Reads passages of a session by their places; null for one that is missing. */
export function readPassages(
  head: SessionHeader,
  places: readonly number[],
  options: SessionIndexOptions,
): readonly (Passage | null)[] {
  const blocks = readBlocks(head, options.home) ?? indexSession(head, options);
  return places.map((place) => {
    let before = 0;
    for (const { count, read } of blocks) {
      if (place < before + count) return parsePassage(read().split('\n')[place - before] ?? '');
      before += count;
    }
    return null;
  });
}

/** Removes the cached passages of sessions that may not be searched. */
export function dropIndexedSessions(heads: readonly SessionHeader[], home: string): void {
  for (const head of heads) ignoreErrors(() => nodeFileSystem.unlink(getPassageFile(head, home)));
}

/** Identifies the present state of the files of a session, and the format in which they are cached. */
export const readSessionStamp = (head: SessionHeader): string =>
  computeHash(`${FORM}: ${readSessionState(head)}`).slice(0, 32);

const getPassageFile = (head: SessionHeader, home: string): string =>
  join(getSessionCache(home), `${getSessionKey(head)}.idx`);

/** Passages that are compressed together, a line of JSON each. */
interface Block {
  readonly count: number;
  readonly read: () => string;
}

function indexSession(head: SessionHeader, { home, clean }: SessionIndexOptions): readonly Block[] {
  const fold = createPassageFold(clean);
  const stamp = readSessionStamp(head);
  catchErrors(['ENOENT', 'EACCES', 'ELOOP'], undefined, () =>
    readTranscript(head, fold, { most: () => MOST_OF_A_STRING }),
  );
  const blocks: { count: number; text: string }[] = [];
  for (const { id, role, at, text: phrase } of fold.end()) {
    const line = JSON.stringify([id, role, at, phrase]);
    const last = blocks.at(-1);
    if (last && last.text.length + line.length < BLOCK) {
      last.count++;
      last.text += `\n${line}`;
    } else blocks.push({ count: 1, text: line });
  }
  const { deflateRawSync } = process.getBuiltinModule('node:zlib');
  const packed = blocks.map(({ text }) => deflateRawSync(text, { level: 6 }));
  const directory = blocks.map(({ count }, at) => [count, packed[at]?.length ?? 0]);
  const first = Buffer.from(`${JSON.stringify({ stamp, blocks: directory })}\n`);
  writeSessionCache(getPassageFile(head, home), Buffer.concat([first, ...packed]));
  return blocks.map(({ count, text }) => ({ count, read: () => text }));
}

/** Opens the cached passages of a session; null where they are missing, damaged or of another state of the transcript. */
function readBlocks(head: SessionHeader, home: string): readonly Block[] | null {
  try {
    const bytes = readFile(nodeFileSystem, getPassageFile(head, home))?.bytes;
    const end = bytes?.indexOf(LINE_FEED) ?? -1;
    if (!bytes || end < 0) return null;
    const read = parseJsonObject(Buffer.from(bytes.subarray(0, end)).toString('utf8'));
    if (read?.stamp !== readSessionStamp(head) || !Array.isArray(read.blocks)) return null;
    const directory = read.blocks as readonly (readonly [count: number, length: number])[];
    const whole = directory.reduce((sum, [, length]) => sum + length, end + 1);
    if (whole !== bytes.length) return null;
    const { inflateRawSync } = process.getBuiltinModule('node:zlib');
    let at = end + 1;
    return directory.map(([count, length]) => {
      const packed = bytes.subarray(at, at + length);
      at += length;
      return { count, read: () => inflateRawSync(packed).toString('utf8') };
    });
  } catch (error) {
    if (getErrorCode(error) === '') throw error;
    return null;
  }
}

const LINE_FEED = 10;

const parsePassages = (text: string): readonly Passage[] =>
  text === '' ? [] : text.split('\n').flatMap((line) => parsePassage(line) ?? []);

function parsePassage(line: string): Passage | null {
  const values = parseJsonObject(`{"values":${line}}`)?.values;
  if (!Array.isArray(values)) return null;
  const [id, role, at, text] = values as [string, Passage['role'], string | null, string];
  return { id, role, at, text };
}
