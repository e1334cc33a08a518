import { cutDown, type TranscriptReader, type TranscriptSink } from '../entry.js';
import { type Fields, getMessageText, type Message, toFields, toText } from '../message.js';
import { normalizeArguments } from '../tool-names.js';

/**
 * Reads OpenCode sessions. Each line holds one part of a message, and the message. The session of a subagent is a branch that
 * begins at the call which started it.
 */
export function readOpenCode(sink: TranscriptSink): TranscriptReader {
  const ends = new Map<string, string>();
  const callers = new Map<string, string>();
  let main: string | null = null;
  return (line, number) => {
    const [session, info, part] = [toText(line.session), toFields(line.message), toFields(line.part)];
    main ??= session;
    const side = session === main ? null : session;
    const time = toFields(part.time ?? toFields(part.state).time);
    const at = toTime(time.start ?? toFields(info.time).created);
    const base = { at, side, line: number };
    let parent = ends.get(session) ?? callers.get(session) ?? null;
    const add = (id: string, message: Message, isPrompt: boolean): void => {
      sink.entry({ ...base, type: 'message', id, parent, message, isPrompt });
      ends.set(session, id);
      parent = id;
    };
    if (side === null) tell(line, sink);
    const id = toText(line.id) || `line-${number}`;
    const role = toText(info.role) || 'assistant';
    if (part.type === 'text' && part.ignored !== true) {
      const message = { role, content: toText(part.text) };
      if (message.content === '') return;
      add(id, message, role === 'user' && part.synthetic !== true && /^[^<]/.test(getMessageText(message)));
    } else if (part.type === 'reasoning' && toText(part.text) !== '')
      add(id, { role, content: [{ type: 'thinking', thinking: part.text }] }, false);
    else if (part.type === 'tool') {
      const { call, result, started } = readTool(part);
      add(id, { role, content: [call] }, false);
      if (started !== '') callers.set(started, id);
      if (result) add(`${id}/result`, { role: 'tool', content: [result] }, false);
    } else if (part.type === 'compaction') {
      sink.entry(cutDown({ ...base, id, parent }, {}));
      ends.set(session, id);
    }
  };
}

/** Reads a call with its result, and the session of the subagent that it started. */
function readTool({ tool, callID, state }: Fields) {
  const { status, input, output, error, metadata } = toFields(state);
  const { exit, sessionId } = toFields(metadata);
  const call = { type: 'tool_use', id: callID, name: tool, input: normalizeArguments(toFields(input)) };
  const hasFailed = status === 'error' || (typeof exit === 'number' && exit !== 0);
  const isDone = status === 'completed' || status === 'error';
  const content = toText(output) || toText(error);
  return {
    call,
    result: isDone ? { type: 'tool_result', tool_use_id: callID, content, is_error: hasFailed } : null,
    started: toText(sessionId),
  };
}

function tell(line: Fields, sink: TranscriptSink): void {
  const [info, part, about] = [toFields(line.message), toFields(line.part), toFields(line.about)];
  if (typeof about.id === 'string')
    sink.about({
      id: about.id,
      cwd: toText(about.directory) || null,
      ...(/^(?!New session - )\S/.test(toText(about.title)) ? { title: toText(about.title) } : {}),
      started: toTime(toFields(about.time).created),
    });
  if (typeof info.modelID === 'string') sink.about({ model: info.modelID });
  if (part.type !== 'step-finish') return;
  const { input, output, cache } = toFields(part.tokens);
  const { read, write } = toFields(cache);
  const tokens = [input, output, read, write].reduce<number>((sum, one) => sum + (Number(one) || 0), 0);
  if (tokens > 0) sink.usage({ message: toText(line.id) || null, tokens });
}

/** Times are ms since 1970. */
const toTime = (ms: unknown): string | null =>
  typeof ms === 'number' && ms > 0 && ms < 8.64e15 ? new Date(ms).toISOString() : null;
