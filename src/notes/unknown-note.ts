import { UserError } from '../errors.js';

/** Why a file at a note's path cannot be read as a note. */
export type UnknownCause =
  | 'mode'
  | 'size'
  | 'folder'
  | 'special'
  | 'link'
  | 'outside'
  | 'encoding'
  | 'nul'
  | 'conflict'
  | 'disk';

/** A note that exists but cannot be read: its content is unknown, which is not the same as empty or missing. */
export interface Unknown {
  readonly path: string;
  readonly cause: UnknownCause;
  /** What is wrong with the file, as the end of a sentence: `it is a folder`. */
  readonly why: string;
  /** What the user can do about it, as a command: `move the folder away`. */
  readonly remedy: string;
}

/** How every message about an unknown note begins, behind its path. */
const CANNOT_BE_READ = 'cannot be read: ';

/** The cause and the remedy in one sentence. */
export const explainUnknown = ({ why, remedy }: Pick<Unknown, 'why' | 'remedy'>): string =>
  `${CANNOT_BE_READ}${why}; ${remedy}`;

/** True for a message that `explainUnknown` made. */
export const isUnknownMessage = (message: string): boolean => message.startsWith(CANNOT_BE_READ);

/** Refuses to write what depends on an unknown note. */
export const refuseUnknown = (unknown: Unknown): UserError =>
  new UserError(
    'unreadable',
    `${unknown.path} ${CANNOT_BE_READ}${unknown.why}`,
    `nothing was written; ${unknown.remedy}; then try again`,
    { path: unknown.path },
  );

/** Refuses to write a note whose file is read-only. */
export const refuseReadOnly = (path: string, mode: number): UserError =>
  new UserError(
    'read-only',
    `${path} is ${readOnlyMode(mode)}`,
    `nothing was written; to let Daybook write it: chmod u+w ${path}`,
    { path },
  );

/** How a message calls a file that nobody may write. */
export const readOnlyMode = (mode: number): string =>
  `read-only (mode ${(mode & 0o7777).toString(8).padStart(4, '0')})`;
