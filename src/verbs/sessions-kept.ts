import { contextAt, filesText } from '../sessions/context.js';
import { entryLine, shortId } from '../sessions/draw.js';
import type { SessionEvent } from '../sessions/event.js';
import { filesAt } from '../sessions/files.js';
import { givenIn } from '../sessions/given.js';
import { appended, forked, labelled, NoSuchPlace, switched, undone } from '../sessions/moves.js';
import { newSessionId } from '../sessions/new-id.js';
import { type SessionState, todosAt } from '../sessions/state.js';
import { pathTo, type SessionTree } from '../sessions/tree.js';
import { amount } from '../wiki/amount.js';
import type { KeptSession } from './facts.js';
import { relief } from './sessions-compact.js';
import { asKept, keptNamed, moved, stateAfter, told } from './sessions-own.js';
import { type Outcome, Refusal, type World } from './verb.js';

/** Begins a session that is kept here; one of that id that is there already is left as it is. */
export function begin(world: World, id: string | undefined, engine: string | undefined): Outcome {
  const named = id ?? newSessionId(world.now, world.ids.mint());
  const old = world.ask('kept', named);
  if (old) return told(named, old.state, `The session ${named} is there already.`);
  const begins = engineNamed(engine ?? world.settings['sessions.engine']);
  const cwd = world.ask('root').worktree;
  const header: SessionEvent = {
    t: 'header',
    session: named,
    cwd,
    branch: world.ask('branch'),
    by: world.who.by,
  };
  return {
    say: `Began the session ${named} (${begins === 'log' ? 'event log' : 'file'}): daybook sessions append ${named} --input -`,
    data: { session: { id: named, origin: 'daybook', count: 0, leaf: null, engine: begins } },
    changes: [],
    sessions: [{ id: named, since: 0, events: [header], begins }],
  };
}

/** Adds what a harness hands over behind the active leaf. */
export function append(world: World, id: string | undefined, input: string | undefined): Outcome {
  const { name, state } = keptNamed(world, id);
  if (input === undefined || input.trim() === '')
    throw usage(
      'nothing is handed over',
      `write: daybook sessions append ${name} --input FILE, or - for standard input`,
    );
  const given = givenIn(input);
  if (!given)
    throw new Refusal(
      'bad-input',
      'a message without a role was handed over',
      'write {"role":"user","content":"…"}, a list of such, or one a line',
    );
  const events = appended(state, given.messages, given);
  const what = [
    amount(given.messages.length, 'message'),
    ...(given.todos ? [amount(given.todos.length, 'todo')] : []),
    ...(given.files ? ['files'] : []),
  ].join(', ');
  const eased = relief(world, name, stateAfter(state, events));
  const say = [`Appended ${what} to ${name}.`, eased.say].filter(Boolean).join('\n');
  return moved(name, state, [...events, ...eased.events], say);
}

/** Names a branch at an entry, and goes on from there. */
export function branch(
  world: World,
  id: string | undefined,
  name: string | undefined,
  at: string | undefined,
): Outcome {
  const kept = keptNamed(world, id);
  if (name === undefined)
    throw usage(
      'it is not said what the branch is called',
      `write: daybook sessions branch ${kept.name} NAME`,
    );
  const events = placed(() => (at === undefined ? forked(kept.state, name) : forked(kept.state, name, at)));
  const from = at ?? kept.state.leaf ?? 'the beginning';
  return moved(
    kept.name,
    kept.state,
    events,
    `The branch ${name} of ${kept.name} begins at ${shortId(from)}; what comes next goes on from there.`,
  );
}

/** Goes on from an entry, or from the tip of a branch. */
export function switchTo(world: World, id: string | undefined, to: string | undefined): Outcome {
  const { name, state } = keptNamed(world, id);
  if (to === undefined)
    throw usage('it is not said where to', `see the places: daybook sessions tree ${name}`);
  const events = placed(() => switched(state, to));
  return moved(name, state, events, `${name} goes on from ${to}.`);
}

/** Takes the last step back, or all since a checkpoint. */
export function undo(world: World, id: string | undefined, to: string | undefined): Outcome {
  const { name, state } = keptNamed(world, id);
  const events = placed(() => undone(state, to));
  if (events.length === 0) return told(name, state, `${name} stands at ${to} already.`);
  const event = events[0];
  const leaf = event && 'leaf' in event ? event.leaf : null;
  const entry = leaf === null ? undefined : state.entries.get(leaf);
  const where = entry ? `${entry.id} ${entryLine(entry)}` : 'its beginning';
  return moved(
    name,
    state,
    events,
    `Took back ${to === undefined ? 'the last step' : `all since ${to}`}: ${name} stands at ${where}`,
  );
}

/** Keeps a session by the other engine from now on. */
export function migrate(world: World, id: string | undefined, engine: string | undefined): Outcome {
  const { name, state } = keptNamed(world, id);
  if (engine === undefined)
    throw usage('it is not said how', `write: daybook sessions migrate ${name} --engine log`);
  const to = engineNamed(engine);
  if (world.ask('kept', name)?.engine === to) return told(name, state, `${name} is kept so already.`);
  return {
    ...told(name, state, `${name} is kept as ${to === 'log' ? 'an event log' : 'a file'} from now on.`),
    sessions: [{ id: name, since: state.seq, events: [], engine: to }],
  };
}

/** Names the place where a session stands; without a name lists those that it has. */
export function checkpoint(
  world: World,
  id: string | undefined,
  name: string | undefined,
  act: 'add' | 'list',
): Outcome {
  const kept = keptNamed(world, id);
  if (act === 'list' || name === undefined) return checkpoints(kept.name, kept.state);
  const events = labelled(kept.state, name, 'checkpoint');
  return moved(
    kept.name,
    kept.state,
    events,
    `Checkpoint ${name} of ${kept.name}; back to it: daybook sessions undo ${kept.name} --to ${name}`,
  );
}

function checkpoints(name: string, state: SessionState): Outcome {
  const found = state.labels.filter(({ as }) => as === 'checkpoint');
  return {
    say:
      found.length === 0
        ? `${name} has no checkpoint yet.`
        : `${amount(found.length, 'checkpoint')} of ${name}:`,
    rows: found.map((label) => {
      const entry = label.entry === null ? undefined : state.entries.get(label.entry);
      return { what: `**${label.name}** ${entry ? `${entry.id} ${entryLine(entry)}` : 'its beginning'}` };
    }),
    data: { session: asKept(name, state), checkpoints: found },
    changes: [],
  };
}

/** What a fresh conversation needs to go on with a session, whoever held it. */
export function handOver(tree: SessionTree, head: string, goal: string | null): Outcome {
  const context = contextAt(tree, tree.leaf);
  const [todos, files] = [todosAt(tree, tree.leaf), filesAt(tree, tree.leaf)];
  const open = todos.filter(({ status }) => status !== 'completed' && status !== 'done');
  const last = pathTo(tree, tree.leaf)
    .filter(({ type }) => type === 'message')
    .slice(-LAST_SHOWN);
  return {
    say: [
      `Going on with ${head}: ${amount(context.length, 'message')} in the context.`,
      ...(goal === null ? [] : [`Goal: ${goal}`]),
      ...(open.length === 0 ? [] : [`To do:\n${open.map(({ content }) => `- ${content}`).join('\n')}`]),
      ...filesText(files),
      'Said last:',
    ].join('\n'),
    rows: last.map((entry) => ({ what: `${shortId(entry.id)} ${entryLine(entry)}` })),
    data: { messages: context.map(({ message }) => message), todos, files },
    changes: [],
  };
}

const LAST_SHOWN = 6;

/** A place that is not there is refused as anything else that a person can mend. */
function placed<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof NoSuchPlace) throw new Refusal('no-such-place', error.message, error.hint);
    throw error;
  }
}

function engineNamed(name: string): 'file' | 'log' {
  if (name === 'file' || name === 'log') return name;
  throw usage(`no engine \`${name}\``, 'one of: file, log');
}

/** What a session says of damage, for whoever looks at it. */
export function reportLines({ report, engine }: KeptSession): readonly string[] {
  const { damaged, missing, quarantined } = report;
  return [
    `kept as ${engine === 'log' ? 'an event log' : 'a file'}`,
    ...(damaged.length > 0 ? [`damaged: ${damaged.join(', ')}`] : []),
    ...(missing.length > 0 ? [`missing events: ${missing.join(', ')}`] : []),
    ...(quarantined.length > 0 ? [`set aside: ${quarantined.join(', ')}`] : []),
  ];
}

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
