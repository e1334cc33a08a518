import type { CommandContext } from '../../command/define-command.js';
import { readEntriesAt, readMemoryEntries } from '../../command/entry-format.js';
import type { EntryType } from '../../notes/entry-types.js';
import { isOwnFile } from '../../notes/kinds/agent-files.js';
import { notePath } from '../../notes/kinds/index.js';
import type { TreeChange } from '../../notes/reference-status.js';
import { buildFailureGraph } from '../../records/failure.js';
import { formatTopicName, parseSnapshotTopic, UNNAMED } from '../../records/file-name.js';
import {
  parseTitleAfter,
  readOpenItems,
  readSectionItems,
  readSectionText,
  readTaskNotes,
} from '../../records/note-sections.js';
import { isPlanComplete } from '../../records/plan-record.js';
import { isNamedTask, listResumePoints, type ResumePoint } from '../../records/resume-point.js';
import {
  type Archive,
  asText,
  asTextList,
  parseSnapshot,
  type Snapshot,
  type StoredSnapshot,
} from '../../records/snapshot.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { isOwnCall } from '../../transcripts/tool-names.js';
import { readWorkState } from '../context-block/read-work-state.js';
import { formatCode, truncateList } from '../daily-notes/trace/format-day-trace.js';
import { callEffect } from '../daily-notes/trace/workflow-stage.js';
import { createAttemptKey } from '../tool-log/attempt.js';
import { callText, type FileActivity, listTouchedFiles } from '../tool-log/touched-files.js';
import type { SnapshotInput, SnapshotSources, TranscriptFacts } from './extract.js';
import { readPassage } from './read-passage.js';

/** The sources of a snapshot, besides the passed fields. */
interface Sources {
  readonly input: SnapshotInput;
  readonly topic: string | undefined;
  readonly snapshots: readonly StoredSnapshot[];
  readonly transcript: string | undefined;
  /** How much of the transcript is read: an automatic save reads its beginning and its end. */
  readonly read: 'whole' | 'ends';
  /** The layers that it saves: sources that only layer 2 needs are read only for it. */
  readonly layers: readonly string[];
}

/** Gathers everything for a snapshot (FEATURES B2): session, memory, failures, plan, transcript, work tree. */
export function gatherSnapshotSources(
  ctx: CommandContext,
  { input, topic, snapshots, transcript, layers, read }: Sources,
): SnapshotSources {
  const { notebook } = ctx;
  const second = layers.includes('2');
  const last = openOne(snapshots, input, topic);
  const isForeign = (path: string) => !isOwnFile(path, notebook.content);
  const facts = transcript === undefined ? null : toldIn(ctx, transcript, read);
  const { calls } = ctx.query('recentActivity', ctx.actor.session);
  const touched = listTouchedFiles(calls).filter(({ path }) => isForeign(path));
  return {
    session: readEntriesAt(ctx, notebook, `${notebook.content}/${notePath('session')}`),
    work: readWorkState(ctx),
    memory: second ? readMemoryEntries(ctx, notebook).filter(({ type }) => OF_MEMORY.includes(type)) : [],
    failures: !second ? {} : buildFailureGraph(notebook, ctx.entries),
    plan: planFor(ctx, input, topic, last),
    facts: facts && { ...facts, files: facts.files.filter(isForeign) },
    last: input.goal === undefined ? addCheckpoint(ctx, last, topic) : null,
    continues: topic !== undefined || last?.session === ctx.actor.session,
    touched,
    worked: read === 'ends' ? describeWork(calls, touched) : null,
    changed: ctx
      .query('treeChanges')
      .map(({ path }) => path)
      .filter(isForeign),
  };
}

/** Formats which files were changed and how the last command ended; null if no file was changed. */
function describeWork(calls: readonly ToolCall[], touched: readonly FileActivity[]): string | null {
  const changed = touched.flatMap(({ path, how }) => (how === 'modified' ? [path] : []));
  if (changed.length === 0) return null;
  const ran = calls.findLast((call) => callEffect(call) === 'runs' && !isOwnCall(call));
  const result = ran && `; ${formatCode(createAttemptKey(ran))} ${ran.ok ? 'passed' : 'failed'}`;
  return `changed ${truncateList(changed, 3)}${result ?? ''}`;
}

/** Types of memory entries for layer 2; the rest of the note is not parsed. */
const OF_MEMORY: readonly EntryType[] = ['preference', 'constraint', 'rule'];

/** The open plan of the topic; without topic and goal, the only open plan, unless the last snapshot is of another task. */
function planFor(
  { notebook }: CommandContext,
  { goal }: SnapshotInput,
  topic: string | undefined,
  last: Snapshot | null,
): SnapshotSources['plan'] {
  if (topic === undefined && goal !== undefined) return null;
  const open = readTaskNotes(notebook, 'plan').filter((sheet) => !isPlanComplete(sheet));
  const fits = open.filter(
    (sheet) => topic === undefined || formatTopicName(parseTitleAfter(sheet)) === formatTopicName(topic),
  );
  const [plan] = fits;
  if (!plan || fits.length > 1) return null;
  const objective = readSectionText(plan, 'Objective').replace(/\s+/g, ' ');
  if (last && last.goal !== objective && !isOfTask(last, parseTitleAfter(plan))) return null;
  return {
    goal: objective,
    next: readOpenItems(plan, 'Next Actions')[0] ?? '',
    constraints: readSectionItems(plan, 'Constraints'),
  };
}

const isOfTask = ({ snapshot_id }: Snapshot, task: string): boolean =>
  parseSnapshotTopic(snapshot_id) === formatTopicName(task);

/** The open snapshot that a save without a goal continues: of its topic, else the newest. */
function openOne(
  snapshots: readonly StoredSnapshot[],
  { goal }: SnapshotInput,
  topic: string | undefined,
): Snapshot | null {
  if (goal !== undefined) return null;
  const open = snapshots.filter(({ snapshot }) => snapshot.status === 'in_progress');
  const name = topic === undefined ? null : formatTopicName(topic);
  return (
    open.find(({ snapshot }) => name === null || parseSnapshotTopic(snapshot.snapshot_id) === name)
      ?.snapshot ?? null
  );
}

/** Adds state and next step of the newest note of the task, if the snapshot is older. */
function addCheckpoint(
  ctx: CommandContext,
  last: Snapshot | null,
  topic: string | undefined,
): Snapshot | null {
  const isOfTopic = ({ task }: ResumePoint) =>
    topic === undefined || formatTopicName(task) === formatTopicName(topic);
  const point = listResumePoints(ctx).find((one) => one.kind !== 'plan' && isOfTopic(one));
  if (!point || (last && Date.parse(last.created_at) > point.at)) return last;
  if (point.kind === 'snapshot') return last && { ...last, next_action: point.next };
  const [goal = '', state = goal] = point.summary.split(/\n{2,}/);
  const isOfLast = last && (!isNamedTask(point.task) || isOfTask(last, point.task));
  const base =
    (isOfLast && last) ||
    parseSnapshot(
      new Map([['goal', isNamedTask(point.task) ? point.task : goal]]),
      isNamedTask(point.task) ? point.task : UNNAMED,
    );
  const created_at = new Date(point.at).toISOString();
  return {
    ...base,
    created_at,
    state: state || base.state,
    next_action: point.next || base.next_action,
  };
}

/** Reads first prompt, files, state, decisions and constraints from a transcript. */
function toldIn(ctx: CommandContext, transcript: string, read: Sources['read']): TranscriptFacts {
  const { firstPrompt, files, messages, toolCalls } = ctx.query(
    read === 'whole' ? 'transcript' : 'transcriptEnd',
    transcript,
  );
  const { worktree } = ctx.query('root');
  const below = files.map((file) =>
    file.startsWith(`${worktree}/`) ? file.slice(worktree.length + 1) : file,
  );
  const facts = readPassage([...(toolCalls > 0 ? [{ role: 'tool', text: '' } as const] : []), ...messages]);
  const lastPrompt = messages.findLast(({ role }) => role === 'user')?.text ?? null;
  return { firstPrompt, lastPrompt, files: [...new Set(below)], said: facts };
}

/** Layer 3: completed steps, changes by git, and the last calls, as passed, else as recorded (MindSave §/save). */
export function gatherColdArchive(
  ctx: CommandContext,
  fields: ReadonlyMap<string, unknown>,
  tree: readonly TreeChange[],
): Archive {
  const listed = (key: string) => asTextList(fields.get(key)).filter((one) => one !== 'none');
  const steps = fields.has('completed_steps')
    ? listed('completed_steps')
    : readEntriesAt(ctx, ctx.notebook, `${ctx.notebook.content}/${notePath('session')}`)
        .filter(({ type }) => type === 'experience')
        .map(({ text }) => text);
  const calls = fields.has('recent_tool_calls')
    ? listed('recent_tool_calls')
    : lastCalls(ctx).map((call) => callText(call, ctx.local));
  return { steps, changes: asText(fields.get('file_changes')) ?? tree.map(changeLine).join('\n'), calls };
}

/** Tool calls that layer 3 shows (MindSave §/save). */
const RECENT_CALLS = 5;
/** Calls that are read from the log. */
const MANY_CALLS = 200;

/** The last calls of this session; of all sessions if it has no name. */
function lastCalls({ query: ask, actor: { session } }: CommandContext): readonly ToolCall[] {
  const calls = ask('toolCalls', { last: session === null ? RECENT_CALLS : MANY_CALLS });
  return calls.filter((call) => session === null || call.session === session).slice(-RECENT_CALLS);
}

const changeLine = ({ path, added, deleted, isNew }: TreeChange): string =>
  `${path} | ${isNew ? 'new' : `+${added} -${deleted}`}`;
