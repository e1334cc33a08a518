import { join } from 'node:path';
import { computeHash } from '../../platform/encoding.js';
import { readFile } from '../../platform/file-io.js';
import { readStamp } from '../../platform/file-stamp.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import type { ReadHead } from '../../platform/streams/list-transcript-files.js';
import { ignoreErrors } from '../../platform/system-errors.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { getSessionCache, writeSessionCache } from './session-cache.js';

/** Headers in the format of another version are read again. */
const FORM = 1;

/** Headers by session, each with the stamp of its files. */
type CachedHeads = Record<string, { readonly stamp: string; readonly head: SessionHeader }>;

/**
 * Calls a function with a reader of headers that are cached in the user's folder of Daybook, and writes the cache if headers
 * are new. They have no goal, which is a text of the session.
 */
export function withCachedHeads<T>(home: string, run: (read: ReadHead) => T): T {
  const file = join(getSessionCache(home), 'heads');
  const known = readHeads(file);
  const heads: CachedHeads = {};
  let isChanged = false;
  const result = run((session, make) => {
    const name = getSessionKey(session);
    const stamp = readSessionState(session);
    const found = known[name];
    if (found?.stamp === stamp) {
      heads[name] = found;
      return found.head;
    }
    const made = make();
    if (made === null) return null;
    const head = { ...made, goal: null };
    heads[name] = { stamp, head };
    isChanged = true;
    return head;
  });
  if (isChanged || Object.keys(heads).length < Object.keys(known).length) {
    const body = JSON.stringify(heads);
    writeSessionCache(file, Buffer.from(`${checksum(body)}\n${body}`));
  }
  return result;
}

/** Identifies a session in the caches. */
export const getSessionKey = ({ files }: Pick<SessionHeader, 'files'>): string =>
  computeHash(files.join('\n')).slice(0, 32);

/** Identifies the present state of a session. */
export const readSessionState = ({ files, state }: Pick<SessionHeader, 'files' | 'state'>): string =>
  state ?? readStamp(nodeFileSystem, files).mark;

const checksum = (body: string): string => computeHash(`${FORM} ${body}`);

/** Returns the cached headers; none if the file is missing, damaged or in another format. */
function readHeads(file: string): CachedHeads {
  let known: CachedHeads = {};
  ignoreErrors(() => {
    const text = Buffer.from(readFile(nodeFileSystem, file)?.bytes ?? []).toString('utf8');
    const body = text.slice(text.indexOf('\n') + 1);
    // A hash of nothing would only load the library for hashes.
    if (body !== '' && text === `${checksum(body)}\n${body}`) known = JSON.parse(body);
  });
  return known;
}
