import type { GuardedCall } from '../features/guard/tool-action.js';
import { parseJson } from '../text/json-value.js';
import type { ToolCall } from '../transcripts/tool-call.js';
import { normalizeArguments } from '../transcripts/tool-names.js';
import { parseToolCall } from './parse-finished-call.js';
import { parsePendingToolCall } from './parse-pending-call.js';

/** The fields of an agent's event that Daybook reads; missing or malformed ones are left out. */
export interface HookEvent {
  readonly name: string;
  readonly agent: string;
  readonly session: string | null;
  readonly cwd: string | null;
  /** SessionStart: `startup`, `resume`, `clear`, `compact`, `fork`; UserPromptSubmit: who submitted it. */
  readonly source: string | null;
  readonly prompt: string | null;
  /** PostToolUse, PostToolUseFailure: the finished call. */
  readonly call: ToolCall | null;
  /** PreToolUse: the pending call, and the client's name for it. */
  readonly about: GuardedCall | null;
  readonly callId: string | null;
  /** The agent's last words. */
  readonly said: string | null;
  /** SubagentStop: type and id of the agent; empty for the client's own work, such as its summary of a conversation. */
  readonly helper: string | null;
  readonly helperId: string | null;
  /** PostCompact: the client's summary of the conversation. */
  readonly summary: string | null;
  /** The client's transcript of this session. */
  readonly transcript: string | null;
}

/** Parses an agent's JSON; `at` is ISO 8601. Throws with a readable message if it is none. */
export function parseHookEvent(name: string, agent: string, text: string, at: string): HookEvent {
  const input = renameAntigravityFields(parseHookInput(text));
  const string = (...keys: readonly string[]) => keys.map((key) => textIn(input[key])).find(Boolean) ?? null;
  const session = parseSessionId(string('session_id', 'conversation_id'));
  return {
    name,
    agent,
    session,
    cwd: string('cwd', 'workspace_roots'),
    source: wordOf(string('source')),
    prompt: promptOf(string('prompt')),
    said: string('last_assistant_message')?.slice(-MOST_SAID) ?? null,
    helper: textIn(input.agent_type),
    helperId: string('agent_id'),
    summary: string('compact_summary'),
    call: parseToolCall(name, input, { at, session }),
    about:
      name === 'PreToolUse'
        ? parsePendingToolCall(string('tool_name') ?? '', asObject(input.tool_input))
        : null,
    callId: parseSessionId(string('tool_use_id')),
    transcript: string('transcript_path'),
  };
}

/** Gives the fields of Antigravity's events their usual names; all others stay. */
function renameAntigravityFields(input: { readonly [key: string]: unknown }): {
  readonly [key: string]: unknown;
} {
  const call = asObject(input.toolCall);
  if (typeof call.name !== 'string') return input;
  return {
    ...input,
    session_id: input.conversationId,
    cwd: input.workspacePaths,
    transcript_path: input.transcriptPath,
    tool_name: call.name,
    tool_input: normalizeArguments(asObject(call.args)),
  };
}

/** A text, or the first of several: Cursor lists all folders of a workspace. */
const textIn = (value: unknown): string | null => {
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' ? one : null;
};

/** Most characters of an answer; its end has the state. */
const MOST_SAID = 16_000;

/** The user's prompt: Gemini CLI puts the session-start text before the first one. */
const promptOf = (prompt: string | null): string | null =>
  prompt?.replace(/^<hook_context>[\s\S]*?<\/hook_context>\s*/, '') ?? null;

/** The fields of a value; empty if it is no object. */
export const asObject = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { [key: string]: unknown }) : {};

/** Only a word passes, since it is shown to the agent again. */
const wordOf = (text: string | null): string | null =>
  text !== null && /^[A-Za-z_-]{1,32}$/.test(text) ? text : null;

/** The id of a session, if valid. */
export const parseSessionId = (id: string | null): string | null =>
  id !== null && /^[\w.:-]{1,128}$/.test(id) ? id : null;

/** Parses a client's JSON object, with or without raw control characters. Throws with a readable message if it is none. */
export function parseHookInput(text: string): { readonly [key: string]: unknown } {
  const json = text.replace(/^\uFEFF/, '');
  const input = parseJson(json) ?? parseJson(json.replace(/\p{Cc}/gu, ' '));
  // No character is quoted: it may be a part of a secret.
  if (input === undefined) throw new Error(`input is no JSON: ${text.length} characters`);
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new Error('input is not a JSON object');
  return input as { [key: string]: unknown };
}
