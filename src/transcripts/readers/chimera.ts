import { cutDown, type TranscriptReader, type TranscriptSink } from '../entry.js';
import { type Fields, getMessageText, type Message, toFields, toText } from '../message.js';

/**
 * Reads Chimera's files (Mink §Persistence): a session file with all its messages, events of a log, and entries of its
 * tree. Each is one line.
 */
export function readChimera(sink: TranscriptSink): TranscriptReader {
  const said = createChain(sink);
  return (line, number) => {
    tell(line, sink);
    if (Array.isArray(line.messages))
      for (const one of line.messages) said.message(toFields(one), line, number);
    else if (typeof line.type === 'string') (EVENTS[line.type] ?? passOver)(line, said, number);
  };
}

interface Chain {
  message(message: Fields, from: Fields, number: number): void;
  compaction(line: Fields, number: number): void;
  state(todos: unknown, number: number): void;
  leaf(id: string): void;
}

type Event = (line: Fields, chain: Chain, number: number) => void;

const passOver: Event = () => undefined;

/** Reads a line by its type, of the event log or of the tree. */
const EVENTS: Readonly<Record<string, Event>> = {
  user_message: (line, chain, number) =>
    chain.message({ role: 'user', content: dataOf(line).content }, line, number),
  agent_result: (line, chain, number) =>
    chain.message({ role: 'assistant', content: dataOf(line).output }, line, number),
  todo_write: (line, chain, number) => chain.state(dataOf(line).todos, number),
  message: (line, chain, number) => chain.message(toFields(line.message), line, number),
  compaction: (line, chain, number) => chain.compaction(line, number),
};

/** Returns an event's data; old ones have it at the top level. */
const dataOf = (line: Fields): Fields => ({ ...line, ...toFields(line.metadata) });

function createChain(sink: TranscriptSink): Chain {
  let last: string | null = null;
  let count = 0;
  const idOf = (from: Fields): string =>
    toText(from.event_id) ||
    toText(dataOf(from).event_id) ||
    (from.messages ? '' : toText(from.id)) ||
    `m${count}`;
  const parentOf = (from: Fields): string | null =>
    from.type === 'message' || from.type === 'compaction' ? toText(from.parent_id) || null : last;
  return {
    message(raw, from, number) {
      const message: Message = { ...raw, role: toText(raw.role) || 'user' };
      if (message.content === undefined && message.tool_calls === undefined) return;
      count++;
      const [id, parent, at] = [idOf(from), parentOf(from), timeOf(from)];
      const isPrompt = message.role === 'user' && getMessageText(message) !== '';
      sink.entry({ type: 'message', id, parent, at, side: null, message, isPrompt, line: number });
      last = id;
    },
    compaction(line, number) {
      count++;
      const [id, parent, at, summary] = [idOf(line), parentOf(line), timeOf(line), toText(line.summary)];
      sink.entry(cutDown({ id, parent, at, side: null, line: number }, { summary }));
      last = id;
    },
    state(todos, number) {
      if (!Array.isArray(todos)) return;
      count++;
      const id = `m${count}`;
      const items = todos.map((todo) => ({ content: '', status: 'pending', ...toFields(todo) }));
      sink.entry({ type: 'state', id, parent: last, at: null, side: null, todos: items, line: number });
      last = id;
    },
    leaf: (id) => sink.leaf(id),
  };
}

/** Times are seconds since 1970, or ISO 8601. */
function timeOf(line: Fields): string | null {
  const { timestamp, ts, created_at } = line;
  const time = timestamp ?? ts ?? created_at;
  const ms = typeof time === 'number' ? time * 1000 : Date.parse(toText(time));
  return Number.isFinite(ms) && ms > 0 ? new Date(ms).toISOString() : null;
}

function tell(line: Fields, sink: TranscriptSink): void {
  const id = toText(line.session_id) || toText(line.run_id);
  if (id !== '') sink.about({ id });
  const cwd = toText(line.cwd) || toText(toFields(line.metadata).cwd);
  if (cwd !== '') sink.about({ cwd });
  if (typeof line.model === 'string') sink.about({ model: line.model });
  if (typeof line.title === 'string' && line.title !== '') sink.about({ title: line.title });
  for (const key of ['started_at', 'created_at'] as const)
    if (line[key] !== undefined) sink.about({ started: timeOf({ timestamp: line[key] }) });
}
