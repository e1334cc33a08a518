import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import {
  type CommandInput,
  defineChoice,
  defineFile,
  defineFlag,
  defineNumber,
  defineText,
  defineTextList,
} from '../../command/params.js';
import { type FieldNames, parseStructuredInput } from '../../command/parse-structured-input.js';
import { createUsageError } from '../../errors.js';
import type { Change } from '../../notes/changes/change.js';
import { isOwnFile } from '../../notes/kinds/agent-files.js';
import {
  createFailure,
  type FailureGraph,
  parseExcludedPaths,
  parseFailures,
} from '../../records/failure.js';
import {
  createUniqueNotePath,
  formatFileTimestamp,
  formatTopicName,
  parseSnapshotTopic,
  UNNAMED,
} from '../../records/file-name.js';
import {
  asText,
  asTextList,
  isBlocked,
  listSnapshots,
  NOT_STATED,
  readSnapshot,
  type Snapshot,
  STATUSES,
  splitFileNote,
  writeSnapshot,
} from '../../records/snapshot.js';
import { pluralize } from '../../text/pluralize.js';
import { getTrigger, isInCooldown, SAVE_TRIGGERS } from '../auto-save/save-triggers.js';
import { compressConstraints } from '../constraints/compress-constraints.js';
import { measurePressure } from '../context-pressure/measure-pressure.js';
import {
  addSaveReason,
  buildLayer1,
  buildLayer2,
  type SnapshotInput,
  type SnapshotSources,
} from './extract.js';
import { gatherColdArchive, gatherSnapshotSources } from './gather-state.js';
import { countLayerTokens, formatLayer2, LAYER_BUDGETS } from './layers.js';
import { findSessionSaveTime, planSnapshotCleanup } from './snapshot-retention.js';

/** The parameters of a save. */
export const SAVE_PARAMS = {
  topic: defineText('what it is about, for its name (else the goal)', 'TOPIC'),
  goal: defineText('the objective of the task, in one sentence', 'GOAL'),
  state: defineText('the present state, in one sentence', 'STATE'),
  next: defineText('the immediate next step', 'STEP'),
  file: defineTextList('a file being worked on', 'FILE'),
  blocker: defineText('the blocker (none)'),
  constraint: defineTextList('a preference, rule or technical limit'),
  decision: defineTextList('a key decision'),
  reject: defineTextList('what failed: "WHAT: WHY"'),
  status: defineChoice(STATUSES, 'in_progress or completed'),
  layers: defineText('which layers to write (1,2,3)', 'LIST'),
  input: defineFile('all of it as YAML, JSON or a snapshot; - for standard input'),
  overflow: defineFlag('layer 1 alone, at once: the context is about to overflow'),
  trigger: defineChoice(SAVE_TRIGGERS, 'the trigger of an automatic save; it waits for the cooldown', {
    placeholder: 'WHY',
  }),
  transcript: defineText('the transcript of the conversation, for fields that are not given', 'FILE', {
    reaches: 'transcript',
  }),
  calls: defineNumber('tool calls since the last save'),
  turn: defineNumber('the turn of the conversation, for the cooldown'),
} as const;

type SaveInput = Partial<CommandInput<typeof SAVE_PARAMS>>;

/** Plans a snapshot of a task; fields that are not passed are gathered (MindSave §/save, §/auto-snapshot). */
export function planSnapshot(ctx: CommandContext, input: SaveInput): CommandPlan {
  const { overflow = false, trigger } = input;
  const auto = trigger !== undefined;
  const row = SAVE_TRIGGERS.some((one) => one === trigger) && trigger ? getTrigger(trigger) : null;
  if (row && row.atOnce !== true && !overflow && cooling(ctx, input.turn))
    return saveNothing(`the last automatic save was at ${ctx.query('signal').last_auto_save_time}`);
  const { fields: said, notices } = parseStructuredInput(ctx, input.input, SAVE_FIELDS);
  const provided = parseSaveInput(input, said);
  const layers = overflow ? ['1'] : parseLayers(input.layers ?? row?.layers ?? '1,2,3');
  const topic = input.topic ?? asText(said.get('topic')) ?? undefined;
  const snapshots = listSnapshots(ctx);
  const changes = ctx.query('treeChanges').filter(({ path }) => !isOwnFile(path, ctx.notebook.content));
  const known = gatherSnapshotSources(ctx, {
    input: provided,
    topic,
    snapshots,
    transcript: input.transcript,
    layers,
    read: auto ? 'ends' : 'whole',
  });
  const now = ctx.local(ctx.now);
  const first = buildLayer1(provided, known);
  const base = nameFor(topic, first.goal, known);
  const wanted = overflow ? `OVF_${base}_${formatFileTimestamp(now)}` : `${base}_${now.date}`;
  const { name, path } = createUniqueNotePath(ctx.notebook, 'snapshot', wanted);
  const draft: Snapshot = {
    snapshot_id: name,
    created_at: now.iso,
    version: '3.0',
    status: provided.status ?? 'in_progress',
    session: ctx.actor.session,
    ...first,
    ...(layers.includes('2') ? buildLayer2(provided, known) : EMPTY),
    groups: null,
    auto_trigger: null,
  };
  if (!hasContent(draft, auto)) return saveNothing('no goal, state, next step or file is known');
  const [yaml, tokenizer] = [ctx.query('yaml'), ctx.query('tokenizer')]; // slow to load
  const grouped = withGroups(draft, tokenizer);
  const snapshot = auto ? automatic(grouped, trigger, callsSince(ctx, input.calls)) : grouped;
  const archive = layers.includes('3') ? gatherColdArchive(ctx, said, changes) : null;
  const text = writeSnapshot(snapshot, layers, archive, {
    template: ctx.query('template', 'snapshot'),
    pair: yaml.formatYamlPair,
  });
  const born: Change = { kind: 'create', path, text, why: 'a snapshot' };
  const tidy = overflow
    ? { changes: [], archived: [] }
    : planSnapshotCleanup(ctx, ctx.notebook, { path, snapshot }, snapshots);
  const written = readSnapshot({ path, text }, (note) => ctx.query('properties', note)) ?? snapshot;
  const tokens = countLayerTokens(tokenizer, written, text);
  return {
    message: [
      reply(overflow, trigger),
      `${path}: layer 1 ${tokens.l1}, layer 2 ${tokens.l2}, layer 3 ${tokens.l3} tokens`,
      ...gone(tidy.archived),
    ].join('\n'),
    historyMessage: `save ${snapshot.snapshot_id}: ${snapshot.goal}`,
    data: { snapshot: { id: snapshot.snapshot_id, path, tokens }, archived: tidy.archived },
    changes: [born, ...tidy.changes],
    notices,
    statusFields: signalOf(ctx, input),
  };
}

/** Formats the reply, in the words of the seed (MindSave §/save, §/auto-snapshot, §Pressure Level Actions). */
function reply(overflow: boolean, trigger: string | undefined): string {
  if (overflow)
    return '⚠️ Context overflow imminent. Daybook auto-saved (Layer 1 only). Start a new conversation with /load to continue.';
  if (trigger === 'pressure') return 'Context pressure rising. Daybook auto-checkpoint saved.';
  return '💾 Daybook checkpoint saved. Start a new conversation with /load to continue.';
}

const gone = (archived: readonly string[]): string[] =>
  archived.length === 0 ? [] : [`${pluralize(archived.length, 'completed snapshot')} moved to the archive.`];

/** Parses the layers to save. */
function parseLayers(request: string): readonly string[] {
  const layers = request.split(/[\s,]+/).filter(Boolean);
  if (layers.includes('1') && layers.every((layer) => ['1', '2', '3'].includes(layer))) return layers;
  throw createUsageError(
    `--layers takes 1, 2 and 3, found \`${request}\``,
    'write: --layers 1,2; layer 1 is always saved',
  );
}

/** The topic as passed, else by the first prompt, the continued snapshot or the goal (MindSave §/save). */
function nameFor(topic: string | undefined, goal: string, { facts, last }: SnapshotSources): string {
  const text = topic ?? facts?.firstPrompt;
  if (text) return formatTopicName(text);
  if (last) return parseSnapshotTopic(last.snapshot_id);
  return formatTopicName(goal === NOT_STATED ? UNNAMED : goal);
}

const EMPTY = { constraints: [], decisions: [], failure_graph: {} } as const;

/** Most constraints that are restored one by one (FEATURES B12). */
const MOST_CONSTRAINTS = 20;

/** Groups constraints that are too many or too long for their layer; the body keeps them verbatim. */
function withGroups(snapshot: Snapshot, count: (text: string) => number): Snapshot {
  const { lines } = formatLayer2(snapshot, '');
  const fits = snapshot.constraints.length <= MOST_CONSTRAINTS;
  if (fits && count(lines.map(({ label, text }) => `- ${label}: ${text}`).join('\n')) <= LAYER_BUDGETS.l2)
    return snapshot;
  const { symbolic, constraints } = compressConstraints(snapshot.constraints);
  const groups = Object.entries(symbolic).map(([name, { strategy, rejected }]) => [
    name,
    { strategy, rejected },
  ]);
  return groups.length === 0
    ? snapshot
    : { ...snapshot, groups: { symbolic: Object.fromEntries(groups), rest: constraints } };
}

/** The reason of an automatic save. */
const automatic = (snapshot: Snapshot, reason: string, calls: number): Snapshot => ({
  ...snapshot,
  state: addSaveReason(snapshot.state, reason),
  auto_trigger: { reason, tool_calls_since_last: calls },
});

const callsSince = (ctx: CommandContext, said: number | undefined): number =>
  said ?? (Number(ctx.query('signal').tool_calls_since_save) || 0);

/**
 * Too soon after the last automatic save of this session: by the signal file, which knows the turn, and by the snapshots, which
 * know it for certain, however many save at once.
 */
function cooling(ctx: CommandContext, turn: number | undefined): boolean {
  const { session } = ctx.actor;
  const signal = ctx.query('signal');
  const isOwn = signal.last_auto_save_session === undefined || signal.last_auto_save_session === session;
  const time =
    isOwn && typeof signal.last_auto_save_time === 'string' ? Date.parse(signal.last_auto_save_time) : 0;
  const saved = session === null ? 0 : findSessionSaveTime(ctx, ({ auto_trigger }) => auto_trigger !== null);
  const at = Math.max(time || 0, saved);
  const last =
    at === time && typeof signal.last_auto_save_turn === 'number' ? signal.last_auto_save_turn : null;
  return isInCooldown({ at: at === 0 ? null : at, turn: last }, { at: ctx.now, turn: turn ?? null });
}

/** True if a snapshot says anything about its task; in an automatic save, files alone say nothing. */
const hasContent = (
  { goal, state, next_action, active_files, constraints, decisions, failure_graph, blocker }: Snapshot,
  isAutomatic: boolean,
): boolean =>
  [goal, state, next_action].some((text) => text !== NOT_STATED) ||
  [isAutomatic ? [] : active_files, constraints, decisions, Object.keys(failure_graph)].some(
    (list) => list.length > 0,
  ) ||
  isBlocked({ blocker });

const saveNothing = (why: string): CommandPlan => ({
  message: `Nothing is saved: ${why}.`,
  data: { snapshot: null, archived: [] },
  changes: [],
});

/** The signal file, which other programs and the next session read (MindSave §Signal File Integration). */
function signalOf(ctx: CommandContext, { trigger, turn, overflow, transcript }: SaveInput) {
  const at = ctx.local(ctx.now).iso;
  const reason = trigger ?? (overflow ? 'overflow' : 'manual');
  const before = ctx.query('signal');
  const count = Number(before.auto_save_count) || 0;
  const saved = {
    ...(before.pressure_state === undefined ? measureFirst(ctx, transcript) : {}),
    last_save: at,
    last_auto_save_time: before.last_auto_save_time ?? null,
    last_auto_save_turn: before.last_auto_save_turn ?? null,
    tool_calls_since_save: 0,
    auto_save_count: count,
    trigger_reason: reason,
  };
  if (trigger === undefined && !overflow) return saved;
  return {
    ...saved,
    last_auto_save_time: at,
    last_auto_save_turn: turn ?? null,
    last_auto_save_session: ctx.actor.session,
    auto_save_count: count + 1,
  };
}

/** The pressure fields of the first save; an unknown ratio is null. */
function measureFirst(ctx: CommandContext, transcript: string | undefined) {
  const look = transcript === undefined ? null : ctx.query('transcriptEnd', transcript);
  const { signal } = measurePressure(ctx, look);
  return { ...signal, estimated_tokens_ratio: signal.estimated_tokens_ratio || null };
}

/** The options of a save that are fields of its snapshot. */
type SaveOptions = Partial<Record<'goal' | 'state' | 'next' | 'blocker' | 'status', string | undefined>> &
  Partial<Record<'file' | 'constraint' | 'decision' | 'reject', readonly string[] | undefined>>;

/** The names of a snapshot's fields in `--input`, ours first, then those of the source documents. */
export const SAVE_FIELDS: FieldNames = {
  topic: [],
  goal: ['task', 'objective'],
  state: ['context_summary', 'summary'],
  next_action: ['next', 'next_step', 'next_actions'],
  active_files: ['files', 'file', 'files_in_play'],
  blocker: ['blockers'],
  constraints: ['constraint', 'raw_constraints'],
  decisions: ['decision'],
  failure_graph: ['failures', 'rejected'],
  excluded_paths: [],
  status: [],
  completed_steps: ['history_steps', 'completed_subtasks'],
  file_changes: [],
  recent_tool_calls: ['tool_calls', 'tool_logs'],
  ignored: [
    ...['snapshot_id', 'created_at', 'version', 'session', 'auto_trigger', 'constraint_groups'],
    ...['layer_1', 'layer_2', 'layer_3'],
  ],
};

/** Returns the fields that the options and the input give together. */
export function parseSaveInput(input: SaveOptions, fields: ReadonlyMap<string, unknown>): SnapshotInput {
  const text = (option: string | undefined, key: string) =>
    option ?? (fields.get(key) == null ? undefined : asTextList(fields.get(key)).join('; '));
  const list = (option: readonly string[] | undefined, key: string) => [
    ...(option ?? []),
    ...asTextList(fields.get(key)),
  ];
  const files = list(input.file, 'active_files').map(splitFileNote);
  return {
    goal: text(input.goal, 'goal'),
    state: text(input.state, 'state'),
    next_action: text(input.next, 'next_action'),
    active_files: files.map(({ path }) => path),
    file_notes: Object.fromEntries(files.flatMap(({ path, note }) => (note ? [[path, note]] : []))),
    blocker: text(input.blocker, 'blocker'),
    constraints: list(input.constraint, 'constraints'),
    decisions: list(input.decision, 'decisions'),
    failure_graph: rejectedOf(fields, input.reject),
    status: text(input.status, 'status'),
  };
}

function rejectedOf(
  fields: ReadonlyMap<string, unknown>,
  reject: readonly string[] = [],
): FailureGraph | undefined {
  const named = reject.map((one) => {
    const [, what = one, why = 'not said'] = /^(.+?): (.+)$/s.exec(one) ?? [];
    return [what, createFailure({ reason: why, rejected_by: 'user' })] as const;
  });
  if (named.length === 0 && !fields.has('failure_graph') && !fields.has('excluded_paths')) return undefined;
  return {
    ...parseExcludedPaths(asTextList(fields.get('excluded_paths'))),
    ...parseFailures(fields.get('failure_graph')),
    ...Object.fromEntries(named),
  };
}
