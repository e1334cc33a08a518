import type { GuardedCall } from '../features/guard/tool-action.js';
import { listToolCallFiles } from '../transcripts/tool-call.js';
import { TOOL_NAMES } from '../transcripts/tool-names.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where a tool says what it is asked for. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command', 'cmd'],
  Skill: ['skill', 'name', 'command', 'args'],
  Task: ['description', 'prompt'],
};

/** What a client says that it is about to do, as the guard takes it. */
export function parsePendingToolCall(tool: string, input: Fields): GuardedCall {
  if (tool === 'apply_patch') return patched(textIn(input, ['command', 'input', 'patch']));
  if (tool.startsWith('mcp__')) return servedCall(tool, input);
  const name = tool === 'Agent' ? 'Task' : (TOOL_NAMES[tool] ?? tool);
  const edits: readonly unknown[] = Array.isArray(input.edits) ? input.edits : [];
  const pieces = [
    input,
    ...edits.filter((edit): edit is Fields => typeof edit === 'object' && edit !== null),
  ];
  const written = (keys: readonly string[]) =>
    pieces
      .map((piece) => textIn(piece, keys))
      .join('\n')
      .trim();
  return {
    tool: name,
    words: textIn(input, WORDS[name] ?? []),
    files: listToolCallFiles(input),
    text: written(WRITTEN),
    before: written(REPLACED),
  };
}

/** What tools of clients and of servers call the text that they write, and the one that it takes the place of. */
const WRITTEN = ['content', 'new_string', 'new_source', 'newText', 'new_str', 'file_text'];
const REPLACED = ['old_string', 'oldText', 'old_str'];

/** What people are told by it is no deed. */
const TELLING: ReadonlySet<string> = new Set(
  'text body message payload description comment title summary notes'.split(' '),
);

/** A call of a tool that a server offers: what it writes where it names a file, else all that it is called with. */
function servedCall(tool: string, input: Fields): GuardedCall {
  const files = listToolCallFiles(input);
  const pieces = [input, ...(Array.isArray(input.edits) ? (input.edits as Fields[]) : [])];
  const of = (keys: readonly string[]) => pieces.map((piece) => textIn(piece, keys)).join('\n');
  const words = Object.keys(input).filter((key) => !TELLING.has(key) && !WRITTEN.includes(key));
  return {
    tool,
    words: tool.startsWith('mcp__daybook__') ? '' : textIn(input, words),
    files,
    text: files.length > 0 ? of(WRITTEN) : '',
    before: of(REPLACED),
  };
}

/** A patch of Codex: its files, the lines that it adds and those that it takes away. */
function patched(patch: string): GuardedCall {
  const lines = patch.split('\n');
  const of = (sign: string) =>
    lines.flatMap((line) => (line.startsWith(sign) ? line.slice(1) : [])).join('\n');
  const files = [...patch.matchAll(/^\*\*\* (?:Add|Update) File: (.+)$/gm)].map(([, file = '']) =>
    file.trim(),
  );
  return { tool: 'Edit', words: '', files, text: of('+'), before: of('-') };
}

const textIn = (fields: Fields, keys: readonly string[]): string =>
  keys
    .map((key) => fields[key])
    .map((value) => (Array.isArray(value) ? value.join(' ') : value))
    .filter((value) => typeof value === 'string' && value !== '')
    .join('\n');
