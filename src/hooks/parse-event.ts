import type { GuardedCall } from '../features/guard/tool-action.js';
import type { ToolCall } from '../transcripts/tool-call.js';
import { parseToolCall } from './parse-finished-call.js';
import { parsePendingToolCall } from './parse-pending-call.js';

/** What an agent tells a hook, as far as Daybook looks at it; what is missing or of another type is left out. */
export interface HookEvent {
  readonly name: string;
  readonly agent: string;
  readonly session: string | null;
  readonly cwd: string | null;
  /** SessionStart: `startup`, `resume`, `clear`, `compact`, `fork`; UserPromptSubmit: who submitted it. */
  readonly source: string | null;
  readonly prompt: string | null;
  /** PostToolUse, PostToolUseFailure: what was called. */
  readonly call: ToolCall | null;
  /** PreToolUse: what is about to be called, and the client's own name for that call. */
  readonly about: GuardedCall | null;
  readonly callId: string | null;
  /** What the agent said last. */
  readonly said: string | null;
  /** SubagentStop: what sort of agent it is, and which; empty for a client’s own work, such as its summary of a conversation. */
  readonly helper: string | null;
  readonly helperId: string | null;
  /** PostCompact: what the client made of the conversation. */
  readonly summary: string | null;
  /** The file in which the client keeps this session. */
  readonly transcript: string | null;
}

/** More is no hook's input: a prompt is never so long, and a tool's answer says nothing that is needed here. */
const LONGEST = 4 * 1024 * 1024;

/** Reads an agent's JSON, told at a moment (ISO 8601). Throws, in plain words, where it is none. */
export function parseHookEvent(name: string, agent: string, text: string, at: string): HookEvent {
  const input = parseHookInput(text);
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

/** A text, or the first of several: Cursor tells all folders of a workspace. */
const textIn = (value: unknown): string | null => {
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' ? one : null;
};

/** Characters of an answer whose end tells how things stand. */
const MOST_SAID = 16_000;

/** What the user wrote: Gemini CLI puts what a hook gave at the start of the session before the first prompt. */
const promptOf = (prompt: string | null): string | null =>
  prompt?.replace(/^<hook_context>[\s\S]*?<\/hook_context>\s*/, '') ?? null;

/** The fields of a value; none where it is no object. */
export const asObject = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null ? (value as { [key: string]: unknown }) : {};

/** It is shown to the agent again, so nothing but a word passes. */
const wordOf = (text: string | null): string | null =>
  text !== null && /^[A-Za-z_-]{1,32}$/.test(text) ? text : null;

/** The name of a session, where it is one. */
export const parseSessionId = (id: string | null): string | null =>
  id !== null && /^[\w.:-]{1,128}$/.test(id) ? id : null;

/** The JSON object that a client tells. Throws, in plain words, where it is none. */
export function parseHookInput(text: string): { readonly [key: string]: unknown } {
  if (text.length > LONGEST) throw new Error(`input of ${text.length} characters is not read`);
  let input: unknown;
  try {
    input = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Error(`input is no JSON: ${text.length} characters`); // none of them is quoted: they may be a secret
  }
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new Error('input is no JSON object');
  return input as { [key: string]: unknown };
}
