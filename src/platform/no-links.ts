import { join, sep } from 'node:path';
import { UserError } from '../errors.js';
import { statAt } from './file-io.js';
import { type FileSystem, OPEN_FLAGS } from './file-system.js';
import { STATE } from './home-folder.js';
import type { WorkspaceRoot } from './workspace-root.js';

/** Returns the first symbolic link among the parts of a relative path below a folder; null if there is none. */
export function linkOnWay(port: FileSystem, base: string, path: string): string | null {
  for (let end = path.indexOf('/'); ; end = path.indexOf('/', end + 1)) {
    const part = end < 0 ? path : path.slice(0, end);
    const stat = statAt(port, join(base, part));
    if (stat?.isSymbolicLink()) return part;
    if (stat === null || end < 0) return null;
  }
}

/** A folder is checked again after this time: a short command checks once, a server notices a checkout. */
const RECENT_MS = 50;

/** Creates a file system for the store of a root that follows no link to its state. */
export const guardState = (port: FileSystem, { root }: WorkspaceRoot): FileSystem =>
  withoutLinks(port, join(root, STATE));

/**
 * Creates a file system that follows no symbolic link at or below a folder. Readers find nothing behind a link; writers
 * get an error. So no caller needs to check for links.
 */
function withoutLinks(port: FileSystem, folder: string): FileSystem {
  const isBelow = (path: string): boolean =>
    path.startsWith(folder) && (path.length === folder.length || path[folder.length] === sep);

  /** When a folder was last found not to be a link, in milliseconds since the start of this process. */
  const checked = new Map<string, number>();

  /** Returns the first link among the folders on the way to a path, including the folder itself. */
  const linkAbove = (path: string): string | null => {
    if (!isBelow(path)) return null;
    const now = process.uptime() * 1000;
    for (let end = folder.length; end > 0 && end < path.length; end = path.indexOf(sep, end + 1)) {
      const part = path.slice(0, end);
      if (now - (checked.get(part) ?? Number.NEGATIVE_INFINITY) < RECENT_MS) continue;
      const stat = statAt(port, part);
      if (stat?.isSymbolicLink()) return part;
      if (stat) checked.set(part, now);
    }
    return null;
  };
  const linkAt = (path: string): string | null =>
    linkAbove(path) ?? (isBelow(path) && statAt(port, path)?.isSymbolicLink() ? path : null);
  const check = (link: string | null): void => {
    if (link !== null) throw linked(link);
  };

  return {
    ...port,
    open(path, flags, mode) {
      const link = linkAt(path);
      if (link === null) return port.open(path, flags, mode);
      if (flags === OPEN_FLAGS.read)
        throw Object.assign(new Error(`${link} is a symbolic link`), { code: 'ENOENT' });
      throw linked(link);
    },
    lstat: (path) => (linkAbove(path) === null ? port.lstat(path) : null),
    list: (path) => (linkAt(path) === null ? port.list(path) : []),
    rename(from, to) {
      check(linkAbove(from) ?? linkAt(to));
      port.rename(from, to);
    },
    link(existing, fresh) {
      check(linkAbove(existing) ?? linkAt(fresh));
      port.link(existing, fresh);
    },
    unlink(path) {
      check(linkAbove(path));
      port.unlink(path);
    },
    mkdir(path, mode) {
      check(linkAt(path));
      port.mkdir(path, mode);
    },
    rmdir(path) {
      check(linkAbove(path));
      port.rmdir(path);
    },
  };
}

const linked = (path: string): UserError =>
  new UserError(
    'linked',
    `${path} is a symbolic link, and Daybook never follows a link to its state`,
    `remove the link, then retry: rm '${path}'`,
    { path },
  );
