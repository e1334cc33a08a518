/* Finds symbolic links where Daybook follows none. It skips them and reports them. */
import { join, relative, sep } from 'node:path';
import { UserError } from '../../errors.js';
import { listFolder, statAt } from '../../platform/file-io.js';
import type { FileSystem, FolderItem } from '../../platform/file-system.js';
import { MARKER, STATE } from '../../platform/home-folder.js';
import { linkOnWay } from '../../platform/no-links.js';
import { catchErrors } from '../../platform/system-errors.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';
import type { StoreContext } from '../layout.js';
import { isNote, resolveNotePath } from '../path-containment.js';

/** Returns links in place of notes or note folders, here and in the global root, as logical paths. */
export function findNoteLinks(port: FileSystem, root: WorkspaceRoot): readonly string[] {
  const own = notesBehind(port, root.root, root.notes ?? root.content);
  const global =
    root.global === root.root ? [] : notesBehind(port, root.global, 'content').map((path) => `~/${path}`);
  return [...own, ...global];
}

function notesBehind(port: FileSystem, base: string, content: string): readonly string[] {
  const above = content === '' ? null : linkOnWay(port, base, content);
  if (above !== null) return [above];
  return linksBelow(
    port,
    join(base, content),
    ({ name }, path) => !name.startsWith('.') && (name.endsWith('.md') || leadsToFolder(port, path)),
  ).map((path) => toLogical(base, path));
}

/** Returns all links in place of state, the settings, and the file of the context block. */
export function findOtherLinks({ port, root }: StoreContext, target: string | null): readonly string[] {
  const state = join(root.root, STATE);
  const isLink = (path: string) => statAt(port, path)?.isSymbolicLink() === true;
  const inState = isLink(state) ? [state] : linksBelow(port, state, () => true);
  return [
    ...inState.map((path) => toLogical(root.root, path)),
    ...(isLink(join(root.root, MARKER)) ? [MARKER] : []),
    ...(target !== null && !isNote(root, target) && isRefused(port, root, target) ? [target] : []),
  ];
}

function isRefused(port: FileSystem, root: WorkspaceRoot, path: string): boolean {
  try {
    resolveNotePath(port, root, path);
    return false;
  } catch (error) {
    if (error instanceof UserError) return true;
    throw error;
  }
}

/** Lists the matching links below a folder; none is followed. */
function linksBelow(
  port: FileSystem,
  folder: string,
  isWanted: (item: FolderItem, path: string) => boolean,
): readonly string[] {
  return listFolder(port, folder, 'EACCES').flatMap((item) => {
    const path = join(folder, item.name);
    if (item.isDirectory()) return linksBelow(port, path, isWanted);
    return item.isSymbolicLink() && isWanted(item, path) ? [path] : [];
  });
}

const leadsToFolder = (port: FileSystem, path: string): boolean =>
  catchErrors(
    ['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'],
    true,
    () => statAt(port, port.realpath(path))?.isDirectory() ?? true,
  );

const toLogical = (base: string, path: string): string => relative(base, path).split(sep).join('/');
