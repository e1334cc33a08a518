import { UserError } from '../../errors.js';
import type { MessageEntry } from '../../transcripts/entry.js';
import { shortenId } from '../../transcripts/render-message-tree.js';
import type { SessionTree } from '../../transcripts/tree.js';

/** Returns the messages from an entry on, in file order, subagents included. */
export function listMessagesFrom(tree: SessionTree, at: string, limit: number): readonly MessageEntry[] {
  const all = [...tree.entries.values()].filter((entry): entry is MessageEntry => entry.type === 'message');
  const first = all.findIndex(({ id }) => id === at || shortenId(id) === at);
  if (first >= 0) return all.slice(first, first + Math.max(0, limit));
  throw new UserError(
    'unknown-id',
    `the session has no entry ${at}`,
    'omit --at, or use an id from a search',
  );
}
