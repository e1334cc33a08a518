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
import { COMMANDS, type CommandName } from './command-registry.js';
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
import { type UnknownNotes, watchUnknown } from './unknown-notes.js';

export type { WorkspaceCopy } from '../store/workspace/copy-workspace.js';
export { openClock, type Store, type StoreTransaction };

/** When and as whom a verb is thought: a request that waited keeps the moment and the seed of the one who asked. */
export interface RequestContext extends Actor {
  readonly now: number;
  readonly seed: string;
}

/** Everything that one run of a verb stands on. */
export interface Runtime {
  readonly store: Store | null;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly request: RequestContext;
  /** The root of a text by its lines alone. */
  scanOutline(text: string): Outline;
  /** The root of a text, certain: by its lines, or by remark where lines do not suffice. Throws `Wanted`. */
  parseOutline(text: string): Outline;
  /** What is to be seen now, for one thought. */
  createView(moment: RequestContext, pending?: PendingNotes): ReadView;
  /** The same with every note read already, all as they are at one moment. */
  lookAtOnce(moment: RequestContext): ReadView;
  /** True while nothing heavy is loaded, so that thinking takes milliseconds and may be done under the lock. */
  isLightweight(): boolean;
  load(part: LazyModuleName | AsyncTask): Promise<void>;
  /** The store of the global root. */
  globalStore(): Store;
  /** The global root opened as a workspace; null where one stands in it. */
  atGlobalRoot(): Promise<Runtime | null>;
  /** Starts a tick of the clock that goes on by itself, unless one was started lately. */
  startBackgroundTick(): void;
  loadCommands(names: readonly string[]): Promise<ReadonlyMap<string, Command>>;
  /**
   * Whether a file is the transcript of a session in this workspace, of one elsewhere, or none that can be read. Throws `Wanted`
   * for one that was not read yet.
   */
  transcriptIs(path: string): 'own' | 'foreign' | 'none';
  /** The sessions that are kept in the workspace. */
  sessions(): Promise<SessionStore>;
  /** Copies the workspace, with these files beside its notes, to try something on. */
  copyWorkspace(beside: readonly string[]): Promise<WorkspaceCopy>;
}

/** What is seen of the notes for one thought, and what of them cannot be read. */
export interface ReadView {
  /** A world in which nothing was minted yet; what one world of a sight has read, the next one need not read again. */
  createContext(): CommandContext;
  readonly reads: ReadSet;
  readonly unknown: UnknownNotes;
  /** Kinds of secrets that were taken out of foreign text. */
  readonly redacted: ReadonlySet<string>;
  /** True where what is thought is no person's: an agent or a job asks, or words of others were asked for. */
  readonly isUntrusted: () => boolean;
}

/**
 * Opens the workspace that the start lies in, or the folder to make one in. Refuses with status 3 where there is none.
 * Whoever asks often hands over what was kept from the question before.
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

/** The root that a verb needs, or null. A `DAYBOOK_HOME` that a project could have brought along is refused in any case. */
function rootFor(start: Invocation, needs: Command['requires']): WorkspaceRoot | null {
  if (needs === 'workspace') return findRoot(start);
  if (needs === 'folder') return initRoot(start);
  globalRoot(nodeFileSystem, start.env);
  return needs === 'nothing' ? null : findWorkspace(start);
}

/** What the user should know of a store before it is used; nothing once it is theirs and registered. */
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
  const services = { start, store, settings, clock, parts, outline, secretlint, accounts, kept };
  return {
    store: store && watched(store, lock),
    settings,
    clock,
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
      const known = names.filter((name): name is CommandName => Object.hasOwn(COMMANDS, name));
      return new Map(await Promise.all(known.map(async (name) => [name, await COMMANDS[name]()] as const)));
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

/** The store, telling while its lock is ours: then nothing slow is read. */
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

/** Tells whether an id stands anywhere in the notes. */
function usedIn({ list, note }: NoteReader): (id: string) => boolean {
  let texts: readonly string[] | null = null;
  return (id) => {
    texts ??= list().flatMap((path) => note(path)?.text ?? []);
    return texts.some((text) => text.includes(`^${id}`));
  };
}

/** Notes as operations that are not on the disk yet leave them. */
export type PendingNotes = (path: string) => Note | undefined;

const over = (reader: NoteSource, pending: PendingNotes = () => undefined): NoteSource => ({
  ...reader,
  note(path) {
    const now = pending(path) ?? reader.note(path);
    return now && now.path !== path ? (pending(now.path) ?? now) : now; // a link leads to it
  },
});

/** What a snapshot tells of notes that cannot be read. */
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

/** Entries of a note are read once a thought, as it stands and as it would stand: what is asked again is the same. */
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

/** A note that gains line by line has as many texts as lines, of which only the last are asked for again. */
const MOST_READINGS = 4;

/** Agents tell who they are by the environment that they give their tools; a person tells nothing. */
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
