import type { RunRecord } from '../config/run-record.js';
import type { FoundDate } from '../dates/chrono-adapter.js';
import type { TimeContext } from '../dates/due-date.js';
import type { YamlApi } from '../markdown/front-matter.js';
import type { Properties } from '../markdown/front-matter-scanner.js';
import type { TextEdit } from '../markdown/text-edit.js';
import type { RelevanceQuery } from '../matching/relevant-entries.js';
import type { GitTraces, Wanted } from '../notes/changes/git-traces.js';
import type { HistoryRecord, TouchedFile } from '../notes/changes/history-record.js';
import type { HandLine, LineTrace } from '../notes/changes/trace-lines.js';
import type { Entry } from '../notes/entries/entry.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import type { Author } from '../notes/origin.js';
import type { FileStatus, Reference, ReferenceStatus, TreeChange } from '../notes/reference-status.js';
import type { Unknown } from '../notes/unknown-note.js';
import type { IndexedLink } from '../search/index/link-index.js';
import type { SearchQuery, SearchResults } from '../search/query.js';
import type { SecretMatch } from '../security/secrets.js';
import type { ActivityEvent, Commit } from '../transcripts/activity-event.js';
import type { SessionEntry } from '../transcripts/entry.js';
import type { SessionEvent } from '../transcripts/event.js';
import type { SessionHeader } from '../transcripts/session-header.js';
import type { SessionState } from '../transcripts/session-state.js';
import type { SessionSummary } from '../transcripts/session-summary.js';
import type { RecentActivity, ToolCall } from '../transcripts/tool-call.js';
import type { TranscriptStats } from '../transcripts/transcript-stats.js';
import type { SessionTree } from '../transcripts/tree.js';
import type { PrepareEffect, ProgramResult } from './effects.js';

export type { HistoryRecord, TouchedFile };

/** When somebody last asked for something here, from `.daybook/signal.json`. */
export interface Heartbeat {
  /** Milliseconds since 1970 UTC. */
  readonly lastActivity: number;
}

/** What a hook gave an agent to read, or why it could not. */
export interface HookRun {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly event: string;
  readonly agent: string;
  readonly session: string | null;
  /** Milliseconds from the start of the process. */
  readonly ms: number;
  /** SessionStart: what began, as its client says it. */
  readonly source?: string;
  /** Missing where there was nothing to say. */
  readonly text?: string;
  readonly failed?: string;
  /** PreToolUse: the client's name for the call that the guard looked at. */
  readonly call?: string;
  /** Ids of entries that the call did again, and of those that it heeded. */
  readonly advised?: readonly string[];
  readonly heeded?: readonly string[];
}

/** One check of `doctor`. */
export interface HealthCheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** True where `--fix` would mend it without losing anything. */
  readonly mendable?: boolean;
  /** The notes that cannot be read, where there are any. */
  readonly unknown?: readonly Unknown[];
}

/** Why the root is where it is. */
export interface WorkspaceInfo {
  readonly root: string;
  readonly reason: string;
  readonly content: string;
  readonly worktree: string;
  readonly global: string;
  /** True where the user has trusted it. */
  readonly trusted?: boolean;
  /** A path of it that belongs to another user, where nothing is written for that. */
  readonly foreign?: string;
}

/** A root that `DAYBOOK_HOME` knows. */
export interface RegisteredRoot {
  readonly path: string;
  readonly id: string;
  readonly trusted: boolean;
  /** False where the path is gone. */
  readonly stands: boolean;
}

/** What of unused state would be taken over as history, and what would stay aside. */
export interface Adoption {
  readonly records: number;
  readonly images: number;
  readonly sessions: number;
  readonly runs: number;
  readonly calls: number;
  readonly queued: number;
  readonly leftOut: readonly string[];
  readonly folders: readonly string[];
}

/** What lies around a folder that `init` is asked to set up. */
export interface ProjectInfo {
  readonly dir: string;
  readonly inside: string | null;
  readonly git: boolean;
  readonly zone: string;
  /** Files and folders by name that `init` cares about, relative to `dir`. */
  readonly exists: (path: string) => boolean;
  readonly contentIsOurs: (content: string) => boolean;
}

/** What the catalogue counts. */
export interface IndexCounts {
  readonly entries: number;
  readonly notes: number;
  readonly types: Readonly<{ [type: string]: number }>;
  readonly kinds: Readonly<{ [kind: string]: number }>;
}

/** A note and its links to others; null where it must be read for them. */
export interface NoteLinks {
  readonly path: string;
  readonly links: readonly IndexedLink[] | null;
}

/** A file of the workspace that is no note, as it is now. */
export interface SourceFile {
  /** Relative to the worktree stood in, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What a folder holds that somebody named on the command line; it may lie outside the workspace. */
export interface ExternalFolder {
  /** The folder itself, absolute and without links. */
  readonly path: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly skipped: readonly { readonly path: string; readonly why: string }[];
}

/** Where a pattern is found beside the notes: how many records of the journal, before-images, requests and other files. */
export interface ScrubMatchCounts {
  readonly records: number;
  readonly images: number;
  readonly requests: number;
  readonly files: number;
}

/** A session that another program kept, and the events that it is here. */
export interface ForeignSession {
  readonly head: SessionHeader;
  readonly events: readonly SessionEvent[];
  /** False where some of it is too large to be read. */
  readonly isWhole: boolean;
}

/** A session that is kept here: how it stands, by which engine, and what of it is amiss. */
export interface KeptSession {
  readonly state: SessionState;
  readonly engine: 'file' | 'log';
  readonly report: {
    readonly damaged: readonly string[];
    readonly missing: readonly number[];
    readonly quarantined: readonly string[];
  };
}

/** Facts that tell what others wrote or did: tools, other programs and their files. */
export const UNTRUSTED_QUERIES: ReadonlySet<keyof Queries> = new Set([
  'activityOn',
  'commits',
  'transcript',
  'transcriptEnd',
  'sessions',
  'session',
  'sessionEntries',
  'sessionsBelow',
  'storedSession',
  'summary',
  'sessionSummaries',
  'transcriptSummary',
  'toolCalls',
  'recentActivity',
  'folder',
]);

/** Every question that a verb may put to the outside. The closed list is the whole of what is not a note. */
export interface Queries {
  /** Null where the heartbeat is missing or damaged. */
  heartbeat: () => Heartbeat | null;
  /** All fields of the signal file; none where it is missing or damaged. */
  signal: () => { readonly [field: string]: unknown };
  /** What hooks did on the last two days, the oldest first; for one session, where it is named. */
  hookRuns: (session?: string) => readonly HookRun[];
  /** What hooks noted on a local day, the oldest first. */
  activityOn: (date: string) => readonly ActivityEvent[];
  /** The commits made on these days, by their authors' clocks, on all branches, oldest first; none without git. */
  commits: (dates: readonly string[]) => readonly Commit[];
  search: (query: SearchQuery) => SearchResults;
  /** Entries of some types that bear on a text, the likeliest first. */
  relevantEntries: (subject: RelevanceQuery) => readonly Entry[];
  /** Every entry with this id or handle: none, one, or more where somebody copied a line. */
  entriesById: (id: string) => readonly LocatedEntry[];
  /** How many entries there are, by type and kind. */
  counts: () => IndexCounts;
  /** Paths of the notes that may link to a note of one of these names or aliases. */
  linking: (names: readonly string[]) => readonly string[];
  /** The same notes with their links, where these are known without reading them. */
  backlinks: (names: readonly string[]) => readonly NoteLinks[];
  /** Newest first. */
  history: () => readonly HistoryRecord[];
  /** How many changes are older than so many days, and are not the last of a note. */
  prunableRecords: (days: number) => number;
  /** The newest time recorded before a leap of the clock (ms), while that clock is not to be believed; else null. */
  clockLeap: () => number | null;
  /** What became of jobs, oldest first. */
  runs: () => readonly RunRecord[];
  /** The text of a note as it was before or after an operation, or null where it cannot be brought back. */
  version: (hash: string) => string | null;
  /** When a version was saved, in milliseconds since 1970 UTC, where it was kept as it lay there; else null. */
  savedAt: (hash: string) => number | null;
  /** Tokens by the real tokenizer (o200k). */
  tokens: (text: string) => number;
  /** The same tokenizer as a function, for many trials; nothing is remembered. */
  tokenizer: () => (text: string) => number;
  /** A shipped template by name. */
  template: (name: string) => string;
  /** All files of a shipped folder of templates. */
  templates: (folder: string) => readonly { readonly path: string; readonly text: string }[];
  /** Where the lines of one entry come from, as the journal knows. */
  trace: (path: string, lines: readonly string[]) => readonly LineTrace[];
  /** Who committed a line that no record of the journal wrote; null where nobody did. Git is started for it. */
  author: (line: HandLine) => Author | null;
  /** True where a session used the web, or a server that is not Daybook's; without a session, the last one that called a tool. */
  sawForeignText: (session: string | null) => boolean;
  /** True where each of these very lines was written by Daybook (and not edited since), as the journal knows. */
  isOwnLine: (path: string, ...lines: readonly string[]) => boolean;
  /** The text files of a folder, relative to where one stands; null where there is none. */
  folder: (path: string) => ExternalFolder | null;
  /** What secretlint sees in each of these texts, in the same order. */
  secretlint: (texts: readonly string[]) => readonly (readonly SecretMatch[])[];
  /** Why the front matter of a text cannot be read as YAML, or null where it can, or where there is none. */
  frontMatterProblem: (text: string) => string | null;
  /** What the front matter of a text says; empty where there is none, null where it cannot be read. */
  properties: (text: string) => Properties | null;
  /** YAML read and written by the yaml package. */
  yaml: () => YamlApi;
  root: () => WorkspaceInfo;
  /** The root, or null where one stands in no workspace. */
  place: () => string | null;
  /** Every root that `DAYBOOK_HOME` knows, by path. */
  registered: () => readonly RegisteredRoot[];
  /** What of the state that is not used could be taken over. */
  adoption: () => Adoption;
  /** Every verb with its options, in the order of the table. */
  verbs: () => readonly {
    readonly name: string;
    readonly about: string;
    readonly options: readonly string[];
  }[];
  /** The git branch that is checked out where one stands; null outside git. */
  branch: () => string | null;
  surroundings: () => ProjectInfo;
  checkup: (fix: boolean) => readonly HealthCheckResult[];
  /** Symbolic links in the place of notes or their folders: none is followed. */
  noteLinks: () => readonly string[];
  /** The user's own settings of Claude Code, for all projects; '' for none. */
  claudeSettings: () => string;
  /** How Daybook is started on this machine. */
  installedCommand: () => InstalledCommand;
  /** Runs an effect that the plan depends on, once, and returns its result. */
  prepared: (effect: PrepareEffect) => ProgramResult;
  /** Takes away a lock that nobody can judge, and is a minute old; refuses for others. False where there is none. */
  unlock: () => boolean;
  /** What is kept beside the notes and holds something that a pattern finds. */
  traces: (pattern: RegExp) => ScrubMatchCounts;
  /** What git's history holds of it; null outside git. */
  gitHistory: (wanted: Wanted) => GitTraces | null;
  /** A date in the words of people, beyond our own grammar; null where there is none. */
  naturalDate: (said: string, clock: TimeContext) => FoundDate | null;
  /** Source files that git sees changed since HEAD, or new and not ignored; none without git. */
  changedFiles: () => readonly SourceFile[];
  /** What became of files of the workspace since a moment (ms): their times, and what git knows of them. */
  fileStatuses: (paths: readonly string[], since: number) => readonly FileStatus[];
  /** What became of what entries name, in the order of the claims; git may take so many ms for all. */
  referenceStatuses: (claims: readonly Reference[], patienceMs: number) => readonly ReferenceStatus[];
  /** What git sees changed since HEAD where one stands, notes left out; none without git. */
  treeChanges: () => readonly TreeChange[];
  /** What a transcript of an agent tells of its context; read as a stream. Refuses a file that cannot be read. */
  transcript: (path: string) => TranscriptStats;
  /** The sessions of every agent on this machine, each once, the last used first; read at their beginning and end only. */
  sessions: () => readonly SessionHeader[];
  /** A session as a tree: of the messages of another program their places alone. */
  session: (head: SessionHeader) => SessionTree;
  /** These entries of its tree, whole. */
  sessionEntries: (
    head: SessionHeader,
    entries: readonly SessionEntry[],
  ) => ReadonlyMap<string, SessionEntry>;
  /** What each of these sessions did, by its id; what was read before is remembered. */
  sessionSummaries: (heads: readonly SessionHeader[]) => ReadonlyMap<string, SessionSummary>;
  /** The same of one transcript that a client names, and whose it is; null where it cannot be read. */
  transcriptSummary: (path: string) => { readonly client: string; readonly account: SessionSummary } | null;
  /** What tools agents called, the oldest first: since a day (UTC), or of the last two; the last ones alone are read sooner. */
  toolCalls: (how: { readonly since?: string; readonly last?: number }) => readonly ToolCall[];
  /** What a session did lately, by the end of the tool log; without a session, what the last one did. */
  recentActivity: (session: string | null) => RecentActivity;
  /** The same of a transcript’s ends alone, at once however long it is; nothing known where it cannot be read. */
  transcriptEnd: (path: string) => TranscriptStats;
  /** The sessions below a folder of Chimera's, each with the events that it is here. */
  sessionsBelow: (folder: string) => readonly ForeignSession[];
  /** A session that is kept in this workspace; null where there is none of this id. */
  storedSession: (id: string) => KeptSession | null;
  keptIds: () => readonly string[];
  /**
   * What a command of the user's makes of a conversation; null where none was named, here or in DAYBOOK_SUMMARISER. Refuses one
   * that the user did not type, unless they trust this workspace.
   */
  summary: (
    command: string | undefined,
    text: string,
  ) => { readonly text: string } | { readonly failed: string } | null;
  /** The splices of an operation moved to where they stand in a later text, or null where their context is gone. */
  rebase: (splices: readonly TextEdit[], from: string, to: string) => readonly TextEdit[] | null;
}

/** How Daybook is started on this machine. */
export interface InstalledCommand {
  /** Node itself, absolute. */
  readonly node: string;
  /** The command, absolute. */
  readonly command: string;
  readonly windows: boolean;
}
