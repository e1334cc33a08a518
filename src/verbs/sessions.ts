import { nearest } from '../recall/nearest.js';
import { STRATEGIES } from '../sessions/compact.js';
import { sinceLastCut } from '../sessions/context.js';
import { draw, entryLine, shortId } from '../sessions/draw.js';
import type { MessageEntry, SessionEntry } from '../sessions/entry.js';
import type { SessionHead } from '../sessions/head.js';
import type { SessionState } from '../sessions/state.js';
import { branchPointsIn, leavesIn, pathTo, type SessionTree } from '../sessions/tree.js';
import { amount } from '../wiki/amount.js';
import { compact } from './sessions-compact.js';
import { importSessions, ORIGINS } from './sessions-import.js';
import {
  append,
  begin,
  branch,
  checkpoint,
  handOver,
  migrate,
  reportLines,
  switchTo,
  undo,
} from './sessions-kept.js';
import { type Outcome, Refusal, type Row, verb, type World } from './verb.js';

const ACTS = [
  'list',
  'show',
  'tree',
  'resume',
  'new',
  'append',
  'branch',
  'switch',
  'compact',
  'undo',
  'checkpoint',
  'migrate',
  'import',
] as const;

const FORMATS = ['text', 'messages'] as const;
const ENGINES = ['file', 'log'] as const;

/** Every agent's history in one place (Mink §Sessions; FEATURES D8): read where it lies, and never written there. */
export const sessions = verb({
  name: 'sessions',
  about:
    'list the sessions of every agent; show, draw, resume or import them; keep, branch and compact your own',
  params: {
    act: { kind: 'text', word: 'one', choices: ACTS, about: ACTS.join(', ') },
    id: { kind: 'text', word: 'one', about: 'the id of a session, or the beginning of one' },
    name: {
      kind: 'text',
      word: 'one',
      about: 'the name of a branch or checkpoint; for `switch` also an entry',
    },
    'all-clis': { kind: 'flag', about: 'list every folder’s sessions, not only those of this workspace' },
    input: { kind: 'text', reads: true, about: 'messages as JSON, or plain words', holder: 'FILE' },
    at: { kind: 'text', about: 'the entry that a branch begins at (the active one)', holder: 'ENTRY' },
    to: { kind: 'text', about: 'the checkpoint that `undo` goes back to', holder: 'NAME' },
    format: {
      kind: 'text',
      choices: FORMATS,
      about: 'what `resume` prints: text, or messages for a harness',
    },
    engine: { kind: 'text', choices: ENGINES, about: 'how `new` and `migrate` keep a session: file or log' },
    strategy: { kind: 'text', choices: STRATEGIES, about: 'how `compact` cuts: summary, prune or counter' },
    first: { kind: 'number', about: 'so many first messages stay as they are (1)', holder: 'N' },
    last: { kind: 'number', about: 'so many last messages stay as they are (6)', holder: 'N' },
    summariser: {
      kind: 'text',
      reaches: 'program',
      about: 'a command that reads the conversation and writes its summary',
      holder: 'COMMAND',
    },
    from: {
      kind: 'text',
      choices: ORIGINS,
      about: 'whose sessions `import` brings in (all of this workspace)',
    },
    since: { kind: 'text', about: 'the first day that `import` brings in', holder: 'DATE' },
    list: { kind: 'flag', about: 'list the checkpoints of a session' },
    limit: { kind: 'number', about: 'how many messages `show` brings, from the end (10)', holder: 'N' },
  },
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
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, input) {
    const { act = 'list', id, name } = input;
    switch (act) {
      case 'list':
        return list(world, input['all-clis'] ? 'everywhere' : 'here');
      case 'show':
        return show(world, sessionNamed(world, id), input.limit ?? SHOWN);
      case 'tree':
        return tree(world, sessionNamed(world, id));
      case 'resume':
        return resume(world, sessionNamed(world, id), input.format ?? 'text');
      case 'new':
        return begin(world, id, input.engine);
      case 'append':
        return append(world, id, input.input);
      case 'branch':
        return branch(world, id, name, input.at);
      case 'switch':
        return switchTo(world, id, name);
      case 'compact':
        return compact(world, id, input);
      case 'undo':
        return undo(world, id, input.to);
      case 'checkpoint':
        return checkpoint(world, id, name, input.list ? 'list' : 'add');
      case 'migrate':
        return migrate(world, id, input.engine);
      case 'import':
        return importSessions(world, importable(world, id), { from: input.from, since: input.since });
    }
    const [near] = nearest(act, [...ACTS]);
    throw usage(
      `\`daybook sessions ${act}\` is nothing that it does`,
      near ? `did you mean: daybook sessions ${near}` : 'see: daybook sessions --help',
    );
  },
});

/** So many messages are shown of a session, from its end. */
const SHOWN = 10;

function list(world: World, where: 'here' | 'everywhere'): Outcome {
  const all = world.ask('sessions');
  const found = where === 'everywhere' ? all : all.filter((head) => isHere(world, head));
  const elsewhere = all.length - found.length;
  const rest = elsewhere > 0 ? `; ${elsewhere} elsewhere: daybook sessions list --all-clis` : '';
  const width = Math.max(0, ...found.map(({ origin }) => origin.length));
  return {
    say:
      found.length === 0
        ? `No agent held a session in this workspace${rest || NONE_YET}.`
        : `${amount(found.length, 'session')}, the last used first (ORIGIN ID LAST GOAL)${rest}:`,
    rows: found.map((head) => headRow(world, head, { where, width })),
    data: { sessions: found.map((head) => asHead(world, head)) },
    changes: [],
  };
}

const NONE_YET =
  ' yet: those of Claude Code, Codex, Gemini CLI and Chimera are read where they lie; begin one of your own with daybook sessions new';

/** A session belongs to the workspace in whose folders it was held, or that keeps it. */
function isHere(world: World, { cwd, client }: SessionHead): boolean {
  const { root, worktree } = world.ask('root');
  if (client === 'daybook') return true;
  return cwd !== null && [root, worktree].some((folder) => cwd === folder || cwd.startsWith(`${folder}/`));
}

/** The sessions that `import` reads: the one that is named, wherever it was held, else all of this workspace. */
const importable = (world: World, id: string | undefined): readonly SessionHead[] =>
  id === undefined ? world.ask('sessions').filter((head) => isHere(world, head)) : [sessionNamed(world, id)];

const headRow = (
  world: World,
  head: SessionHead,
  { where, width }: { readonly where: 'here' | 'everywhere'; readonly width: number },
): Row => ({
  what: `${head.origin.padEnd(width)} ${shortId(head.id)} ${minute(world, head.last)} ${head.goal ?? '(nothing was asked)'}`,
  why: where === 'everywhere' ? head.cwd : null,
});

/** The session that a word means: its id, the only one that begins so, else the one that asks, else the last used here. */
function sessionNamed(world: World, word: string | undefined): SessionHead {
  const all = world.ask('sessions');
  if (word === undefined) return current(world, all);
  const found = all.find(({ id }) => id === word) ?? all.filter(({ id }) => id.startsWith(word));
  if (!Array.isArray(found)) return found as SessionHead;
  const [one, other] = found as readonly SessionHead[];
  if (one && !other) return one;
  if (one)
    throw new Refusal(
      'ambiguous-id',
      `${amount((found as readonly SessionHead[]).length, 'session')} begin with ${word}`,
      `say more of it: daybook sessions show ${one.id}`,
    );
  const [near] = nearest(
    word,
    all.map(({ id }) => id),
  );
  throw new Refusal(
    'unknown-id',
    `there is no session ${word}`,
    near ? `did you mean: daybook sessions show ${near}` : 'list them: daybook sessions list --all-clis',
  );
}

function current(world: World, all: readonly SessionHead[]): SessionHead {
  const own = all.find(({ id }) => id === world.who.session);
  const found = own ?? all.find((head) => isHere(world, head));
  if (found) return found;
  throw new Refusal(
    'no-session',
    'no agent held a session in this workspace',
    'list those of other folders: daybook sessions list --all-clis',
  );
}

function show(world: World, head: SessionHead, limit: number): Outcome {
  const light = world.ask('session', head);
  const last = messagesOn(light).slice(-Math.max(0, limit));
  const whole = world.ask('sessionEntries', head, last);
  const shown = last.flatMap(({ id }) => whole.get(id) ?? []);
  return {
    say: facts(world, head, light),
    rows: shown.map((entry) => ({ what: `${shortId(entry.id)} ${entryLine(entry)}` })),
    data: { session: { ...asSession(world, head, light), messages: shown.map(asMessage) } },
    changes: [],
  };
}

const messagesOn = (tree: SessionTree): readonly MessageEntry[] =>
  pathTo(tree, tree.leaf).filter((entry): entry is MessageEntry => entry.type === 'message');

/** What is known of a session, in a few lines. */
function facts(world: World, head: SessionHead, light: SessionTree): string {
  const { about, spent } = light;
  const { count, turns, leaves } = counted(light);
  const from = minute(world, about.started ?? head.started);
  const lines = [
    `${head.origin} session ${head.id}`,
    `${from} to ${minute(world, about.last ?? head.last)}${head.cwd === null ? '' : `, in ${head.cwd}`}${head.branch === null ? '' : ` (${head.branch})`}`,
    [
      amount(count, 'message'),
      amount(turns, 'prompt'),
      ...(leaves > 1 ? [`${leaves} branches`] : []),
      ...(spent > 0 ? [`${spent} tokens in all turns`] : []),
    ].join(', '),
  ];
  const goal = head.goal === null ? [] : [`Goal: ${head.goal}`];
  const kept = head.client === 'daybook' ? world.ask('kept', head.id) : null;
  return [...lines, ...(kept ? [reportLines(kept).join('; ')] : []), ...goal].join('\n');
}

function counted(light: SessionTree) {
  const messages = [...light.entries.values()].filter((entry) => entry.type === 'message');
  return {
    count: messages.length,
    turns: messages.filter(({ isPrompt, side }) => isPrompt && side === null).length,
    leaves: leavesIn(light).length,
  };
}

function resume(world: World, head: SessionHead, format: string): Outcome {
  const light = world.ask('session', head);
  const found = world.ask('sessionEntries', head, sinceLastCut(light, light.leaf));
  const whole = { ...light, entries: new Map([...light.entries, ...found]) };
  const outcome = handOver(whole, `the ${head.origin} session ${head.id}`, head.goal);
  const data = { session: { ...asSession(world, head, whole), ...outcome.data } };
  if (format === 'text') return { ...outcome, data };
  if (format !== 'messages') throw usage(`no format \`${format}\``, `one of: ${FORMATS.join(', ')}`);
  return { say: JSON.stringify(outcome.data.messages), data, changes: [] };
}

function tree(world: World, head: SessionHead): Outcome {
  const light = world.ask('session', head);
  const labels = head.client === 'daybook' ? labelsOf(world.ask('kept', head.id)?.state ?? null) : undefined;
  const drawn = draw(light, labels);
  const shown = drawn.flatMap(({ id }) => (id === null ? [] : (light.entries.get(id) ?? [])));
  const whole = world.ask('sessionEntries', head, shown);
  const lines = drawn.map(({ id, before, behind }) => {
    const entry = whole.get(id ?? '');
    return { text: `${before}${entry ? entryLine(entry) : ''}${behind}`, id };
  });
  return {
    say: `${head.origin} session ${head.id}: ${amount(light.entries.size, 'entry', 'entries')}, ${amount(leavesIn(light).length, 'branch', 'branches')}`,
    rows: lines.map(({ text }) => ({ what: text })),
    data: { session: asSession(world, head, light), tree: lines },
    changes: [],
  };
}

/** The names that somebody gave to entries. */
function labelsOf(state: SessionState | null): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const { name, entry } of state?.labels ?? [])
    if (entry !== null) names.set(entry, [...(names.get(entry) ?? []), name]);
  return names;
}

const asHead = ({ local }: World, { started, last, files, ...head }: SessionHead) => ({
  ...head,
  started: started && local(Date.parse(started)).iso,
  last: last && local(Date.parse(last)).iso,
  path: files[0] ?? null,
});

/** A session in JSON. */
const asSession = (world: World, head: SessionHead, light: SessionTree) => ({
  ...asHead(world, head),
  ...counted(light),
  leaf: light.leaf,
  branchPoints: branchPointsIn(light).map(({ id }) => id),
  spent: light.spent,
});

const asMessage = (entry: SessionEntry) => ({
  id: entry.id,
  parent: entry.parent,
  at: entry.at,
  ...(entry.type === 'message' ? { message: entry.message } : {}),
});

const minute = ({ local }: World, at: string | null): string =>
  at === null ? 'unknown' : local(Date.parse(at)).iso.slice(0, 16).replace('T', ' ');

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
