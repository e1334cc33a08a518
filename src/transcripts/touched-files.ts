import type { SessionEntry, SessionFiles } from './entry.js';
import { findFiles, isWriting, listMessageParts } from './message.js';
import { findPathToEntry, type SessionTree } from './tree.js';

/**
 * Collects the files that a session read and changed on the path to a leaf (Mink §File tracker): from tool calls, and
 * from recorded states. Compactions remove none.
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
