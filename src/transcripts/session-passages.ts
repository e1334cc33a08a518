import type { MessageEntry, SessionEntry, TranscriptSink } from './entry.js';
import { callPreview, getMessageText, listMessageParts } from './message.js';

/** The role of a passage; `text` is one of a file or note. */
export type PassageRole = 'prompt' | 'answer' | 'call' | 'result' | 'error' | 'summary' | 'text';

/** A piece of a transcript that can be searched. */
export interface Passage {
  /** The id of the entry that it stands in. */
  readonly id: string;
  readonly role: PassageRole;
  /** ISO 8601 in UTC; null where the transcript does not say. */
  readonly at: string | null;
  readonly text: string;
}

/** Longest text of a passage by its role, in characters. Results are cut at 2 KB; the input of a tool is one line. */
const MAX_COUNT: Readonly<Record<PassageRole, number>> = {
  prompt: 6000,
  answer: 6000,
  call: 600,
  result: 2048,
  error: 2048,
  summary: 6000,
  text: 6000,
};

/** Bytes of a string that are read: enough for a passage and for secrets at its end. */
export const MOST_OF_A_STRING = 12 * 1024;

/** Collects the passages of a session. `clean` redacts secrets before a text is cut. */
export function createPassageFold(
  clean: (text: string) => string,
): TranscriptSink & { readonly end: () => readonly Passage[] } {
  const passages = new Map<string, Passage>();
  let title = '';
  let first: SessionEntry | null = null;
  const add = (entry: SessionEntry, role: PassageRole, text: string): void => {
    const whole = clean(text).trim();
    if (whole === '') return;
    const cut = whole.slice(0, MAX_COUNT[role]).toWellFormed();
    passages.set(`${entry.id} ${role} ${cut}`, { id: entry.id, role, at: entry.at, text: cut });
  };
  const addMessage = (entry: MessageEntry): void => {
    const { message } = entry;
    const text = getMessageText(message);
    if (entry.isPrompt) add(entry, 'prompt', text);
    else if (message.role === 'assistant') add(entry, 'answer', text);
    for (const part of listMessageParts(message)) {
      if (part.kind === 'call')
        add(entry, 'call', `${part.name} ${callPreview(part.input)}`.replace(/\s+/g, ' '));
      if (part.kind === 'result') add(entry, part.failed ? 'error' : 'result', part.text);
    }
  };
  return {
    entry(entry) {
      first ??= entry;
      if (entry.type === 'message') addMessage(entry);
      if (entry.type === 'compaction') add(entry, 'summary', entry.summary);
    },
    about(fields) {
      title = fields.title ?? title;
    },
    usage: () => undefined,
    context: () => undefined,
    leaf: () => undefined,
    end() {
      const all = [...passages.values()];
      const text = clean(title).trim().slice(0, MAX_COUNT.summary).toWellFormed();
      return first === null || text === ''
        ? all
        : [{ id: first.id, role: 'summary', at: first.at, text }, ...all];
    },
  };
}
