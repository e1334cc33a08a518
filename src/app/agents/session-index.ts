import { join } from 'node:path';
import { computeHash } from '../../platform/encoding.js';
import { readFile } from '../../platform/file-io.js';
import { readStamp } from '../../platform/file-stamp.js';
import { type FileSystem, nodeFileSystem } from '../../platform/file-system.js';
import { catchErrors, getErrorCode, ignoreErrors } from '../../platform/system-errors.js';
import { parseJsonObject } from '../../transcripts/message.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { createPassageFold, MOST_OF_A_STRING, type Passage } from '../../transcripts/session-passages.js';
import { readTranscript } from './agent-sessions.js';
import { getSessionCache, writeSessionCache } from './session-cache.js';

/** Entries in the format of another version are rebuilt. */
const FORM = 2;

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
  { home, clean, progress }: SessionIndexOptions,
  take: (session: IndexedSession) => void,
): void {
  const port = nodeFileSystem;
  const folder = getSessionCache(home);
  const all = heads.reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  for (const head of heads) {
    const file = join(folder, `${computeHash(head.files.join('\n')).slice(0, 32)}.idx`);
    const stamp = `${FORM}: ${readStamp(port, head.files).mark}`;
    const text = readCached(port, file, stamp) ?? indexSession(head, { file, stamp, clean });
    take({
      head,
      lowerText: text.toLowerCase(),
      passages: () => text.split('\n').flatMap((line) => parsePassage(line) ?? []),
    });
    read += head.bytes;
    progress(Math.min(0.999, read / Math.max(1, all)));
  }
  progress(1);
}

/** Removes the cached passages of sessions that may not be searched. */
export function dropIndexedSessions(heads: readonly SessionHeader[], home: string): void {
  for (const { files } of heads)
    ignoreErrors(() =>
      nodeFileSystem.unlink(join(getSessionCache(home), `${computeHash(files.join('\n')).slice(0, 32)}.idx`)),
    );
}

function indexSession(
  head: SessionHeader,
  {
    file,
    stamp,
    clean,
  }: {
    readonly file: string;
    readonly stamp: string;
    readonly clean: (text: string) => string;
  },
): string {
  const fold = createPassageFold(clean);
  catchErrors(['ENOENT', 'EACCES', 'ELOOP'], undefined, () =>
    readTranscript(head, fold, { most: () => MOST_OF_A_STRING }),
  );
  const text = fold
    .end()
    .map(({ id, role, at, text: phrase }) => JSON.stringify([id, role, at, phrase]))
    .join('\n');
  const { deflateRawSync } = process.getBuiltinModule('node:zlib');
  writeSessionCache(file, deflateRawSync(`${stamp}\n${text}`, { level: 6 }));
  return text;
}

/** Returns the cached text of a session; null where it is missing, damaged or of another state of the transcript. */
function readCached(port: FileSystem, file: string, stamp: string): string | null {
  try {
    const bytes = readFile(port, file)?.bytes;
    if (!bytes) return null;
    const text = process.getBuiltinModule('node:zlib').inflateRawSync(bytes).toString('utf8');
    return text.startsWith(`${stamp}\n`) ? text.slice(stamp.length + 1) : null;
  } catch (error) {
    if (getErrorCode(error) === '') throw error;
    return null;
  }
}

function parsePassage(line: string): Passage | null {
  const values = parseJsonObject(`{"values":${line}}`)?.values;
  if (!Array.isArray(values)) return null;
  const [id, role, at, text] = values as [string, Passage['role'], string | null, string];
  return { id, role, at, text };
}
