import { userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { isGlobalSettings } from '../../config/global-settings.js';
import { UserError } from '../../errors.js';
import { isPresent, readFile, statAt } from '../../platform/file-io.js';
import { isOwn, isWorldWritable } from '../../platform/file-owner.js';
import type { FileSystem } from '../../platform/file-system.js';
import { type Env, findHomeFolder, MARKER, resolveRealPath, STATE } from '../../platform/home-folder.js';

/**
 * Returns the folder of the global notes and the registry: `DAYBOOK_HOME`, else `~/.daybook`. Trust is recorded there,
 * and agent settings can set the environment: so a folder that a project could have provided is refused.
 */
export function findGlobalRoot(port: FileSystem, env: Env): string {
  const path = env.DAYBOOK_HOME || join(findHomeFolder(port, env), '.daybook');
  if (!isAbsolute(path)) throw unsafeHome(path, 'it is not an absolute path', 'set an absolute path');
  const home = realFolder(port, path);
  checkOwner(port, home);
  checkPlace(port, home);
  return home;
}

/** Returns the path without links, even if its last parts do not exist yet. */
function realFolder(port: FileSystem, path: string): string {
  const real = resolveRealPath(port, path);
  if (real !== null || path === dirname(path)) return real ?? path;
  return join(realFolder(port, dirname(path)), path.slice(dirname(path).length));
}

/**
 * Throws UserError for work in the global root itself, unless it is at the default path, where only the user can create
 * it.
 */
export function checkDefaultHome(port: FileSystem, home: string): void {
  if (dirname(home) === userFolder(port) && basename(home) === STATE) return;
  throw unsafeHome(home, 'it is the workspace itself', `to work on the global notes: --workspace '${home}'`);
}

function checkOwner(port: FileSystem, home: string): void {
  const stat = statAt(port, home);
  if (!stat) return;
  if (!isOwn(stat))
    throw unsafeHome(home, 'it belongs to another user', 'set DAYBOOK_HOME to a folder of yours');
  if (isWorldWritable(stat)) throw unsafeHome(home, 'anyone can write to it', `chmod o-w '${home}'`);
}

/**
 * Throws UserError for a folder in a workspace or a git repository. The user's home folder may be either, since it is
 * not a clone.
 */
function checkPlace(port: FileSystem, home: string): void {
  for (let dir = home; ; dir = dirname(dir)) {
    const found = ['.git', MARKER].find(
      (name) => isPresent(port, join(dir, name)) && !isGlobalMarker(port, home, dir, name),
    );
    if (found && userFolder(port) !== dir) {
      const why =
        found === MARKER ? `it lies in the workspace ${dir}` : `it lies in the git repository ${dir}`;
      throw unsafeHome(home, why, 'unset DAYBOOK_HOME, or set it to a folder outside of every project');
    }
    if (dir === dirname(dir)) return;
  }
}

/** Returns true for the settings of the global root, which differ from a workspace's by their first line. */
function isGlobalMarker(port: FileSystem, home: string, dir: string, name: string): boolean {
  if (dir !== home || name !== MARKER) return false;
  try {
    const read = readFile(port, join(dir, name), LARGEST_MARKER);
    return read !== null && isGlobalSettings(Buffer.from(read.bytes).toString('utf8'));
  } catch {
    return false;
  }
}

const LARGEST_MARKER = 16 * 1024;

/** Returns the user's home folder from the system, which no environment variable can change; null if there is none. */
function userFolder(port: FileSystem): string | null {
  try {
    return resolveRealPath(port, userInfo().homedir);
  } catch {
    return null;
  }
}

const unsafeHome = (home: string, why: string, hint: string): UserError =>
  new UserError('unsafe-home', `DAYBOOK_HOME ${home} is not used: ${why}`, hint, { path: home });
