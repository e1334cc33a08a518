import { nearest } from '../recall/nearest.js';
import { draw, entryLine, shortId } from '../sessions/draw.js';
import type { MessageEntry, SessionEntry } from '../sessions/entry.js';
import type { SessionHead } from '../sessions/head.js';
import { branchPointsIn, leavesIn, pathTo, type SessionTree } from '../sessions/tree.js';
import { type Outcome, Refusal, type Row, verb, type World } from './verb.js';

const ACTS = ['list', 'show', 'tree'] as const;

/** Every agent's history in one place (Mink §Sessions; FEATURES D8): read where it lies, and never written there. */
export const sessions = verb({
  name: 'sessions',
  about: 'list the sessions of every agent here; show one by its id, or draw its tree',
  params: {
    act: { kind: 'text', word: 'one', choices: ACTS, about: 'list, show [ID], or tree [ID]' },
    id: { kind: 'text', word: 'one', about: 'the id of a session, or the beginning of one' },
    'all-clis': { kind: 'flag', about: 'list every folder’s sessions, not only those of this workspace' },
    limit: { kind: 'number', about: 'how many messages `show` brings, from the end (10)', holder: 'N' },
  },
  examples: [
    'daybook sessions',
    'daybook sessions list --all-clis',
    'daybook sessions show 88130047',
    'daybook sessions tree 88130047',
  ],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, { act = 'list', id, limit = 10, 'all-clis': isAll }) {
    if (act === 'list') return list(world, isAll ? 'everywhere' : 'here');
    if (act === 'show') return show(world, sessionNamed(world, id), limit);
    if (act === 'tree') return tree(world, sessionNamed(world, id));
    const [near] = nearest(act, [...ACTS]);
    throw usage(
      `\`daybook sessions ${act}\` is nothing that it does`,
      near ? `did you mean: daybook sessions ${near}` : 'see: daybook sessions --help',
    );
  },
});

function list(world: World, where: 'here' | 'everywhere'): Outcome {
  const all = world.ask('sessions');
  const found = where === 'everywhere' ? all : all.filter((head) => isHere(world, head));
  const elsewhere = all.length - found.length;
  const rest = elsewhere > 0 ? `; ${elsewhere} elsewhere: daybook sessions list --all-clis` : '';
  return {
    say:
      found.length === 0
        ? `No agent held a session in this workspace${rest}.`
        : `${amount(found.length, 'session')}, the last used first (ORIGIN ID LAST GOAL)${rest}:`,
    rows: found.map((head) => headRow(world, head, where)),
    data: { sessions: found.map((head) => asHead(world, head)) },
    changes: [],
  };
}

/** A session belongs to the workspace in whose folders it was held. */
function isHere(world: World, { cwd }: SessionHead): boolean {
  const { root, worktree } = world.ask('root');
  return cwd !== null && [root, worktree].some((folder) => cwd === folder || cwd.startsWith(`${folder}/`));
}

const headRow = (world: World, head: SessionHead, where: 'here' | 'everywhere'): Row => ({
  what: `${head.origin} ${shortId(head.id)} ${minute(world, head.last)} ${head.goal ?? '(nothing was asked)'}`,
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
  const light = world.ask('session', head, () => false);
  const last = messagesOn(light).slice(-Math.max(0, limit));
  const lines = new Set(last.map(({ line }) => line));
  const whole = last.length === 0 ? light : world.ask('session', head, (entry) => isOn(entry, lines));
  const shown = last.flatMap(({ id }) => whole.entries.get(id) ?? []);
  return {
    say: facts(world, head, light),
    rows: shown.map((entry) => ({ what: `${shortId(entry.id)} ${entryLine(entry)}` })),
    data: { session: { ...asSession(world, head, light), messages: shown.map(asMessage) } },
    changes: [],
  };
}

const isOn = (entry: SessionEntry, lines: ReadonlySet<number | undefined>): boolean =>
  entry.type === 'message' && lines.has(entry.line);

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
  return [...lines, ...goal].join('\n');
}

function counted(light: SessionTree) {
  const messages = [...light.entries.values()].filter((entry) => entry.type === 'message');
  return {
    count: messages.length,
    turns: messages.filter(({ isPrompt, side }) => isPrompt && side === null).length,
    leaves: leavesIn(light).length,
  };
}

function tree(world: World, head: SessionHead): Outcome {
  const light = world.ask('session', head, () => false);
  const drawn = draw(light);
  return {
    say: `${head.origin} session ${head.id}: ${amount(light.entries.size, 'entry', 'entries')}, ${amount(leavesIn(light).length, 'branch', 'branches')}`,
    rows: drawn.map(({ text }) => ({ what: text })),
    data: { session: asSession(world, head, light), tree: drawn },
    changes: [],
  };
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

const amount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
