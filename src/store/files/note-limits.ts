import { UserError } from '../../errors.js';
import { findExcess } from '../../markdown/parse-cost.js';
import type { Unknown, UnknownCause } from '../../notes/unknown-note.js';
import { statAt, Unfit } from '../../platform/file-io.js';
import type { Stat } from '../../platform/file-system.js';
import type { readFolder } from '../../platform/read-folder.js';
import { catchErrors, getErrorCode } from '../../platform/system-errors.js';
import type { StoreContext } from '../layout.js';
import { resolveNotePath } from '../path-containment.js';

/** Larger files are not read as notes (guide/store.md › What is read). */
export const LARGEST_NOTE = 2 * 1024 * 1024;

/** What is wrong with a file, and how to fix it. */
export type Problem = Omit<Unknown, 'path'>;

const problem = (cause: UnknownCause, why: string, remedy: string): Problem => ({ cause, why, remedy });

/** Explains an error from reading a note; null if the error is not about the file. */
export function explainError(store: StoreContext, path: string, error: unknown): Problem | null {
  if (error instanceof UserError)
    return error.code === 'linked'
      ? problem('link', 'it is a symbolic link', 'put the file itself there')
      : problem('outside', error.message, error.hint);
  const code = getErrorCode(error);
  if (!(error instanceof Unfit) && !SYSTEM_ERRORS.has(code)) return null;
  const stat = catchErrors(['EACCES', 'EPERM', 'ELOOP'], null, () => statOf(store, path));
  return (stat && explainStat(path, stat)) ?? explainCode(path, code, stat);
}

const SYSTEM_ERRORS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'ELOOP', 'EISDIR', 'EIO', 'ENXIO']);

function statOf(store: StoreContext, path: string): Stat | null {
  try {
    return statAt(store.port, resolveNotePath(store.port, store.root, path));
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

function explainStat(path: string, stat: Stat): Problem | null {
  if (stat.isDirectory())
    return problem('folder', 'it is a folder', `move the folder away, or give it another name than ${path}`);
  if (stat.isSymbolicLink()) return problem('link', 'it is a symbolic link', 'put the file itself there');
  if (stat.isFIFO()) return problem('special', 'it is a named pipe', 'move it away');
  if (!stat.isFile()) return problem('special', 'it is a socket or a device', 'move it away');
  if (stat.size <= LARGEST_NOTE) return null;
  const size = (stat.size / 1024 / 1024).toFixed(1);
  return problem('size', `it has ${size} MB; a note has 2 MB at most`, SPLIT);
}

const SPLIT = 'split it into several notes, or move it to the archive folder';

function explainCode(path: string, code: string, stat: Stat | null): Problem {
  if (code === 'ELOOP') return problem('link', 'it is a symbolic link', 'put the file itself there');
  if (code === 'EIO') return problem('disk', 'the disk reports an error (EIO)', 'check the disk');
  if (!stat) return problem('mode', 'access to its folder is denied', 'check owner and mode of the folder');
  const mode = (stat.mode & 0o7777).toString(8).padStart(4, '0');
  return problem('mode', `access is denied (mode ${mode})`, `allow it: chmod u+rw ${path}`);
}

/** Explains why a folder below the content folder cannot be listed. */
export const explainFolder = (path: string): Problem =>
  problem('mode', 'the folder may not be listed', `allow it: chmod u+rwx ${path}`);

/** Explains bytes that are not UTF-8 and names their encoding if it can be recognised. */
export function explainEncoding(path: string, bytes: Uint8Array): Problem {
  const name = recogniseEncoding(bytes);
  if (name === null)
    return problem('encoding', 'it is not UTF-8', 'save it as UTF-8 in an editor, or move it away');
  const why =
    name === 'UTF-16' ? 'it is UTF-16, not UTF-8' : `it is not UTF-8, but looks like ${ENCODINGS[name]}`;
  return problem('encoding', why, convertFrom(name, path));
}

type Encoding = 'UTF-16' | 'UTF-16LE' | 'UTF-16BE' | 'WINDOWS-1252';

const ENCODINGS: Readonly<Record<Encoding, string>> = {
  'UTF-16': 'UTF-16',
  'UTF-16LE': 'UTF-16',
  'UTF-16BE': 'UTF-16',
  'WINDOWS-1252': 'Windows-1252',
};

const convertFrom = (encoding: Encoding, path: string): string =>
  `save it as UTF-8: iconv -f ${encoding} -t UTF-8 ${path} > ${path}.utf8, then put that in its place`;

/** More bytes do not help to recognise an encoding. */
const SAMPLE = 4096;

function recogniseEncoding(bytes: Uint8Array): Encoding | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16';
  const sample = bytes.subarray(0, SAMPLE);
  const wide = zerosIn(sample);
  if (wide !== null) return wide;
  const high = sample.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
  const hasControls = sample.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d].includes(byte));
  return hasControls || high > sample.length / 4 ? null : 'WINDOWS-1252';
}

/** Detects UTF-16: Latin text in it has a zero in nearly every second byte. */
function zerosIn(sample: Uint8Array): 'UTF-16LE' | 'UTF-16BE' | null {
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even = 0, odd = 0] = zeros;
  const most = sample.length / 2;
  if (odd > most * 0.7 && even < most * 0.1) return 'UTF-16LE';
  return even > most * 0.7 && odd < most * 0.1 ? 'UTF-16BE' : null;
}

/** Explains why a decoded text is not read as a note: NUL bytes, or too much in it; null if it is readable. */
export function explainText(path: string, text: string): Problem | null {
  const nul = text.indexOf('\0');
  if (nul >= 0) return explainNul(path, text, nul);
  const excess = findExcess(text);
  return excess === null ? null : problem('size', `it has ${excess}`, SPLIT);
}

function explainNul(path: string, text: string, at: number): Problem {
  const wide = zerosIn(Buffer.from(text.slice(0, SAMPLE), 'utf8'));
  if (wide !== null)
    return problem('nul', 'it contains NUL bytes and looks like UTF-16', convertFrom(wide, path));
  const line = text.slice(0, at).split('\n').length;
  return problem(
    'nul',
    `it contains NUL bytes, the first in line ${line}`,
    `take them out, or bring an earlier version back: daybook history ${path}`,
  );
}

type FolderContents = NonNullable<ReturnType<typeof readFolder>>;

/** Moves files that would take too long to read from a folder to those that are skipped. */
export function removeCostly(folder: FolderContents | null): FolderContents | null {
  if (!folder) return null;
  const costly = folder.files.flatMap(({ path, text }) => {
    const excess = findExcess(text);
    return excess === null ? [] : [{ path, why: `it has ${excess}` }];
  });
  const left = new Set(costly.map(({ path }) => path));
  return {
    ...folder,
    files: folder.files.filter(({ path }) => !left.has(path)),
    skipped: [...folder.skipped, ...costly],
  };
}
