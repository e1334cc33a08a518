import type { Actor, CommandContext } from '../command/define-command.js';
import { type Queries, UNTRUSTED_QUERIES } from '../command/queries.js';
import type { FindForgotten } from '../matching/similarity/forgotten.js';
import { createIdGenerator, isLapped } from '../notes/entries/ids.js';
import { type LocatedEntry, readEntries } from '../notes/entries/read-entries.js';
import type { Note } from '../notes/note.js';
import { createNotebook, type NoteSource } from '../notes/notebook.js';
import { redactCells } from '../security/secrets.js';
import { readPastNotes } from '../store/change-journal/past-notes.js';
import type { NoteReader, ReadSet } from '../store/note-reader.js';
import type { Store } from '../store/store.js';
import { rememberAnswers } from './deferred-lookups.js';
import { NO_CACHE } from './process-cache.js';
import { createQueryHandlers, type RuntimeServices } from './query-handlers.js';
import { type UnknownNotes, watchUnknown } from './unknown-notes.js';

/** Time and author of a plan. A queued request keeps its original time and seed. */
export interface RequestContext extends Actor {
  readonly now: number;
  readonly seed: string;
}

/** Returns a note as operations that are not on disk yet leave it. */
export type PendingNotes = (path: string) => Note | undefined;

export interface ViewOptions {
  /** Shows notes as they will be. */
  readonly pending?: PendingNotes | undefined;
  /** Shows unmerged notes as git left them, with its markers. */
  readonly showsMarkers?: boolean | undefined;
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

/** Creates the view for one plan. */
export function createReadView(
  services: RuntimeServices,
  snapshot: NoteReader | null,
  { now, seed, by, session }: RequestContext,
  { pending, showsMarkers = false }: ViewOptions = {},
): ReadView {
  const { store, settings, clock } = services;
  const { local } = clock;
  const content = store?.root.content ?? settings.content;
  const unknown = watchUnknown(snapshot ? toNoteSource(snapshot, showsMarkers) : EMPTY, showsMarkers);
  const notebook = createNotebook(
    withPendingNotes(unknown.reader, pending),
    services.outline,
    content,
    store?.root.notes,
  );
  const entries = cacheEntries((note) =>
    redactCells(readEntries(note, notebook.outline(note), { content, local, now }), note.text),
  );
  const redacted = new Set<string>();
  let isForeign = by !== null;
  const answers = createQueryHandlers(services, snapshot, redacted);
  const asOf = rememberAnswers((at: number) => {
    if (!store || !snapshot) throw new Error('only a workspace has earlier notes');
    const forgotten = answers.forgotten();
    const clean = (text: string) =>
      forgotten === null
        ? text
        : text.replace(/^.+$/gm, (line) => (hasForgotten(forgotten, line) ? '' : line));
    const then = readPastNotes(store, snapshot, at, clean);
    const frozen = {
      ...services,
      store: { ...store, ...WITHOUT_CACHE },
      clock: { ...clock, now: at },
      cache: NO_CACHE,
    };
    const past = createReadView(frozen, then, { now: at, seed, by, session }).createContext();
    const known = createPastAnswers(at);
    const query: CommandContext['query'] = (fact, ...args) => {
      const answer = known[fact] as
        | ((...passed: typeof args) => ReturnType<typeof past.query<typeof fact>>)
        | undefined;
      return answer ? answer(...args) : past.query(fact, ...args);
    };
    return { past: { ...past, query }, unproven: then.unproven };
  });
  const createPastAnswers = (at: number): Partial<Queries> => ({
    ...PAST_ANSWERS,
    history: () => answers.history().filter((one) => Date.parse(one.at) <= at),
  });
  return {
    createContext: () => ({
      now,
      get zone() {
        return clock.zone; // computing it costs half of a bare start
      },
      local,
      ids: createIdGenerator(now, seed, isLapped(now) && snapshot ? createIdTest(snapshot) : undefined),
      settings,
      notebook,
      entries,
      known: unknown.known,
      actor: { by, session },
      query: (fact, ...args) => {
        isForeign ||= UNTRUSTED_QUERIES.has(fact);
        return (answers[fact] as (...passed: typeof args) => ReturnType<(typeof answers)[typeof fact]>)(
          ...args,
        );
      },
      asOf,
    }),
    reads: snapshot?.reads ?? EMPTY.reads,
    unknown,
    redacted,
    isUntrusted: () => isForeign,
  };
}

const hasForgotten = (find: FindForgotten, line: string): boolean => (find(line)?.how ?? 'close') !== 'close';

/** An index of earlier notes is never stored. */
const WITHOUT_CACHE: Pick<Store, 'readCache' | 'writeCache' | 'openCache' | 'dropCache'> = {
  readCache: () => null,
  writeCache: () => undefined,
  openCache: () => null,
  dropCache: () => undefined,
};

/** Answers for an earlier moment: what is known only of now is left out. */
const PAST_ANSWERS: Partial<Queries> = {
  heartbeat: () => null,
  runs: () => [],
  sessions: () => [],
  unreadSessions: () => [],
  folder: () => null,
  placeFiles: (places) => places.map(() => null),
  unreadNotes: () => [],
  treeChanges: () => [],
  recentFiles: () => [],
  hookRuns: () => [],
  liveSessions: () => [],
  referenceStatuses: (claims) => claims.map(() => ({ fate: 'unknown', to: null, at: null, commit: null })),
};

/** A note that grows line by line has many texts, of which only the last few are read again. */
const MOST_READINGS = 4;

/** The entries of a text. */
interface Reading {
  readonly text: string;
  readonly entries: readonly LocatedEntry[];
}

/** Caches the entries of notes during one plan, before and after its changes. */
function cacheEntries(read: (note: Note) => readonly LocatedEntry[]): CommandContext['entries'] {
  const seen = new Map<string, Reading[]>();
  const readOnce = (note: Note) => {
    const known = seen.get(note.path) ?? [];
    const same = known.find(({ text }) => text === note.text);
    if (same) return same.entries;
    const entries = read(note);
    seen.set(note.path, [{ text: note.text, entries }, ...known.slice(0, MOST_READINGS - 1)]);
    return entries;
  };
  return (note, only) => {
    const entries = readOnce(note);
    return only ? entries.filter(({ type }) => type === only) : entries;
  };
}

/** Without a workspace there are no notes. */
const EMPTY: NoteSource & { readonly reads: ReadSet } = {
  note: () => null,
  list: () => [],
  reads: { notes: new Map(), listing: null },
};

/** Converts a snapshot to a note source that reports unreadable notes. */
const toNoteSource = (snapshot: NoteReader, showsMarkers: boolean) => ({
  note: showsMarkers ? snapshot.source : snapshot.note,
  list: snapshot.list,
  unknown: snapshot.unknown,
  allUnknown: snapshot.allUnreadable,
  hashOfUnknown: snapshot.hashOf,
  closedFolders: snapshot.closedFolders,
  copies: snapshot.copies,
  get unreadable() {
    return snapshot.unreadable;
  },
});

const withPendingNotes = (reader: NoteSource, pending: PendingNotes = () => undefined): NoteSource => ({
  ...reader,
  note(path) {
    const now = pending(path) ?? reader.note(path);
    return now && now.path !== path ? (pending(now.path) ?? now) : now; // the path is a link to it
  },
});

/** Returns a test whether an id occurs anywhere in the notes. */
function createIdTest({ list, note }: NoteReader): (id: string) => boolean {
  let texts: readonly string[] | null = null;
  return (id) => {
    texts ??= list().flatMap((path) => note(path)?.text ?? []);
    return texts.some((text) => text.includes(`^${id}`));
  };
}
