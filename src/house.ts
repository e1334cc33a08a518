import { resolve } from 'node:path';
import { type Accounts, createAccounts } from './account-aside.js';
import { createAnswers } from './answers.js';
import { type Kept, NOTHING_KEPT } from './kept.js';
import type { EntryType } from './kinds/types.js';
import type { Outline } from './markdown/outline.js';
import { createOutlines } from './outlines.js';
import { type Errand, loadPart, NO_PARTS, needed, type Part, type Parts } from './parts.js';
import { createSecondOpinion, type SecondOpinion } from './second-opinion.js';
import { type Clock, openClock } from './store/clock.js';
import { folderRoot, workspaceOf } from './store/folder.js';
import { globalPlace } from './store/global.js';
import { globalRoot } from './store/home.js';
import { freshSeed } from './store/machine.js';
import { isOwnTranscript } from './store/own-transcript.js';
import { realPort } from './store/port.js';
import type { Root } from './store/root.js';
import type { Sessions } from './store/sessions/sessions.js';
import { readSettings } from './store/settings-file.js';
import { findRoot, type Held, openStore, type Reads, type Snapshot, type Store } from './store/store.js';
import { type UnknownNotes, watchUnknown } from './unknown-notes.js';
import { FROM_OTHERS } from './verbs/facts.js';
import { VERBS, type VerbName } from './verbs/index.js';
import type { Verb, Who, World } from './verbs/verb.js';
import { DEFAULTS } from './wiki/defaults.js';
import type { Dictionary } from './wiki/dictionary.js';
import { entriesOf, type Located } from './wiki/entries.js';
import { createIds, isLapped } from './wiki/ids.js';
import type { Note } from './wiki/note.js';
import type { Settings } from './wiki/settings.js';
import { createWiki } from './wiki/view.js';
import type { Reader } from './wiki/wiki.js';

/** Where a command was started, and how to say what its user should know. */
export interface Start {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Who asks, as far as that is told; the rest the environment says. */
  readonly who?: Who;
  readonly workspace?: string;
  /** True where a command line was typed: what it names is the user's own wish, unlike what tools, hooks and jobs ask. */
  readonly isTyped?: boolean;
  readonly warn: (text: string) => void;
  /** Told how much of a long work is done, 0–1; a face shows it where somebody looks. */
  readonly progress?: (what: string, done: number) => void;
  /** Told how long the rest will take as soon as that is known. */
  readonly pace?: (is: Pace) => void;
}

/** Too soon done for machine code to be worth its making, or long enough. */
export type Pace = 'brief' | 'lasting';

/** When and as whom a verb is thought: a request that waited keeps the moment and the seed of the one who asked. */
export interface Moment extends Who {
  readonly now: number;
  readonly seed: string;
}

/** Everything that one run of a verb stands on. */
export interface House {
  readonly store: Store | null;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly moment: Moment;
  /** The root of a text by its lines alone. */
  scan(text: string): Outline;
  /** The root of a text, certain: by its lines, or by remark where lines do not suffice. Throws `Wanted`. */
  outline(text: string): Outline;
  /** What is to be seen now, for one thought. */
  look(moment: Moment, pending?: Pending): Sight;
  /** The same with every note read already, all as they are at one moment. */
  lookAtOnce(moment: Moment): Sight;
  /** True while nothing heavy is loaded, so that thinking takes milliseconds and may be done under the lock. */
  light(): boolean;
  load(part: Part | Errand): Promise<void>;
  /** The store of the global root. */
  globalStore(): Store;
  /** The global root opened as a workspace; null where one stands in it. */
  atGlobalRoot(): Promise<House | null>;
  /** Starts a tick of the clock that goes on by itself, unless one was started lately. */
  tickBeside(): void;
  verbs(names: readonly string[]): Promise<ReadonlyMap<string, Verb>>;
  /**
   * Whether a file is the transcript of a session in this workspace, of one elsewhere, or none that can be read. Throws `Wanted`
   * for one that was not read yet.
   */
  transcriptIs(path: string): 'own' | 'foreign' | 'none';
  /** The sessions that are kept in the workspace. */
  sessions(): Promise<Sessions>;
}

/** What is seen of the notes for one thought, and what of them cannot be read. */
export interface Sight {
  /** A world in which nothing was minted yet; what one world of a sight has read, the next one need not read again. */
  world(): World;
  readonly reads: Reads;
  readonly unknown: UnknownNotes;
  /** Kinds of secrets that were taken out of foreign text. */
  readonly redacted: ReadonlySet<string>;
  /** True where what is thought is no person's: an agent or a job asks, or words of others were asked for. */
  readonly isForeign: () => boolean;
}

/**
 * Opens the workspace that the start lies in, or the folder to make one in. Refuses with status 3 where there is none.
 * Whoever asks often hands over what was kept from the question before.
 */
export async function openHouse(
  start: Start,
  needs: Verb['needs'],
  kept: Kept = NOTHING_KEPT,
): Promise<House> {
  const root = rootFor(start, needs);
  if (root === null) return furnished(start, null, DEFAULTS, kept);
  return openRoot(start, root, needs, kept);
}

async function openRoot(
  start: Start,
  root: Root,
  needs: Verb['needs'],
  kept: Kept = NOTHING_KEPT,
): Promise<House> {
  const { settings, notices } = await readSettings(
    root,
    async () => (await import('./markdown/front-matter.js')).parseYaml,
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
function rootFor(start: Start, needs: Verb['needs']): Root | null {
  if (needs === 'workspace') return findRoot(start);
  if (needs === 'folder') return folderRoot(start);
  globalRoot(realPort, start.env);
  return needs === 'nothing' ? null : workspaceOf(start);
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

function furnished(start: Start, store: Store | null, settings: Settings, kept: Kept): House {
  const clock = openClock(start.env, settings.timezone);
  const parts: Parts = { ...NO_PARTS };
  const lock = { isOurs: false };
  const { scan, outline } = createOutlines(parts, lock, kept.scan);
  const secretlint = createSecondOpinion();
  const accounts = createAccounts(start.cwd, parts);
  const furniture = { start, store, settings, clock, parts, outline, secretlint, accounts, kept };
  return {
    store: store && watched(store, lock),
    settings,
    clock,
    scan,
    outline,
    moment: {
      now: clock.now,
      seed: start.env.DAYBOOK_SEED || freshSeed(),
      ...askerOf(start),
    },
    look: (moment, pending) => look(furniture, store?.snapshot() ?? null, moment, pending),
    lookAtOnce: (moment) =>
      look(furniture, store?.snapshotAtOnce(settings['lock.wait'] * 1000) ?? null, moment),
    light: () => parts.tree === null,
    load: (part) => (typeof part === 'string' ? loadPart(parts, part) : part()),
    globalStore() {
      const home = openStore(globalPlace(start), { fsync: settings['store.fsync'] as 'full' });
      for (const text of stateNotices(home)) start.warn(`${home.root.root}: ${text}`);
      return home;
    },
    async atGlobalRoot() {
      const home = globalPlace(start);
      return home.root === store?.root.root
        ? null
        : openRoot({ ...start, cwd: home.root }, home, 'workspace');
    },
    tickBeside: () => store?.tickBeside(clock.now, settings['cron.tick'] * 60_000, start.env),
    async verbs(names) {
      const known = names.filter((name): name is VerbName => Object.hasOwn(VERBS, name));
      return new Map(await Promise.all(known.map(async (name) => [name, await VERBS[name]()] as const)));
    },
    transcriptIs(path) {
      const found = accounts(path);
      if (!found || !store) return 'none';
      return isOwnTranscript(realPort, store.root, resolve(start.cwd, path), found.account.about.cwd ?? null)
        ? 'own'
        : 'foreign';
    },
    async sessions() {
      await loadPart(parts, 'sessions');
      if (!store) throw new Error('sessions are kept in a workspace');
      return needed(parts, 'sessions').sessionsOf(store.root, settings['store.fsync'] as 'full');
    },
  };
}

/** The store, telling while its lock is ours: then nothing slow is read. */
function watched(store: Store, lock: { isOurs: boolean }): Dictionary<Store> {
  const watching =
    <T>(act: (held: Held) => T) =>
    (held: Held): T => {
      lock.isOurs = true;
      try {
        return act(held);
      } finally {
        lock.isOurs = false;
      }
    };
  return {
    __proto__: null,
    ...store,
    locked: (waitMs, act) => store.locked(waitMs, watching(act)),
    together: (waitMs, request, act) => store.together(waitMs, request, watching(act)),
  };
}

/** What worlds of one house share. */
export interface Furniture {
  readonly start: Start;
  readonly store: Store | null;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly parts: Parts;
  readonly outline: (text: string) => Outline;
  readonly secretlint: SecondOpinion;
  readonly accounts: Accounts;
  readonly kept: Kept;
}

function look(
  furniture: Furniture,
  snapshot: Snapshot | null,
  { now, seed, by, session }: Moment,
  pending?: Pending,
): Sight {
  const { store, settings, clock } = furniture;
  const { local, zone } = clock;
  const content = store?.root.content ?? settings.content;
  const unknown = watchUnknown(snapshot ? sourceOf(snapshot) : NOTHING);
  const wiki = createWiki(over(unknown.reader, pending), furniture.outline, content);
  const entries = rememberedBy((note, only) =>
    entriesOf(note, wiki.outline(note), { content, local, only, now }),
  );
  const redacted = new Set<string>();
  let isForeign = by !== null;
  const answers = createAnswers(furniture, snapshot, redacted);
  return {
    world: () => ({
      now,
      get zone() {
        return zone;
      },
      local,
      ids: createIds(now, seed, isLapped(now) && snapshot ? usedIn(snapshot) : undefined),
      settings,
      wiki,
      entries,
      known: unknown.known,
      who: { by, session },
      ask: (fact, ...args) => {
        isForeign ||= FROM_OTHERS.has(fact);
        return (answers[fact] as (...given: typeof args) => ReturnType<(typeof answers)[typeof fact]>)(
          ...args,
        );
      },
    }),
    reads: snapshot?.reads ?? NOTHING.reads,
    unknown,
    redacted,
    isForeign: () => isForeign,
  };
}

/** Tells whether an id stands anywhere in the notes. */
function usedIn({ list, note }: Snapshot): (id: string) => boolean {
  let texts: readonly string[] | null = null;
  return (id) => {
    texts ??= list().flatMap((path) => note(path)?.text ?? []);
    return texts.some((text) => text.includes(`^${id}`));
  };
}

/** Notes as operations that are not on the disk yet leave them. */
export type Pending = (path: string) => Note | undefined;

const over = (reader: Reader, pending: Pending = () => undefined): Reader => ({
  ...reader,
  note(path) {
    const now = pending(path) ?? reader.note(path);
    return now && now.path !== path ? (pending(now.path) ?? now) : now; // a link leads to it
  },
});

/** What a snapshot tells of notes that cannot be read. */
const sourceOf = (snapshot: Snapshot) => ({
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

const NOTHING: Reader & { readonly reads: Reads } = {
  note: () => null,
  list: () => [],
  reads: { notes: new Map(), listing: null },
};

/** Entries of a note are read once a thought, as it stands and as it would stand: what is asked again is the same. */
function rememberedBy(read: World['entries']): World['entries'] {
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
  readonly entries: readonly Located[];
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

function askerOf({ who, env }: Start): Who {
  const by = who?.by ?? env.DAYBOOK_BY ?? AGENTS.find(([variable]) => env[variable])?.[1] ?? null;
  return { by, session: who?.session || env.DAYBOOK_SESSION || env.CLAUDE_CODE_SESSION_ID || null };
}
