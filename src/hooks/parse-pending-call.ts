import type { GuardedCall } from '../features/guard/tool-action.js';
import { listToolCallFiles } from '../transcripts/tool-call.js';
import { TOOL_NAMES } from '../transcripts/tool-names.js';

type Fields = Readonly<Record<string, unknown>>;

/** The fields in which tools take their main argument. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command', 'cmd'],
  Skill: ['skill', 'name', 'command', 'args'],
  Task: ['description', 'prompt'],
};

/** Parses a pending tool call for the guard. */
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

/** The fields of tools and servers for the new text, and for the text that it replaces. */
const WRITTEN = ['content', 'new_string', 'new_source', 'newText', 'new_str', 'file_text'];
const REPLACED = ['old_string', 'oldText', 'old_str'];

/** Fields with text for people. */
const TELLING: ReadonlySet<string> = new Set(
  'text body message payload description comment title summary notes'.split(' '),
);

/** Parses a call of an MCP tool: the new text if it names a file, else all arguments. */
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

/** A patch of Codex: its files, added and removed lines. */
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
