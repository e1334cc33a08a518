import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  type ResultItem,
  UserError,
} from '../../command/define-command.js';
import {
  defineChoice,
  defineFile,
  defineFlag,
  defineNumber,
  defineText,
  defineWord,
} from '../../command/params.js';
import { createUsageError } from '../../errors.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { pluralize } from '../../text/pluralize.js';
import { STRATEGIES } from '../../transcripts/compact.js';
import type { MessageEntry, SessionEntry } from '../../transcripts/entry.js';
import { listEntriesSinceCut } from '../../transcripts/model-context.js';
import { formatEntryLine, renderTree, shortenId } from '../../transcripts/render-message-tree.js';
import type { SessionHeader } from '../../transcripts/session-header.js';
import { findBranchPoints, findLeaves, findPathToEntry, type SessionTree } from '../../transcripts/tree.js';
import {
  appendToSession,
  branchSession,
  checkpointSession,
  compactSession,
  createSession,
  formatIntegrityReport,
  migrateSession,
  resumeBrief,
  switchSession,
  undoSession,
} from './edit-session.js';

import { formatUnreadSessions, isSessionHere, listEntryNames, listMessagesFrom } from './find-session.js';
import { importSessions, SESSION_CLIENTS } from './import-history.js';

const FORMATS = ['text', 'messages'] as const;
const ENGINES = ['file', 'log'] as const;

/** Lists and edits the sessions of all agents (Mink §Sessions; FEATURES D8). Other clients' transcripts are only read. */
export const sessions = defineCommand({
  name: 'sessions',
  description: 'list the sessions of every agent; show, resume or import them; branch and compact your own',
  group: 'Agents',
  params: {
    act: defineWord('what to do'),
    id: defineWord('the id of a session, or the beginning of one'),
    name: defineWord('the name of a branch or checkpoint; for `switch` also an entry'),
    'all-clis': defineFlag('list every folder’s sessions, not only those of this workspace'),
    input: defineFile('messages as JSON, or plain words'),
    at: defineText('the entry that a branch begins at (the active one)', 'ENTRY'),
    to: defineText('the checkpoint that `undo` goes back to', 'NAME'),
    format: defineChoice(FORMATS, 'what `resume` prints: text, or messages for a harness'),
    engine: defineChoice(ENGINES, 'how `new` and `migrate` keep a session: file or log'),
    strategy: defineChoice(STRATEGIES, 'how `compact` cuts: summary, prune or counter'),
    first: defineNumber('how many messages at the start stay unchanged (1)'),
    last: defineNumber('how many messages at the end stay unchanged (6)'),
    summariser: defineText('a command that reads the conversation and writes its summary', 'COMMAND', {
      reaches: 'program',
    }),
    from: defineChoice(SESSION_CLIENTS, 'whose sessions `import` brings in (all of this workspace)'),
    since: defineText('the first day that `import` brings in', 'DATE'),
    list: defineFlag('list the checkpoints of a session'),
    limit: defineNumber('how many messages `show` brings, from the end (10)'),
  },
  actions: {
    list: { description: 'list the sessions of this workspace', params: { 'all-clis': {} } },
    show: {
      description: 'show the details and the last messages of a session',
      params: {
        id: {},
        limit: {},
        at: { description: 'begin at this entry, which `search --sessions` names' },
      },
    },
    tree: { description: 'draw the messages of a session with its branches', params: { id: {} } },
    resume: {
      description: 'print what a new session needs to continue this one',
      params: { id: {}, format: {} },
    },
    new: {
      description: 'start a session that Daybook stores',
      params: { id: { description: 'its id' }, engine: {} },
    },
    append: { description: 'add messages to a stored session', params: { id: {}, input: {} } },
    branch: {
      description: 'start a branch and continue there',
      params: {
        id: { required: true },
        name: { required: true, description: 'the name of the branch' },
        at: {},
      },
    },
    switch: {
      description: 'continue at another branch or entry',
      params: {
        id: { required: true },
        name: { required: true, placeholder: 'LEAF', description: 'the name of a branch, or an entry' },
      },
    },
    compact: {
      description: 'replace the middle of a session with a summary',
      params: { id: {}, strategy: {}, first: {}, last: {}, summariser: {} },
    },
    undo: {
      description: 'undo the last turn, or everything after a checkpoint',
      params: { id: {}, to: {} },
    },
    checkpoint: {
      description: 'name the current position of a session, or list the names',
      params: { id: {}, name: { description: 'the name of the checkpoint' }, list: {} },
    },
    migrate: { description: 'convert a session to another storage engine', params: { id: {}, engine: {} } },
    import: {
      description: 'record in the notes what sessions did',
      params: { id: { description: 'one session (all of this workspace)' }, from: {}, since: {} },
    },
  },
  defaultAction: 'list',
  examples: [
    'daybook sessions',
    'daybook sessions list --all-clis',
    'daybook sessions show 88130047',
    'daybook sessions tree 88130047',
    'daybook sessions new mine',
    'daybook sessions append mine --input messages.json',
    'daybook sessions branch mine other --at e2',
    'daybook sessions switch mine e7',
    'daybook sessions compact mine --last 2',
    'daybook sessions checkpoint mine tested',
    'daybook sessions undo mine --to tested',
    'daybook sessions resume mine --format messages',
    'daybook sessions import --since 2026-06-01',
  ],
  plan(ctx, input) {
    const { act, id, name } = input;
    switch (act) {
      case 'show':
        return show(ctx, sessionNamed(ctx, id), input);
      case 'tree':
        return tree(ctx, sessionNamed(ctx, id));
      case 'resume':
        return resume(ctx, sessionNamed(ctx, id), input.format ?? 'text');
      case 'new':
        return createSession(ctx, id, input.engine);
      case 'append':
        return appendToSession(ctx, id, input.input);
      case 'branch':
        return branchSession(ctx, id, name, input.at);
      case 'switch':
        return switchSession(ctx, id, name);
      case 'compact':
        return compactSession(ctx, id, input);
      case 'undo':
        return undoSession(ctx, id, input.to);
      case 'checkpoint':
        return checkpointSession(ctx, id, name, input.list ? 'list' : 'add');
      case 'migrate':
        return migrateSession(ctx, id, input.engine);
      case 'import':
        return importSessions(ctx, importable(ctx, id), { from: input.from, since: input.since });
      default:
        return list(ctx, input['all-clis'] ? 'everywhere' : 'here');
    }
  },
});

/** Messages that `show` prints, from the end. */
const SHOWN = 10;

function list(ctx: CommandContext, where: 'here' | 'everywhere'): CommandReply {
  const all = ctx.query('sessions');
  const found = where === 'everywhere' ? all : all.filter((head) => isSessionHere(ctx, head));
  const elsewhere = all.length - found.length;
  const rest = elsewhere > 0 ? `; ${elsewhere} elsewhere: daybook sessions list --all-clis` : '';
  const width = Math.max(0, ...found.map(({ origin }) => origin.length));
  const unread = formatUnreadSessions(ctx);
  return {
    message:
      found.length === 0
        ? `No agent held a session in this workspace${rest || NONE_YET}.`
        : `${pluralize(found.length, 'session')}, the last used first (ORIGIN ID LAST GOAL)${rest}:`,
    items: found.map((head) => headRow(ctx, head, { where, width })),
    data: { sessions: found.map((head) => asHead(ctx, head)), unread: ctx.query('unreadSessions') },
    ...(unread === '' ? {} : { notices: [{ level: 'info', message: `not read: ${unread}` }] }),
  };
}

const NONE_YET =
  ' yet: those of Claude Code, Codex, Gemini CLI, OpenCode, Copilot CLI, Cursor, Antigravity and Chimera are read in place; create one with daybook sessions new';

/** Returns the sessions that `import` reads: the named one, wherever it ran, else all of this workspace. */
const importable = (ctx: CommandContext, id: string | undefined): readonly SessionHeader[] =>
  id === undefined
    ? ctx.query('sessions').filter((head) => isSessionHere(ctx, head))
    : [sessionNamed(ctx, id)];

const headRow = (
  ctx: CommandContext,
  head: SessionHeader,
  { where, width }: { readonly where: 'here' | 'everywhere'; readonly width: number },
): ResultItem => ({
  what: `${head.origin.padEnd(width)} ${shortenId(head.id)} ${minute(ctx, head.last)} ${head.goal ?? '(nothing was asked)'}`,
  why: where === 'everywhere' ? head.cwd : null,
});

/** Resolves a session id or unique prefix; without a word, the calling session, else the last used here. */
function sessionNamed(ctx: CommandContext, word: string | undefined): SessionHeader {
  const all = ctx.query('sessions');
  if (word === undefined) return current(ctx, all);
  const found = all.find(({ id }) => id === word) ?? all.filter(({ id }) => id.startsWith(word));
  if (!Array.isArray(found)) return found as SessionHeader;
  const [one, other] = found as readonly SessionHeader[];
  if (one && !other) return one;
  if (one)
    throw new UserError(
      'ambiguous-id',
      `${pluralize((found as readonly SessionHeader[]).length, 'session')} begin with ${word}`,
      `give more of it: daybook sessions show ${one.id}`,
    );
  const [near] = suggestNames(
    word,
    all.map(({ id }) => id),
  );
  throw new UserError(
    'unknown-id',
    `there is no session ${word}`,
    near ? `did you mean: daybook sessions show ${near}` : 'list them: daybook sessions list --all-clis',
  );
}

function current(ctx: CommandContext, all: readonly SessionHeader[]): SessionHeader {
  const own = all.find(({ id }) => id === ctx.actor.session);
  const found = own ?? all.find((head) => isSessionHere(ctx, head));
  if (found) return found;
  throw new UserError(
    'no-session',
    'no agent held a session in this workspace',
    'list those of other folders: daybook sessions list --all-clis',
  );
}

function show(
  ctx: CommandContext,
  head: SessionHeader,
  { limit = SHOWN, at }: { readonly limit?: number | undefined; readonly at?: string | undefined },
): CommandReply {
  const light = ctx.query('session', head);
  const last =
    at === undefined ? messagesOn(light).slice(-Math.max(0, limit)) : listMessagesFrom(light, at, limit);
  const whole = ctx.query('sessionEntries', head, last);
  const shown = last.flatMap(({ id }) => whole.get(id) ?? []);
  return {
    message: facts(ctx, head, light),
    items: shown.map((entry) => ({ what: `${shortenId(entry.id)} ${formatEntryLine(entry)}` })),
    data: { session: { ...asSession(ctx, head, light), messages: shown.map(asMessage) } },
  };
}

const messagesOn = (tree: SessionTree): readonly MessageEntry[] =>
  findPathToEntry(tree, tree.leaf).filter((entry): entry is MessageEntry => entry.type === 'message');

/** Formats a session in a few lines. */
function facts(ctx: CommandContext, head: SessionHeader, light: SessionTree): string {
  const { about, spent } = light;
  const { count, turns, leaves } = counted(light);
  const from = minute(ctx, about.started ?? head.started);
  const lines = [
    `${head.origin} session ${head.id}`,
    `${from} to ${minute(ctx, about.last ?? head.last)}${head.cwd === null ? '' : `, in ${head.cwd}`}${head.branch === null ? '' : ` (${head.branch})`}`,
    [
      pluralize(count, 'message'),
      pluralize(turns, 'prompt'),
      ...(leaves > 1 ? [`${leaves} branches`] : []),
      ...(spent > 0 ? [`${spent} tokens in all turns`] : []),
    ].join(', '),
  ];
  const goal = head.goal === null ? [] : [`Goal: ${head.goal}`];
  const stored = head.client === 'daybook' ? ctx.query('storedSession', head.id) : null;
  return [...lines, ...(stored ? [formatIntegrityReport(stored).join('; ')] : []), ...goal].join('\n');
}

function counted(light: SessionTree) {
  const messages = [...light.entries.values()].filter((entry) => entry.type === 'message');
  return {
    count: messages.length,
    turns: messages.filter(({ isPrompt, side }) => isPrompt && side === null).length,
    leaves: findLeaves(light).length,
  };
}

function resume(ctx: CommandContext, head: SessionHeader, format: string): CommandReply {
  const light = ctx.query('session', head);
  const found = ctx.query('sessionEntries', head, listEntriesSinceCut(light, light.leaf));
  const whole = { ...light, entries: new Map([...light.entries, ...found]) };
  const planned = ctx.query('sessionSummaries', [head]).get(head.id)?.todos ?? [];
  const plan = resumeBrief(whole, `the ${head.origin} session ${head.id}`, head.goal, planned);
  const data = { session: { ...asSession(ctx, head, whole), ...plan.data } };
  if (format === 'text') return { ...plan, data };
  if (format !== 'messages')
    throw createUsageError(`no format \`${format}\``, `one of: ${FORMATS.join(', ')}`);
  return { message: JSON.stringify(plan.data.messages), data };
}

function tree(ctx: CommandContext, head: SessionHeader): CommandReply {
  const light = ctx.query('session', head);
  const labels =
    head.client === 'daybook'
      ? listEntryNames(ctx.query('storedSession', head.id)?.state ?? null)
      : undefined;
  const drawn = renderTree(light, labels);
  const shown = drawn.flatMap(({ id }) => (id === null ? [] : (light.entries.get(id) ?? [])));
  const whole = ctx.query('sessionEntries', head, shown);
  const lines = drawn.map(({ id, before, behind }) => {
    const entry = whole.get(id ?? '');
    return { text: `${before}${entry ? formatEntryLine(entry) : ''}${behind}`, id };
  });
  return {
    message: `${head.origin} session ${head.id}: ${pluralize(light.entries.size, 'entry', 'entries')}, ${pluralize(findLeaves(light).length, 'branch', 'branches')}`,
    items: lines.map(({ text }) => ({ what: text })),
    data: { session: asSession(ctx, head, light), tree: lines },
  };
}

const asHead = ({ local }: CommandContext, { started, last, files, state: _, ...head }: SessionHeader) => ({
  ...head,
  started: started && local(Date.parse(started)).iso,
  last: last && local(Date.parse(last)).iso,
  path: files[0] ?? null,
});

/** A session in JSON. */
const asSession = (ctx: CommandContext, head: SessionHeader, light: SessionTree) => ({
  ...asHead(ctx, head),
  ...counted(light),
  leaf: light.leaf,
  branchPoints: findBranchPoints(light).map(({ id }) => id),
  spent: light.spent,
});

const asMessage = (entry: SessionEntry) => ({
  id: entry.id,
  parent: entry.parent,
  at: entry.at,
  ...(entry.type === 'message' ? { message: entry.message } : {}),
});

const minute = ({ local }: CommandContext, at: string | null): string =>
  at === null ? 'unknown' : local(Date.parse(at)).iso.slice(0, 16).replace('T', ' ');
