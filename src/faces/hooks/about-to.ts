import { TOOL_NAMES } from '../../kinds/tools.js';
import type { Call } from '../../recall/guard/deed.js';
import { filesIn } from '../../wiki/tool-call.js';

type Fields = Readonly<Record<string, unknown>>;

/** Where a tool says what it is asked for. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  Bash: ['command', 'cmd'],
  Skill: ['skill', 'name', 'command', 'args'],
  Task: ['description', 'prompt'],
};

/** What a client says that it is about to do, as the guard takes it. */
export function aboutTo(tool: string, input: Fields): Call {
  if (tool === 'apply_patch') return patched(textIn(input, ['command', 'input', 'patch']));
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
    files: filesIn(input),
    text: written(['content', 'new_string', 'new_source']),
    before: written(['old_string']),
  };
}

/** A patch of Codex: its files, the lines that it adds and those that it takes away. */
function patched(patch: string): Call {
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
