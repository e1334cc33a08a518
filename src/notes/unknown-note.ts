import { UserError } from '../errors.js';

/** Why a note's file cannot be read as a note. */
export type UnknownCause =
  | 'mode'
  | 'size'
  | 'folder'
  | 'special'
  | 'link'
  | 'outside'
  | 'encoding'
  | 'nul'
  | 'disk';

/** A note that exists but cannot be read: its content is unknown, which is different from empty or missing. */
export interface Unknown {
  readonly path: string;
  readonly cause: UnknownCause;
  /** The problem, as the end of a sentence: `it is a folder`. */
  readonly why: string;
  /** How the user can fix it, as an instruction: `move the folder away`. */
  readonly remedy: string;
}

/** The start of every message about an unreadable note, after its path. */
const CANNOT_BE_READ = 'cannot be read: ';

/** Formats the cause and the remedy as one sentence. */
export const explainUnknown = ({ why, remedy }: Pick<Unknown, 'why' | 'remedy'>): string =>
  `${CANNOT_BE_READ}${why}; ${remedy}`;

/** Returns true for a message of `explainUnknown`. */
export const isUnknownMessage = (message: string): boolean => message.startsWith(CANNOT_BE_READ);

/** Creates the error for a write that depends on an unreadable note. */
export const refuseUnknown = (unknown: Unknown): UserError =>
  new UserError(
    'unreadable',
    `${unknown.path} ${CANNOT_BE_READ}${unknown.why}`,
    `nothing was written; ${unknown.remedy}; then retry`,
    { path: unknown.path },
  );

/** Creates the error for writing a read-only note. */
export const refuseReadOnly = (path: string, mode: number): UserError =>
  new UserError(
    'read-only',
    `${path} is ${readOnlyMode(mode)}`,
    `nothing was written; to let Daybook write it: chmod u+w ${path}`,
    { path },
  );

/** Describes a file without write permission in a message. */
export const readOnlyMode = (mode: number): string =>
  `read-only (mode ${(mode & 0o7777).toString(8).padStart(4, '0')})`;
