/** A message as a harness sends it to a model: its role and content, and whatever else it carries. */
export interface Message {
  readonly role: string;
  readonly content?: unknown;
  readonly [field: string]: unknown;
}

/** A part of a message, in one form for all clients. */
export type MessagePart =
  | { readonly kind: 'text' | 'thinking'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly kind: 'result'; readonly id: string; readonly text: string; readonly failed: boolean };

/** A parsed JSON object with unchecked fields. */
export type Fields = Readonly<Record<string, unknown>>;

export const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The object that a line of JSON holds; null where it holds none. */
export function parseJsonObject(line: string): Fields | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/**
 * Returns the parts of a message: Anthropic blocks, `tool_calls` and tool answers of OpenAI and Chimera, parts of
 * Gemini. Unknown parts are skipped; never throws.
 */
export function listMessageParts(message: Message): readonly MessagePart[] {
  const answered = toText(message.tool_call_id) || toText(message.call_id);
  if (answered !== '' && message.role === 'tool')
    return [{ kind: 'result', id: answered, text: saidIn(message.content), failed: false }];
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls.map(toFields) : [];
  return [...blocksOf(message.content).flatMap(partOf), ...calls.map(callOf)];
}

/** Returns the text of a message, without calls, results and thinking. */
export const getMessageText = (message: Message): string =>
  listMessageParts(message)
    .flatMap((part) => (part.kind === 'text' ? part.text : []))
    .join('\n')
    .trim();

/** Returns one line about a message: its text, else its calls, else its results. */
export function formatMessagePreview(message: Message): string {
  const words = getMessageText(message);
  if (words !== '') return oneLine(words);
  const parts = listMessageParts(message);
  const calls = parts.flatMap((part) =>
    part.kind === 'call' ? `${part.name} ${shortInput(part.input)}` : [],
  );
  if (calls.length > 0) return oneLine(`→ ${calls.join(', ')}`);
  const results = parts.flatMap((part) =>
    part.kind === 'result' ? `${part.failed ? '✗' : '←'} ${part.text}` : [],
  );
  if (results.length > 0) return oneLine(results.join(' '));
  return parts.some(({ kind }) => kind === 'thinking') ? '(thinks)' : '';
}

const blocksOf = (content: unknown): readonly Fields[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  return Array.isArray(content)
    ? content.map((block) => (typeof block === 'string' ? { type: 'text', text: block } : toFields(block)))
    : [];
};

function partOf(block: Fields): MessagePart[] {
  switch (block.type) {
    case 'thinking':
      return [{ kind: 'thinking', text: toText(block.thinking) || toText(block.text) }];
    case 'tool_use':
      return [{ kind: 'call', id: toText(block.id), name: toText(block.name), input: block.input }];
    case 'tool_result':
      return [
        {
          kind: 'result',
          id: toText(block.tool_use_id),
          text: saidIn(block.content),
          failed: block.is_error === true,
        },
      ];
    default:
      return typeof block.text === 'string' ? [{ kind: 'text', text: block.text }] : [];
  }
}

function callOf(call: Fields): MessagePart {
  const { name, arguments: args } = { ...call, ...toFields(call.function) } as Fields;
  const input = typeof args === 'string' ? (parseJsonObject(args) ?? args) : args;
  return { kind: 'call', id: toText(call.id), name: toText(name), input };
}

const saidIn = (content: unknown): string =>
  blocksOf(content)
    .map(({ text }) => toText(text))
    .filter(Boolean)
    .join('\n');

/** Returns the most telling part of a call's input, shortened. */
function shortInput(input: unknown): string {
  const fields = toFields(input);
  const [fieldText] = [...FILE_KEYS, 'command', 'query', 'pattern', 'description'].flatMap((key) =>
    typeof fields[key] === 'string' ? [fields[key]] : [],
  );
  return fieldText ?? '';
}

const FILE_KEYS = ['file_path', 'path', 'notebook_path', 'filename', 'absolute_path'];

/** Returns the files of a call, each once; a patch names them in its own lines. */
export function findFiles(input: unknown): readonly string[] {
  const fields = toFields(input);
  const named = FILE_KEYS.flatMap((key) => (typeof fields[key] === 'string' ? [fields[key]] : []));
  const patches = PATCH_KEYS.map((key) => commandOf(fields[key])).filter((text) =>
    text.includes('*** Begin Patch'),
  );
  const patched = patches.flatMap((text) => [...text.matchAll(PATCHED)].map(([, path = '']) => path.trim()));
  return [...new Set([...named, ...patched])];
}

const PATCH_KEYS = ['input', 'given', 'command', 'cmd', 'patch'];
const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;

/** Returns a call's input as text: the command, else its key field, else all of it. */
export function callPreview(input: unknown): string {
  const fields = toFields(input);
  const files = findFiles(input);
  const [fieldText] = LINE_KEYS.map((key) => commandOf(fields[key])).filter(Boolean);
  if (fieldText?.includes('*** Begin Patch')) return files.join(', ');
  const text =
    fieldText ?? files[0] ?? (Object.keys(fields).length === 0 ? toText(input) : JSON.stringify(input));
  return text.slice(0, LOOKED_AT);
}

const LINE_KEYS = ['command', 'cmd', 'input', 'given', 'description', 'query', 'pattern', 'url'];
/** Longest input that is read. */
const LOOKED_AT = 20_000;

/** Returns a command, which may be a list of words; for a shell invocation, its script. */
function commandOf(value: unknown): string {
  if (!Array.isArray(value)) return toText(value);
  const words = value.map(toText);
  const script = words.findIndex((word) => /^-\w*c$/.test(word));
  return script >= 0 && /sh$/.test(words[0] ?? '') ? (words[script + 1] ?? '') : words.join(' ');
}

/** Tools that change the files they name; others only read them. */
export const isWriting = (tool: string): boolean =>
  /edit|write|replace|patch|create|insert|delete|move/i.test(tool);

const oneLine = (text: string): string => text.slice(0, 400).replace(/\s+/g, ' ').trim();
