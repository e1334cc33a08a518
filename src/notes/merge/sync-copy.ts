/** A note that a sync tool or file manager left beside the one it was copied from. */
export interface SyncCopy {
  readonly path: string;
  /** The note that it is a copy of. */
  readonly of: string;
}

/**
 * Finds the copies among the notes of a folder, however the tool spells them: the name contains the name of the other
 * note, and both have an entry with the same id. `read` returns the text of a note, or '' if it cannot be read.
 */
export function findSyncCopies(
  paths: readonly string[],
  read: (path: string) => string,
): readonly SyncCopy[] {
  const known = new Set(paths);
  const copies = new Map<string, string>();
  const byLength = paths.filter((path) => !isOwnName(path)).toSorted((a, b) => a.length - b.length);
  for (const path of byLength) {
    const others = listInnerNames(path).filter((other) => known.has(other) && !copies.has(other));
    if (others.length === 0) continue;
    const ids = new Set(listIds(read(path)));
    const of = others.find((other) => listIds(read(other)).some((id) => ids.has(id)));
    if (of !== undefined) copies.set(path, of);
  }
  return [...copies].map(([path, of]) => ({ path, of }));
}

/** Says in one line what a copy is, and how its entries get into the note. */
export const explainSyncCopy = ({ of }: SyncCopy): string =>
  `is a copy of ${of} with the same ids, and not read; merge it by entries: daybook sync --resolve`;

/** Notes with a fixed name, whose names contain each other; they are never copies. */
const isOwnName = (path: string): boolean => /\/SESSION_LOG\.md$/.test(path);

/** Returns the shorter names in the name of a note: up to or from a character that is no letter and no digit. */
function listInnerNames(path: string): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(folder.length, -'.md'.length);
  return [...name.matchAll(/[^\p{L}\p{N}]+/gu)].flatMap(({ 0: gap, index }) =>
    [name.slice(0, index), name.slice(index + gap.length)]
      .filter((inner) => inner !== '')
      .map((inner) => `${folder}${inner}.md`),
  );
}

const listIds = (text: string): readonly string[] =>
  [...text.matchAll(/ \^([0-9a-z]{11})[ \t]*$/gm)].map(([, id = '']) => id);
