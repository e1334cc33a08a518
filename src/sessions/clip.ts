import type { SessionEntry } from './entry.js';
import { gistOf } from './message.js';

/** So much of a text tells on one line what it is about. */
const SHORT = 80;

/** An entry with only so much of its message as a line shows: transcripts of any length fit the memory so. */
export const clipped = (entry: SessionEntry): SessionEntry =>
  entry.type === 'message'
    ? { ...entry, message: { role: entry.message.role, content: short(gistOf(entry.message)) } }
    : entry;

/** The beginning of a text, as a copy: a slice would keep the whole text in memory. */
const short = (text: string): string => JSON.parse(JSON.stringify(text.slice(0, SHORT))) as string;
