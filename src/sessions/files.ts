import type { Files, SessionEntry } from './entry.js';
import { filesIn, isWriting, partsOf } from './message.js';
import { pathTo, type SessionTree } from './tree.js';

/**
 * The files that a session read and changed on the way to a leaf (Mink §File tracker): those that its calls were given, and those
 * that were told. Compactions take none away.
 */
export const filesAt = (tree: SessionTree, leaf: string | null): Files => filesOn(pathTo(tree, leaf));

/** The same of these entries. */
export function filesOn(entries: readonly SessionEntry[]): Files {
  const read = new Set<string>();
  const modified = new Set<string>();
  for (const entry of entries) {
    if (entry.type === 'state') {
      for (const file of entry.files?.read ?? []) read.add(file);
      for (const file of entry.files?.modified ?? []) modified.add(file);
    }
    if (entry.type !== 'message') continue;
    for (const part of partsOf(entry.message))
      if (part.kind === 'call')
        for (const file of filesIn(part.input)) (isWriting(part.name) ? modified : read).add(file);
  }
  return { read: [...read], modified: [...modified] };
}
