import { type CommandContext, type CommandReply, UserError } from '../../command/define-command.js';
import { createUsageError } from '../../errors.js';
import { suggestNames } from '../../text/did-you-mean.js';
import type { MessageEntry } from '../../transcripts/entry.js';
import type { SessionEvent, StoredEvent } from '../../transcripts/event.js';
import { shortenId } from '../../transcripts/render-message-tree.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { applyEvents, type SessionState } from '../../transcripts/session-state.js';
import type { SessionTree } from '../../transcripts/tree.js';

/** Returns the stored session of that id; throws if it is not stored here. */
export function getStoredSession(ctx: CommandContext, id: string | undefined) {
  const own = ctx.query('keptIds');
  const word = id ?? ctx.actor.session;
  if (word === null || word === undefined)
    throw createUsageError(
      'the session is missing',
      own.length === 0 ? 'start one: daybook sessions new' : `one of: ${own.slice(-5).join(', ')}`,
    );
  const found = own.includes(word) ? [word] : own.filter((name) => name.startsWith(word));
  const [name] = found;
  const stored = found.length === 1 && name !== undefined ? ctx.query('storedSession', name) : null;
  if (stored && name !== undefined) return { name, state: stored.state };
  if (found.length > 1)
    throw new UserError(
      'ambiguous-id',
      `${found.length} sessions begin with ${word}`,
      `give more of it: ${found[0]}`,
    );
  if (ctx.query('sessions').some(({ id: other, client }) => client !== 'daybook' && other.startsWith(word)))
    throw new UserError(
      'read-only',
      `the session ${word} belongs to another program and is read-only`,
      `to continue it: daybook sessions resume ${word}`,
    );
  const [near] = suggestNames(word, own);
  throw new UserError(
    'unknown-id',
    `there is no session ${word} here`,
    near ? `did you mean: ${near}` : `start it: daybook sessions new ${word}`,
  );
}

/** Returns the state of a session after events that are not stored yet. */
export function previewState(state: SessionState, events: readonly SessionEvent[]): SessionState {
  const at = state.about.last ?? '';
  const numbered = events.map(
    (event, index) => ({ ...event, seq: state.seq + 1 + index, prev: 0, at }) as StoredEvent,
  );
  return applyEvents(state, numbered);
}

/** Plans to append events to a session, with a message. */
export function toSessionPlan(
  name: string,
  state: SessionState,
  events: readonly SessionEvent[],
  say: string,
): CommandReply {
  return {
    message: say,
    data: { session: toSessionJson(name, previewState(state, events)) },
    sessions: [{ id: name, since: state.seq, events }],
  };
}

/** Returns a session's state without changing it. */
export const describeSession = (name: string, state: SessionState, say: string): CommandReply => ({
  message: say,
  data: { session: toSessionJson(name, state) },
});

/** Formats a stored session as JSON. */
export const toSessionJson = (name: string, state: SessionState) => ({
  id: name,
  origin: 'daybook',
  count: [...state.entries.values()].filter(({ type }) => type === 'message').length,
  leaf: state.leaf,
  labels: state.labels,
});

/** Says which sessions of agents on this machine are not read, and why; '' for none. */
export const formatUnreadSessions = (ctx: CommandContext): string =>
  ctx
    .query('unreadSessions')
    .map(({ client, what, count, why }) => `${count} of ${client} (${what}: ${why})`)
    .join(', ');

/** Lists the names of entries, by entry id. */
export function listEntryNames(state: SessionState | null): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const { name, entry } of state?.labels ?? [])
    if (entry !== null) names.set(entry, [...(names.get(entry) ?? []), name]);
  return names;
}

/** Returns true if a session ran in this workspace's folders, or in one before it was moved, or is stored in it. */
export function isSessionHere(
  ctx: CommandContext,
  { cwd, client, started }: Pick<SessionHeader, 'cwd' | 'client' | 'started'>,
): boolean {
  const { root, worktree } = ctx.query('root');
  if (client === 'daybook') return true;
  if (cwd === null) return false;
  const isBelow = (folder: string) => cwd === folder || cwd.startsWith(`${folder}/`);
  if (isBelow(root) || isBelow(worktree)) return true;
  return Object.entries(ctx.query('earlierPaths')).some(
    ([folder, until]) => isBelow(folder) && (started ?? '') < until,
  );
}

/** Returns the messages from an entry on, in file order, subagents included. */
export function listMessagesFrom(tree: SessionTree, at: string, limit: number): readonly MessageEntry[] {
  const all = [...tree.entries.values()].filter((entry): entry is MessageEntry => entry.type === 'message');
  const first = all.findIndex(({ id }) => id === at || shortenId(id) === at);
  if (first >= 0) return all.slice(first, first + Math.max(0, limit));
  throw new UserError(
    'unknown-id',
    `the session has no entry ${at}`,
    'omit --at, or use an id from a search',
  );
}
