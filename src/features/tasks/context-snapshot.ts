import type { CommandContext, CommandPlan } from '../../command/define-command.js';
import { requireChoice } from '../../command/params.js';
import { type FieldNames, parseStructuredInput } from '../../command/parse-structured-input.js';
import type { Outline } from '../../markdown/outline.js';
import { indexOfHeading, replaceSpan } from '../../markdown/section-edits.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import { createEdit } from '../../notes/changes/change.js';
import { joinLines } from '../../notes/entries/entry-line.js';
import { fillTemplate, type TemplateValues } from '../../notes/template.js';
import { createUniqueNotePath, formatFileTimestamp } from '../../records/file-name.js';
import { isSameTask } from '../../records/finding-record.js';
import { findSectionRange, formatItems, formatPassage } from '../../records/note-sections.js';
import {
  BLOCKER_LABEL,
  completeFirst,
  isNamedTask,
  listResumePoints,
  RECOVER_HINT,
  type ResumePoint,
  WAITS,
} from '../../records/resume-point.js';
import { asText, asTextList, listSnapshots, NOT_STATED } from '../../records/snapshot.js';
import { buildLayer1, buildLayer2 } from '../snapshots/extract.js';
import { gatherSnapshotSources } from '../snapshots/gather-state.js';

/** The reasons of a context snapshot. */
export const SNAP_REASONS = ['token_limit', 'manual', 'phase_end'] as const;

/** The fields of a context snapshot; missing ones are gathered. */
interface SnapInput {
  readonly reason?: string | undefined;
  readonly phase?: string | undefined;
  readonly task?: string | undefined;
  /** A client's summary after it compacted. */
  readonly summary?: string | undefined;
  /** The sections as YAML or JSON. */
  readonly input?: string | undefined;
}

/** The names of the fields in `--input`, ours first, then those of the source documents. */
const INPUT_NAMES: FieldNames = {
  summary: ['conversation_summary', 'context_summary', 'state'],
  context: ['important_context', 'constraints'],
  files: ['files_in_play', 'active_files', 'file'],
  decisions: ['pending_decisions', 'pending_subtasks'],
  resume: ['resume_instructions', 'next_action', 'next', 'recovery_instructions'],
  task: ['current_task', 'task_id', 'goal'],
  phase: [],
  agents: ['active_agents'],
  blocked: ['blocked_agents'],
  token_count: ['tokens'],
  reason: [],
  ignored: ['timestamp', 'checkpoint_id', 'completed_subtasks', 'findings_count'],
};

/** Plans a note from which a fresh agent starts when a context is full (External Memory §Context Snapshots). */
export function planContextSnapshot(
  ctx: CommandContext,
  { reason: passed, phase, task: named, summary, input }: SnapInput,
): CommandPlan {
  const before = summary === undefined ? null : withSummary(ctx, summary);
  if (before) return before;
  const { fields: said, notices } = parseStructuredInput(ctx, input, INPUT_NAMES);
  const reason = passed ?? asText(said.get('reason')) ?? 'manual';
  requireChoice('--reason', reason, SNAP_REASONS, 'manual');
  const task = named ?? asText(said.get('task'));
  const from = findPoint(ctx, task ?? undefined);
  const topic = task ?? (from && isNamedTask(from.task) ? from.task : undefined);
  const now = ctx.local(ctx.now);
  const count = Number(asText(said.get('token_count'))?.replace(/\D/g, '')) || tokensNow(ctx);
  const wanted = `snap_${formatFileTimestamp(now)}`;
  const { name, path } = createUniqueNotePath(ctx.notebook, 'context-snapshot', wanted);
  const note = fillTemplate(ctx.query('template', 'context-snapshot'), {
    ...gathered(ctx, topic, from),
    ...toldBy(said),
    ...(summary?.trim() ? { summary: formatPassage(plainSummary(summary)) } : {}),
    timestamp: now.iso,
    token_count: count > 0 ? `~${count}` : 'unknown',
    reason,
    task: joinLines(topic ?? 'none'),
    phase: joinLines(phase ?? asText(said.get('phase')) ?? (from?.phase || 'none')),
    agents: joinLines(
      [
        ...passedNames(said.get('agents'), from?.active),
        ...passedNames(said.get('blocked'), from?.blocked).map((name) => `${name}${WAITS}`),
      ].join(', ') || 'none',
    ),
  });
  return {
    message: `Context snapshot saved. A fresh agent starts from ${path}`,
    historyMessage: `snap ${name} (${reason})`,
    notices,
    data: { snap: { path, reason, tokens: count, task } },
    changes: [{ kind: 'create', path, text: note, why: 'a context snapshot' }],
  };
}

/** The newest note that work can continue from, of a task if it is named: all that is gathered is of that task. */
function findPoint(ctx: CommandContext, task: string | undefined): ResumePoint | undefined {
  const points = listResumePoints(ctx);
  return completeFirst(points.filter((point) => task === undefined || isSameTask(point.task, task)));
}

/** The passed names of agents, else the known ones. */
const passedNames = (passed: unknown, known: readonly string[] = []): readonly string[] =>
  passed === undefined ? known : asTextList(passed);

/** Within so many ms after a snapshot, a client's compaction counts as the same event. */
const SAME_COMPACTION = 30 * 60_000;

/** The snapshot that this session wrote before it compacted, with the client's summary added; null if there is none. */
function withSummary(ctx: CommandContext, summary: string): CommandPlan | null {
  const { session } = ctx.actor;
  const words = plainSummary(summary);
  const mark = ctx.query('recentActivity', session).marks.findLast((one) => one.mark === 'snapped');
  const note = mark?.path === undefined ? null : ctx.notebook.note(mark.path);
  if (!mark || !note || words === '' || ctx.now - Date.parse(mark.at) > SAME_COMPACTION) return null;
  const splices = summarised(note.text, ctx.notebook.outline(note), formatPassage(words));
  if (splices === null) return null;
  return {
    message: `The summary is in ${note.path}`,
    historyMessage: 'the summary of a compaction',
    data: { snap: { path: note.path } },
    changes: createEdit(note, splices, 'the summary of the client'),
  };
}

/** Replaces the summary, or adds it before the next section; null if the note has neither. */
function summarised(text: string, outline: Outline, summary: string): readonly TextEdit[] | null {
  const span = findSectionRange({ text, outline }, SUMMARY);
  if (span) return replaceSpan(text, span.start, span.end, `${summary}\n`);
  const after = outline.blocks[indexOfHeading(outline, 'Current State')];
  return after ? replaceSpan(text, after.start, after.start, `## ${SUMMARY}\n${summary}\n\n`) : null;
}

const SUMMARY = 'Conversation Summary';

/** Claude Code writes its reasoning before the summary, both in tags. */
const plainSummary = (text: string): string =>
  (/<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(text)?.[1] ?? text).trim();

/** Tokens in the context at the last measurement; 0 if unknown. */
const tokensNow = (ctx: CommandContext): number =>
  Math.round(Number(ctx.query('signal').estimated_tokens_ratio) * ctx.settings['pressure.window']) || 0;

/** The passed texts, by section. */
function toldBy(fields: ReadonlyMap<string, unknown>): TemplateValues {
  const texts = ['summary', 'context', 'resume', 'files', 'decisions'].flatMap((key) => {
    const value = fields.get(key);
    const isList = Array.isArray(value) || key === 'files' || key === 'decisions';
    const words = isList ? formatItems(asTextList(value)) : formatPassage(asText(value) ?? '');
    return words ? [[key, words] as const] : [];
  });
  return Object.fromEntries(texts);
}

/** Gathers missing sections: the session, constraints, changed files, and the plan. */
function gathered(
  ctx: CommandContext,
  task: string | undefined,
  from: ResumePoint | undefined,
): TemplateValues {
  const known = gatherSnapshotSources(ctx, {
    input: {},
    topic: task,
    snapshots: listSnapshots(ctx),
    transcript: undefined,
    layers: ['1', '2'],
    read: 'ends',
  });
  const { goal, state, next_action: next, active_files: files, blocker } = buildLayer1({}, known);
  const { constraints, decisions } = buildLayer2({}, known);
  const blocked = blocker === 'none' ? [] : [`${BLOCKER_LABEL}${blocker}`];
  const instructions = from?.instructions.split('\n').filter(Boolean) ?? [];
  const stated = (...texts: string[]) => texts.filter((text) => text !== NOT_STATED).map(joinLines);
  return {
    summary: [...new Set(stated(goal, state))].map(formatPassage).join('\n\n') || undefined,
    context: formatItems([...blocked, ...constraints, ...decisions, ...instructions]),
    decisions: formatItems(from?.pending ?? []),
    files: formatItems(files.map((file) => `\`${file}\``)),
    resume: [...stated(next).map(formatPassage), RECOVER_HINT].join('; '),
  };
}
