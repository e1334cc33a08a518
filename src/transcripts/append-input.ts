import type { SessionFiles, Todo } from './entry.js';
import { type Message, parseJsonObject, toFields, toText } from './message.js';

/** The input of `sessions append`. */
interface AppendInput {
  readonly messages: readonly Message[];
  readonly todos?: readonly Todo[];
  readonly files?: SessionFiles;
}

/**
 * Parses the input: a message or a list of them as JSON, JSON lines, or an object with `messages`, `todos` and `files`.
 * Any other text is one user message. Null if a message has no role.
 */
export function parseAppendInput(text: string): AppendInput | null {
  const value = whole(text) ?? lines(text) ?? { role: 'user', content: text.trim() };
  if (Array.isArray(value)) return listed(value);
  const { messages, todos, files } = toFields(value);
  if (messages === undefined && todos === undefined && files === undefined) return listed([value]);
  const found = listed(Array.isArray(messages) ? messages : []);
  return found && { ...found, ...todosIn(todos), ...filesIn(files) };
}

function whole(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Parses JSON lines if every line is a message. */
function lines(text: string): readonly unknown[] | null {
  const found = text.split('\n').filter((line) => line.trim() !== '');
  const objects = found.flatMap((line) => parseJsonObject(line) ?? []);
  return found.length > 0 && objects.length === found.length ? objects : null;
}

function listed(values: readonly unknown[]): AppendInput | null {
  const messages = values.map(toFields);
  const isEach = messages.every(({ role }) => toText(role) !== '');
  return isEach ? { messages: messages as unknown as readonly Message[] } : null;
}

const todosIn = (todos: unknown): Partial<AppendInput> =>
  Array.isArray(todos)
    ? { todos: todos.map((todo) => ({ content: toText(todo), status: 'pending', ...toFields(todo) })) }
    : {};

function filesIn(files: unknown): Partial<AppendInput> {
  if (files === undefined) return {};
  const { read, modified } = toFields(files);
  const paths = (value: unknown) =>
    Array.isArray(value) ? value.filter((path) => typeof path === 'string') : [];
  return { files: { read: paths(read), modified: paths(modified) } };
}
