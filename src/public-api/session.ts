import type {
  EngineName,
  IntegrityReport,
  SessionStore,
  StoredSession,
} from '../app/agents/agent-sessions.js';
import { openRuntime } from '../app/runtime.js';
import { ConflictError, UserError } from '../errors.js';
import {
  type CompactionCut,
  type CompactionStrategy,
  countSummary,
  createExtractiveSummary,
  DEFAULT_KEEP,
  formatSummaryPrompt,
  type KeepOptions,
  planCut,
  selectKept,
  toCompactionEvents,
} from '../transcripts/compact.js';
import type { SessionFiles, Todo } from '../transcripts/entry.js';
import type { LabelKind, SessionEvent, SessionHeaderEvent } from '../transcripts/event.js';
import type { Message } from '../transcripts/message.js';
import { buildModelContext, type ContextMessage } from '../transcripts/model-context.js';
import { appendMessages, forkAt, labelEntry, switchTo, undoTo } from '../transcripts/operations.js';
import { createSessionId } from '../transcripts/session-id.js';
import { findTodos, type SessionState } from '../transcripts/session-state.js';
import { listFilesAt } from '../transcripts/touched-files.js';
import { findBranchPoints, findLeaves } from '../transcripts/tree.js';

/** The location of a session. */
export interface SessionLocation {
  /** The workspace; by default the one of the current folder. */
  readonly workspace?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Options for starting a session. */
export interface OpenSessionOptions extends SessionLocation {
  /** Its id; by default of the form `daybook-UTC-HEX`. */
  readonly id?: string;
  readonly engine?: EngineName;
  /** The agent of the session. */
  readonly by?: string;
}

/** The harness's own prompt and tools, which its model gets with the messages. */
export interface AgentContext {
  readonly prompt?: string;
  readonly tools?: readonly unknown[];
}

/** The input of a model: the harness's prompt and tools, and the messages of the active branch. */
export interface ModelContext {
  readonly prompt: string | null;
  readonly tools: readonly unknown[];
  readonly messages: readonly Message[];
  readonly todos: readonly Todo[];
  readonly files: SessionFiles;
}

/** Options for compaction; by default the built-in summary, the first message and the last 6. */
interface Compacting extends Partial<KeepOptions> {
  readonly strategy?: CompactionStrategy;
  /** Summarises a conversation; if it throws or returns nothing, the built-in summary is used. */
  readonly summariser?: (conversation: string) => string;
}

/**
 * A session that a harness stores here. Each call is durable when it returns and may be made by several processes at
 * once. Throws a UserError for what cannot be done.
 */
export interface Session {
  readonly id: string;
  /** The current state, including what other processes added. */
  state(): SessionState;
  context(): ModelContext;
  /** What is damaged, missing or set aside. */
  report(): IntegrityReport;
  /** Appends messages to the active leaf; later todos and files replace earlier ones. Returns the new leaf. */
  append(
    messages: Message | readonly Message[],
    after?: { readonly todos?: readonly Todo[]; readonly files?: SessionFiles },
  ): string;
  /** Names a branch that starts at an entry and makes it active; earlier entries stay unchanged. */
  fork(name: string, at?: string): void;
  /** Continues from this entry, or from the tip of this branch. */
  switch(to: string): void;
  /** Undoes the last step, or all steps since a checkpoint. */
  undo(to?: string): void;
  checkpoint(name: string): void;
  /** Compacts the active context as one step; false if nothing can be left out. */
  compact(how?: Compacting): boolean;
  leaves(): readonly string[];
  branchPoints(): readonly string[];
  /** Stores it in the other format from now on. */
  migrate(engine: EngineName): void;
}

/** Starts a session, or continues the one with that id. */
export async function openSession(beginning: OpenSessionOptions = {}): Promise<Session> {
  const { sessions, now, engine, cwd } = await sessionsAt(beginning);
  const id = beginning.id ?? createSessionId(now(), crypto.randomUUID());
  const header: SessionHeaderEvent = { session: id, cwd, branch: null, by: beginning.by ?? null };
  const begins = beginning.engine ?? engine;
  const begin = (state: SessionState): readonly SessionEvent[] =>
    state.seq === 0 ? [{ t: 'header', ...header }] : [];
  sessions.extend(id, begin, { at: iso(now()), begins });
  return sessionOver(sessions, id, now);
}

/**
 * Resumes a session: the event log is tried first, then the file. `context()` returns what the agent should read.
 * Throws for an invalid id.
 */
export async function resumeSession(
  id: string,
  agent: AgentContext = {},
  place: SessionLocation = {},
): Promise<Session> {
  const { sessions, now } = await sessionsAt(place);
  if (!sessions.read(id))
    throw new UserError('unknown-id', `there is no session ${id}`, 'begin it: openSession({ id })');
  return sessionOver(sessions, id, now, agent);
}

async function sessionsAt({ workspace, cwd = process.cwd(), env = process.env }: SessionLocation) {
  const start = { cwd, env, warn: () => undefined, ...(workspace === undefined ? {} : { workspace }) };
  const runtime = await openRuntime(start, 'workspace');
  const sessions = await runtime.sessions();
  const now = () => (env.DAYBOOK_NOW ? runtime.clock.now : Date.now());
  return { sessions, now, cwd, engine: runtime.settings['sessions.engine'] as EngineName };
}

const iso = (ms: number): string => new Date(ms).toISOString();

function sessionOver(
  sessions: SessionStore,
  id: string,
  now: () => number,
  agent: AgentContext = {},
): Session {
  const readStored = (): StoredSession => {
    const found = sessions.read(id);
    if (found) return found;
    throw new UserError('unknown-id', `the session ${id} is gone`, 'see: daybook sessions list');
  };
  const extend = (planEvents: (state: SessionState) => readonly SessionEvent[]): SessionState =>
    sessions.extend(id, (state) => refusing(() => planEvents(state)), { at: iso(now()) }).state;
  const label = (name: string, as: LabelKind) => extend((state) => labelEntry(state, name, as));
  return {
    id,
    state: () => readStored().state,
    report: () => readStored().report,
    context() {
      const { state } = readStored();
      return {
        prompt: agent.prompt ?? null,
        tools: agent.tools ?? [],
        messages: buildModelContext(state, state.leaf).map(({ message }: ContextMessage) => message),
        todos: findTodos(state, state.leaf),
        files: listFilesAt(state, state.leaf),
      };
    },
    append: (messages, after) =>
      extend((state) =>
        appendMessages(state, Array.isArray(messages) ? messages : [messages as Message], after),
      ).leaf ?? '',
    fork: (name, at) => void extend((state) => forkAt(state, name, at)),
    switch: (to) => void extend((state) => switchTo(state, to)),
    undo: (to) => void extend((state) => undoTo(state, to)),
    checkpoint: (name) => void label(name, 'checkpoint'),
    compact: (how) => compactOver(readStored, sessions, id, now, how),
    leaves: () => findLeaves(readStored().state).map((entry) => entry.id),
    branchPoints: () => findBranchPoints(readStored().state).map((entry) => entry.id),
    migrate: (engine) => void sessions.migrate(id, engine),
  };
}

/**
 * How often a summary is repeated because the session changed meanwhile; then the built-in one is made under the lock.
 */
const TRIES = 3;

function compactOver(
  readStored: () => StoredSession,
  sessions: SessionStore,
  id: string,
  now: () => number,
  { first = DEFAULT_KEEP.first, last = DEFAULT_KEEP.last, strategy = 'summary', summariser }: Compacting = {},
): boolean {
  const keeping = selectKept(strategy, { first, last });
  const own = (state: SessionState, cut: CompactionCut) =>
    strategy === 'summary' ? createExtractiveSummary(cut, state) : countSummary(cut);
  for (let tries = 0; summariser && strategy === 'summary' && tries < TRIES; tries++) {
    const { state } = readStored();
    const cut = planCut(state, keeping);
    if (!cut) return false;
    const events = toCompactionEvents(state, cut, saidBy(summariser, cut) || own(state, cut));
    try {
      sessions.extend(id, () => events, { at: iso(now()), since: state.seq });
      return true;
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
  let isCut = false;
  const planEvents = (state: SessionState) => {
    const cut = planCut(state, keeping);
    isCut = cut !== null;
    return cut ? toCompactionEvents(state, cut, own(state, cut)) : [];
  };
  sessions.extend(id, planEvents, { at: iso(now()) });
  return isCut;
}

function saidBy(summariser: (conversation: string) => string, cut: CompactionCut): string {
  try {
    return summariser(formatSummaryPrompt(cut)).trim();
  } catch {
    return '';
  }
}

/** Throws what cannot be done with a session as a UserError. */
function refusing<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error) || !('hint' in error) || error instanceof UserError) throw error;
    throw new UserError('no-such-place', error.message, String(error.hint));
  }
}
