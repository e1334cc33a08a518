import { cutDown, type TranscriptReader, type TranscriptSink } from '../entry.js';
import { type Fields, getMessageText, type Message, toFields, toText } from '../message.js';

/**
 * Reads Copilot CLI transcripts: one event per line, in order. A subagent is a branch from the call that started it; a
 * rewind goes back before a message.
 */
export function readCopilot(sink: TranscriptSink): TranscriptReader {
  const parents = new Map<string, string | null>();
  /** The last entry of each subagent, and of the main agent below ''. */
  const ends = new Map<string, string | null>();
  const callers = new Map<string, string>();
  return (line, number) => {
    const [type, data] = [toText(line.type), toFields(line.data)];
    const side = toText(line.agentId);
    tell(type, data, side, sink);
    if (type === 'session.snapshot_rewind') {
      const last = parents.get(toText(data.upToEventId));
      if (last === undefined) return;
      ends.set('', last);
      sink.leaf(last);
    }
    const message = MESSAGES[type]?.(data);
    const isCut = type === 'session.compaction_complete' && data.success === true;
    if (!message && !isCut) return;
    const id = toText(line.id) || `line-${number}`;
    const begun = ends.get(side) ?? callers.get(toText(data.parentToolCallId)) ?? ends.get('') ?? null;
    const base = { id, parent: begun, at: toText(line.timestamp) || null, side: side || null, line: number };
    parents.set(id, begun);
    ends.set(side, id);
    for (const { toolCallId } of listRequests(data)) callers.set(toText(toolCallId), id);
    if (message) sink.entry({ ...base, type: 'message', message, isPrompt: isPrompt(message, data) });
    else sink.entry(cutDown(base, { summary: toText(data.summaryContent) }));
  };
}

const listRequests = ({ toolRequests }: Fields): readonly Fields[] =>
  Array.isArray(toolRequests) ? toolRequests.map(toFields) : [];

/** Reads an event as a message, by its type. */
const MESSAGES: Readonly<Record<string, (data: Fields) => Message>> = {
  'user.message': ({ content }) => ({ role: 'user', content }),
  'assistant.message': (data) => ({
    role: 'assistant',
    content: [
      ...(data.reasoningText ? [{ type: 'thinking', thinking: data.reasoningText }] : []),
      ...(data.content ? [{ type: 'text', text: data.content }] : []),
      ...listRequests(data).map(({ toolCallId: id, name, arguments: input }) => ({
        type: 'tool_use',
        id,
        name,
        input,
      })),
    ],
  }),
  'tool.execution_complete': ({ toolCallId, success, result, error, shellExecution }) => {
    const code = toFields(shellExecution).exitCode;
    const content = toText(toFields(result).content) || toText(toFields(error).message);
    const hasFailed = success === false || (typeof code === 'number' && code !== 0);
    return {
      role: 'tool',
      content: [{ type: 'tool_result', tool_use_id: toolCallId, content, is_error: hasFailed }],
    };
  },
};

/** The client writes skills, reminders and its own continuations as messages of the user, too. */
const isPrompt = (message: Message, { source, isAutopilotContinuation }: Fields): boolean =>
  message.role === 'user' &&
  (source === undefined || source === 'user') &&
  isAutopilotContinuation !== true &&
  /^[^<]/.test(getMessageText(message));

function tell(type: string, data: Fields, side: string, sink: TranscriptSink): void {
  const { sessionId, startTime, selectedModel, newModel, context, usage, postCompactionTokens } = data;
  if (type === 'session.start')
    sink.about({ id: toText(sessionId) || null, started: toText(startTime) || null });
  const model = toText(newModel) || toText(selectedModel);
  if (model !== '') sink.about({ model });
  const { cwd, branch } = type === 'session.context_changed' ? data : toFields(context);
  if (typeof cwd === 'string') sink.about({ cwd, branch: toText(branch) || null });
  if (side !== '') return;
  if (typeof postCompactionTokens === 'number') sink.context({ tokens: postCompactionTokens });
  const { inputTokens, outputTokens, maxPromptTokens } = toFields(usage);
  const tokens = (Number(inputTokens) || 0) + (Number(outputTokens) || 0);
  if (type !== 'session.usage_record' || tokens === 0) return;
  sink.usage({ message: null, tokens });
  if (typeof maxPromptTokens === 'number') sink.context({ window: maxPromptTokens });
}
