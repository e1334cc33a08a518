import { resolve } from 'node:path';
import type { Command } from '../command/define-command.js';
import { SCHEDULER_USER } from '../config/jobs.js';
import { DEFAULTS, type Settings } from '../config/settings.js';
import type { Outline } from '../markdown/outline.js';
import { type Clock, openClock } from '../platform/clock.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { createSeed } from '../platform/process-identity.js';
import type { WorkspaceRoot } from '../platform/workspace-root.js';
import { isOwnTranscript } from '../store/own-transcript.js';
import type { SessionStore } from '../store/session-logs/sessions.js';
import { readSettings } from '../store/settings-file.js';
import { findRoot, openStore, type Store, type StoreTransaction } from '../store/store.js';
import type { WorkspaceCopy } from '../store/workspace/copy-workspace.js';
import { findGlobalRoot } from '../store/workspace/global-root.js';
import { findGlobalWorkspace } from '../store/workspace/global-store.js';
import { findWorkspace, initRoot } from '../store/workspace/workspace-folder.js';
import { findOffSwitch } from './agents/off-switch.js';
import { updateBlockLater } from './agents/update-block-later.js';
import { COMMANDS, findCommandName } from './command-registry.js';
import { createSecretScanner, createTranscriptSummaries } from './deferred-lookups.js';
import { detectActor } from './detect-actor.js';
import type { Invocation } from './invocation.js';
import { loadModule, requireModule } from './lazy-modules.js';
import { createOutlineCache } from './outline-cache.js';
import { NO_CACHE, type ProcessCache } from './process-cache.js';
import { createReadView, type ReadView, type RequestContext, type ViewOptions } from './read-view.js';
import {
  createEffectPort,
  createPreparedEffects,
  type EffectPort,
  type PreparedEffects,
} from './run-effects.js';

export type { WorkspaceCopy } from '../store/workspace/copy-workspace.js';
export { openClock, type Store, type StoreTransaction };

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
  createView(moment: RequestContext, options?: ViewOptions): ReadView;
  /** Like `createView`, with every note already read from one moment. */
  lookAtOnce(moment: RequestContext, options?: ViewOptions): ReadView;
  /** Returns the store of the global root. */
  globalStore(): Store;
  /** Opens the global root as a workspace; null if the current workspace is the global root. */
  atGlobalRoot(): Promise<Runtime | null>;
  /** Has the context block refreshed after a change by a command; false if it waits for the session of an agent. */
  refreshBlockAfter(command: Command): boolean;
  loadCommands(names: readonly string[]): Promise<ReadonlyMap<string, Command>>;
  /**
   * Returns whether a file is the transcript of a session in this workspace, of one elsewhere, or unreadable. Throws
   * NotReadyError for one that is not read yet.
   */
  transcriptIs(path: string): 'own' | 'foreign' | 'none';
  /** Returns the sessions stored in the workspace. */
  sessions(): Promise<SessionStore>;
  /** Copies the workspace, with these files beside its notes, for a trial run. */
  copyWorkspace(beside: readonly string[]): Promise<WorkspaceCopy>;
  /** Returns what switches Daybook off for agents here, or null. */
  findOffSwitch(): string | null;
  /** Carries out the effects of plans. */
  readonly effects: EffectPort;
  /** The `prepare` effects that ran for plans of this runtime. */
  readonly prepared: PreparedEffects;
}

/**
 * Opens the workspace of the start folder, or the folder to create one in. Throws UserError with status 3 if there is
 * none. `cache` keeps data between requests.
 */
export async function openRuntime(
  start: Invocation,
  needs: Command['requires'],
  cache: ProcessCache = NO_CACHE,
): Promise<Runtime> {
  const root = rootFor(start, needs);
  if (root === null) return furnished(start, null, DEFAULTS, cache);
  return openRoot(start, root, needs, cache);
}

async function openRoot(
  start: Invocation,
  root: WorkspaceRoot,
  needs: Command['requires'],
  cache: ProcessCache = NO_CACHE,
): Promise<Runtime> {
  const { settings, notices } = await readSettings(root);
  for (const { path, line, message } of notices) start.warn(`${path}${line ? `:${line}` : ''} ${message}`);
  const store = cache.store(root, {
    fsync: settings['store.fsync'] as 'full',
    target: settings['context.target'],
  });
  if (needs !== 'workspace if any') for (const text of stateNotices(store)) start.warn(text);
  return furnished(start, store, settings, cache);
}

/**
 * Returns the root that a command needs, or null. Throws UserError for a `DAYBOOK_HOME` that a project could have
 * provided.
 */
function rootFor(start: Invocation, needs: Command['requires']): WorkspaceRoot | null {
  if (needs === 'workspace') return findRoot(start);
  if (needs === 'folder') return initRoot(start);
  findGlobalRoot(nodeFileSystem, start.env);
  return needs === 'nothing' ? null : findWorkspace(start);
}

/** Returns warnings before a store is used; empty once it is registered as the user's. */
function stateNotices({ root, inertState, unreadState }: Store): readonly string[] {
  const { foreign, id } = root;
  const isUnused = id === undefined && foreign === undefined && inertState().length > 0;
  const unread = id === undefined ? unreadState() : null;
  return [
    ...(foreign === undefined
      ? []
      : [`others can write to ${foreign}: reading only; to write there: daybook trust`]),
    ...(isUnused ? [UNUSED] : []),
    ...(unread === null ? [] : [unread]),
  ];
}

const UNUSED =
  'the state in .daybook/ is not used: a copy or another user wrote it; to adopt its history: daybook trust --adopt-history';

function furnished(start: Invocation, store: Store | null, settings: Settings, cache: ProcessCache): Runtime {
  const clock = openClock(start.env, settings.timezone);
  const lock = { isOurs: false };
  const { scan, outline } = createOutlineCache(lock);
  const secretlint = createSecretScanner();
  const accounts = createTranscriptSummaries(start.cwd);
  const effects = start.effects ?? createEffectPort(store, () => settings['context.target']);
  const prepared = createPreparedEffects(effects);
  const request = { now: clock.now, seed: start.env.DAYBOOK_SEED || createSeed(), ...detectActor(start) };
  const services = {
    start,
    store,
    settings,
    clock,
    outline,
    secretlint,
    accounts,
    prepared,
    cache,
  };
  return {
    store: store && watched(store, lock),
    settings,
    clock,
    findOffSwitch: () => findOffSwitch(store, request.session, start.env),
    effects,
    prepared,
    scanOutline: scan,
    parseOutline: outline,
    request,
    createView: (moment, options) => createReadView(services, store?.snapshot() ?? null, moment, options),
    lookAtOnce: (moment, options) =>
      createReadView(services, store?.snapshotAtOnce(settings['lock.wait'] * 1000) ?? null, moment, options),
    globalStore() {
      const home = openStore(findGlobalWorkspace(start), { fsync: settings['store.fsync'] as 'full' });
      for (const text of stateNotices(home)) start.warn(`${home.root.root}: ${text}`);
      return home;
    },
    async atGlobalRoot() {
      const home = findGlobalWorkspace(start);
      return home.root === store?.root.root
        ? null
        : openRoot({ ...start, cwd: home.root }, home, 'workspace');
    },
    refreshBlockAfter({ updatesBlock }) {
      const isLeftToJob = updatesBlock === 'outside jobs' && request.by === SCHEDULER_USER;
      if (!store || !updatesBlock || isLeftToJob) return true;
      return updateBlockLater(store, settings['context.target'], start.env, clock.now);
    },
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
      await loadModule('sessions');
      if (!store) throw new Error('sessions are kept in a workspace');
      return requireModule('sessions').openWorkspaceSessions(store.root, settings['store.fsync'] as 'full');
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
  };
}
