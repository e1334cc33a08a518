import { countCodexTokens } from '../context-tokens.js';
import { cutDown, type TranscriptReader, type TranscriptSink } from '../entry.js';
import { type Fields, getMessageText, type Message, parseJsonObject, toFields, toText } from '../message.js';

/** Reads Codex transcripts: items of one conversation in order, with events between them. */
export function readCodex(sink: TranscriptSink): TranscriptReader {
  let last: string | null = null;
  let typed = { words: '', id: '', by: '' };
  let parentOfTyped: string | null = null;
  return (line, number) => {
    const payload = toFields(line.payload);
    const at = toText(line.timestamp) || null;
    tell(line, payload, sink);
    const message = messageOf(line, payload);
    const words = message?.role === 'user' ? getMessageText(message) : '';
    const isSame = words !== '' && words === typed.words && line.type !== typed.by;
    if (isSame) typed = { ...typed, words: '' }; // a prompt is written twice; the next equal one is another prompt
    if (line.type === 'event_msg' && isSame) return;
    const id = isSame ? typed.id : toText(payload.id) || `line-${number}`;
    const parent = isSame ? parentOfTyped : last;
    if (message) {
      const isPrompt = /^(?!<|# AGENTS\.md)\S/.test(words);
      sink.entry({ type: 'message', id, parent, at, side: null, message, isPrompt, line: number });
    } else if (line.type === 'compacted') {
      const summary = toText(payload.message);
      sink.entry(cutDown({ id, parent, at, side: null, line: number }, { summary }));
    } else return;
    if (message) typed = { words: isSame ? '' : words, id, by: toText(line.type) };
    parentOfTyped = parent;
    last = id;
  };
}

/** Reads a line as a message. Older versions write a prompt as an event too, or only as an event. */
function messageOf({ type }: Fields, payload: Fields): Message | null {
  if (type === 'event_msg')
    return payload.type === 'user_message' ? { role: 'user', content: toText(payload.message) } : null;
  return type === 'response_item' ? (ITEMS[String(payload.type)]?.(payload) ?? null) : null;
}

/** Reads a response item as a message. */
const ITEMS: Readonly<Record<string, (item: Fields) => Message>> = {
  message: ({ role, content }) => ({ role: toText(role), content }),
  reasoning: ({ summary }) => ({
    role: 'assistant',
    content: [{ type: 'thinking', thinking: getMessageText({ role: '', content: summary }) }],
  }),
  function_call: call,
  custom_tool_call: call,
  local_shell_call: call,
  function_call_output: result,
  custom_tool_call_output: result,
};

function call({ id, call_id, name, namespace, arguments: args, input, action }: Fields): Message {
  const full = [toText(namespace), toText(name) || 'shell'].filter(Boolean).join('__');
  const said = typeof args === 'string' ? (parseJsonObject(args) ?? { args }) : (action ?? { input });
  return {
    role: 'assistant',
    content: [{ type: 'tool_use', id: toText(call_id) || toText(id), name: full, input: said }],
  };
}

function result({ call_id, output }: Fields): Message {
  const content = typeof output === 'string' ? output : (toFields(output).content ?? output);
  const block = { type: 'tool_result', tool_use_id: toText(call_id), content, is_error: hasFailed(output) };
  return { role: 'tool', content: [block] };
}

/** The exit status of a command is a field, or in the first lines of its output. */
function hasFailed(output: unknown): boolean {
  const outputFields = typeof output === 'string' ? (parseJsonObject(output) ?? {}) : toFields(output);
  const code = toFields(outputFields.metadata).exit_code ?? toFields(outputFields.metadata).exitCode;
  if (typeof code === 'number') return code !== 0;
  if (outputFields.success === false) return true;
  const head = (typeof output === 'string' ? output : toText(outputFields.content)).slice(0, HEAD);
  const [, ended] = /^(?:Exit code:|Process exited with code) (\d+)/m.exec(head) ?? [];
  return ended !== undefined && ended !== '0';
}

const HEAD = 400;

function tell(line: Fields, payload: Fields, sink: TranscriptSink): void {
  if (line.type === 'session_meta') {
    const { id, session_id, cwd, git, timestamp } = payload;
    sink.about({
      id: toText(id) || toText(session_id) || null,
      cwd: toText(cwd) || null,
      branch: toText(toFields(git).branch) || null,
      started: toText(timestamp) || null,
    });
  }
  if (line.type === 'turn_context' && typeof payload.model === 'string') sink.about({ model: payload.model });
  if (typeof payload.model_context_window === 'number')
    sink.context({ window: payload.model_context_window });
  if (payload.type !== 'token_count') return;
  const info = toFields(payload.info);
  const tokens = countCodexTokens(payload);
  if (tokens > 0) sink.usage({ message: null, tokens });
  if (typeof info.model_context_window === 'number') sink.context({ window: info.model_context_window });
}
