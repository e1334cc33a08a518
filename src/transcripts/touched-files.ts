import type { SessionEntry, SessionFiles } from './entry.js';
import { findFiles, isWriting, listMessageParts } from './message.js';
import { findPathToEntry, type SessionTree } from './tree.js';

/**
 * The files that a session read and changed on the way to a leaf (Mink §File tracker): those that its calls were given, and those
 * that were told. Compactions take none away.
 */
export const listFilesAt = (tree: SessionTree, leaf: string | null): SessionFiles =>
  listFilesOn(findPathToEntry(tree, leaf));

/** The same of these entries. */
export function listFilesOn(entries: readonly SessionEntry[]): SessionFiles {
  const read = new Set<string>();
  const modified = new Set<string>();
  for (const entry of entries) {
    if (entry.type === 'state') {
      for (const file of entry.files?.read ?? []) read.add(file);
      for (const file of entry.files?.modified ?? []) modified.add(file);
    }
    if (entry.type !== 'message') continue;
    for (const part of listMessageParts(entry.message))
      if (part.kind === 'call')
        for (const file of findFiles(part.input)) (isWriting(part.name) ? modified : read).add(file);
  }
  return { read: [...read], modified: [...modified] };
}
