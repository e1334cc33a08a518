import { getKind, getKindByPath } from './index.js';
import type { NoteKind } from './kind.js';

/** The content folder of the global root in the paths of this workspace. */
export const GLOBAL_CONTENT = '~/content';

/** Returns the kind of a note by its path from the root. */
export function getNoteKind(path: string, content: string): NoteKind {
  const inner = trimContent(path, content);
  return inner === null ? getKind('page') : getKindByPath(inner);
}

/** Returns the path of a note below its content folder; null outside. That of the global root is always `~/content`. */
export function trimContent(path: string, content: string): string | null {
  const folder = path.startsWith('~/') ? GLOBAL_CONTENT : content;
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
}
