import type { Client } from '../../transcripts/readers/index.js';
import {
  createHeadFold,
  findLastTimestamp,
  type HeadFold,
  type SessionHeader,
} from '../../transcripts/session-header.js';
import { readFile, readPart, statAt, Unfit } from '../file-io.js';
import type { FileSystem } from '../file-system.js';
import type { Env } from '../home-folder.js';
import { catchErrors } from '../system-errors.js';
import { LineCutter } from './json-line-truncator.js';
import { eachLine, LONGEST_STRING, type Reading } from './line-stream.js';
import { eachOpenCodeLine, isOpenCodePath } from './open-code-sessions.js';
import { type FoundSession, findChimeraFiles, findSessionFiles, LARGEST, LINES } from './session-files.js';
import { UnreadableDatabase } from './sqlite.js';

/** Returns the header of a session: from a cache, where its files, or its state, are as they were. */
export type ReadHead = (
  session: Pick<SessionHeader, 'files' | 'state'>,
  make: () => SessionHeader | null,
) => SessionHeader | null;

/**
 * Lists the sessions of every known client on this machine, reading only the start and end of each file. `read` may take a
 * header from a cache instead of making it.
 */
export function listClientSessions(
  port: FileSystem,
  env: Env,
  read: ReadHead = (_, make) => make(),
): readonly SessionHeader[] {
  return findSessionFiles(port, env).flatMap((one) => read(one, () => headOf(port, one)) ?? []);
}

/** Lists the Chimera sessions below a folder, including duplicates. */
export const listChimeraSessions = (port: FileSystem, folder: string): readonly SessionHeader[] =>
  findChimeraFiles(port, folder).flatMap((one) => headOf(port, one) ?? []);

/**
 * Calls a function for each line of a session's files, numbered through all of them from 0; a file that is one JSON
 * text is one line. Missing files are skipped.
 */
export function eachSessionLine(
  port: FileSystem,
  files: readonly string[],
  take: (line: string, number: number) => void,
  { most, passed }: Reading = {},
): void {
  let before = 0;
  for (const path of files) {
    const first = before;
    if (isOpenCodePath(path)) {
      before += eachPart(port, path, first, take, most ? { most } : {});
      continue;
    }
    if (!statAt(port, path)?.isFile()) continue;
    const how: Reading = {
      ...(most ? { most: (number) => most(first + number) } : {}),
      ...(passed ? { passed } : {}),
    };
    if (LINES.test(path))
      before += eachLine(port, '', path, (line, number) => take(line, first + number), how);
    else if (most?.(before++) !== 0) take(whole(port, path), first);
  }
}

/** Calls a function for each line of a session of OpenCode. Returns their number. */
function eachPart(
  port: FileSystem,
  path: string,
  first: number,
  take: (line: string, number: number) => void,
  { most = () => LONGEST_STRING, isEnough = () => false }: Reading,
): number {
  const cutter = new LineCutter();
  let count = 0;
  try {
    eachOpenCodeLine(port, path, (line) => {
      const wanted = most(first + count);
      if (wanted > 0 && line.length > wanted) {
        cutter.begin(wanted);
        cutter.add(Buffer.from(line));
        take(cutter.line(), first + count);
      } else if (wanted > 0) take(line, first + count);
      count++;
      return !isEnough();
    });
  } catch (error) {
    if (!(error instanceof UnreadableDatabase)) throw error; // the rest is left out, as behind a damaged byte
  }
  return count;
}

/** The beginning is read in steps of this size until a prompt is found. */
const FIRST_LOOK = 32 * 1024;
const LONGEST_LOOK = 512 * 1024;
const TAIL = 16 * 1024;
/** The number of events of a log that identify it. */
const FIRST_EVENTS = 12;

function headOf(
  port: FileSystem,
  { client, id, files, cwd, state, ...known }: FoundSession,
): SessionHeader | null {
  const stats = files.flatMap((path) => statAt(port, path) ?? []);
  if (stats.length === 0 && state === undefined) return null;
  const { about, prompt } = catchErrors(['ENOENT', 'EACCES', 'ELOOP'], EMPTY, () =>
    beginning(port, client, files),
  );
  const last = known.last ?? (LINES.test(files[0] ?? '') ? lastTime(port, files[0] ?? '') : null);
  const newest = Math.max(0, ...stats.map(({ mtimeMs }) => mtimeMs));
  return {
    id: client === 'codex' || client === 'gemini' ? (about.id ?? id) : id,
    client,
    origin: client === 'chimera' ? (/^[a-z]+(?=-\d)/.exec(id)?.[0] ?? 'chimera') : client,
    files,
    bytes: known.bytes ?? stats.reduce((sum, { size }) => sum + size, 0),
    ...(state === undefined ? {} : { state }),
    cwd: about.cwd ?? cwd ?? null,
    branch: about.branch ?? null,
    started: about.started ?? null,
    last: last ?? about.last ?? new Date(newest).toISOString(),
    goal: about.title ?? prompt,
  };
}

const EMPTY: ReturnType<HeadFold['end']> = { about: {}, prompt: null };

function beginning(port: FileSystem, client: Client, files: readonly string[]) {
  const [first = ''] = files;
  if (!first.endsWith('.jsonl')) {
    const fold = createHeadFold(client);
    if (isOpenCodePath(first)) eachPart(port, first, 0, fold.line, { isEnough: fold.isComplete });
    else if (first.endsWith('.zst')) eachLine(port, '', first, fold.line, { isEnough: fold.isComplete });
    else eachSessionLine(port, files.slice(0, FIRST_EVENTS), fold.line);
    return fold.end();
  }
  for (let length = FIRST_LOOK; ; length *= 4) {
    const fold = createHeadFold(client);
    const bytes = piece(port, first, 0, length);
    const isAll = bytes.length < length;
    const lines = bytes.toString('utf8').split('\n');
    for (const line of isAll ? lines : lines.slice(0, -1)) fold.line(line);
    if (fold.isComplete() || length >= LONGEST_LOOK || isAll) return fold.end();
  }
}

function lastTime(port: FileSystem, path: string): string | null {
  if (path.endsWith('.zst')) {
    let last: string | null = null;
    eachLine(port, '', path, (line) => (last = findLastTimestamp(line) ?? last));
    return last;
  }
  const size = statAt(port, path)?.size ?? 0;
  return findLastTimestamp(piece(port, path, Math.max(0, size - TAIL), TAIL).toString('latin1'));
}

const piece = (port: FileSystem, path: string, from: number, length: number): Buffer =>
  catchErrors(['ENOENT', 'EACCES', 'ELOOP'], Buffer.alloc(0), () =>
    Buffer.from(readPart(port, path, from, length)),
  );

function whole(port: FileSystem, path: string): string {
  try {
    return Buffer.from(readFile(port, path, LARGEST)?.bytes ?? []).toString('utf8');
  } catch (error) {
    if (error instanceof Unfit) return '';
    throw error;
  }
}
