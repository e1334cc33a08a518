import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { isInnerPath } from '../config/check-setting.js';
import { UserError } from '../errors.js';
import { isRulesFile } from '../notes/kinds/agent-files.js';
import { statAt } from '../platform/file-io.js';
import type { FileSystem } from '../platform/file-system.js';
import { MARKER, STATE } from '../platform/home-folder.js';
import { linkOnWay } from '../platform/no-links.js';
import { catchErrors, getErrorCode } from '../platform/system-errors.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';

/** Prefix of notes of the global root. */
const GLOBAL = '~/';

/**
 * Returns the file for a logical path: below the content folder and `daybook.yaml` in the root, `~/…` in the global
 * root, everything else in the current worktree. Throws UserError for paths that lead out, and for links on the way to
 * a note or the settings. Another file may be a link that stays in the worktree (CLAUDE.md → AGENTS.md): then its
 * target is returned.
 */
export function resolveNotePath(port: FileSystem, root: WorkspaceRoot, path: string): string {
  const [base, inner] = baseOf(root, path);
  if (!isInnerPath(inner) || inner.split('/').includes('.git')) throw outside(path);
  const file = join(base, inner);
  if (path === MARKER || isNote(root, path)) {
    const link = linkOnWay(port, base, inner);
    if (link !== null) throw linkedNote(path, isGlobal(path) ? GLOBAL + link : link);
  }
  checkInside(port, base, dirname(file), path);
  return statAt(port, file)?.isSymbolicLink() ? followed(port, root, file, path) : file;
}

/** Returns the logical path of a file found behind another path: if a link led to it, its own. */
export function toLogicalPath(port: FileSystem, root: WorkspaceRoot, path: string, file: string): string {
  const [base, inner] = baseOf(root, path);
  return file === join(base, inner) ? path : relative(port.realpath(base), file).split(sep).join('/');
}

/** Returns true for paths below the content folder, here or in the global root, and for the notes of a person around it. */
export const isNote = ({ content, notes }: WorkspaceRoot, path: string): boolean =>
  path.startsWith(`${content}/`) ||
  path.startsWith(GLOBAL) ||
  (notes !== undefined && isNoteBelow(path, notes));

/** Returns true for the path of a note below a folder; files with rules for agents and hidden ones are none. */
function isNoteBelow(path: string, folder: string): boolean {
  const inner = folder === '' ? path : path.slice(folder.length + 1);
  if (!path.startsWith(folder) || !inner.endsWith('.md')) return false;
  const parts = inner.split('/');
  return parts.every((part) => !part.startsWith('.')) && !isRulesFile(parts.at(-1) ?? '');
}

/** Returns true for a path of the global root, which this store reads but does not write. */
export const isGlobal = (path: string): boolean => path.startsWith(GLOBAL);

function baseOf(root: WorkspaceRoot, path: string): readonly [base: string, inner: string] {
  if (isGlobal(path)) return [root.global, path.slice(GLOBAL.length)];
  return [isNote(root, path) || path === MARKER ? root.root : root.worktree, path];
}

/** Returns the target of a link in the worktree: a regular file of the same kind in it, not in git's or our folders. */
function followed(port: FileSystem, root: WorkspaceRoot, link: string, path: string): string {
  const base = port.realpath(root.worktree);
  const file = catchErrors(['ENOENT', 'ENOTDIR', 'ELOOP'], null, () => port.realpath(link));
  if (file === null || !isBelow(file, base)) {
    const where = file === null ? 'nowhere' : 'out of the workspace';
    throw new UserError('outside', `${path} is a symbolic link that leads ${where}`, PUT_THERE, { path });
  }
  const parts = relative(base, file).split(sep);
  const isClosed = parts.includes('.git') || parts[0] === STATE || isNote(root, parts.join('/'));
  const isSame = kindOf(file) === kindOf(link) && statAt(port, file)?.isFile() === true;
  if (!isClosed && isSame) return file;
  throw new UserError(
    'linked',
    `${path} is a symbolic link to ${parts.join('/')}, which is ${isClosed ? 'not to be written through a link' : 'no file of its kind'}`,
    `let it lead to a ${kindOf(link)} file beside it, such as AGENTS.md; or put the file itself there`,
    { path },
  );
}

const PUT_THERE = 'put the file or folder itself there, or remove the link';

/** Returns the kind of content by file extension. */
const kindOf = (path: string): string => extname(path).toLowerCase().replace('.mdc', '.md');

const linkedNote = (path: string, link: string): UserError =>
  new UserError('linked', `${link} is a symbolic link, which is never followed`, PUT_THERE, { path, link });

/** Checks that the nearest existing folder is really inside. */
function checkInside(port: FileSystem, base: string, folder: string, path: string): void {
  for (let dir = folder; ; dir = dirname(dir)) {
    try {
      const inside = port.realpath(dir);
      if (isIn(inside, base) || isIn(inside, port.realpath(base))) return;
      throw outside(path);
    } catch (error) {
      if (getErrorCode(error) !== 'ENOENT' || basename(dir) === '') throw missing(error, path);
      const made = statAt(port, dir); // created by another process just now, or a link that leads nowhere
      if (made?.isDirectory()) {
        checkInside(port, base, dir, path);
        return;
      }
      if (made) throw outside(path);
      if (dir === base) return; // the global root, before the first global write
    }
  }
}

const missing = (error: unknown, path: string): unknown =>
  ['ENOTDIR', 'ELOOP'].includes(getErrorCode(error)) ? outside(path) : error;

const isIn = (folder: string, top: string): boolean => folder === top || isBelow(folder, top);

const isBelow = (file: string, folder: string): boolean =>
  file.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const outside = (path: string): UserError =>
  new UserError(
    'outside',
    `${JSON.stringify(path)} does not lie inside the workspace`,
    'name a note below the content folder',
    { path },
  );
