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
import type { QuestionBatch } from './hook-records.js';
import type { CommandInput, ParamDefinition, ParamDefinitions } from './params.js';
import type { Queries } from './queries.js';

/**
 * Everything a command can read: a consistent view of the notes plus query results. The same context gives the same
 * plan.
 */
export interface CommandContext {
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  /** IANA zone of the workspace. */
  readonly zone: string;
  /** Local time of an instant in that zone. */
  readonly local: (ms: number) => LocalTime;
  readonly ids: IdGenerator;
  readonly settings: Settings;
  readonly notebook: Notebook;
  /** The entries of a note, parsed by the rules of its kind. Passing `only` skips the other types, which is faster. */
  readonly entries: (note: Note, only?: EntryType) => readonly LocatedEntry[];
  /**
   * Runs a part of a command. Returns `otherwise` if the part read a note that cannot be read, or would write a
   * read-only or unmerged one, so that an unreadable note is never treated as empty. The reply names that note automatically.
   */
  readonly known: <T extends { readonly changes: readonly Change[] }>(part: () => T, otherwise: T) => T;
  readonly actor: Actor;
  /**
   * Answers a query. If the answer is not loaded yet, it is loaded and the command is planned again, so `plan` stays
   * synchronous and pure.
   */
  readonly query: <K extends keyof Queries>(
    fact: K,
    ...args: Parameters<Queries[K]>
  ) => ReturnType<Queries[K]>;
  /** Returns the context of an earlier moment (ms), and the notes of which no version of then is stored. */
  readonly asOf: (at: number) => { readonly past: CommandContext; readonly unproven: readonly string[] };
}

/** The author of a request: the agent (`claude`, `codex` …; null is a person) and its session. */
export interface Actor {
  readonly by: string | null;
  readonly session: string | null;
}

/** A problem in a note or setting that its owner may want to fix. Never thrown. */
export interface Notice {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly path?: string;
  readonly line?: number;
}

/** One line of a list: `path:line type: what — why, day ^id` in a pipe, in columns on a terminal. */
export interface ResultItem {
  readonly path?: string;
  readonly line?: number;
  /** A heading above rows without a type. */
  readonly group?: string;
  /** A number or result printed first. If the row also has a time, a pipe prints the time right after it. */
  readonly mark?: string;
  readonly type?: string | null;
  readonly what: string;
  readonly why?: string | null;
  /** A warning about the entry, e.g. `superseded`. */
  readonly state?: string | null;
  readonly id?: string;
  /** A local day, or ISO 8601 with offset. A terminal shows how long ago it is. */
  readonly at?: string | null;
  /** Who did it; a pipe shows it in rows with a mark. */
  readonly by?: string | null;
}

/** The result of planning: a reply in Markdown, the same as data, and the changes to make. */
export interface CommandPlan {
  /** Markdown in the present tense that names the file and section touched. */
  readonly message: string;
  /** A unified diff printed before the message. */
  readonly preview?: string;
  /** Printed after the message, cut to the budget of a pipe. JSON contains all of them. */
  readonly items?: readonly ResultItem[];
  /** How a terminal shows the message: as it is, or as a unified diff; as Markdown if missing. */
  readonly format?: 'plain' | 'diff';
  /** The command's own keys in JSON. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: readonly Change[];
  readonly notices?: readonly Notice[];
  /** The place that the reply points to, e.g. `MEMORY.md:42 › Decisions ^k3…`. */
  readonly location?: string;
  /** The line in `history`; the first line of the message if missing. */
  readonly historyMessage?: string;
  /** The number, or numbers, of the operations that this one reverts. Set by `undo`. */
  readonly reverts?: number | readonly number[];
  /** The reply offers no `undo`, as the change cannot be undone. Set by `sync`. */
  readonly isFinal?: true;
  /** The origin of the text added to notes, by path, where it differs from the origin of the request. */
  readonly origins?: JournalRecord['origins'];
  /** The pattern to remove from history, queue and caches. Set by `scrub`. */
  readonly scrubPattern?: RegExp;
  /** Notes from which these changes may remove a person's lines without asking first. */
  readonly approvedPaths?: readonly string[];
  /** Deletes history older than this number of days. Set by `cleanup`. */
  readonly pruneHistoryDays?: number;
  /** Events to append to stored sessions. If a session has grown since, the command is planned again. */
  readonly sessions?: readonly SessionAppend[];
  /** Fields for the signal file, which other programs read. A failure to write them is ignored. */
  readonly statusFields?: Readonly<Record<string, unknown>>;
  /** Points in the current session from which tool calls are counted. */
  readonly activityMarks?: readonly ActivityMark[];
  /** Switches Daybook off or on for one session of an agent. Set by `off` and `on`. */
  readonly sessionSwitch?: { readonly session: string; readonly off: boolean };
  /** Questions in the reply, recorded so that they are not repeated. */
  readonly questions?: Omit<QuestionBatch, 'at' | 'session'>;
  /**
   * Side effects to run after the commit. Only for commands with `onLocked: 'refuse'`, except what git ignores.
   */
  readonly effects?: readonly Effect[];
  /** 1 if the command found a problem without failing (lint, doctor). */
  readonly exit?: 1;
}

/** A plan as a command writes it: without `changes` it makes none. */
export type CommandReply = Omit<CommandPlan, 'changes'> & Partial<Pick<CommandPlan, 'changes'>>;

/** An activity mark as commands create it; time and session are filled in on commit. */
export type ActivityMark = Omit<ActivityMarkRecord, 'at' | 'session'>;

/**
 * Events to append to a session that had `since` events when the command was planned. `begins` names the storage engine
 * of a new session.
 */
export interface SessionAppend {
  readonly id: string;
  readonly since: number;
  readonly events: readonly SessionEvent[];
  readonly begins?: 'file' | 'log';
  /** Converts the session to this storage engine. */
  readonly engine?: 'file' | 'log';
}

/** The groups of commands in help, in their order. */
export const HELP_GROUPS = [
  'Every day',
  'Wiki',
  'Tasks',
  'Agents',
  'Share',
  'Keep',
  'Other names and plumbing',
] as const;

/** The group of names that only `--help --all` lists: a visible command does the same, or scripts use them. */
export const OTHER_NAMES = 'Other names and plumbing';

/** An action of a command that has several, e.g. `feedback add`. */
export interface CommandAction<P extends ParamDefinitions = ParamDefinitions> {
  /** One line of help in the present tense, without a full stop. */
  readonly description: string;
  /** Its parameters, positional ones in order, with what differs from the command's definition. */
  readonly params?: {
    readonly [K in keyof P]?: Partial<
      Pick<ParamDefinition, 'description' | 'placeholder' | 'positional' | 'required'>
    >;
  };
}

/** The definition of a command; `plan` is pure and synchronous. */
interface CommandDefinition<P extends ParamDefinitions, N extends string> {
  readonly name: N;
  /** One sentence that says what the command does, in the present tense, without a full stop. */
  readonly description: string;
  /** Its group in help. Hidden commands are not in help and completions; only hooks run them. */
  readonly group: (typeof HELP_GROUPS)[number] | 'hidden';
  /** All parameters. If the command has actions, the first parameter is the action word. */
  readonly params: P;
  /** What the command can do, by the word that names it; each takes some of the parameters. */
  readonly actions?: Readonly<Record<string, CommandAction<NoInfer<P>>>>;
  /**
   * What runs without an action word: one of the actions, or one without a word. If it takes the first parameter, the
   * first word may be anything.
   */
  readonly defaultAction?: string | CommandAction<NoInfer<P>>;
  /** Lines from stories, each a complete command line; those of an action begin with its word. */
  readonly examples: readonly string[];
  /** Agents may run it as a tool of the full MCP profile. */
  readonly isTool?: true;
  /** What the command needs to run: a workspace (if missing), a folder to create one in, or nothing. */
  readonly requires?: 'workspace' | 'folder' | 'workspace if any' | 'nothing';
  /** Returns true if running the command counts as activity for the session gap (A5); if missing, it never does. */
  countsAsActivity?(input: CommandInput<P>): boolean;
  /**
   * What to do if the lock is not free in time: queue the request, or fail with status 4. Commands that run a program,
   * reach outside the workspace or maintain the store must `refuse`: they are never accepted from a queue. If missing, the command refuses.
   */
  readonly onLocked?: 'queue' | 'refuse';
  /**
   * `write`: the command only writes new text, or protects its parts with `CommandContext.known`. If missing, the
   * command is refused when it would write after reading a note that cannot be read.
   */
  readonly whenUnknown?: 'write';
  /** Gets unmerged notes as git left them, with its markers, and may write them. Other commands see both sides, and wait. */
  readonly settlesConflicts?: true;
  /**
   * Changes what the context block shows: the block is refreshed after the reply, or when the next session starts.
   * `outside jobs`: a job leaves the block to the job `context`, which runs after the others.
   */
  readonly updatesBlock?: true | 'outside jobs';
  /**
   * Reads all notes and takes long with thousands of entries. It reads them from one snapshot, and a server runs it in
   * a separate process so that other calls do not wait.
   */
  readonly slow?: true;
  plan(ctx: CommandContext, input: CommandInput<P>): CommandReply;
}

/** A command that a user, agent or job can run. */
export type Command<P extends ParamDefinitions = ParamDefinitions, N extends string = string> = Omit<
  CommandDefinition<P, N>,
  'plan'
> &
  Required<Pick<CommandDefinition<P, N>, 'requires' | 'countsAsActivity' | 'onLocked'>> & {
    plan(ctx: CommandContext, input: CommandInput<P>): CommandPlan;
  };

/** Creates a command. The types of the input and the name are inferred. */
export const defineCommand = <const P extends ParamDefinitions, const N extends string>(
  definition: CommandDefinition<P, N>,
): Command<P, N> => ({
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => false,
  ...definition,
  plan: (ctx, input) => ({ changes: [], ...definition.plan(ctx, input) }),
});

export { UserError } from '../errors.js';
