import type { CompactionEntry, MessageEntry, SessionEntry, SessionFiles } from './entry.js';
import type { Message } from './message.js';
import { listFilesOn } from './touched-files.js';
import { findPathToEntry, type SessionTree } from './tree.js';

/** A message that a model gets, and the entry that it comes from. */
export interface ContextMessage {
  readonly id: string;
  readonly message: Message;
}

/**
 * What a model gets to read on the way to a leaf: the messages, with each compaction in the place of the first one that it
 * replaced. Where it replaced all, what follows says what came before.
 */
export function buildModelContext(tree: SessionTree, leaf: string | null): readonly ContextMessage[] {
  const path = findPathToEntry(tree, leaf);
  let context: ContextMessage[] = [];
  for (const [index, entry] of path.entries()) {
    if (entry.type === 'compaction') context = cutDown(context, entry, path.slice(0, index));
    if (entry.type !== 'message') continue;
    const last = context.at(-1);
    if (last && isContinued(last, entry)) context[context.length - 1] = joined(last, entry);
    else context.push({ id: entry.id, message: entry.message });
  }
  return context;
}

/** The entries on the way to a leaf that are not before a cut that replaced everything. */
export function listEntriesSinceCut(tree: SessionTree, leaf: string | null): readonly SessionEntry[] {
  const path = findPathToEntry(tree, leaf);
  const cut = path.findLastIndex((entry) => entry.type === 'compaction' && entry.replaces === null);
  return path.slice(Math.max(0, cut));
}

/** One answer of a model that was written down in pieces is one message. */
const isContinued = ({ message: last }: ContextMessage, { message, line }: MessageEntry): boolean =>
  line !== undefined &&
  message.role === 'assistant' &&
  typeof message.id === 'string' &&
  last.id === message.id;

const joined = (last: ContextMessage, { message }: MessageEntry): ContextMessage => ({
  id: last.id,
  message: { ...message, content: [...listed(last.message.content), ...listed(message.content)] },
});

const listed = (content: unknown): readonly unknown[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];

function cutDown(
  context: readonly ContextMessage[],
  compaction: CompactionEntry,
  before: readonly SessionEntry[],
): ContextMessage[] {
  const replaced = new Set(compaction.replaces ?? context.map(({ id }) => id));
  const place = context.findIndex(({ id }) => replaced.has(id));
  const remaining = context.filter(({ id }) => !replaced.has(id));
  const text = summaryText(compaction, listFilesOn(before));
  if (text === '') return remaining;
  const summary = { id: compaction.id, message: { role: 'user', content: text } };
  const at = place < 0 ? remaining.length : place;
  return [...remaining.slice(0, at), summary, ...remaining.slice(at)];
}

/** What stands in the context for all that a compaction replaced: memory byte for byte, the summary, and the files. */
function summaryText({ summary, memory, replaces }: CompactionEntry, files: SessionFiles): string {
  if (summary === '' && replaces === null) return ''; // what follows says it
  return [
    ...memory,
    ...(summary === '' ? [] : [`Summary of the conversation so far:\n${summary}`]),
    ...formatFiles(files),
  ].join('\n\n');
}

/** The file tracker in words; nothing where there are none. */
export function formatFiles({ read, modified }: SessionFiles): readonly string[] {
  const list = (head: string, paths: readonly string[]) =>
    paths.length === 0 ? [] : [`${head}:\n${paths.map((path) => `- ${path}`).join('\n')}`];
  return [
    ...list('Files changed', modified),
    ...list(
      'Files read',
      read.filter((path) => !modified.includes(path)),
    ),
  ];
}
