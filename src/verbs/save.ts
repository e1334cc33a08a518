import { pathOf } from '../kinds/index.js';
import { compressed, type Vocabulary, vocabularyWith } from '../lifecycle/compress.js';
import { type FailureGraph, failureOf, failuresIn, pathsAsFailures } from '../lifecycle/failure.js';
import {
  firstLayerOf,
  type Given,
  type Known,
  NOT_STATED,
  secondLayerOf,
  withReason,
} from '../lifecycle/snapshot/extract.js';
import { BUDGETS, firstLayer, secondLayer } from '../lifecycle/snapshot/layers.js';
import { freeName, stampOf, topicName, topicOf } from '../lifecycle/snapshot/name.js';
import { overtaken, type Shelved, timeOf } from '../lifecycle/snapshot/retire.js';
import { coldArchive, shelfOf } from '../lifecycle/snapshot/shelf.js';
import { listOf, type Snapshot, STATUSES, textOf } from '../lifecycle/snapshot/snapshot.js';
import { completed, tidied } from '../lifecycle/snapshot/tidy.js';
import { writeSnapshot } from '../lifecycle/snapshot/write.js';
import { isCooling, TRIGGERS, type Trigger, triggerRow } from '../lifecycle/triggers.js';
import { amount } from '../wiki/amount.js';
import type { Change } from '../wiki/change.js';
import { archiveOf, knownOf } from './knowing.js';
import type { Input } from './params.js';
import { saidIn } from './said.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';

const PARAMS = {
  topic: { kind: 'text', about: 'what it is about, for its name (else the goal)', holder: 'TOPIC' },
  goal: { kind: 'text', about: 'the objective of the task, in one sentence', holder: 'GOAL' },
  state: { kind: 'text', about: 'where it stands, in one sentence', holder: 'STATE' },
  next: { kind: 'text', about: 'the immediate next step', holder: 'STEP' },
  file: { kind: 'text', many: true, about: 'a file being worked on', holder: 'FILE' },
  blocker: { kind: 'text', about: 'what is in the way (none)', holder: 'TEXT' },
  constraint: { kind: 'text', many: true, about: 'a preference, rule or technical limit', holder: 'TEXT' },
  decision: { kind: 'text', many: true, about: 'a key decision', holder: 'TEXT' },
  reject: { kind: 'text', many: true, about: 'what failed: "WHAT: WHY"', holder: 'TEXT' },
  status: { kind: 'text', choices: STATUSES, about: 'in_progress or completed' },
  layers: { kind: 'text', about: 'which layers to write (1,2,3)', holder: 'LIST' },
  input: {
    kind: 'text',
    reads: true,
    about: 'all of it as YAML or JSON; - for standard input',
    holder: 'FILE',
  },
  overflow: { kind: 'flag', about: 'layer 1 alone, at once: the context is about to overflow' },
  trigger: {
    kind: 'text',
    choices: TRIGGERS,
    about: 'why it is saved unasked; not too often',
    holder: 'WHY',
  },
  transcript: {
    kind: 'text',
    reaches: 'transcript',
    about: 'the transcript of the conversation: what is not said is read from it',
    holder: 'FILE',
  },
  calls: { kind: 'number', about: 'tool calls since the last save', holder: 'N' },
  turn: { kind: 'number', about: 'the turn of the conversation, for the cooldown', holder: 'N' },
} as const;

/** Saves where a task stands, so that a new conversation continues it (MindSave §/save, §/auto-snapshot). */
export const save = verb({
  name: 'save',
  about: 'save where the task stands, so that a new conversation can continue it: then load',
  params: PARAMS,
  examples: [
    'daybook save --topic "auth" --goal "move login to JWT" --state "routes done" --next "write the refresh test" --file src/auth.ts',
    'daybook save --overflow',
  ],
  faces: ['cli', 'mcp', 'hook'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  whenUnknown: 'write',
  think(world, input) {
    const auto = input.trigger !== undefined;
    if (waits(input.trigger) && !input.overflow && cooling(world, input.turn)) return tooSoon(world);
    const [yaml, tokenizer] = [world.ask('yaml'), world.ask('tokenizer')]; // loaded before git is asked
    const said = saidIn(world, input.input);
    const given = givenOf(input, said);
    const layers = layersOf(input.layers, input.overflow, input.trigger);
    const topic = input.topic ?? textOf(said.get('topic')) ?? undefined;
    const shelf = shelfOf(world.wiki, (text) => world.ask('properties', text));
    const wantsTree = layers.includes('3') || given.active_files === undefined;
    const changes = wantsTree ? world.ask('treeChanges') : [];
    const known = knownOf(world, {
      given,
      topic,
      shelf,
      changes,
      transcript: input.transcript,
      layers,
      read: auto ? 'ends' : 'whole',
    });
    const draft = drafted(world, {
      given,
      known,
      layers,
      topic,
      overflow: input.overflow,
    });
    const grouped = withGroups(draft, tokenizer, vocabularyWith(world.settings.vocabulary));
    const snapshot = auto ? automatic(grouped, input.trigger ?? '', callsSince(world, input.calls)) : grouped;
    const archive = layers.includes('3') ? archiveOf(world, said, changes) : null;
    const path = `${world.wiki.content}/${pathOf('snapshot', { name: snapshot.snapshot_id })}`;
    const text = writeSnapshot(snapshot, layers, archive, {
      template: world.ask('template', 'snapshot'),
      pair: yaml.yamlPair,
    });
    const born: Change = { do: 'create', path, text, why: 'a snapshot' };
    const tidy = input.overflow ? { changes: [], archived: [] } : tidyAround(world, shelf, snapshot, born);
    const tokens = tokensOf(tokenizer, snapshot, layers, text);
    return {
      say: [
        reply(input.overflow, input.trigger),
        `${path}: layer 1 ${tokens.l1}, layer 2 ${tokens.l2}, layer 3 ${tokens.l3} tokens`,
        ...gone(tidy.archived),
      ].join('\n'),
      did: `save ${snapshot.snapshot_id}: ${snapshot.goal}`,
      data: { snapshot: { id: snapshot.snapshot_id, path, tokens }, archived: tidy.archived },
      changes: [born, ...tidy.changes],
      signal: signalOf(world, input),
    };
  },
});

/** What is told, in the words of the seed (MindSave §/save, §/auto-snapshot, §Pressure Level Actions). */
function reply(overflow: boolean, trigger: string | undefined): string {
  if (overflow)
    return '⚠️ Context overflow imminent. MindSave auto-saved (Layer 1 only). Start a new conversation with /load to continue.';
  if (trigger === 'pressure') return 'Context pressure rising. MindSave auto-checkpoint saved.';
  return '💾 MindSave checkpoint saved. Start a new conversation with /load to continue.';
}

const gone = (archived: readonly string[]): string[] =>
  archived.length === 0 ? [] : [`${amount(archived.length, 'completed snapshot')} moved to the archive.`];

/** What was said by options, else by the input. */
function givenOf(input: Input<typeof PARAMS>, said: ReadonlyMap<string, unknown>): Given {
  const text = (option: string | undefined, key: string) => option ?? textOf(said.get(key)) ?? undefined;
  const list = (option: readonly string[], key: string) =>
    option.length > 0 ? option : said.has(key) ? listOf(said.get(key)) : undefined;
  return {
    goal: text(input.goal, 'goal'),
    state: text(input.state, 'state'),
    next_action: text(input.next, 'next_action'),
    active_files: list(input.file, 'active_files'),
    blocker: text(input.blocker, 'blocker'),
    constraints: list(input.constraint, 'constraints'),
    decisions: list(input.decision, 'decisions'),
    failure_graph: rejectedOf(input.reject, said),
    status: text(input.status, 'status'),
  };
}

function rejectedOf(reject: readonly string[], said: ReadonlyMap<string, unknown>): FailureGraph | undefined {
  const named = reject.map((one) => {
    const [, what = one, why = 'not said'] = /^(.+?): (.+)$/s.exec(one) ?? [];
    return [what, failureOf({ reason: why, rejected_by: 'user' })] as const;
  });
  if (named.length === 0 && !said.has('failure_graph') && !said.has('excluded_paths')) return undefined;
  return {
    ...pathsAsFailures(listOf(said.get('excluded_paths'))),
    ...failuresIn(said.get('failure_graph')),
    ...Object.fromEntries(named),
  };
}

/** A save that nobody asked for waits for the cooldown, unless its trigger does not. */
const waits = (trigger: string | undefined): boolean =>
  isTrigger(trigger) && triggerRow(trigger).atOnce !== true;

const layersFor = (trigger: string | undefined): string =>
  isTrigger(trigger) ? triggerRow(trigger).layers : '1,2,3';

const isTrigger = (trigger: string | undefined): trigger is Trigger =>
  TRIGGERS.some((one) => one === trigger);

/** An overflow saves layer 1 alone; what is saved unasked, what its trigger is worth. */
function layersOf(
  asked: string | undefined,
  overflow: boolean,
  trigger: string | undefined,
): readonly string[] {
  if (overflow) return ['1'];
  const layers = (asked ?? layersFor(trigger)).split(/[\s,]+/).filter(Boolean);
  const wrong = layers.find((layer) => !['1', '2', '3'].includes(layer));
  if (wrong === undefined && layers.includes('1')) return layers;
  throw new Refusal(
    'usage',
    `--layers takes 1, 2 and 3, found \`${asked}\``,
    'write: --layers 1,2; layer 1 is always saved',
    {},
    2,
  );
}

interface Draft {
  readonly given: Given;
  readonly known: Known;
  readonly layers: readonly string[];
  readonly topic: string | undefined;
  readonly overflow: boolean;
}

function drafted(world: World, { given, known, layers, topic, overflow }: Draft): Snapshot {
  const now = world.local(world.now);
  const first = firstLayerOf(given, known);
  const second = layers.includes('2') ? secondLayerOf(given, known) : NOTHING;
  const name = nameFor(topic, first.goal, known);
  const wanted = overflow ? `OVF_${name}_${stampOf(now)}` : `${name}_${now.date}`;
  return {
    snapshot_id: freeName(world.wiki, 'snapshot', wanted),
    created_at: now.iso,
    version: '3.0',
    status: given.status ?? 'in_progress',
    session: world.who.session,
    ...first,
    ...second,
    groups: null,
    auto_trigger: null,
  };
}

/** The topic as it was named, of the first prompt, of the snapshot that is gone on from, or of the goal (MindSave §/save). */
function nameFor(topic: string | undefined, goal: string, { told, last }: Known): string {
  const said = topic ?? told?.firstPrompt;
  if (said) return topicName(said);
  if (last) return topicOf(last.snapshot_id);
  return topicName(goal === NOT_STATED ? 'session' : goal);
}

const NOTHING = { constraints: [], decisions: [], failure_graph: {} } as const;

/** So many constraints are restored one by one (FEATURES B12). */
const MOST_CONSTRAINTS = 20;

/** Too many constraints, or too long ones for their layer, are grouped; word for word they stay in the body. */
function withGroups(snapshot: Snapshot, count: (text: string) => number, vocabulary: Vocabulary): Snapshot {
  const { lines } = secondLayer(snapshot, '');
  const fits = snapshot.constraints.length <= MOST_CONSTRAINTS;
  if (fits && count(lines.map(({ label, text }) => `- ${label}: ${text}`).join('\n')) <= BUDGETS.l2)
    return snapshot;
  const { symbolic, constraints } = compressed(snapshot.constraints, vocabulary);
  const groups = Object.entries(symbolic).map(([name, { strategy, rejected }]) => [
    name,
    { strategy, rejected },
  ]);
  return groups.length === 0
    ? snapshot
    : { ...snapshot, groups: { symbolic: Object.fromEntries(groups), rest: constraints } };
}

/** An automatic save tells its reason. */
const automatic = (snapshot: Snapshot, reason: string, calls: number): Snapshot => ({
  ...snapshot,
  state: withReason(snapshot.state, reason),
  auto_trigger: { reason, tool_calls_since_last: calls },
});

const callsSince = (world: World, said: number | undefined): number =>
  said ?? (Number(world.ask('signal').tool_calls_since_save) || 0);

/** Earlier snapshots of the topic become completed, and those leave that may (FEATURES B2, B13). */
function tidyAround(world: World, shelf: readonly Shelved[], snapshot: Snapshot, born: Change) {
  const { setProperty } = world.ask('yaml');
  const done = overtaken(shelf, { id: snapshot.snapshot_id, session: snapshot.session });
  return tidied(
    completed(shelf, done),
    { path: born.path, snapshot },
    {
      wiki: world.wiki,
      today: world.local(world.now).date,
      done,
      setProperty,
      linking: (names) => world.ask('linking', names),
    },
  );
}

function tokensOf(
  count: (text: string) => number,
  snapshot: Snapshot,
  layers: readonly string[],
  text: string,
) {
  const whole = (lines: readonly { label: string; text: string }[]) =>
    lines.length === 0 ? 0 : count(lines.map((line) => `- ${line.label}: ${line.text}`).join('\n'));
  return {
    l1: whole(firstLayer(snapshot, '').lines),
    l2: layers.includes('2') ? whole(secondLayer(snapshot, '').lines) : 0,
    l3: layers.includes('3') ? count(coldArchive(text)) : 0,
  };
}

/**
 * Too soon after the last automatic save of this session: by the signal file, which knows the turn, and by the snapshots, which
 * know it for certain, however many save at once.
 */
function cooling(world: World, turn: number | undefined): boolean {
  const { session } = world.who;
  const told = world.ask('signal');
  const isOwn = told.last_auto_save_session === undefined || told.last_auto_save_session === session;
  const time =
    isOwn && typeof told.last_auto_save_time === 'string' ? Date.parse(told.last_auto_save_time) : 0;
  const saved = savedUnasked(world, session);
  const at = Math.max(time || 0, saved);
  const last = at === time && typeof told.last_auto_save_turn === 'number' ? told.last_auto_save_turn : null;
  return isCooling({ at: at === 0 ? null : at, turn: last }, { at: world.now, turn: turn ?? null });
}

/** When a session was last saved unasked, by its snapshots, in ms; 0 for never, and where nobody says whose it is. */
function savedUnasked(world: World, session: string | null): number {
  if (session === null) return 0;
  const shelf = shelfOf(world.wiki, (text) => world.ask('properties', text));
  const own = shelf.find(({ snapshot }) => snapshot.session === session && snapshot.auto_trigger !== null);
  return own ? timeOf(own) : 0;
}

const tooSoon = (world: World): Outcome => ({
  say: `Nothing is saved: the last automatic save was at ${String(world.ask('signal').last_auto_save_time)}.`,
  data: { snapshot: null, archived: [] },
  changes: [],
});

/** What other programs and the next session read of it (MindSave §Signal File Integration). */
function signalOf(world: World, { trigger, turn, overflow }: Input<typeof PARAMS>) {
  const at = world.local(world.now).iso;
  const reason = trigger ?? (overflow ? 'overflow' : 'manual');
  const saved = { last_save: at, tool_calls_since_save: 0, trigger_reason: reason };
  if (trigger === undefined && !overflow) return saved;
  const count = Number(world.ask('signal').auto_save_count) || 0;
  return {
    ...saved,
    last_auto_save_time: at,
    last_auto_save_turn: turn ?? null,
    last_auto_save_session: world.who.session,
    auto_save_count: count + 1,
  };
}
