import type { MessageEntry, SessionEntry, SessionMetadata, Todo, TranscriptSink } from './entry.js';
import { selectErrorLines } from './error-lines.js';
import {
  callPreview,
  findFiles,
  getMessageText,
  listMessageParts,
  type MessagePart,
  toFields,
  toText,
} from './message.js';

/** What a session did, from its transcript: the input for day notes and hand-offs. */
export interface SessionSummary {
  readonly about: Partial<SessionMetadata>;
  /** ISO 8601 in UTC; null if unknown. */
  readonly first: string | null;
  readonly last: string | null;
  /** Prompts, in order. */
  readonly prompts: readonly PromptRecord[];
  /** Tool calls, in order, those of subagents included. */
  readonly calls: readonly ToolCallRecord[];
  /** Minutes of work; pauses of half an hour or more do not count. */
  readonly minutes: number;
  /** Open to-dos at its end. */
  readonly todos: readonly string[];
}

export interface PromptRecord {
  readonly at: string | null;
  readonly text: string;
  /** The last text of the agent before the next prompt; '' if it wrote none. */
  readonly answer: string;
}

/** A tool call. */
export interface ToolCallRecord {
  readonly at: string | null;
  readonly tool: string;
  /** What it was called with, on one line. */
  readonly input: string;
  /** False where it failed. */
  readonly ok: boolean;
  /** Relative to the session's folder, where they lie below it. */
  readonly files: readonly string[];
  /** Of a failed call: its error lines, the most specific first. */
  readonly errors?: readonly string[];
}

const PAUSE_MS = 30 * 60_000;
const MOST_OF_A_PROMPT = 2000;
const MOST_OF_AN_INPUT = 400;
/** Limits of one session's lists. */
const MOST_CALLS = 20_000;
const MOST_PROMPTS = 2000;
const MOST_FILES = 20;

/** Summarises a session; `clean` redacts secrets before a text is cut. */
export function createSummaryFold(
  clean: (text: string) => string,
): TranscriptSink & { readonly end: () => SessionSummary } {
  const prompts = new Map<string, PromptRecord>();
  const calls = new Map<string, ToolCallRecord>();
  let about: Partial<SessionMetadata> = {};
  let first: string | null = null;
  let last: string | null = null;
  let [latest, worked] = [Number.NaN, 0];
  let todos: readonly string[] = [];
  let latestPrompt = '';
  const passed = (entry: SessionEntry): void => {
    if (entry.side !== null || entry.at === null) return;
    const at = Date.parse(entry.at);
    if (at - latest > 0 && at - latest < PAUSE_MS) worked += at - latest;
    if (!(at <= latest)) latest = at;
    first ??= entry.at;
    last = entry.at;
  };
  const called = (
    part: MessagePart & { readonly kind: 'call' },
    entry: MessageEntry,
    index: number,
  ): void => {
    const files = findFiles(part.input).slice(0, MOST_FILES);
    const input = clean(callPreview(part.input)).replace(/\s+/g, ' ').trim().slice(0, MOST_OF_AN_INPUT);
    const id = part.id || `${entry.id} ${index}`;
    if (calls.size < MOST_CALLS || calls.has(id))
      calls.set(id, {
        at: entry.at,
        tool: part.name || 'a tool',
        input,
        ok: calls.get(id)?.ok ?? true,
        files,
      });
    if (entry.side === null && PLANS.test(part.name)) todos = openIn(part.input);
  };
  const answered = (text: string): void => {
    const prompt = prompts.get(latestPrompt);
    if (prompt && text.trim() !== '') prompts.set(latestPrompt, { ...prompt, answer: ends(clean(text)) });
  };
  const message = (entry: MessageEntry): void => {
    for (const [index, part] of listMessageParts(entry.message).entries()) {
      if (part.kind === 'call') called(part, entry, index);
      const known = part.kind === 'result' && part.failed ? calls.get(part.id) : undefined;
      if (known && part.kind === 'result')
        calls.set(part.id, { ...known, ok: false, errors: selectErrorLines(clean(cutOutput(part.text))) });
    }
    if (entry.side !== null) return;
    if (entry.message.role === 'assistant') answered(getMessageText(entry.message));
    if (!entry.isPrompt || prompts.size >= MOST_PROMPTS) return;
    latestPrompt = entry.id;
    const known = prompts.get(entry.id);
    prompts.set(entry.id, {
      at: entry.at,
      text: ends(clean(getMessageText(entry.message))),
      answer: known?.answer ?? '',
    });
  };
  return {
    entry(entry) {
      passed(entry);
      if (entry.type === 'message') message(entry);
      if (entry.type === 'state' && entry.todos)
        todos = entry.todos.filter(isOpen).map(({ content }) => content);
    },
    about(fields) {
      about = { ...about, ...fields };
    },
    usage: () => undefined,
    context: () => undefined,
    leaf: () => undefined,
    end: () => ({
      about,
      first,
      last,
      prompts: [...prompts.values()],
      calls: [...calls.values()].map((call) => below(call, about.cwd ?? null)),
      minutes: Math.round(worked / 60_000),
      todos: todos.map((todo) => clean(todo).slice(0, MOST_OF_AN_INPUT)),
    }),
  };
}

/** Tools that update the to-do list. */
const PLANS = /^(?:TodoWrite|todo_?write|write_todos|update_plan)$/i;

/** Returns the open items of a plan of any client. */
function openIn(input: unknown): readonly string[] {
  const { todos, plan } = toFields(input);
  const list = Array.isArray(todos) ? todos : Array.isArray(plan) ? plan : [];
  return list.map(toFields).flatMap(({ content, step, description, status }) => {
    const text = toText(content) || toText(step) || toText(description);
    return text !== '' && isOpen({ content: text, status: toText(status) }) ? [text] : [];
  });
}

/** Returns true for an item that is neither done nor cancelled. */
const isOpen = ({ status }: Todo): boolean => !/^(?:completed?|done|cancell?ed)$/i.test(status);

/** The beginning and the end of an output. */
const cutOutput = (text: string): string =>
  text.length <= 2 * MOST_OF_AN_OUTPUT
    ? text
    : `${text.slice(0, MOST_OF_AN_OUTPUT)}\n${text.slice(-MOST_OF_AN_OUTPUT)}`;

const MOST_OF_AN_OUTPUT = 8 * 1024;

/** Shortens a prompt or answer to its beginning and its end, where the request or the result is. */
const ends = (text: string): string =>
  text.length <= MOST_OF_A_PROMPT
    ? text
    : `${text.slice(0, (MOST_OF_A_PROMPT * 3) / 4)}\n\n${text.slice(-MOST_OF_A_PROMPT / 4)}`;

function below(call: ToolCallRecord, folder: string | null): ToolCallRecord {
  if (folder === null) return call;
  const short = (path: string) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path);
  return { ...call, input: short(call.input), files: call.files.map(short) };
}
