import { cutText } from '../text/sanitize.js';
import type { SessionEvent } from './event.js';
import { formatMessagePreview, listMessageParts, type Message, toFields } from './message.js';
import { buildModelContext, type ContextMessage } from './model-context.js';
import type { SessionState } from './session-state.js';
import { listFilesAt } from './touched-files.js';

/** Ratios of the window at which a context is compacted (Mink §Compaction): soon, and at once. */
const SOFT_LIMIT = 0.7;
export const HARD_LIMIT = 0.9;

/** Returns what a context of this size needs. */
type CompactionNeed = 'none' | 'soft' | 'hard';

export const assessCompaction = (tokens: number, window: number): CompactionNeed =>
  tokens >= window * HARD_LIMIT ? 'hard' : tokens >= window * SOFT_LIMIT ? 'soft' : 'none';

/** How a context is compacted: by a summary, by leaving out the middle, or to the last messages. */
export const STRATEGIES = ['summary', 'prune', 'counter'] as const;
export type CompactionStrategy = (typeof STRATEGIES)[number];

/** Number of messages that stay verbatim at the beginning and at the end. */
export interface KeepOptions {
  readonly first: number;
  readonly last: number;
}

export const DEFAULT_KEEP: KeepOptions = { first: 1, last: 6 };

/** What a strategy keeps: `counter` keeps only the end. */
export const selectKept = (strategy: CompactionStrategy, keeping: KeepOptions): KeepOptions =>
  strategy === 'counter' ? { ...keeping, first: 0 } : keeping;

/** The input of a summariser, and the fallback summary. */
export interface CompactionCut {
  /** The messages to replace, in order. */
  readonly replaced: readonly ContextMessage[];
  /** Blocks `<memory source=…>` in them, each once, byte for byte. */
  readonly memory: readonly string[];
}

/**
 * Finds what can be removed from the active context: all between the first and the last messages, but never a call
 * without its result. Null if that is nothing.
 */
export function planCut(state: SessionState, keeping: KeepOptions = DEFAULT_KEEP): CompactionCut | null {
  const context = buildModelContext(state, state.leaf);
  const middle = context.slice(keeping.first, Math.max(keeping.first, context.length - keeping.last));
  const replaced = wholeCalls(middle, context);
  const isNothingNew =
    replaced.length === 1 && state.entries.get(replaced[0]?.id ?? '')?.type === 'compaction';
  if (replaced.length === 0 || isNothingNew) return null;
  const memory = replaced.flatMap(({ message }) => findMemory(message));
  return { replaced, memory: [...new Set(memory)] };
}

/** Returns the messages whose calls and results are all among them. */
function wholeCalls(
  middle: readonly ContextMessage[],
  context: readonly ContextMessage[],
): readonly ContextMessage[] {
  const ends = new Map(context.map(({ id, message }) => [id, callsIn(message)] as const));
  let inside = middle;
  for (;;) {
    const ids = new Set(inside.map(({ id }) => id));
    const outside = new Set(context.flatMap(({ id }) => (ids.has(id) ? [] : (ends.get(id) ?? []))));
    const whole = inside.filter(({ id }) => !ends.get(id)?.some((call) => outside.has(call)));
    if (whole.length === inside.length) return inside;
    inside = whole;
  }
}

/** The calls that a message makes or answers, by their ids. */
const callsIn = (message: Message): readonly string[] =>
  listMessageParts(message).flatMap((part) =>
    part.kind === 'call' || part.kind === 'result' ? part.id : [],
  );

const MEMORY = /<memory source=(?:"[^"]*"|'[^']*')[^>]*>[\s\S]*?<\/memory>/g;

/** Returns the memory blocks of a message. */
export const findMemory = (message: Message): readonly string[] =>
  listMessageParts(message).flatMap((part) => (part.kind === 'call' ? [] : (part.text.match(MEMORY) ?? [])));

/** One event for a whole compaction, so that one undo takes it back. */
export const toCompactionEvents = (
  state: SessionState,
  cut: CompactionCut,
  summary: string,
): readonly SessionEvent[] => [
  {
    t: 'compaction',
    parent: state.leaf,
    summary: withoutMemory(summary),
    replaces: cut.replaced.map(({ id }) => id),
    memory: cut.memory,
  },
];

/** Removes memory blocks from a summary: they are stored whole beside it. */
const withoutMemory = (summary: string): string => summary.replace(MEMORY, '').trim();

/** Returns the extractive summary: a line for each message with text, prompts first. */
export function createExtractiveSummary({ replaced }: CompactionCut, state: SessionState): string {
  const replacedGists = replaced.map(({ message }) => ({
    role: message.role,
    gist: formatMessagePreview(plain(message)),
  }));
  const request = replacedGists.filter(
    ({ role, gist }) => role === 'user' && gist !== '' && !/^[←✗]/.test(gist),
  );
  const answered = replacedGists.filter(
    ({ role, gist }) => role === 'assistant' && gist !== '' && !gist.startsWith('→'),
  );
  const list = (head: string, lines: readonly { readonly gist: string }[], most: number): string[] =>
    lines.length === 0 ? [] : [`${head}:`, ...shortOf(lines, most).map((line) => `- ${line}`)];
  const { modified } = listFilesAt(state, state.leaf);
  return [
    `${replaced.length} messages were left out.`,
    ...list('Asked', request, MOST_ASKED),
    ...list('Answered', answered, MOST_ANSWERED),
    ...(modified.length === 0 ? [] : [`Work was done on ${modified.join(', ')}.`]),
  ].join('\n');
}

const MOST_ASKED = 12;
const MOST_ANSWERED = 8;
const WIDTH = 200;

const plain = (message: Message): Message => ({ ...message, content: stripped(message.content) });

/** Returns content without memory blocks, which are stored separately. */
const stripped = (content: unknown): unknown => {
  if (typeof content === 'string') return withoutMemory(content);
  if (!Array.isArray(content)) return content;
  return content
    .map(toFields)
    .map((block) => (typeof block.text === 'string' ? { ...block, text: withoutMemory(block.text) } : block));
};

/** Returns the first and last of many lines. */
function shortOf(lines: readonly { readonly gist: string }[], most: number): readonly string[] {
  const gists = lines.map(({ gist }) => cutText(gist, WIDTH));
  if (gists.length <= most) return gists;
  const half = Math.floor(most / 2);
  return [...gists.slice(0, half), `… ${gists.length - 2 * half} more`, ...gists.slice(-half)];
}

/** Returns the replacement text of the stateless strategies: the number of messages, or nothing. */
export const countSummary = ({ replaced }: CompactionCut): string =>
  `${replaced.length} messages were left out.`;

/** Formats the standard input of a summariser. */
export const formatSummaryPrompt = ({ replaced }: CompactionCut): string =>
  [
    'Summarise this part of a conversation for the model that continues it: the goal, decisions and why, what was tried and failed, what is open. Plain text, at most 400 words.',
    ...replaced.map(({ message }) => `${message.role}: ${saidIn(message)}`),
  ].join('\n\n');

const MOST_OF_A_MESSAGE = 4000;

const saidIn = (message: Message): string =>
  listMessageParts(message)
    .map((part) => (part.kind === 'call' ? `(calls ${part.name} ${JSON.stringify(part.input)})` : part.text))
    .join('\n')
    .slice(0, MOST_OF_A_MESSAGE);
