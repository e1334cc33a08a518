import { OUTCOMES } from '../kinds/handoff.js';
import { pathOf } from '../kinds/index.js';
import { gathered } from '../lifecycle/gather.js';
import { type Handoff, handoffLines, merged, type Recorded } from '../lifecycle/handoff.js';
import { type Given, outcomeNames, readGiven } from '../lifecycle/handoff-given.js';
import { proposeForeign } from '../lifecycle/propose.js';
import { addRecord, nextNumber } from '../lifecycle/record.js';
import { replaceSpan } from '../markdown/place.js';
import { nearest } from '../recall/nearest.js';
import type { Account } from '../sessions/account.js';
import type { Change } from '../wiki/change.js';
import { entriesAt } from './entries.js';
import { allHandoffs, asHandoff, labelsGiven, logIn, workspaceName } from './handoffs.js';
import { isAgentWithForeignText } from './origin.js';
import type { Input, Params } from './params.js';
import { saidIn } from './said.js';
import { toldBy, withoutTold } from './session-told.js';
import { type Outcome, Refusal, type World } from './verb.js';

/** What a session may say of itself. */
export const HAND_ON = {
  goal: { kind: 'text', about: 'what the session was for, in one line', holder: 'TEXT' },
  outcome: {
    kind: 'text',
    choices: Object.keys(OUTCOMES),
    about: 'complete, partial or failed',
    holder: 'OUTCOME',
  },
  action: {
    kind: 'text',
    many: true,
    about: 'what was done, with something to verify it by',
    holder: 'TEXT',
  },
  artifact: { kind: 'text', many: true, about: 'what was made: a file, a PR, a deploy', holder: 'TEXT' },
  added: { kind: 'text', many: true, about: 'a fact that memory gained', holder: 'FACT' },
  corrected: { kind: 'text', many: true, about: 'a fact that memory had wrong', holder: 'FACT' },
  blocker: { kind: 'text', many: true, about: 'what stands in the way', holder: 'TEXT' },
  question: { kind: 'text', many: true, about: 'a question for the next session', holder: 'TEXT' },
  commit: { kind: 'text', many: true, about: 'a commit', holder: 'SHA' },
  turns: { kind: 'number', about: 'how many turns it took', holder: 'N' },
  minutes: { kind: 'number', about: 'how long it took', holder: 'N' },
  parent: { kind: 'text', about: 'the session that began this one', holder: 'SESSION' },
  transcript: {
    kind: 'text',
    reaches: 'transcript',
    about: 'the transcript of the session: what it tells is handed on, too',
    holder: 'FILE',
  },
  input: {
    kind: 'text',
    reads: true,
    about: 'all of it as YAML or JSON; - for standard input',
    holder: 'FILE',
  },
} as const satisfies Params;

/** Records what this session hands on: into its own record where it has one, else into a new one at the end. */
export function handOn(world: World, options: Input<typeof HAND_ON>, read = toldIn): Outcome {
  const { wiki } = world;
  const found = ownRecord(world);
  const told = read(world, options.transcript);
  const old = found && told ? { ...found, ...withoutTold(found) } : found;
  const full = draft(world, givenBy(world, options), old, told);
  const { changes, id } = found ? rewritten(world, found, merged(old ?? found, full)) : added(world, full);
  const made = allHandoffs(world, wiki.after(changes)).find(({ entry }) => entry.id === id);
  if (!made)
    throw new Refusal('unwritable', 'this does not read back as one record', 'say it in plain lines');
  return {
    say: changes.length === 0 ? `${full.label} says so already.` : `Handed on as ${full.label}: ${made.goal}`,
    did: `hand-off ${full.label}: ${made.goal}`,
    data: { handoff: asHandoff(world, made) },
    changes,
    place: `${logIn(wiki)}:${made.entry.line} ^${id}`,
  };
}

/**
 * What a session that ended hands on by its own facts (Mutable §Handoff Record). Null where it did nothing, where its transcript is
 * gone, and where somebody edited its record, which then stays as it is.
 */
export function handOnAtEnd(world: World, transcript: string): Outcome | null {
  const isForeign = isAgentWithForeignText(world);
  const read = isForeign ? countedIn : toldIn;
  try {
    if (read(world, transcript) === null) return null;
    const handed = handOn(world, { ...NOTHING_SAID, transcript }, read);
    return isForeign ? { ...handed, changes: [...handed.changes, ...askedAbout(world, transcript)] } : handed;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const NOTHING_SAID = {
  goal: undefined,
  outcome: undefined,
  action: [],
  artifact: [],
  added: [],
  corrected: [],
  blocker: [],
  question: [],
  commit: [],
  turns: undefined,
  minutes: undefined,
  parent: undefined,
  input: undefined,
} as const;

/** The same without the agent's own words (title and open tasks): after foreign text, these wait in the inbox. */
const countedIn: typeof toldIn = (world, transcript) => toldIn(world, transcript, withoutOwnWords);

const withoutOwnWords = (account: Account): Account => ({
  ...account,
  about: { ...account.about, title: null },
  todos: [],
});

function askedAbout(world: World, transcript: string): readonly Change[] {
  const todos = world.ask('account', transcript)?.account.todos ?? [];
  const desk = { ids: world.ids, template: (name: string) => world.ask('template', name) };
  const found = `what session ${world.who.session ?? 'unnamed'} left to do`;
  return proposeForeign(todos, found, world.wiki, desk);
}

/** What the transcript of the session tells; null where none is named, and where nothing was done. Refuses one that cannot be read. */
function toldIn(
  world: World,
  transcript: string | undefined,
  select = (account: Account): Account => account,
): Given | null {
  if (transcript === undefined) return null;
  const found = world.ask('account', transcript);
  if (!found)
    throw new Refusal(
      'no-file',
      `the transcript ${transcript} cannot be read`,
      'name the JSON lines that the agent writes',
    );
  const { client } = found;
  const account = select(found.account);
  if (account.prompts.length + account.calls.length === 0) return null;
  const times = [account.first, account.last].flatMap((at) => at ?? []);
  const dates = new Set(times.map((at) => world.local(Date.parse(at)).date));
  return toldBy(
    account,
    { session: world.who.session ?? '', agent: client },
    world.ask('commits', [...dates]),
  );
}

/** What is said by options, else by the input. */
function givenBy(world: World, options: Input<typeof HAND_ON>): Given {
  const said = readGiven(saidIn(world, options.input));
  const list = (option: readonly string[], other: readonly string[]) =>
    (option.length > 0 ? option : other).map(oneLine).filter(Boolean);
  return {
    goal: oneLine(options.goal ?? said.goal ?? '') || null,
    outcome: options.outcome ?? said.outcome,
    turns: options.turns ?? said.turns,
    minutes: options.minutes ?? said.minutes,
    actions: list(options.action, said.actions),
    artifacts: list(options.artifact, said.artifacts),
    added: list(options.added, said.added),
    corrected: list(options.corrected, said.corrected),
    blockers: list(options.blocker, said.blockers),
    questions: list(options.question, said.questions),
    commits: list(options.commit, said.commits),
    parent: options.parent ?? said.parent,
  };
}

/** The record of the session that asks, where it has a name and handed something on before. */
function ownRecord(world: World): Recorded | undefined {
  const { session } = world.who;
  return session === null
    ? undefined
    : allHandoffs(world, world.wiki).findLast(({ label }) => label === session);
}

/** The record as it would stand alone: what nobody said is gathered, and its namespace is told (FEATURES C6). */
function draft(world: World, given: Given, old: Handoff | undefined, told: Given | null): Handoff {
  const { wiki, who } = world;
  const { date } = world.local(world.now);
  const day = entriesAt(world, wiki, `${wiki.content}/${pathOf('day', { date })}`);
  const goal =
    given.goal ??
    old?.goal ??
    told?.goal ??
    day.find(({ type }) => type === 'moment')?.text.split('\n', 1)[0];
  if (!goal)
    throw new Refusal(
      'usage',
      'it is not said what the session was for',
      'write: daybook handoff --goal "deploy v0.6.0" --outcome complete',
      {},
      2,
    );
  const fresh: Handoff = {
    ...given,
    label: old?.label ?? labelFor(world, date),
    goal: oneLine(goal),
    outcome: outcomeNamed(given.outcome),
    workspace: workspaceName(world),
    branch: world.ask('branch'),
    agent: who.by,
  };
  const full = gathered(fresh, {
    day,
    memory: entriesAt(world, wiki, `${wiki.content}/${pathOf('memory')}`),
    session: entriesAt(world, wiki, `${wiki.content}/${pathOf('session')}`),
    log: wiki.note(logIn(wiki))?.text ?? '',
    last: allHandoffs(world, wiki).at(-1)?.entry.at ?? '',
    date,
  });
  return told ? merged({ ...full, ...told, goal: full.goal, outcome: null }, full) : full;
}

/** The session's own name where it can stand in a heading, else the next number of the day. */
function labelFor(world: World, date: string): string {
  const { session } = world.who;
  return session !== null && /^[\w.:-]{1,80}$/.test(session) ? session : nextNumber(date, labelsGiven(world));
}

interface Written {
  readonly changes: readonly Change[];
  readonly id: string;
}

function added(world: World, full: Handoff): Written {
  const held = world.wiki.note(logIn(world.wiki))?.text ?? '';
  const id = world.ids.mint((taken) => held.includes(`^${taken}`));
  const block = { kind: 'handoff', lines: handoffLines(full, id), why: 'what the session hands on' } as const;
  return { changes: [addRecord(block, world.wiki, (name) => world.ask('template', name))], id };
}

/** One record a session: what it says now goes into its block, but only where the block is as Daybook wrote it. */
function rewritten(world: World, old: Recorded, now: Handoff): Written {
  const { entry } = old;
  const note = world.wiki.note(entry.path);
  if (!note) throw new RangeError(`there is no note ${entry.path}`);
  const { eol } = world.wiki.outline(note);
  const own = handoffLines(old, entry.hasId ? entry.id : null).join(eol);
  if (note.text.slice(entry.start, entry.end).trimEnd() !== own)
    throw new Refusal(
      'edited',
      `somebody edited the record of this session (${entry.path}:${entry.line})`,
      'add there by hand what is new; Daybook leaves it alone',
      { path: entry.path },
    );
  const fresh = handoffLines(now, entry.id).join(eol);
  const splices = replaceSpan(note.text, entry.start, entry.start + own.length, fresh);
  const why = 'the session hands on more';
  return {
    changes: splices.length === 0 ? [] : [{ do: 'edit', path: note.path, base: note.hash, splices, why }],
    id: entry.id,
  };
}

function outcomeNamed(given: string | null): Handoff['outcome'] {
  if (given === null) return null;
  const word = given.toLowerCase().replace(/[^a-z]/g, ''); // the seed writes `✅ Complete`
  const found = outcomeNames.find((name) => name === word);
  if (found) return found;
  const [near] = nearest(given, outcomeNames);
  throw new Refusal(
    'usage',
    `no outcome \`${given}\``,
    near ? `did you mean: --outcome ${near}` : `one of: ${outcomeNames.join(', ')}`,
    {},
    2,
  );
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
