import {
  type CommandContext,
  type CommandReply,
  type Notice,
  UserError,
} from '../../command/define-command.js';
import type { KeptSession } from '../../command/queries.js';
import { createUsageError } from '../../errors.js';
import { pluralize } from '../../text/pluralize.js';
import { estimateTokens } from '../../text/tokens/estimate.js';
import { parseAppendInput } from '../../transcripts/append-input.js';
import {
  assessCompaction,
  type CompactionStrategy,
  countSummary,
  createExtractiveSummary,
  DEFAULT_KEEP,
  formatSummaryPrompt,
  HARD_LIMIT,
  planCut,
  STRATEGIES,
  selectKept,
  toCompactionEvents,
} from '../../transcripts/compact.js';
import type { SessionEvent } from '../../transcripts/event.js';
import { buildModelContext, formatFiles } from '../../transcripts/model-context.js';
import {
  appendMessages,
  forkAt,
  labelEntry,
  switchTo,
  UnknownEntryError,
  undoTo,
} from '../../transcripts/operations.js';
import { formatEntryLine, shortenId } from '../../transcripts/render-message-tree.js';
import { createSessionId } from '../../transcripts/session-id.js';
import { findTodos, type SessionState } from '../../transcripts/session-state.js';
import { listFilesAt } from '../../transcripts/touched-files.js';
import { findPathToEntry, type SessionTree } from '../../transcripts/tree.js';
import {
  describeSession,
  getStoredSession,
  previewState,
  toSessionJson,
  toSessionPlan,
} from './find-session.js';

/** Creates a session; an existing session of that id is left unchanged. */
export function createSession(
  ctx: CommandContext,
  id: string | undefined,
  engine: string | undefined,
): CommandReply {
  const named = id ?? createSessionId(ctx.now, ctx.ids.mint());
  const old = ctx.query('storedSession', named);
  if (old) return describeSession(named, old.state, `Session ${named} already exists.`);
  const begins = engineNamed(engine ?? ctx.settings['sessions.engine']);
  const cwd = ctx.query('root').worktree;
  const header: SessionEvent = {
    t: 'header',
    session: named,
    cwd,
    branch: ctx.query('branch'),
    by: ctx.actor.by,
  };
  return {
    message: `Started session ${named} (${begins === 'log' ? 'event log' : 'file'}): daybook sessions append ${named} --input -`,
    data: { session: { id: named, origin: 'daybook', count: 0, leaf: null, engine: begins } },
    sessions: [{ id: named, since: 0, events: [header], begins }],
  };
}

/** Appends messages after the active leaf. */
export function appendToSession(
  ctx: CommandContext,
  id: string | undefined,
  input: string | undefined,
): CommandReply {
  const { name, state } = getStoredSession(ctx, id);
  if (input === undefined || input.trim() === '')
    throw createUsageError(
      'no messages are given',
      `write: daybook sessions append ${name} --input FILE, or - for standard input`,
    );
  const parsed = parseAppendInput(input);
  if (!parsed)
    throw new UserError(
      'bad-input',
      'a message has no role',
      'write {"role":"user","content":"…"}, a list of such, or one a line',
    );
  const events = appendMessages(state, parsed.messages, parsed);
  const what = [
    pluralize(parsed.messages.length, 'message'),
    ...(parsed.todos ? [pluralize(parsed.todos.length, 'todo')] : []),
    ...(parsed.files ? ['files'] : []),
  ].join(', ');
  const eased = adviseCompaction(ctx, name, previewState(state, events));
  const say = [`Appended ${what} to ${name}.`, eased.say].filter(Boolean).join('\n');
  return toSessionPlan(name, state, [...events, ...eased.events], say);
}

/** Creates a named branch at an entry and switches to it. */
export function branchSession(
  ctx: CommandContext,
  id: string | undefined,
  name: string | undefined,
  at: string | undefined,
): CommandReply {
  const stored = getStoredSession(ctx, id);
  if (name === undefined)
    throw createUsageError(
      'the name of the branch is missing',
      `write: daybook sessions branch ${stored.name} NAME`,
    );
  const events = placed(() =>
    at === undefined ? forkAt(stored.state, name) : forkAt(stored.state, name, at),
  );
  const from = at ?? stored.state.leaf ?? 'the beginning';
  return toSessionPlan(
    stored.name,
    stored.state,
    events,
    `The branch ${name} of ${stored.name} starts at ${shortenId(from)}; new messages go there.`,
  );
}

/** Switches to an entry, or to the tip of a branch. */
export function switchSession(
  ctx: CommandContext,
  id: string | undefined,
  to: string | undefined,
): CommandReply {
  const { name, state } = getStoredSession(ctx, id);
  if (to === undefined)
    throw createUsageError('the place to switch to is missing', `list them: daybook sessions tree ${name}`);
  const events = placed(() => switchTo(state, to));
  return toSessionPlan(name, state, events, `${name} is now at ${to}.`);
}

/** Undoes the last step, or all steps since a checkpoint. */
export function undoSession(
  ctx: CommandContext,
  id: string | undefined,
  to: string | undefined,
): CommandReply {
  const { name, state } = getStoredSession(ctx, id);
  const events = placed(() => undoTo(state, to));
  if (events.length === 0) return describeSession(name, state, `${name} is already at ${to}.`);
  const event = events[0];
  const leaf = event && 'leaf' in event ? event.leaf : null;
  const entry = leaf === null ? undefined : state.entries.get(leaf);
  const where = entry ? `${entry.id} ${formatEntryLine(entry)}` : 'its beginning';
  return toSessionPlan(
    name,
    state,
    events,
    `Undid ${to === undefined ? 'the last step' : `all since ${to}`}: ${name} is at ${where}`,
  );
}

/** Moves a session to the other storage engine. */
export function migrateSession(
  ctx: CommandContext,
  id: string | undefined,
  engine: string | undefined,
): CommandReply {
  const { name, state } = getStoredSession(ctx, id);
  if (engine === undefined)
    throw createUsageError('the engine is missing', `write: daybook sessions migrate ${name} --engine log`);
  const to = engineNamed(engine);
  if (ctx.query('storedSession', name)?.engine === to)
    return describeSession(name, state, `${name} already uses this engine.`);
  return {
    ...describeSession(name, state, `${name} is now stored as ${to === 'log' ? 'an event log' : 'a file'}.`),
    sessions: [{ id: name, since: state.seq, events: [], engine: to }],
  };
}

/** Names the current place of a session; without a name lists its checkpoints. */
export function checkpointSession(
  ctx: CommandContext,
  id: string | undefined,
  name: string | undefined,
  act: 'add' | 'list',
): CommandReply {
  const stored = getStoredSession(ctx, id);
  if (act === 'list' || name === undefined) return checkpoints(stored.name, stored.state);
  const events = labelEntry(stored.state, name, 'checkpoint');
  return toSessionPlan(
    stored.name,
    stored.state,
    events,
    `Checkpoint ${name} of ${stored.name}; back to it: daybook sessions undo ${stored.name} --to ${name}`,
  );
}

function checkpoints(name: string, state: SessionState): CommandReply {
  const found = state.labels.filter(({ as }) => as === 'checkpoint');
  return {
    message:
      found.length === 0
        ? `${name} has no checkpoint yet.`
        : `${pluralize(found.length, 'checkpoint')} of ${name}:`,
    items: found.map((label) => {
      const entry = label.entry === null ? undefined : state.entries.get(label.entry);
      return {
        what: `**${label.name}** ${entry ? `${entry.id} ${formatEntryLine(entry)}` : 'its beginning'}`,
      };
    }),
    data: { session: toSessionJson(name, state), checkpoints: found },
  };
}

/** Prints what a new conversation needs to continue a session of any client; `planned` are its open to-dos by its tool calls. */
export function resumeBrief(
  tree: SessionTree,
  head: string,
  goal: string | null,
  planned: readonly string[],
): CommandReply {
  const context = buildModelContext(tree, tree.leaf);
  const own = findTodos(tree, tree.leaf);
  const todos = own.length > 0 ? own : planned.map((content) => ({ content, status: 'pending' }));
  const files = listFilesAt(tree, tree.leaf);
  const open = todos.filter(({ status }) => status !== 'completed' && status !== 'done');
  const last = findPathToEntry(tree, tree.leaf)
    .filter(({ type }) => type === 'message')
    .slice(-LAST_SHOWN);
  return {
    message: [
      `Continuing ${head}: ${pluralize(context.length, 'message')} in the context.`,
      ...(goal === null ? [] : [`Goal: ${goal}`]),
      ...(open.length === 0 ? [] : [`To do:\n${open.map(({ content }) => `- ${content}`).join('\n')}`]),
      ...formatFiles(files),
      'Last messages:',
    ].join('\n'),
    items: last.map((entry) => ({ what: `${shortenId(entry.id)} ${formatEntryLine(entry)}` })),
    data: { messages: context.map(({ message }) => message), todos, files },
  };
}

const LAST_SHOWN = 6;

/** A missing place is refused as a user error. */
function placed<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof UnknownEntryError) throw new UserError('no-such-place', error.message, error.hint);
    throw error;
  }
}

function engineNamed(name: string): 'file' | 'log' {
  if (name === 'file' || name === 'log') return name;
  throw createUsageError(`no engine \`${name}\``, 'one of: file, log');
}

/** Formats the damage of a session as notices. */
export function formatIntegrityReport({ report, engine }: KeptSession): readonly string[] {
  const { damaged, missing, quarantined } = report;
  return [
    `stored as ${engine === 'log' ? 'an event log' : 'a file'}`,
    ...(damaged.length > 0 ? [`damaged: ${damaged.join(', ')}`] : []),
    ...(missing.length > 0 ? [`missing events: ${missing.join(', ')}`] : []),
    ...(quarantined.length > 0 ? [`set aside: ${quarantined.join(', ')}`] : []),
  ];
}

/** Compacts the active context in one step, which `undo` takes back. */
export function compactSession(
  ctx: CommandContext,
  id: string | undefined,
  request: Readonly<Record<'strategy' | 'summariser', string | undefined>> &
    Readonly<Record<'first' | 'last', number | undefined>>,
): CommandReply {
  const { name, state } = getStoredSession(ctx, id);
  const strategy = strategyNamed(request.strategy);
  const keeping = { first: request.first ?? DEFAULT_KEEP.first, last: request.last ?? DEFAULT_KEEP.last };
  const cut = planCut(state, selectKept(strategy, keeping));
  if (!cut) return describeSession(name, state, `${name} is short enough: nothing to compact.`);
  const { summary, notices } = summaryFor(ctx, state, cut, strategy, request.summariser);
  const events = toCompactionEvents(state, cut, summary);
  const before = tokensIn(state);
  const now = tokensIn(previewState(state, events));
  if (now >= before) {
    const why = `it takes about ${before} tokens, and would take ${now}`;
    return { ...describeSession(name, state, `${name} is short enough: ${why}.`), notices };
  }
  const say = `Compacted ${cut.replaced.length} messages of ${name}: about ${before} tokens are ${now}. Undo: daybook sessions undo ${name}`;
  return { ...toSessionPlan(name, state, events, say), notices };
}

type Cut = NonNullable<ReturnType<typeof planCut>>;

function summaryFor(
  ctx: CommandContext,
  state: SessionState,
  cut: Cut,
  strategy: CompactionStrategy,
  command: string | undefined,
): { readonly summary: string; readonly notices: readonly Notice[] } {
  if (strategy !== 'summary') return { summary: countSummary(cut), notices: [] };
  const said = ctx.query('summary', command, formatSummaryPrompt(cut));
  if (said === null) return { summary: createExtractiveSummary(cut, state), notices: [] };
  if ('text' in said) return { summary: said.text, notices: [] };
  const message = `the summariser failed (${said.failed}); the built-in one was used`;
  return { summary: createExtractiveSummary(cut, state), notices: [{ level: 'warning', message }] };
}

/** Default context window, in tokens. */
const tokensIn = (state: SessionState): number =>
  estimateTokens(JSON.stringify(buildModelContext(state, state.leaf).map(({ message }) => message)));

/** What a filling context needs: nothing, a notice, or a compaction. */
function adviseCompaction(
  ctx: CommandContext,
  name: string,
  state: SessionState,
): { readonly events: readonly SessionEvent[]; readonly say: string } {
  const window = ctx.settings['pressure.window'];
  const tokens = tokensIn(state);
  const need = assessCompaction(tokens, window);
  if (need === 'none') return { events: [], say: '' };
  const full = `about ${tokens} of ${window} tokens`;
  const cut = need === 'hard' ? planCut(state) : null;
  if (!cut)
    return {
      events: [],
      say: `The context is filling up: ${full}. Shorten it: daybook sessions compact ${name}`,
    };
  return {
    events: toCompactionEvents(state, cut, createExtractiveSummary(cut, state)),
    say: `The context was full (${full}, over ${HARD_LIMIT * 100} %): ${cut.replaced.length} messages were compacted. Undo: daybook sessions undo ${name}`,
  };
}

function strategyNamed(name = 'summary'): CompactionStrategy {
  const found = STRATEGIES.find((strategy) => strategy === name);
  if (found) return found;
  throw createUsageError(`no strategy \`${name}\``, `one of: ${STRATEGIES.join(', ')}`);
}
