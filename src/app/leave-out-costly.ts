import { findExcess } from '../markdown/parse-cost.js';
import type { readFolder } from '../platform/read-folder.js';

type FolderContents = NonNullable<ReturnType<typeof readFolder>>;

/** Moves files that would take too long to read from a folder to those that are skipped. */
export function leaveOutCostly(folder: FolderContents | null): FolderContents | null {
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
