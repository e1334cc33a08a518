import type { SessionEntry } from './entry.js';
import type { Message } from './message.js';

/** An entry with its place and its role alone: however many there are, they fit the memory so. */
export const bare = (entry: SessionEntry): SessionEntry =>
  entry.type === 'message' ? { ...entry, at: null, message: roleOnly(entry.message.role) } : entry;

const ROLES = new Map<string, Message>();

/** One message for all of a role. */
function roleOnly(role: string): Message {
  const known = ROLES.get(role);
  if (known) return known;
  const fresh = { role };
  ROLES.set(role, fresh);
  return fresh;
}
