import { cutDown, type TranscriptReader, type TranscriptSink } from '../entry.js';
import { type Fields, fieldsOf, type Message, messageText, parseJsonObject, textOf } from '../message.js';

/** Reads what Codex writes: items of one conversation in their order, with events between them. */
export function readCodex(sink: TranscriptSink): TranscriptReader {
  let last: string | null = null;
  let typed = { words: '', id: '', by: '' };
  let parentOfTyped: string | null = null;
  return (line, number) => {
    const payload = fieldsOf(line.payload);
    const at = textOf(line.timestamp) || null;
    tell(line, payload, sink);
    const message = messageOf(line, payload);
    const words = message?.role === 'user' ? messageText(message) : '';
    const isSame = words !== '' && words === typed.words && line.type !== typed.by;
    if (isSame) typed = { ...typed, words: '' }; // told twice is told: the same words again are another prompt
    if (line.type === 'event_msg' && isSame) return;
    const id = isSame ? typed.id : textOf(payload.id) || `line-${number}`;
    const parent = isSame ? parentOfTyped : last;
    if (message) {
      const isPrompt = /^(?!<|# AGENTS\.md)\S/.test(words);
      sink.entry({ type: 'message', id, parent, at, side: null, message, isPrompt, line: number });
    } else if (line.type === 'compacted') {
      const summary = textOf(payload.message);
      sink.entry(cutDown({ id, parent, at, side: null, line: number }, { summary }));
    } else return;
    if (message) typed = { words: isSame ? '' : words, id, by: textOf(line.type) };
    parentOfTyped = parent;
    last = id;
  };
}

/** What a line is as a message. Older versions tell what was typed by an event too, or by an event alone. */
function messageOf({ type }: Fields, payload: Fields): Message | null {
  if (type === 'event_msg')
    return payload.type === 'user_message' ? { role: 'user', content: textOf(payload.message) } : null;
  return type === 'response_item' ? (ITEMS[String(payload.type)]?.(payload) ?? null) : null;
}

/** What an item of the model's own list is as a message. */
const ITEMS: Readonly<Record<string, (item: Fields) => Message>> = {
  message: ({ role, content }) => ({ role: textOf(role), content }),
  reasoning: ({ summary }) => ({
    role: 'assistant',
    content: [{ type: 'thinking', thinking: messageText({ role: '', content: summary }) }],
  }),
  function_call: call,
  custom_tool_call: call,
  local_shell_call: call,
  function_call_output: result,
  custom_tool_call_output: result,
};

function call({ id, call_id, name, namespace, arguments: given, input, action }: Fields): Message {
  const full = [textOf(namespace), textOf(name) || 'shell'].filter(Boolean).join('__');
  const said = typeof given === 'string' ? (parseJsonObject(given) ?? { given }) : (action ?? { input });
  return {
    role: 'assistant',
    content: [{ type: 'tool_use', id: textOf(call_id) || textOf(id), name: full, input: said }],
  };
}

function result({ call_id, output }: Fields): Message {
  const content = typeof output === 'string' ? output : (fieldsOf(output).content ?? output);
  const block = { type: 'tool_result', tool_use_id: textOf(call_id), content, is_error: hasFailed(output) };
  return { role: 'tool', content: [block] };
}

/** A command tells how it ended in a field, or in the first lines of what it gives back. */
function hasFailed(output: unknown): boolean {
  const told = typeof output === 'string' ? (parseJsonObject(output) ?? {}) : fieldsOf(output);
  const code = fieldsOf(told.metadata).exit_code ?? fieldsOf(told.metadata).exitCode;
  if (typeof code === 'number') return code !== 0;
  if (told.success === false) return true;
  const head = (typeof output === 'string' ? output : textOf(told.content)).slice(0, HEAD);
  const [, ended] = /^(?:Exit code:|Process exited with code) (\d+)/m.exec(head) ?? [];
  return ended !== undefined && ended !== '0';
}

const HEAD = 400;

function tell(line: Fields, payload: Fields, sink: TranscriptSink): void {
  if (line.type === 'session_meta') {
    const { id, session_id, cwd, git, timestamp } = payload;
    sink.about({
      id: textOf(id) || textOf(session_id) || null,
      cwd: textOf(cwd) || null,
      branch: textOf(fieldsOf(git).branch) || null,
      started: textOf(timestamp) || null,
    });
  }
  if (line.type === 'turn_context' && typeof payload.model === 'string') sink.about({ model: payload.model });
  if (typeof payload.model_context_window === 'number')
    sink.context({ window: payload.model_context_window });
  if (payload.type !== 'token_count') return;
  const info = fieldsOf(payload.info);
  const tokens = Number(fieldsOf(info.last_token_usage).total_tokens) || 0;
  if (tokens > 0) sink.usage({ message: null, tokens });
  if (typeof info.model_context_window === 'number') sink.context({ window: info.model_context_window });
}
