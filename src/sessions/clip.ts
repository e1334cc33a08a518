import type { SessionEntry } from './entry.js';
import { filesIn, type Message, partsOf } from './message.js';

/** So much of a text tells on one line what it is about. */
const SHORT = 160;

/** An entry with only so much of its message as a line shows, and the files of its calls. */
export function clipped(entry: SessionEntry): SessionEntry {
  if (entry.type !== 'message') return entry;
  const { role, id } = entry.message;
  const content = partsOf(entry.message).map((part) => {
    switch (part.kind) {
      case 'call':
        return { type: 'tool_use', id: part.id, name: part.name, input: clippedInput(part.input) };
      case 'result':
        return {
          type: 'tool_result',
          tool_use_id: part.id,
          content: short(part.text),
          is_error: part.failed,
        };
      default:
        return { type: part.kind, text: short(part.text) };
    }
  });
  const message: Message = { role, ...(id === undefined ? {} : { id }), content };
  return { ...entry, message };
}

function clippedInput(input: unknown): unknown {
  const [path] = filesIn(input);
  if (path !== undefined) return { file_path: path };
  const { command } = (input ?? {}) as { readonly command?: unknown };
  return typeof command === 'string' ? { command: short(command) } : {};
}

/** The beginning of a text, as a copy: a slice would keep the whole text in memory. */
const short = (text: string): string =>
  text.length <= SHORT ? text : (JSON.parse(JSON.stringify(text.slice(0, SHORT))) as string);
