import { UserError } from '../errors.js';

/** Returns the code of a system error (`ENOENT` …), or '' for any other error. */
export function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** What a person can do about a system error. */
const REMEDIES: Readonly<Record<string, readonly [code: string, what: string, hint: string]>> = {
  ENOSPC: ['disk-full', 'the disk is full', 'free some space, then retry'],
  EDQUOT: ['disk-full', 'the disk quota is used up', 'free some space, then retry'],
  EFBIG: ['too-large', 'the file size limit is reached', 'raise the limit (`ulimit -f`), then retry'],
  EROFS: ['read-only', 'the file system is read-only', 'make it writable, or choose another --workspace'],
  EACCES: ['no-access', 'access is denied', 'check the owner and the mode of the file and its folder'],
  EPERM: [
    'no-access',
    'the system does not permit it',
    'check the owner and the mode of the file and its folder',
  ],
  EMFILE: ['too-many-files', 'too many files are open', 'raise the limit (`ulimit -n`), then retry'],
  ENFILE: ['too-many-files', 'too many files are open', 'close some programs, then retry'],
  EIO: ['disk-error', 'the disk reports an error', 'check the disk before anything else'],
  EBUSY: ['busy', 'another program keeps the file busy', 'close it there, then retry'],
  ELOOP: ['linked', 'a symbolic link is in the way', 'put the file itself there'],
};

/** Converts a system error to a UserError with path, code and remedy; other errors are returned unchanged. */
export function toUserError(error: unknown, path: string): unknown {
  const code = getErrorCode(error);
  const known = REMEDIES[code];
  if (!known || error instanceof UserError) return error;
  const [name, what, hint] = known;
  return new UserError(name, `${path} cannot be written: ${what} (${code})`, hint, { path, errno: code });
}

/**
 * Runs `act` and returns its value, or `otherwise` on a system error with one of these codes; other errors are thrown.
 */
export function catchErrors<T, U>(codes: readonly string[], otherwise: U, act: () => T): T | U {
  try {
    return act();
  } catch (error) {
    if (codes.includes(getErrorCode(error))) return otherwise;
    throw error;
  }
}

/** Runs `act` and ignores every system error: for cleaning up, and for caches. */
export function ignoreErrors(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (getErrorCode(error) === '') throw error;
    return false;
  }
}
