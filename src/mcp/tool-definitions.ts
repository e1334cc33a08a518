import type { CommandName } from '../app/command-registry.js';
import { ANSWER_PROPERTIES, formatAnswer } from '../features/promotion/waiting/parse-answers.js';
import type { ToolArgument } from './json-schema.js';

/** A tool of the default profile: a command, with the names of its source document (Mind §MCP Tools). */
export interface ToolDefinition {
  readonly command: CommandName;
  /** The action of the command, if it has several. */
  readonly act?: string;
  readonly title: string;
  /** When to use it, what it does, and what it returns: an agent chooses by this text alone. */
  readonly when: string;
  readonly args: readonly ToolArgument[];
  readonly fixed?: Readonly<Record<string, string | boolean>>;
  /** True if it changes nothing. */
  readonly reads?: true;
}

/** Arguments whose names are enough: each word of a listed schema costs tokens in the first request. */
const plain = (...names: readonly string[]): ToolArgument[] =>
  names.map((name) => ({ name, param: name, about: '' }));

/** Arguments that are accepted but not listed, since models rarely need them. */
const unlisted = (...names: readonly string[]): ToolArgument[] =>
  names.map((name) => ({ name, param: name, isListed: false }));

const ALIASES = ['message', 'text', 'description'];
const MSG: ToolArgument = { name: 'msg', param: 'text', required: true, aliases: ALIASES };

/** The eleven tools of Mind, with their names and arguments, and `mind_amend`. Every call is safe to repeat. */
export const DEFAULT_TOOLS = {
  mind_recall: {
    command: 'recall',
    title: 'Recall',
    when: 'Call this first in every session, and when the work turns to something else: decisions, learnings, gotchas, open problems, due reminders.',
    args: [...plain('query'), ...unlisted('budget')],
  },
  mind_log: {
    command: 'log',
    title: 'Log',
    when: 'Use it as soon as something is decided, learned, fixed, rejected or found to be a trap, with its reason: only what is logged is known next time.',
    args: [
      { ...MSG, about: '"decided X because Y", "gotcha: X -> way around"' },
      ...plain('type', 'why'),
      { name: 'replaces', param: 'replaces', about: 'ids' },
      { name: 'closes', param: 'closes', about: 'ids of problems, questions' },
      { name: 'tags', param: 'tag', about: 'key: never fades' },
      { name: 'files', param: 'file', about: '' },
    ],
  },
  mind_amend: {
    command: 'amend',
    title: 'Amend',
    when: 'Use it when an entry is wrong, done, superseded or verified, or mind_log asks about it.',
    args: [
      { name: 'id', param: 'id', required: true, about: 'or words of it' },
      ...plain('text', 'done'),
      { name: 'drop', param: 'drop', about: 'it is no longer true' },
      ...plain('verify'),
      { name: 'supersede_by', param: 'supersede-by', about: '' },
      { name: 'same', param: 'same', about: 'id of a newer one that says the same' },
    ],
  },
  mind_session: {
    command: 'recall',
    act: '--session',
    title: 'Session',
    when: 'Use it to see the entries of this session.',
    args: [],
    fixed: { session: true },
    reads: true,
  },
  mind_search: {
    command: 'search',
    title: 'Search',
    when: 'Use it before you decide, or ask the user, what may have come up before.',
    args: [
      { name: 'query', param: 'words', about: '' },
      ...plain('type'),
      ...unlisted('kind'),
      { name: 'tags', param: 'tag', about: '' },
      { name: 'after', param: 'after', about: 'a day' },
      ...unlisted('before'),
      ...plain('limit'),
    ],
    reads: true,
  },
  mind_status: {
    command: 'status',
    title: 'Status',
    when: 'Use it when memory seems wrong, empty or out of date.',
    args: [],
    reads: true,
  },
  mind_reminders: {
    command: 'remind',
    title: 'Reminders',
    when: 'Use it to see which reminders are due or wait.',
    args: [{ name: 'for', param: 'for', about: 'a topic' }, ...unlisted('all')],
    reads: true,
  },
  mind_blocker: {
    command: 'log',
    act: 'blocker',
    title: 'Blocker',
    when: 'Use it as soon as something stops you: logs it, and answers with what memory knows about it.',
    args: [{ name: 'desc', param: 'text', about: '', aliases: ALIASES }],
    fixed: { type: 'blocker' },
  },
  mind_remind: {
    command: 'remind',
    title: 'Remind',
    when: 'Use it when the user says "remind me", or something must be looked at later.',
    args: [
      { ...MSG, about: '' },
      {
        name: 'when',
        param: 'when',
        required: true,
        about: 'in 3 days, next session, "when I mention auth"',
      },
      ...plain('every'),
    ],
  },
  mind_edges: {
    command: 'guard',
    act: '--intent',
    title: 'Edges',
    when: 'Use it before you change unfamiliar code or run a risky command: warns of traps.',
    args: [
      { name: 'intent', param: 'tool', required: true, about: '' },
      { name: 'files', param: 'file', about: '' },
    ],
    fixed: { intent: true },
    reads: true,
  },
  mind_checkpoint: {
    command: 'checkpoint',
    title: 'Checkpoint',
    when: 'Use it before a long task ends or the context is compacted, and to answer about lines that wait.',
    args: [
      {
        name: 'answers',
        param: 'answer',
        about: '',
        item: { properties: ANSWER_PROPERTIES, format: formatAnswer },
      },
    ],
  },
  mind_add_global_edge: {
    command: 'log',
    title: 'Add a global edge',
    when: 'Use it for a trap of a tool or system that other projects may meet too.',
    args: [{ ...MSG, about: '' }],
    fixed: { type: 'gotcha', global: true },
  },
} as const satisfies Readonly<Record<string, ToolDefinition>>;

/** The tool for lasting facts (Mutable §Semantic Base), with the name that agents know. */
export const MEMORY_TOOL: Readonly<Record<string, ToolDefinition>> = {
  memory: {
    command: 'memory',
    act: 'add',
    title: 'Memory',
    when: 'Use it when something is true permanently, or is no longer true: adds, replaces or removes one line about the work (memory) or about the user (user). A line that contradicts memory is refused, with the entry that it contradicts; nothing is deleted.',
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

/** Returns a tool of an earlier version: it is answered by its name, and not listed. `NAME=PARAM?`: an optional argument for a parameter. */
const answer = (
  command: CommandName,
  act: string | null,
  args: readonly string[],
  more: Pick<ToolDefinition, 'fixed' | 'reads'> = {},
): ToolDefinition => ({
  command,
  ...(act === null ? {} : { act }),
  title: command,
  when: `Use it as \`daybook ${command}\`.`,
  args: args.map((arg): ToolArgument => {
    const [name = '', param = name] = arg.replace('?', '').split('=');
    return { name, param, ...(arg.endsWith('?') ? {} : { required: true }) };
  }),
  ...more,
});

/** Tools of the full profile that cannot be derived from the command table. */
export const EXTRA_TOOLS: Readonly<Record<string, ToolDefinition>> = {
  mind_edges_add: {
    command: 'log',
    title: 'Add an edge',
    when: 'Use it for a trap of this project that others may run into.',
    args: [
      { ...MSG, about: 'the trap and the way around it: "X -> Y"' },
      { name: 'files', param: 'file' },
    ],
    fixed: { type: 'gotcha' },
  },
  mind_inbox: {
    command: 'inbox',
    title: 'Inbox',
    when: 'Use it to see which proposals wait for the user, for instance before you ask them: `daybook inbox accept N` is theirs to run.',
    args: [],
    reads: true,
  },
  mind_diff: answer('history', '--diff', ['seq=path?'], { fixed: { diff: true }, reads: true }),
  mind_which: answer('status', null, [], { reads: true }),
  mind_recover: answer('load', '--recover', ['task?'], { fixed: { recover: true } }),
  mind_snapshots_list: answer('load', '--list', [], { fixed: { list: true }, reads: true }),
  mind_snapshots_clean: answer('load', 'clean', [], { fixed: { list: true, which: 'clean' } }),
  mind_snapshots_stats: answer('load', 'stats', [], { fixed: { list: true, which: 'stats' }, reads: true }),
  mind_reminders_done: answer('done', null, ['id']),
  mind_reminders_snooze: answer('remind', null, ['id=snooze', 'until']),
};
