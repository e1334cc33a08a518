import type { CommandName } from '../app/command-registry.js';
import type { ToolArgument } from './json-schema.js';

/** A tool of the default profile: a verb, asked in the words of its source document (Mind §MCP Tools). */
export interface ToolDefinition {
  readonly command: CommandName;
  /** The word that says what the verb is to do, where it does several things. */
  readonly act?: string;
  readonly title: string;
  /** When to use it, what it does, and what comes back: all that an agent chooses by. */
  readonly when: string;
  readonly args: readonly ToolArgument[];
  readonly fixed?: Readonly<Record<string, string | boolean>>;
  /** It changes nothing. */
  readonly reads?: true;
}

const same = (...names: readonly string[]): ToolArgument[] => names.map((name) => ({ name, param: name }));

const MSG: ToolArgument = { name: 'msg', param: 'text', required: true };

/** The eleven tools of Mind, by its names and with its arguments, and `mind_amend`; each may be called twice. */
export const DEFAULT_TOOLS = {
  mind_recall: {
    command: 'recall',
    title: 'Recall',
    when: 'Call this first in every session, and again when the work turns to something else: brings back decisions, learnings, gotchas, open problems and due reminders within a small budget. After half an hour of quiet it begins a new session: what the last one taught rises to permanent memory.',
    args: same('query', 'budget'),
  },
  mind_log: {
    command: 'log',
    title: 'Log',
    when: 'Use it the moment something is decided, learned, fixed, rejected or found to be a trap, one thing a call, with its reason: the next session knows only what was logged. Give its type, and what it replaces or closes; where the reply asks, answer with mind_amend.',
    args: [
      { ...MSG, about: 'what to remember: "decided X because Y", "gotcha: X -> the way around it"' },
      { name: 'type', param: 'type', about: 'give it where you know it' },
      ...same('why', 'replaces', 'closes'),
      { name: 'tags', param: 'tag' },
      { name: 'files', param: 'file', about: 'files that it is about' },
    ],
  },
  mind_amend: {
    command: 'amend',
    title: 'Amend',
    when: 'Use it when an entry is wrong, done, superseded or holds still, or when mind_log asks what a new entry is to it: changes one entry.',
    args: [
      { name: 'id', param: 'id', required: true, about: 'its id, or words of it' },
      ...same('text', 'done', 'drop', 'verify'),
      { name: 'supersede_by', param: 'supersede-by' },
      ...same('same'),
    ],
  },
  mind_session: {
    command: 'session',
    title: 'Session',
    when: 'Use it to see what this working session holds so far (experience, blockers, rejected, assumptions), for instance before you summarise or hand over.',
    args: [],
    reads: true,
  },
  mind_search: {
    command: 'search',
    title: 'Search',
    when: 'Use it before you decide, ask the user or look into something that may have come up before: finds entries over all notes, best first, with path:line, reason and date. Mistyped words find the nearest ones.',
    args: [
      { name: 'query', param: 'words', about: 'what to look for, in plain words' },
      ...same('type', 'kind'),
      { name: 'tags', param: 'tag' },
      ...same('after', 'before', 'limit'),
    ],
    reads: true,
  },
  mind_status: {
    command: 'status',
    title: 'Status',
    when: 'Use it when memory seems wrong, empty or out of date: shows the workspace, how much is remembered, when it was last used, whether all checks hold, and what to do next.',
    args: [],
    reads: true,
  },
  mind_reminders: {
    command: 'reminders',
    title: 'Reminders',
    when: 'Use it to see what is due and what waits, for instance at the start of a day, or with `for` when the work turns to a topic.',
    args: same('for', 'all'),
    reads: true,
  },
  mind_blocker: {
    command: 'blocker',
    title: 'Blocker',
    when: 'Use it as soon as something stops you: logs what blocks, and answers with what memory knows about it, which may be the way out.',
    args: [{ name: 'desc', param: 'text', about: 'what stops progress, and why' }],
  },
  mind_remind: {
    command: 'remind',
    title: 'Remind',
    when: 'Use it when the user says "remind me", or when something must be looked at later: comes up in mind_recall at its time, at the next session, or when its topic comes up. It says when it understood that to be.',
    args: [
      { ...MSG, about: 'what to bring up' },
      { name: 'when', param: 'when', required: true },
      ...same('every'),
    ],
  },
  mind_edges: {
    command: 'edges',
    title: 'Edges',
    when: 'Use it before you change code, run a risky command or touch an unfamiliar part: warns of the gotchas that are known for it, in this project and in all.',
    args: [
      { name: 'intent', param: 'intent', required: true, about: 'what you are about to do' },
      { name: 'files', param: 'file', about: 'files that will be touched' },
    ],
    reads: true,
  },
  mind_checkpoint: {
    command: 'checkpoint',
    title: 'Checkpoint',
    when: 'Use it before a long task ends, before the context is compacted, or when the user answered proposals in INBOX.md: settles what is pending, so that what this session taught is permanent now. It changes no code.',
    args: [],
  },
  mind_add_global_edge: {
    command: 'edges',
    act: 'add',
    title: 'Add a global edge',
    when: 'Use it for a trap of a tool, a language or a system that is not about this project: every project is warned of it from now on. For a trap of this project use mind_log with type gotcha.',
    args: [{ ...MSG, about: 'the trap and the way around it: "X -> Y"' }],
    fixed: { intent: 'add', global: true },
  },
} as const satisfies Readonly<Record<string, ToolDefinition>>;

/** The tool by which Mutable Memory keeps what holds for good (Mutable §Semantic Base), as agents know it. */
export const MEMORY_TOOL: Readonly<Record<string, ToolDefinition>> = {
  memory: {
    command: 'memory',
    act: 'add',
    title: 'Memory',
    when: 'Use it when something holds for good, or holds no more: adds, replaces or removes one line about the work (memory) or about the user (user). What contradicts memory is refused, and named; nothing is deleted.',
    args: [
      {
        name: 'action',
        param: 'act',
        required: true,
        means: { add: 'add', replace: 'replace', remove: 'remove' },
      },
      {
        name: 'target',
        param: 'section',
        about: 'memory: facts and rules of the work; user: what the user prefers',
        means: { memory: undefined, user: 'preferences' },
      },
      { name: 'content', param: 'text', about: 'the line; with remove, words of it' },
      { name: 'old_text', param: 'old', about: 'words of the line to replace or remove' },
    ],
  },
};

/** Rows of the full profile that the verb table does not tell by itself. */
export const EXTRA_TOOLS: Readonly<Record<string, ToolDefinition>> = {
  mind_edges_add: {
    command: 'edges',
    act: 'add',
    title: 'Add an edge',
    when: 'Use it for a trap of this project that will meet whoever works here next.',
    args: [
      { ...MSG, about: 'the trap and the way around it: "X -> Y"' },
      { name: 'files', param: 'file' },
    ],
    fixed: { intent: 'add' },
  },
  mind_inbox: {
    command: 'inbox',
    title: 'Inbox',
    when: 'Use it to see which proposals wait for the user, for instance before you ask them: `daybook inbox accept N` is theirs to run.',
    args: [],
    reads: true,
  },
  mind_reminders_done: {
    command: 'reminders',
    act: 'done',
    title: 'Reminder done',
    when: 'Use it when what a reminder asked for is done: it comes up no more.',
    args: [{ name: 'id', param: 'id', required: true }],
    fixed: { act: 'done' },
  },
  mind_reminders_snooze: {
    command: 'reminders',
    act: 'snooze',
    title: 'Snooze a reminder',
    when: 'Use it when a reminder is to come up later than it does now.',
    args: [
      { name: 'id', param: 'id', required: true },
      { name: 'until', param: 'until', required: true },
    ],
    fixed: { act: 'snooze' },
  },
};
