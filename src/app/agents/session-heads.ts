import { join } from 'node:path';
import { computeHash } from '../../platform/encoding.js';
import { OWN_FILE, readFile, writeFresh } from '../../platform/file-io.js';
import { readStamp } from '../../platform/file-stamp.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { ignoreErrors } from '../../platform/system-errors.js';
import { parseJsonObject } from '../../transcripts/message.js';
import type { SessionHeader } from '../../transcripts/session-header.js';

/** Headers in the format of another version are read again. */
const FORM = 1;

/** Headers by session, each with the stamp of its files. */
type CachedHeads = Record<string, { readonly stamp: string; readonly head: SessionHeader }>;

/** Returns the header of a session from the cache if its files are unchanged, else makes it. */
export type ReadHead = (files: readonly string[], make: () => SessionHeader | null) => SessionHeader | null;

/**
 * Calls a function with a reader of headers that are cached in the user's folder of Daybook, and writes the cache if headers
 * are new. `clean` removes secrets before a header is cached.
 */
export function withCachedHeads<T>(
  home: string,
  clean: (head: SessionHeader) => SessionHeader,
  run: (read: ReadHead) => T,
): T {
  const port = nodeFileSystem;
  const file = join(home, 'cache', 'session-heads.json');
  let known: CachedHeads = {};
  ignoreErrors(() => {
    const cached = parseJsonObject(Buffer.from(readFile(port, file)?.bytes ?? []).toString('utf8'));
    if (cached?.form === FORM) known = cached.heads as CachedHeads;
  });
  const heads: CachedHeads = {};
  let isChanged = false;
  const result = run((files, make) => {
    const name = computeHash(files.join('\n')).slice(0, 32);
    const stamp = readStamp(port, files).mark;
    const found = known[name];
    if (found?.stamp === stamp) {
      heads[name] = found;
      return found.head;
    }
    const made = make();
    if (made === null) return null;
    const head = clean(made);
    heads[name] = { stamp, head };
    isChanged = true;
    return head;
  });
  if (isChanged || Object.keys(heads).length < Object.keys(known).length)
    ignoreErrors(() => {
      const part = `${file}.${process.pid}.part`;
      writeFresh(port, part, Buffer.from(JSON.stringify({ form: FORM, heads })), OWN_FILE, 'off');
      port.rename(part, file);
    });
  return result;
}
