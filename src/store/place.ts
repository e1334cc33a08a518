import { basename, dirname, join, sep } from 'node:path';
import { Refusal } from '../wiki/refusal.js';
import { codeOf } from './failure.js';
import { statAt } from './file.js';
import type { Port } from './port.js';
import { isInner, MARKER, type Root } from './root.js';

/** Notes of the global root begin so. */
const GLOBAL = '~/';

/**
 * The file behind a logical path: below the content folder and `daybook.yaml` in the root, `~/…` in the global root,
 * all else in the worktree stood in. Refuses what leads out. Outside the content folder the last part may be a link
 * to a file that lies inside too (CLAUDE.md → AGENTS.md): then that file is meant, and the link stays.
 */
export function placeOf(port: Port, root: Root, path: string): string {
  const [base, inner] = baseOf(root, path);
  if (!isInner(inner) || inner.split('/').includes('.git')) throw outside(path);
  const file = join(base, inner);
  checkInside(port, base, dirname(file), path);
  if (!statAt(port, file)?.isSymbolicLink()) return file;
  if (isNote(root, path))
    throw new Refusal('linked', `${path} is a symbolic link`, 'put the file itself there', { path });
  return followed(port, base, file, path);
}

/** True for what lies below the content folder, here or in the global root. */
export const isNote = ({ content }: Root, path: string): boolean =>
  path.startsWith(`${content}/`) || path.startsWith(GLOBAL);

/** True for a path of the global root, which this store reads but does not write. */
export const isGlobal = (path: string): boolean => path.startsWith(GLOBAL);

function baseOf(root: Root, path: string): readonly [base: string, inner: string] {
  if (isGlobal(path)) return [root.global, path.slice(GLOBAL.length)];
  return [isNote(root, path) || path === MARKER ? root.root : root.worktree, path];
}

function followed(port: Port, base: string, link: string, path: string): string {
  try {
    const file = port.realpath(link);
    if (isBelow(file, port.realpath(base)) && !file.split(sep).includes('.git')) return file;
  } catch (error) {
    if (!['ENOENT', 'ELOOP'].includes(codeOf(error))) throw error;
  }
  throw outside(path);
}

/** The nearest folder that exists must really lie inside. */
function checkInside(port: Port, base: string, folder: string, path: string): void {
  for (let dir = folder; ; dir = dirname(dir)) {
    try {
      const inside = port.realpath(dir);
      if (isIn(inside, base) || isIn(inside, port.realpath(base))) return;
      throw outside(path);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || basename(dir) === '') throw missing(error, path);
      const made = statAt(port, dir); // by somebody else just now, or a link that leads nowhere
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
  ['ENOTDIR', 'ELOOP'].includes(codeOf(error)) ? outside(path) : error;

const isIn = (folder: string, top: string): boolean => folder === top || isBelow(folder, top);

const isBelow = (file: string, folder: string): boolean =>
  file.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const outside = (path: string): Refusal =>
  new Refusal(
    'outside',
    `${JSON.stringify(path)} does not lie inside the workspace`,
    'name a note below the content folder',
    { path },
  );
