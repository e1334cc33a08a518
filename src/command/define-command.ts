import type { Settings } from '../config/settings.js';
import type { LocalTime } from '../dates/local-time.js';
import type { Change } from '../notes/changes/change.js';
import type { HistoryRecord as JournalRecord } from '../notes/changes/history-record.js';
import type { IdGenerator } from '../notes/entries/ids.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import type { EntryType } from '../notes/entry-types.js';
import type { Note } from '../notes/note.js';
import type { Notebook } from '../notes/notebook.js';
import type { SessionEvent } from '../transcripts/event.js';
import type { ActivityMarkRecord } from '../transcripts/tool-call.js';
import type { Effect } from './effects.js';
import type { CommandInput, ParamDefinitions } from './params.js';
import type { Queries } from './queries.js';

/** All that a verb may know: the notes as of `now`, and the facts it asks for. The same world gives the same outcome. */
export interface CommandContext {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** IANA zone of the workspace. */
  readonly zone: string;
  /** Civil time of an instant in that zone. */
  readonly local: (ms: number) => LocalTime;
  readonly ids: IdGenerator;
  readonly settings: Settings;
  readonly notebook: Notebook;
  /** The entries of a note, read as its kind says; those of one type alone are read sooner. */
  readonly entries: (note: Note, only?: EntryType) => readonly LocatedEntry[];
  /**
   * Runs a part of a command. Gives `otherwise` where the part asked for a note that cannot be read, or would write a
   * read-only one: nothing is written because an unknown note looked empty. The reply names the note by itself.
   */
  readonly known: <T extends { readonly changes: readonly Change[] }>(part: () => T, otherwise: T) => T;
  readonly actor: Actor;
  /**
   * Asks the outside for a fact. Run answers at once, or collects the answer and thinks the verb again,
   * so a verb may ask whenever it knows what to ask, and stays synchronous and pure.
   */
  readonly query: <K extends keyof Queries>(
    fact: K,
    ...args: Parameters<Queries[K]>
  ) => ReturnType<Queries[K]>;
}

/** Who asks: the agent (`claude`, `codex` …; null is a person), and its session. */
export interface Actor {
  readonly by: string | null;
  readonly session: string | null;
}

/** Something seen in a note or setting that its owner may want to mend; never an exception. */
export interface Notice {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
}

/** One line of a list: `path:line what — why` when piped, grouped and marked on a terminal. */
export interface ResultItem {
  readonly path?: string;
  readonly line?: number;
  readonly group?: string;
  readonly what: string;
  readonly why?: string | null;
  readonly id?: string;
}

/** A reply in Markdown, the same as data, and what should change. */
export interface CommandPlan {
  /** Markdown, present tense; names the file › section touched. */
  readonly message: string;
  /** Shown behind `say`, cut to the budget of a pipe; never cut in JSON. */
  readonly items?: readonly ResultItem[];
  /** The verb's own keys in JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: readonly Change[];
  readonly notices?: readonly Notice[];
  /** Where the reply points a reader, e.g. `MEMORY.md:42 › Decisions ^k3…`. */
  readonly location?: string;
  /** What `history` says of it, where that is not the first line of `say`. */
  readonly historyMessage?: string;
  /** The change, or changes, that this one takes back, for `undo`. */
  readonly reverts?: number | readonly number[];
  /** Whose words notes gain by these changes, by path, where they are not simply those of the one who asks. */
  readonly origins?: JournalRecord['origins'];
  /** What is also to be taken out of history, spool and caches, for `scrub`. */
  readonly scrubPattern?: RegExp;
  /** Notes out of which these changes take what a person said may go: a job need not ask. */
  readonly approvedPaths?: readonly string[];
  /** History older than so many days is to be forgotten, for `cleanup`. */
  readonly pruneHistoryDays?: number;
  /** What happens next to sessions that are kept here; it is thought again where more has happened by then. */
  readonly sessions?: readonly SessionAppend[];
  /** Fields for the signal file, the heartbeat that other programs read; it is written aside and never in the way. */
  readonly statusFields?: Readonly<Record<string, unknown>>;
  /** Moments of the session that asked, from which its tool calls are counted; telemetry too. */
  readonly activityMarks?: readonly ActivityMark[];
  /** What it asks of the outside, after the commit. Only for a command that is refused, not queued, while the store is busy. */
  readonly effects?: readonly Effect[];
  /** 1 for a verb that found something amiss without being refused (lint, doctor). */
  readonly exit?: 1;
}

/** A mark as a verb makes it: when it was and whose it is goes without saying. */
export type ActivityMark = Omit<ActivityMarkRecord, 'at' | 'session'>;

/** Events of a session, thought from how it stood after so many; an engine is named for one that begins. */
export interface SessionAppend {
  readonly id: string;
  readonly since: number;
  readonly events: readonly SessionEvent[];
  readonly begins?: 'file' | 'log';
  /** It is kept by this engine from now on. */
  readonly engine?: 'file' | 'log';
}

export type Surface = 'cli' | 'mcp' | 'hook' | 'cron';

/** One thing you can ask. `think` is pure and synchronous. */
export interface Command<P extends ParamDefinitions = ParamDefinitions> {
  readonly name: string;
  /** One sentence that says what it does, present tense, no full stop. */
  readonly description: string;
  readonly params: P;
  /** Lines of stories, each a whole command. */
  readonly examples: readonly string[];
  readonly surfaces: readonly Surface[];
  /** What it needs to run: a workspace, the folder to make one in, or nothing. */
  readonly requires: 'workspace' | 'folder' | 'workspace if any' | 'nothing';
  /** True where asking it counts as activity for the session gap (A5). */
  countsAsActivity(input: CommandInput<P>): boolean;
  /**
   * What to do when the lock cannot be had in time: leave the request in the queue, or refuse with status 4. `refuse` for each
   * verb that runs a program, reads or writes elsewhere, or maintains the store: no request for it is ever taken from a queue.
   */
  readonly onLocked: 'queue' | 'refuse';
  /**
   * `write`: what it writes is what somebody said, or its parts are held back by `World.known`. Left out: where a note that
   * it read cannot be read, it is refused instead of writing.
   */
  readonly whenUnknown?: 'write';
  /** It thinks within milliseconds, so that it may think under the lock where many write at once. */
  readonly canPlanUnderLock?: true;
  /** Asking it also starts what is due, beside it, where the setting `cron.recall` says so. */
  readonly startsDueJobs?: true;
  /**
   * It goes through all notes and takes long where there are thousands of entries. It reads them all at one moment, and a
   * server runs it in a process of its own, so that other calls need not wait.
   */
  readonly slow?: true;
  plan(ctx: CommandContext, input: CommandInput<P>): CommandPlan;
}

/** Keeps a verb's input derived from its parameters. */
export const defineCommand = <const P extends ParamDefinitions>(definition: Command<P>): Command<P> =>
  definition;

export { UserError } from '../errors.js';
