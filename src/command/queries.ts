import type { RunRecord } from '../config/run-record.js';
import type { TimeContext } from '../dates/due-date.js';
import type { FoundDate } from '../dates/natural-date.js';
import type { YamlApi } from '../markdown/front-matter.js';
import type { Properties } from '../markdown/front-matter-scanner.js';
import type { RelevanceQuery } from '../matching/find-relevant.js';
import type { RelevancePurpose } from '../matching/rate-words.js';
import type { FindForgotten } from '../matching/similarity/forgotten.js';
import type { GitTraces, Wanted } from '../notes/changes/git-traces.js';
import type { HistoryRecord } from '../notes/changes/history-record.js';
import type { HandLine, LineTrace } from '../notes/changes/trace-lines.js';
import type { LocatedEntry } from '../notes/entries/read-entries.js';
import type { SyncCopy } from '../notes/merge/sync-copy.js';
import type { Author } from '../notes/origin.js';
import type {
  FileStatus,
  PathHistory,
  Reference,
  ReferenceStatus,
  TreeChange,
} from '../notes/reference-status.js';
import type { Unknown } from '../notes/unknown-note.js';
import type { IndexedLink } from '../search/index/link-index.js';
import type { SearchQuery, SearchResults } from '../search/query.js';
import type { SecretMatch } from '../security/secrets.js';
import type { ActivityEvent, Commit } from '../transcripts/activity-event.js';
import type { SessionEntry } from '../transcripts/entry.js';
import type { SessionEvent } from '../transcripts/event.js';
import type { SessionHeader, UnreadSessions } from '../transcripts/session-header.js';
import type { SessionState } from '../transcripts/session-state.js';
import type { SessionSummary } from '../transcripts/session-summary.js';
import type { RecentActivity, ToolCall } from '../transcripts/tool-call.js';
import type { TranscriptStats } from '../transcripts/transcript-stats.js';
import type { SessionTree } from '../transcripts/tree.js';
import type {
  ExternalFolder,
  FilePlace,
  HtmlReader,
  InstalledCommand,
  PlaceFiles,
} from './external-files.js';
import type {
  DiffAnswer,
  DiffRange,
  EndedBranch,
  GitSettings,
  LineCommit,
  MergedVersions,
  UnmergedFile,
} from './git-answers.js';
import type { Heartbeat, HookRun, LiveSession, QuestionBatch } from './hook-records.js';
import type { CommandSummary } from './params.js';
import type { ProofQueries } from './proof-queries.js';
import type { SessionQuery, SessionSearchResults } from './session-query.js';

/** One check of `doctor`. */
export interface HealthCheckResult {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** True if `--fix` can fix it without losing anything. */
  readonly mendable?: boolean;
  /** The notes that cannot be read, if any. */
  readonly unknown?: readonly Unknown[];
  /** The unmerged notes, if any, with a message for each. */
  readonly unmerged?: readonly { readonly path: string; readonly message: string }[];
}

/** The workspace root and the reason why it was chosen. */
export interface WorkspaceInfo {
  readonly root: string;
  readonly reason: string;
  readonly content: string;
  readonly worktree: string;
  readonly global: string;
  readonly trusted?: boolean;
  /** A path in it that others can write to, so that nothing is written; and whether its history was gone once. */
  readonly foreign?: string;
  readonly lostHistory?: true;
  readonly timer?: string;
}

/** A root that is registered in `DAYBOOK_HOME`. */
export interface RegisteredRoot {
  readonly path: string;
  readonly id: string;
  readonly trusted: boolean;
  /** False if the path no longer exists. */
  readonly stands: boolean;
}

/** The parts of unused state that would be adopted as history, and those that would be left aside. */
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

/** The surroundings of a folder that `init` sets up. */
export interface ProjectInfo {
  readonly dir: string;
  readonly inside: string | null;
  /** The folder is a linked worktree of git: it shares the notes of the main one. */
  readonly isLinkedWorktree: boolean;
  readonly git: boolean;
  readonly isOpen: boolean;
  readonly zone: string;
  /** Returns true if a file or folder exists, relative to `dir`. Covers only the names that `init` needs. */
  readonly exists: (path: string) => boolean;
  readonly contentIsOurs: (content: string) => boolean;
}

/** Counts from the note index. */
export interface IndexCounts {
  readonly entries: number;
  readonly notes: number;
  readonly types: Readonly<{ [type: string]: number }>;
  readonly kinds: Readonly<{ [kind: string]: number }>;
}

/** A note and its links to others; null if the note must be read to find them. */
export interface NoteLinks {
  readonly path: string;
  readonly links: readonly IndexedLink[] | null;
}

/** A file of the workspace that is not a note, as it is now. */
export interface SourceFile {
  /** Relative to the current worktree, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Where a pattern occurs outside the notes: counts of journal records, before-images, queued requests and other files. */
export interface ScrubMatchCounts {
  readonly records: number;
  readonly images: number;
  readonly requests: number;
  readonly files: number;
}

/** A session stored by another program, converted to events. */
export interface ForeignSession {
  readonly head: SessionHeader;
  readonly events: readonly SessionEvent[];
  /** False if a part was too large to read. */
  readonly isWhole: boolean;
}

/** A session stored in this workspace: its state, storage engine and problems. */
export interface KeptSession {
  readonly state: SessionState;
  readonly engine: 'file' | 'log';
  readonly report: {
    readonly damaged: readonly string[];
    readonly missing: readonly number[];
    readonly quarantined: readonly string[];
  };
}

/** Queries that return text or actions from outside: tools, other programs and their files. */
export const UNTRUSTED_QUERIES: ReadonlySet<keyof Queries> = new Set([
  'activityOn',
  'commits',
  'lineCommit',
  'diff',
  'pathHistory',
  'transcript',
  'transcriptEnd',
  'sessions',
  'unreadSessions',
  'session',
  'sessionEntries',
  'sessionsBelow',
  'storedSession',
  'sessionSearch',
  'summary',
  'fillVectors',
  'sessionSummaries',
  'transcriptSummary',
  'toolCalls',
  'recentActivity',
  'folder',
]);

/** All queries a command can make. Together with the notes this is everything a command can read. */
export interface Queries extends ProofQueries {
  /** Null if the heartbeat is missing or damaged. */
  heartbeat: () => Heartbeat | null;
  /** All fields of the signal file; empty if it is missing or damaged. */
  signal: () => { readonly [field: string]: unknown };
  /** What hooks did during the last two days or since a day (UTC), oldest first; filtered by session if one is passed. */
  hookRuns: (session?: string, since?: string) => readonly HookRun[];
  /** The questions that replies put in this workspace during the last days, oldest first. */
  questions: () => readonly QuestionBatch[];
  /** The sessions of agents at work in any worktree of this workspace, the last active first. */
  liveSessions: () => readonly LiveSession[];
  /** The open agent sessions. Each has loaded the context block as it was when it started. */
  openSessions: () => readonly string[];
  /** What hooks recorded on a local day, oldest first. */
  activityOn: (date: string) => readonly ActivityEvent[];
  /** The commits of these days on all branches, by author date, oldest first; empty without git. */
  commits: (dates: readonly string[]) => readonly Commit[];
  search: (query: SearchQuery) => SearchResults;
  /** The current entries that are relevant to a text, best match first. */
  relevantEntries: (subject: Omit<RelevanceQuery, 'today'>) => readonly LocatedEntry[];
  /** The same rule for texts that are in no note of this workspace. */
  relevanceTest: (text: string, purpose: RelevancePurpose) => (other: string) => boolean;
  /** Every entry with this id or handle. More than one if a line was copied. */
  entriesById: (id: string) => readonly LocatedEntry[];
  /** The number of entries by type and kind. */
  counts: () => IndexCounts;
  /** The notes that may link to a note with one of these names or aliases, with their links as far as these are known without reading the notes. */
  backlinks: (names: readonly string[]) => readonly NoteLinks[];
  /** Newest first. */
  history: () => readonly HistoryRecord[];
  /** How many records are older than this number of days and are not the last one of a note. */
  prunableRecords: (days: number) => number;
  /** The newest time recorded before a leap of the clock (ms) while the clock is not trusted; otherwise null. */
  clockLeap: () => number | null;
  /** Results of jobs, oldest first. */
  runs: () => readonly RunRecord[];
  /** The text of a note before or after an operation, or null if it is no longer available. */
  version: (hash: string) => string | null;
  /** When a version was saved, in milliseconds since 1970 UTC; null if it was not stored unchanged. */
  savedAt: (hash: string) => number | null;
  /** Counts tokens with the real tokenizer (o200k). */
  tokens: (text: string) => number;
  /** The same tokenizer as a function, for many calls. Results are not cached. */
  tokenizer: () => (text: string) => number;
  /** A shipped template. */
  template: (name: string) => string;
  /** All files of a shipped template folder. */
  templates: (folder: string) => readonly { readonly path: string; readonly text: string }[];
  /** Traces the lines of one entry through the journal. */
  trace: (path: string, lines: readonly string[]) => readonly LineTrace[];
  /** The author of the commit of a line that no journal record wrote; null if there is none. Starts git. */
  author: (line: HandLine) => Author | null;
  /** When a line of a note was committed (ms); null if it is not, or without git. Starts git. */
  lineTime: (path: string, line: string) => number | null;
  /** The commit that wrote a line of a file below the worktree; null if there is no such line. Starts git. */
  lineCommit: (path: string, line: number) => LineCommit | null;
  /** True if a session, or without one the last that called a tool, used the web or another MCP server. */
  sawForeignText: (session: string | null) => boolean;
  /** True if Daybook wrote each of these lines and they are unedited since, by the journal. */
  isOwnLine: (path: string, ...lines: readonly string[]) => boolean;
  /** Returns a function that finds forgotten passages in a text; null if nothing was ever forgotten. */
  forgotten: () => FindForgotten | null;
  /**
   * The text files of a folder, relative to the current folder; null if it does not exist. With `patterns` only those that
   * match one, such as `AGENTS.md` or `rules/*.mdc`.
   */
  folder: (path: string, patterns?: readonly string[]) => ExternalFolder | null;
  /** Counts the files in places of the project or below `~/`, without reading them; null for a place without files. */
  placeFiles: (places: readonly FilePlace[]) => readonly (PlaceFiles | null)[];
  /** The secretlint results for these texts, in the same order. */
  secretlint: (texts: readonly string[]) => readonly (readonly SecretMatch[])[];
  /** The front matter of a text; empty if there is none, null if it is invalid. */
  properties: (text: string) => Properties | null;
  /** The parser and formatter of the yaml package. */
  yaml: () => YamlApi;
  /** The converter from HTML to Markdown, and the one that changes links of a Markdown text. */
  html: () => HtmlReader;
  root: () => WorkspaceInfo;
  /** The paths that the root had before, each with the time when it was moved away from there. */
  earlierPaths: () => Readonly<Record<string, string>>;
  /** The root, or null outside a workspace. */
  place: () => string | null;
  /** Every root registered in `DAYBOOK_HOME`, by path. */
  registered: () => readonly RegisteredRoot[];
  /** The parts of unused state that could be adopted. */
  adoption: () => Adoption;
  /** Every command with its options, in the order of the command table. */
  commands: () => readonly CommandSummary[];
  /** The current git branch, during a rebase the one that is rebased; null outside git. */
  branch: () => string | null;
  /** Those of the branches that ended: merged, deleted, or gone at the remote; none without git. Starts git. */
  endedBranches: (names: readonly string[]) => readonly EndedBranch[];
  /** The notes changed in the content folder of a linked worktree, which are not read; from the worktree. */
  unreadNotes: () => readonly string[];
  /** The repository of the current folder if it is another than that of the workspace around it, else null. */
  innerRepository: () => string | null;
  surroundings: () => ProjectInfo;
  /** The repository of the workspace, and Daybook's settings in its local configuration. */
  gitSetup: () => GitSettings;
  /** The paths that Daybook has git ignore on this machine; reads one file. */
  excludedPaths: () => readonly string[];
  /** The nearest AGENTS.md above the root within its repository, by its path from the root; null if there is none. */
  rulesAbove: () => { readonly path: string; readonly text: string } | null;
  /** The text of a file in the last commit, another, or for `''` in the index; null if it has none, or without git. */
  committedText: (path: string, rev?: string) => string | null;
  /** A diff of the repository, without context lines. Throws UserError outside of git or for an unknown revision. */
  diff: (range: DiffRange) => DiffAnswer;
  /** The unmerged files with their three versions; empty outside of a merge. */
  unmergedFiles: () => readonly UnmergedFile[];
  /** The copies of notes that a sync tool left. */
  syncCopies: () => readonly SyncCopy[];
  /** The notes that recent merge commits joined because both sides had changed them, newest first; empty without git. */
  mergedFiles: () => readonly MergedVersions[];
  /** Those of the paths that git tracks; none without git. */
  trackedPaths: (paths: readonly string[]) => readonly string[];
  checkup: (fix: boolean) => readonly HealthCheckResult[];
  /** Symbolic links where notes or their folders should be. None of them is followed. */
  noteLinks: () => readonly string[];
  /** The user's Claude Code settings for all projects; '' if there are none. */
  claudeSettings: () => string;
  /** How to start Daybook on this machine. */
  installedCommand: () => InstalledCommand;
  /**
   * Removes a lock that is a minute old and whose owner cannot be checked. Throws UserError for other locks; returns
   * false if there is none.
   */
  unlock: () => boolean;
  /** Counts matches of a pattern in everything stored beside the notes. */
  traces: (pattern: RegExp) => ScrubMatchCounts;
  /** Counts matches in git's history; null outside git. */
  gitHistory: (wanted: Wanted) => GitTraces | null;
  /** Finds a date in natural language that Daybook's own grammar does not cover; null if there is none. */
  naturalDate: (text: string, clock: TimeContext) => FoundDate | null;
  /** Source files that contain a text, without notes and ignored files. */
  filesContaining: (words: string) => readonly SourceFile[];
  /** The status of files since a moment (ms): modification times and git history. */
  fileStatuses: (paths: readonly string[], since: number) => readonly FileStatus[];
  /** The status of code references, in the order of the claims; git may use `patienceMs` for all of them. */
  referenceStatuses: (claims: readonly Reference[], patienceMs: number) => readonly ReferenceStatus[];
  /** The earlier names of a path, and the commits that changed it or its lines that contain a symbol. */
  pathHistory: (path: string, symbol: string | null) => PathHistory;
  /** True if no commit of another author names these files of a repository. Starts git. */
  isOwnOfUser: (paths: readonly string[]) => boolean;
  /** Files other than notes changed since HEAD in the current worktree; empty without git. */
  treeChanges: () => readonly TreeChange[];
  /** Statistics of an agent's transcript, read as a stream. Throws UserError if the file cannot be read. */
  transcript: (path: string) => TranscriptStats;
  /**
   * The sessions of all agents on this machine without duplicates, last used first. Only the start and end of each file
   * are read; `cached` takes those of unchanged transcripts from the cache, and writes it.
   */
  sessions: (how?: 'cached') => readonly SessionHeader[];
  /** Sessions of agents on this machine that are in no form that is read. */
  unreadSessions: () => readonly UnreadSessions[];
  /** A session as a tree. For a session of another program the tree has only the positions of messages. */
  session: (head: SessionHeader) => SessionTree;
  /** The full content of these entries of a session tree. */
  sessionEntries: (
    head: SessionHeader,
    entries: readonly SessionEntry[],
  ) => ReadonlyMap<string, SessionEntry>;
  /** The sessions with passages that match words, best first, each with its best passage. Passages are cached. */
  sessionSearch: (heads: readonly SessionHeader[], search: SessionQuery) => SessionSearchResults;
  /** Summaries of these sessions, by id. Results are cached. */
  sessionSummaries: (heads: readonly SessionHeader[]) => ReadonlyMap<string, SessionSummary>;
  /** The summary of one transcript named by a client, and the name of the client; null if it cannot be read. */
  transcriptSummary: (path: string) => { readonly client: string; readonly account: SessionSummary } | null;
  /** Tool calls of agents, oldest first: since a day (UTC), of the last two days, or only the `last` ones, faster. */
  toolCalls: (how: { readonly since?: string; readonly last?: number }) => readonly ToolCall[];
  /** Paths of the files of recent tool calls, normalized for comparing and not for display. */
  recentFiles: () => readonly string[];
  /** Recent activity of a session, or of the last one that called a tool, from the end of the tool log. */
  recentActivity: (session: string | null) => RecentActivity;
  /** The same from the end of a transcript only, fast for any length. Fields are unknown if it cannot be read. */
  transcriptEnd: (path: string) => TranscriptStats;
  /** Reads the Chimera sessions below a folder and converts them to events. */
  sessionsBelow: (folder: string) => readonly ForeignSession[];
  /** A session stored in this workspace; null if the id is unknown. */
  storedSession: (id: string) => KeptSession | null;
  keptIds: () => readonly string[];
  /**
   * The output of the user's summary command for a conversation; null if no command is configured, here or in
   * DAYBOOK_SUMMARISER. Throws UserError for a command from the settings unless the user trusts this workspace.
   */
  summary: (
    command: string | undefined,
    text: string,
  ) => { readonly text: string } | { readonly failed: string } | null;
  /**
   * Makes the vectors that entries lack by the command of `search.embed`; returns how many of all entries have one. Throws
   * UserError without the setting, without trust, or if the command fails.
   */
  fillVectors: () => { readonly vectors: number; readonly entries: number };
  /** Tries the command of `search.embed` once; null without the setting. */
  embedder: () => HealthCheckResult | null;
}
