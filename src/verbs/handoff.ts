import { type HandoffOutcome, OUTCOMES } from '../kinds/handoff.js';
import { pathOf } from '../kinds/index.js';
import { type Handoff, handoffLines, handoffsIn, merged, type Recorded } from '../lifecycle/handoff.js';
import { addRecord, nextNumber, placesOf } from '../lifecycle/record.js';
import { replaceSpan } from '../markdown/place.js';
import { nearest } from '../recall/nearest.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import type { Wiki } from '../wiki/wiki.js';
import { asEntry, entriesAt } from './entries.js';
import { bareId, shownId } from './naming.js';
import { type Outcome, Refusal, type Row, verb, type World } from './verb.js';

const ACTS = ['list', 'show'] as const;

/** What a session hands on to the next (Mutable §Handoff Record; FEATURES C6, C7): one record each, and an index of them. */
export const handoff = verb({
  name: 'handoff',
  about: 'record what this session hands on to the next; `list` and `show ID` bring records back',
  params: {
    act: { kind: 'text', word: 'one', choices: ACTS, about: 'list, or show ID' },
    id: { kind: 'text', word: 'one', about: 'the session of a record, or its ^id' },
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
  },
  examples: [
    'daybook handoff --goal "deploy v0.6.0 of the wiki" --outcome complete --action "tagged v0.6.0" --commit 3f2a91c',
    'daybook handoff list',
    'daybook handoff show 20260607-001',
  ],
  faces: ['cli', 'mcp', 'hook'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  think(world, input) {
    const { act, id } = input;
    if (act === 'list') return list(world);
    if (act === 'show') return show(world, id);
    if (act === undefined) return record(world, input);
    const [near] = nearest(act, [...ACTS]);
    throw usage(
      `\`daybook handoff ${act}\` is nothing that it does`,
      near ? `did you mean: daybook handoff ${near}` : 'write: daybook handoff --goal "…" --outcome complete',
    );
  },
});

type Given = Partial<Omit<Handoff, 'label' | 'outcome'>> & {
  readonly outcome?: string | undefined;
  readonly action: readonly string[];
  readonly artifact: readonly string[];
  readonly blocker: readonly string[];
  readonly question: readonly string[];
  readonly commit: readonly string[];
};

function record(
  world: World,
  given: { readonly [key in keyof Given]: Given[key] | undefined } & Pick<
    Given,
    'action' | 'artifact' | 'blocker' | 'question' | 'commit'
  >,
): Outcome {
  const { wiki, who } = world;
  const known = all(world, wiki);
  const old = who.session === null ? undefined : known.findLast(({ label }) => label === who.session);
  const at = world.local(world.now);
  const label =
    old?.label ?? (who.session && isLabel(who.session) ? who.session : nextNumber(at.date, labelsIn(world)));
  const goal = oneLine(given.goal ?? old?.goal ?? goalOf(world, at.date) ?? '');
  if (goal === '')
    throw usage(
      'it is not said what the session was for',
      'write: daybook handoff --goal "deploy v0.6.0" --outcome complete',
    );
  const root = world.ask('root').root;
  const fresh: Handoff = {
    label,
    goal,
    outcome: outcomeNamed(given.outcome),
    turns: given.turns ?? null,
    minutes: given.minutes ?? null,
    actions: given.action.map(oneLine),
    artifacts: given.artifact.map(oneLine),
    added: (given.added ?? []).map(oneLine),
    corrected: (given.corrected ?? []).map(oneLine),
    blockers: given.blocker.map(oneLine),
    questions: given.question.map(oneLine),
    commits: given.commit.map(oneLine),
    workspace: root.slice(Math.max(root.lastIndexOf('/'), root.lastIndexOf('\\')) + 1) || null,
    branch: world.ask('branch'),
    agent: who.by,
    parent: given.parent ?? null,
  };
  const full = withGathered(world, fresh, at.date);
  const { change, id } = old ? rewritten(world, old, merged(old, full)) : added(world, full);
  const made = all(world, wiki.after(change)).find(({ entry }) => entry.id === id);
  if (!made)
    throw new Refusal('unwritable', 'this does not read back as one record', 'say it in plain lines');
  return {
    say: change.length === 0 ? `${label} says so already.` : `Handed on as ${label}: ${made.goal}`,
    did: `hand-off ${label}: ${made.goal}`,
    data: { handoff: asHandoff(world, made) },
    changes: change,
    place: `${pathIn(wiki)}:${made.entry.line} ^${id}`,
  };
}

function added(world: World, full: Handoff): { readonly change: readonly Change[]; readonly id: string } {
  const held = world.wiki.note(pathIn(world.wiki))?.text ?? '';
  const id = world.ids.mint((taken) => held.includes(`^${taken}`));
  const block = { kind: 'handoff', lines: handoffLines(full, id), why: 'what the session hands on' } as const;
  return { change: [addRecord(block, world.wiki, (name) => world.ask('template', name))], id };
}

/** One record a session: what it says now goes into its block, but only where the block is as Daybook wrote it. */
function rewritten(
  world: World,
  old: Recorded,
  now: Handoff,
): { readonly change: readonly Change[]; readonly id: string } {
  const { entry } = old;
  const note = world.wiki.note(entry.path);
  if (!note) throw new RangeError(`there is no note ${entry.path}`);
  const { eol } = world.wiki.outline(note);
  const source = note.text.slice(entry.start, entry.end);
  const own = handoffLines(old, entry.hasId ? entry.id : null).join(eol);
  if (source.trimEnd() !== own)
    throw new Refusal(
      'edited',
      `somebody edited the record of this session (${entry.path}:${entry.line})`,
      'add there by hand what is new; Daybook leaves it alone',
      { path: entry.path },
    );
  const splices = replaceSpan(
    note.text,
    entry.start,
    entry.start + own.length,
    handoffLines(now, entry.id).join(eol),
  );
  const why = 'the session hands on more';
  return {
    change: splices.length === 0 ? [] : [{ do: 'edit', path: note.path, base: note.hash, splices, why }],
    id: entry.id,
  };
}

/** What nobody said is gathered from where it stands: the day's tools, what memory gained today, what still blocks. */
function withGathered(world: World, fresh: Handoff, date: string): Handoff {
  const { content } = world.wiki;
  const read = (path: string) => entriesAt(world, world.wiki, `${content}/${path}`);
  const today = (entry: Located) => entry.at?.slice(0, 10) === date;
  const log = world.wiki.note(pathIn(world.wiki))?.text ?? '';
  const last = all(world, world.wiki).at(-1)?.entry.at ?? '';
  const isTold = ({ id }: Located) => log.includes(`#^${id}]]`);
  const memory = read(pathOf('memory')).filter(
    (entry) => entry.type !== 'prose' && entry.hasId && today(entry) && !isTold(entry),
  );
  const isOld = ({ superseded, status }: Located) => superseded !== null || status === 'dropped';
  const linked = ({ text, id }: Located) => `${text} [[${pathOf('memory').replace(/\.md$/, '')}#^${id}]]`;
  const tools = read(pathOf('day', { date })).filter(({ type, at }) => type === 'tool' && (at ?? '') > last);
  const blockers = read(pathOf('session')).filter(
    ({ type, status }) => type === 'blocker' && status !== 'done' && status !== 'resolved',
  );
  const or = (given: readonly string[], found: readonly string[]) =>
    given.length > 0 ? given : found.slice(0, MOST_GATHERED);
  return {
    ...fresh,
    actions: or(
      fresh.actions,
      tools.map(({ text }) => firstLine(text)),
    ),
    added: or(fresh.added, memory.filter((entry) => !isOld(entry)).map(linked)),
    blockers: or(
      fresh.blockers,
      blockers.map(({ text }) => firstLine(text)),
    ),
  };
}

/** A record is a summary: more of one sort is looked up where it stands. */
const MOST_GATHERED = 12;

/** What today's session was begun for. */
const goalOf = (world: World, date: string): string | undefined =>
  entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf('day', { date })}`)
    .filter(({ type }) => type === 'moment')
    .map(({ text }) => firstLine(text))[0];

function list(world: World): Outcome {
  const known = all(world, world.wiki);
  return {
    say:
      known.length === 0
        ? 'No session handed anything on yet: `daybook handoff --goal "…" --outcome complete`.'
        : `${known.length === 1 ? '1 session' : `${known.length} sessions`}, the newest first:`,
    rows: known.toReversed().map(row),
    data: { handoffs: known.toReversed().map((one) => asHandoff(world, one)) },
    changes: [],
  };
}

const row = ({ entry, label, goal, outcome, blockers, questions }: Recorded): Row => ({
  path: entry.path,
  line: entry.line,
  what: `${label} ${goal}`,
  why: [
    entry.at?.slice(0, 10),
    outcome ?? 'no outcome',
    open(blockers.length, 'blocker'),
    open(questions.length, 'question'),
  ]
    .filter(Boolean)
    .join(', '),
  id: entry.id,
});

const open = (count: number, one: string): string =>
  count === 0 ? '' : `${count} ${one}${count === 1 ? '' : 's'}`;

function show(world: World, id: string | undefined): Outcome {
  if (id === undefined) throw usage('it is not said which one', 'list them: daybook handoff list');
  const known = all(world, world.wiki);
  const wanted = bareId(id);
  const exact = known.filter(({ label, entry }) => label === wanted || entry.id === wanted);
  const found = exact.length > 0 ? exact : known.filter(({ label }) => label.startsWith(wanted));
  const [one] = found;
  if (found.length > 1)
    throw new Refusal(
      'ambiguous-id',
      `${found.length} records are called ${id}: ${found.map(({ entry }) => `${entry.path}:${entry.line}`).join(', ')}`,
      `name it by its id: daybook handoff show ${shownId(found.at(-1)?.entry.id ?? '')}`,
    );
  if (!one) {
    const [near] = nearest(
      wanted,
      known.map(({ label }) => label),
    );
    throw new Refusal(
      'unknown-id',
      `no session ${id} handed anything on`,
      near ? `did you mean: daybook handoff show ${near}` : 'list them: daybook handoff list',
    );
  }
  const text = world.wiki.note(one.entry.path)?.text.slice(one.entry.start, one.entry.end) ?? '';
  return {
    say: text.trimEnd(),
    data: { handoff: asHandoff(world, one) },
    changes: [],
    place: `${one.entry.path}:${one.entry.line} ${shownId(one.entry.id)}`,
  };
}

/** All records of the living note. */
function all(world: World, wiki: Wiki): readonly Recorded[] {
  const note = wiki.note(pathIn(wiki));
  return note ? handoffsIn(note, entriesAt(world, wiki, note.path)) : [];
}

/** Labels that were given, those in the archive included. */
const labelsIn = (world: World): readonly string[] =>
  placesOf('handoff', world.wiki).flatMap((path) => {
    const note = world.wiki.note(path);
    return note ? handoffsIn(note, world.entries(note)).map(({ label }) => label) : [];
  });

const pathIn = ({ content }: Wiki): string => `${content}/${pathOf('handoff')}`;

/** A record in JSON: its fields under the session's name, and the entry that it is. */
const asHandoff = (world: World, { entry, label, ...fields }: Recorded) => ({
  id: label,
  ...fields,
  entry: asEntry(world, entry),
});

function outcomeNamed(given: string | undefined): HandoffOutcome | null {
  if (given === undefined) return null;
  const names = Object.keys(OUTCOMES) as HandoffOutcome[];
  const found = names.find((name) => name === given.toLowerCase());
  if (found) return found;
  const [near] = nearest(given, names);
  throw usage(
    `no outcome \`${given}\``,
    near ? `did you mean: --outcome ${near}` : `one of: ${names.join(', ')}`,
  );
}

/** A session's own name can stand in a heading. */
const isLabel = (session: string): boolean => /^[\w.:-]{1,80}$/.test(session);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
