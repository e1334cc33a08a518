import { resolve } from 'node:path';
import type { Actor, Command, CommandContext } from '../command/define-command.js';
import { UNTRUSTED_QUERIES } from '../command/queries.js';
import type { Settings } from '../config/settings.js';
import { DEFAULTS } from '../config/settings.js';
import type { Outline } from '../markdown/outline.js';
import { createIdGenerator, isLapped } from '../notes/entries/ids.js';
import { type LocatedEntry, readEntries } from '../notes/entries/read-entries.js';
import type { EntryType } from '../notes/entry-types.js';
import type { Note } from '../notes/note.js';
import type { NoteSource } from '../notes/notebook.js';
import { createNotebook } from '../notes/notebook.js';
import { type Clock, openClock } from '../platform/clock.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { randomSeed } from '../platform/process-identity.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { isOwnTranscript } from '../store/own-transcript.js';
import type { SessionStore } from '../store/session-logs/sessions.js';
import { readSettings } from '../store/settings-file.js';
import { findRoot, type NoteReader, openStore, type ReadSet, type Store } from '../store/store.js';
import type { StoreTransaction } from '../store/transaction.js';
import type { WorkspaceCopy } from '../store/workspace/copy-workspace.js';
import { globalRoot } from '../store/workspace/global-root.js';
import { globalWorkspace } from '../store/workspace/global-store.js';
import { findWorkspace, initRoot } from '../store/workspace/workspace-folder.js';
import { COMMANDS, findCommandName } from './command-registry.js';
import { createSecretScanner, createTranscriptSummaries } from './deferred-lookups.js';
import type { Invocation } from './invocation.js';
import {
  type AsyncTask,
  type LazyModuleName,
  type LazyModules,
  loadModule,
  NOTHING_LOADED,
  requireModule,
} from './lazy-modules.js';
import { createOutlineCache } from './outline-cache.js';
import { NO_CACHE, type ProcessCache } from './process-cache.js';
import { createQueryHandlers, type RuntimeServices } from './query-handlers.js';
import {
  createEffectPort,
  createPreparedEffects,
  type EffectPort,
  type PreparedEffects,
} from './run-effects.js';
import { type UnknownNotes, watchUnknown } from './unknown-notes.js';

export type { WorkspaceCopy } from '../store/workspace/copy-workspace.js';
export { openClock, type Store, type StoreTransaction };

/** Time and author of a plan. A queued request keeps its original time and seed. */
export interface RequestContext extends Actor {
  readonly now: number;
  readonly seed: string;
}

/** Everything that running one command needs. */
export interface Runtime {
  readonly store: Store | null;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly request: RequestContext;
  /** Returns the outline of a text from the line scanner only. */
  scanOutline(text: string): Outline;
  /**
   * Returns a certain outline: from the line scanner, or from remark where the scanner is not sure. Throws
   * NotReadyError.
   */
  parseOutline(text: string): Outline;
  /** Creates a view of the current notes for one plan. */
  createView(moment: RequestContext, pending?: PendingNotes): ReadView;
  /** Like `createView`, with every note already read from one moment. */
  lookAtOnce(moment: RequestContext): ReadView;
  /** True while nothing heavy is loaded, so that planning takes milliseconds and may be done under the lock. */
  isLightweight(): boolean;
  load(part: LazyModuleName | AsyncTask): Promise<void>;
  /** Returns the store of the global root. */
  globalStore(): Store;
  /** Opens the global root as a workspace; null if the current workspace is the global root. */
  atGlobalRoot(): Promise<Runtime | null>;
  /** Starts `cron tick` in the background, unless one was started recently. */
  startBackgroundTick(): void;
  loadCommands(names: readonly string[]): Promise<ReadonlyMap<string, Command>>;
  /**
   * Returns whether a file is the transcript of a session in this workspace, of one elsewhere, or unreadable. Throws
   * NotReadyError for one that is not read yet.
   */
  transcriptIs(path: string): 'own' | 'foreign' | 'none';
  /** Returns the sessions stored in the workspace. */
  sessions(): Promise<SessionStore>;
  /** Copies the workspace, with these files beside its notes, to try something on. */
  copyWorkspace(beside: readonly string[]): Promise<WorkspaceCopy>;
  /** Carries out what plans ask of the outside. */
  readonly effects: EffectPort;
  /** The `prepare` effects that ran for plans of this runtime. */
  readonly prepared: PreparedEffects;
}

/** A consistent view of the notes for one plan, and the notes that cannot be read. */
export interface ReadView {
  /** Creates a context with unused ids. Contexts of the same view share what was read. */
  createContext(): CommandContext;
  readonly reads: ReadSet;
  readonly unknown: UnknownNotes;
  /** Kinds of secrets removed from foreign text. */
  readonly redacted: ReadonlySet<string>;
  /**
   * Returns true if the text of a plan is not a person's: an agent or a job sent the request, or foreign text was
   * queried.
   */
  readonly isUntrusted: () => boolean;
}

/**
 * Opens the workspace of the start folder, or the folder to create one in. Throws UserError with status 3 if there is
 * none. `cache` keeps data between requests.
 */
export async function openRuntime(
  start: Invocation,
  needs: Command['requires'],
  kept: ProcessCache = NO_CACHE,
): Promise<Runtime> {
  const root = rootFor(start, needs);
  if (root === null) return furnished(start, null, DEFAULTS, kept);
  return openRoot(start, root, needs, kept);
}

async function openRoot(
  start: Invocation,
  root: WorkspaceRoot,
  needs: Command['requires'],
  kept: ProcessCache = NO_CACHE,
): Promise<Runtime> {
  const { settings, notices } = await readSettings(
    root,
    async () => (await import('../markdown/front-matter.js')).parseYaml,
  );
  for (const { path, line, message } of notices) start.warn(`${path}${line ? `:${line}` : ''} ${message}`);
  const store = kept.store(root, {
    fsync: settings['store.fsync'] as 'full',
    target: settings['context.target'],
  });
  if (needs !== 'workspace if any') for (const text of stateNotices(store)) start.warn(text);
  return furnished(start, store, settings, kept);
}

/**
 * Returns the root that a command needs, or null. Throws UserError for a `DAYBOOK_HOME` that a project could have
 * provided.
 */
function rootFor(start: Invocation, needs: Command['requires']): WorkspaceRoot | null {
  if (needs === 'workspace') return findRoot(start);
  if (needs === 'folder') return initRoot(start);
  globalRoot(nodeFileSystem, start.env);
  return needs === 'nothing' ? null : findWorkspace(start);
}

/** Returns what the user should know before a store is used; empty once it is registered and theirs. */
function stateNotices({ root, inertState }: Store): readonly string[] {
  const { foreign, id } = root;
  const isUnused = id === undefined && foreign === undefined && inertState().length > 0;
  return [
    ...(foreign === undefined
      ? []
      : [`${foreign} belongs to another user: reading only; to write there: daybook trust`]),
    ...(isUnused ? [UNUSED] : []),
  ];
}

const UNUSED =
  'the state in .daybook/ is not used: an earlier build, a copy or another user wrote it; to take its history over: daybook trust --adopt-history';

function furnished(start: Invocation, store: Store | null, settings: Settings, kept: ProcessCache): Runtime {
  const clock = openClock(start.env, settings.timezone);
  const parts: LazyModules = { ...NOTHING_LOADED };
  const lock = { isOurs: false };
  const { scan, outline } = createOutlineCache(parts, lock, kept.scan);
  const secretlint = createSecretScanner();
  const accounts = createTranscriptSummaries(start.cwd, parts);
  const effects = start.effects ?? createEffectPort(store);
  const prepared = createPreparedEffects(effects);
  const services = {
    start,
    store,
    settings,
    clock,
    parts,
    outline,
    secretlint,
    accounts,
    prepared,
    kept,
  };
  return {
    store: store && watched(store, lock),
    settings,
    clock,
    effects,
    prepared,
    scanOutline: scan,
    parseOutline: outline,
    request: {
      now: clock.now,
      seed: start.env.DAYBOOK_SEED || randomSeed(),
      ...askerOf(start),
    },
    createView: (moment, pending) => look(services, store?.snapshot() ?? null, moment, pending),
    lookAtOnce: (moment) =>
      look(services, store?.snapshotAtOnce(settings['lock.wait'] * 1000) ?? null, moment),
    isLightweight: () => parts.tree === null,
    load: (part) => (typeof part === 'string' ? loadModule(parts, part) : part()),
    globalStore() {
      const home = openStore(globalWorkspace(start), { fsync: settings['store.fsync'] as 'full' });
      for (const text of stateNotices(home)) start.warn(`${home.root.root}: ${text}`);
      return home;
    },
    async atGlobalRoot() {
      const home = globalWorkspace(start);
      return home.root === store?.root.root
        ? null
        : openRoot({ ...start, cwd: home.root }, home, 'workspace');
    },
    startBackgroundTick: () => store?.tickBeside(clock.now, settings['cron.tick'] * 60_000, start.env),
    async loadCommands(names) {
      const found = names.map(async (name) => {
        const known = findCommandName(name);
        return known ? [[name, { ...(await COMMANDS[known]()), name }] as const] : [];
      });
      return new Map((await Promise.all(found)).flat());
    },
    transcriptIs(path) {
      const found = accounts(path);
      if (!found || !store) return 'none';
      return isOwnTranscript(
        nodeFileSystem,
        store.root,
        resolve(start.cwd, path),
        found.account.about.cwd ?? null,
      )
        ? 'own'
        : 'foreign';
    },
    async copyWorkspace(beside) {
      if (!store) throw new Error('there is no workspace to copy');
      return (await import('../store/workspace/copy-workspace.js')).copyWorkspace(store.root, beside);
    },
    async sessions() {
      await loadModule(parts, 'sessions');
      if (!store) throw new Error('sessions are kept in a workspace');
      return requireModule(parts, 'sessions').openWorkspaceSessions(
        store.root,
        settings['store.fsync'] as 'full',
      );
    },
  };
}

/** Wraps the store to record whether we hold the lock, during which nothing slow is read. */
function watched(store: Store, lock: { isOurs: boolean }): Store {
  const watching =
    <T>(act: (tx: StoreTransaction) => T) =>
    (tx: StoreTransaction): T => {
      lock.isOurs = true;
      try {
        return act(tx);
      } finally {
        lock.isOurs = false;
      }
    };
  return {
    ...store,
    transaction: (waitMs, act) => store.transaction(waitMs, watching(act)),
    transactionOrDelegate: (waitMs, request, act) =>
      store.transactionOrDelegate(waitMs, request, watching(act)),
  };
}

function look(
  services: RuntimeServices,
  snapshot: NoteReader | null,
  { now, seed, by, session }: RequestContext,
  pending?: PendingNotes,
): ReadView {
  const { store, settings, clock } = services;
  const { local, zone } = clock;
  const content = store?.root.content ?? settings.content;
  const unknown = watchUnknown(snapshot ? sourceOf(snapshot) : NOTHING);
  const notebook = createNotebook(over(unknown.reader, pending), services.outline, content);
  const entries = rememberedBy((note, only) =>
    readEntries(note, notebook.outline(note), { content, local, only, now }),
  );
  const redacted = new Set<string>();
  let isForeign = by !== null;
  const answers = createQueryHandlers(services, snapshot, redacted);
  return {
    createContext: () => ({
      now,
      get zone() {
        return zone;
      },
      local,
      ids: createIdGenerator(now, seed, isLapped(now) && snapshot ? usedIn(snapshot) : undefined),
      settings,
      notebook: notebook,
      entries,
      known: unknown.known,
      actor: { by, session },
      query: (fact, ...args) => {
        isForeign ||= UNTRUSTED_QUERIES.has(fact);
        return (answers[fact] as (...given: typeof args) => ReturnType<(typeof answers)[typeof fact]>)(
          ...args,
        );
      },
    }),
    reads: snapshot?.reads ?? NOTHING.reads,
    unknown,
    redacted,
    isUntrusted: () => isForeign,
  };
}

/** Returns a test whether an id occurs anywhere in the notes. */
function usedIn({ list, note }: NoteReader): (id: string) => boolean {
  let texts: readonly string[] | null = null;
  return (id) => {
    texts ??= list().flatMap((path) => note(path)?.text ?? []);
    return texts.some((text) => text.includes(`^${id}`));
  };
}

/** Returns a note as operations that are not on disk yet leave it. */
export type PendingNotes = (path: string) => Note | undefined;

const over = (reader: NoteSource, pending: PendingNotes = () => undefined): NoteSource => ({
  ...reader,
  note(path) {
    const now = pending(path) ?? reader.note(path);
    return now && now.path !== path ? (pending(now.path) ?? now) : now; // the path is a link to it
  },
});

/** Converts a snapshot to a note source that reports unreadable notes. */
const sourceOf = (snapshot: NoteReader) => ({
  note: snapshot.note,
  list: snapshot.list,
  unknown: snapshot.unknown,
  allUnknown: snapshot.allUnreadable,
  hashOfUnknown: snapshot.hashOf,
  closedFolders: snapshot.closedFolders,
  get unreadable() {
    return snapshot.unreadable;
  },
});

const NOTHING: NoteSource & { readonly reads: ReadSet } = {
  note: () => null,
  list: () => [],
  reads: { notes: new Map(), listing: null },
};

/** Caches the entries of notes during one plan, before and after its changes. */
function rememberedBy(read: CommandContext['entries']): CommandContext['entries'] {
  const seen = new Map<string, Reading[]>();
  return (note, only) => {
    const known = seen.get(note.path) ?? [];
    const same = known.find(({ text, type }) => type === only && text === note.text);
    if (same) return same.entries;
    const entries = read(note, only);
    seen.set(note.path, [{ text: note.text, type: only, entries }, ...known.slice(0, MOST_READINGS - 1)]);
    return entries;
  };
}

/** The entries of a text, all or those of one type. */
interface Reading {
  readonly text: string;
  readonly type: EntryType | undefined;
  readonly entries: readonly LocatedEntry[];
}

/** A note that grows line by line has many texts, of which only the last few are read again. */
const MOST_READINGS = 4;

/** Agents identify themselves by environment variables of their tools; a person has none. */
const AGENTS: readonly (readonly [variable: string, name: string])[] = [
  ['CLAUDECODE', 'claude'],
  ['CODEX_SANDBOX', 'codex'],
  ['GEMINI_CLI', 'gemini'],
  ['OPENCODE', 'opencode'],
  ['CURSOR_AGENT', 'cursor'],
];

function askerOf({ who, env }: Invocation): Actor {
  const by = who?.by ?? env.DAYBOOK_BY ?? AGENTS.find(([variable]) => env[variable])?.[1] ?? null;
  return { by, session: who?.session || env.DAYBOOK_SESSION || env.CLAUDE_CODE_SESSION_ID || null };
}
