import type { CompactionEntry, MessageEntry, SessionEntry, SessionFiles } from './entry.js';
import type { Message } from './message.js';
import { listFilesOn } from './touched-files.js';
import { findPathToEntry, type SessionTree } from './tree.js';

/** A message for a model, and its entry. */
export interface ContextMessage {
  readonly id: string;
  readonly message: Message;
}

/**
 * Returns the messages on the path to a leaf, with each compaction in the place of the first message that it replaced.
 * If it replaced all, the next message holds the summary.
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

/** Returns the entries on the path that are not before a compaction of everything. */
export function listEntriesSinceCut(tree: SessionTree, leaf: string | null): readonly SessionEntry[] {
  const path = findPathToEntry(tree, leaf);
  const cut = path.findLastIndex((entry) => entry.type === 'compaction' && entry.replaces === null);
  return path.slice(Math.max(0, cut));
}

/** Joins one answer of a model that was written in pieces. */
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

/** Formats the replacement for compacted messages: memory blocks, summary, files. */
function summaryText({ summary, memory, replaces }: CompactionEntry, files: SessionFiles): string {
  if (summary === '' && replaces === null) return ''; // the next message holds the summary
  return [
    ...memory,
    ...(summary === '' ? [] : [`Summary of the conversation so far:\n${summary}`]),
    ...formatFiles(files),
  ].join('\n\n');
}

/** Formats the file tracker; '' if it is empty. */
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
