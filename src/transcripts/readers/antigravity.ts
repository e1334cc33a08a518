import { cutDown, type TranscriptReader, type TranscriptSink } from '../entry.js';
import { type Fields, getMessageText, type Message, toFields, toText } from '../message.js';
import { normalizeArguments } from '../tool-names.js';

/**
 * Reads Antigravity transcripts: numbered steps in order. The steps after an answer are the results of its calls, one by
 * one, so a call is named by the step of its result.
 */
export function readAntigravity(sink: TranscriptSink): TranscriptReader {
  const parents = new Map<string, string | null>();
  let last: string | null = null;
  return (line, number) => {
    const step = typeof line.step_index === 'number' ? line.step_index : number;
    const id = `step-${step}`;
    const message = toMessage(line, step);
    const isCut = line.type === 'CHECKPOINT';
    if (!message && !isCut) return;
    // A step may be written again when it is done.
    const parent = parents.has(id) ? (parents.get(id) ?? null) : last;
    parents.set(id, parent);
    const base = { id, parent, at: toText(line.created_at) || null, side: null, line: number };
    if (message) {
      const isPrompt = message.role === 'user' && /^[^<]/.test(getMessageText(message));
      sink.entry({ ...base, type: 'message', message, isPrompt });
      for (const { args } of listCalls(line)) {
        const cwd = toText(unquote(toFields(args).Cwd));
        if (cwd !== '') sink.about({ cwd });
      }
    } else sink.entry(cutDown(base, { summary: toText(line.content) }));
    last = id;
    const { input_tokens, output_tokens } = toFields(line.usage);
    const tokens = (Number(input_tokens) || 0) + (Number(output_tokens) || 0);
    if (tokens > 0) sink.usage({ message: id, tokens });
    if (typeof line.model === 'string') sink.about({ model: line.model });
  };
}

function toMessage(line: Fields, step: number): Message | null {
  const content = toText(line.content) || toText(toFields(line.content).text);
  if (line.type === 'USER_INPUT') return { role: 'user', content: removeWrapping(content) };
  if (line.type !== 'PLANNER_RESPONSE' && line.source !== 'MODEL') return null;
  const calls = listCalls(line).map(({ name, args }, place) => ({
    type: 'tool_use',
    id: `step-${step + 1 + place}`,
    name,
    input: normalizeArguments(
      Object.fromEntries(Object.entries(toFields(args)).map(([key, value]) => [key, unquote(value)])),
    ),
  }));
  if (line.type !== 'PLANNER_RESPONSE' && calls.length === 0) {
    const hasFailed = line.status === 'ERROR' || /exited with code [1-9]/.test(content.slice(0, HEAD));
    const result = { type: 'tool_result', tool_use_id: `step-${step}`, content, is_error: hasFailed };
    return { role: 'tool', content: [result] };
  }
  const thinking = toText(line.thinking);
  return {
    role: 'assistant',
    content: [
      ...(thinking === '' ? [] : [{ type: 'thinking', thinking }]),
      ...(content === '' ? [] : [{ type: 'text', text: content }]),
      ...calls,
    ],
  };
}

/** The exit status is in the first lines of an output. */
const HEAD = 400;

const listCalls = ({ tool_calls: calls }: Fields): readonly Fields[] =>
  Array.isArray(calls) ? calls.map(toFields) : [];

/** The text of the user, without what the client puts around it. */
const removeWrapping = (text: string): string =>
  text
    .replace(/<(ADDITIONAL_METADATA|USER_SETTINGS_CHANGE)>[\s\S]*?<\/\1>/g, '')
    .replace(/^\s*<USER_REQUEST>|<\/USER_REQUEST>\s*$/g, '')
    .trim();

/** Older versions write each argument as JSON in a string. */
function unquote(value: unknown): unknown {
  if (typeof value !== 'string' || !/^["[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
