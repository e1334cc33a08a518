import type { SessionEntry } from './entry.js';
import { gistOf, type Message } from './message.js';

/** So much of a text tells on one line what it is about. */
const SHORT = 80;

/** An entry with only so much of its message as a line shows: transcripts of any length fit the memory so. */
export const clipped = (entry: SessionEntry): SessionEntry =>
  entry.type === 'message'
    ? { ...entry, message: { role: entry.message.role, content: short(gistOf(entry.message)) } }
    : entry;

/** The same with its place and its role alone: what only counts entries needs no more, however many there are. */
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

/** The beginning of a text, as a copy: a slice would keep the whole text in memory. */
const short = (text: string): string => JSON.parse(JSON.stringify(text.slice(0, SHORT))) as string;
