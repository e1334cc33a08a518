import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  type Notice,
  UserError,
} from '../../command/define-command.js';
import { findByName } from '../../command/find-entry.js';
import { defineFlag, defineNumber, defineText, defineWord } from '../../command/params.js';
import { listNotePaths } from '../../notes/kinds/note-paths.js';
import type { FileStatus } from '../../notes/reference-status.js';
import { parseSnapshotTopic } from '../../records/file-name.js';
import { noteName } from '../../records/note-sections.js';
import { listResumePoints, omitRepeatedTasks, type ResumePoint } from '../../records/resume-point.js';
import { listSnapshots, type StoredSnapshot } from '../../records/snapshot.js';
import { redactAll } from '../../security/secrets.js';
import { readWorkState } from '../context-block/read-work-state.js';
import { truncateToTokens } from '../context-block/token-budget.js';
import { listFindingLines, planRecovery, recoverFrom } from '../tasks/recovery.js';
import { listOpenBlockers } from './extract.js';
import { fitLayers, formatLayer1, formatLayer2, LAYER_BUDGETS } from './layers.js';
import { planSnapshotList } from './list-snapshots.js';

/** Most tokens of goal and next action in the first line of the reply. */
const SAID = 40;

/** Restores the state of a task (MindSave §/load): the only one at once, of several the chosen one. */
export const load = defineCommand({
  name: 'load',
  description: 'load a saved task: goal, state, next step, and what must be known',
  group: 'Tasks',
  params: {
    which: defineWord(
      'its number in the list, its id, or words of its goal; with --list also: clean, stats',
      { placeholder: 'N|ID' },
    ),
    latest: defineFlag('the best one, without asking'),
    list: defineFlag('list the snapshots with their status; `clean` archives completed ones, `stats` counts'),
    recover: defineFlag('continue from the newest note of any kind, with the findings of its task'),
    task: defineText('with --recover: the task, where there are several', 'TASK'),
    verify: defineFlag('first compare its files with the workspace'),
    full: defineFlag('show every field in full, over the budget too'),
    budget: defineNumber('tokens of what is restored (800)'),
  },
  examples: [
    'daybook load',
    'daybook load 2',
    'daybook load --latest --verify',
    'daybook load --list',
    'daybook load --recover --task station_feature',
  ],
  isTool: true,
  countsAsActivity: () => true,
  plan(ctx, { which, latest, list: isList, recover, task, verify, full, budget = LAYER_BUDGETS.both }) {
    if (isList) return planSnapshotList(ctx, which);
    if (recover) return planRecovery(ctx, task);
    const snapshots = listSnapshots(ctx);
    const points = omitRepeatedTasks(listResumePoints(ctx));
    const choices = listChoices(ctx, snapshots, points);
    const notices = unreadable(ctx, snapshots);
    if (choices.length === 0) throw new UserError('no-snapshot', 'no snapshot is saved here', SAVE_HINT);
    const choice = which === undefined ? findOnly(choices, latest) : findNamed(choices, which);
    if (!choice) return { ...formatList(choices), notices };
    const list = choices.map(({ row }) => row);
    if (!choice.snapshot) return { ...loadPoint(ctx, choice.row.path, list), notices };
    const size = full ? Number.POSITIVE_INFINITY : budget;
    return { ...loadSnapshot(ctx, choice.snapshot, { list, points, verify, budget: size }), notices };
  },
});

const SAVE_HINT = 'save one: daybook save --goal "…" --next "…"';

/** One thing to continue from: its row in the list, and its snapshot if it is one. */
interface Choice {
  readonly row: ReturnType<typeof describePoint> & { readonly n: number };
  readonly snapshot: StoredSnapshot | null;
}

/** Lists what can be continued, best first, then finished snapshots. */
function listChoices(
  ctx: CommandContext,
  snapshots: readonly StoredSnapshot[],
  points: readonly ResumePoint[],
): readonly Choice[] {
  const open = points.map((point) => {
    const snapshot = snapshots.find(({ path }) => path === point.path) ?? null;
    return { snapshot, row: snapshot ? describeSnapshot(snapshot) : describePoint(ctx, point) };
  });
  const finished = snapshots
    .filter(({ path }) => !points.some((point) => point.path === path))
    .map((snapshot) => ({ snapshot, row: describeSnapshot(snapshot) }));
  return [...open, ...finished].map(({ snapshot, row }, index) => ({
    snapshot,
    row: { n: index + 1, ...row, goal: row.goal.replace(/\s+/g, ' ') },
  }));
}

const describeSnapshot = ({ path, snapshot }: StoredSnapshot): ReturnType<typeof describePoint> => ({
  id: snapshot.snapshot_id,
  kind: 'snapshot',
  path,
  created_at: snapshot.created_at,
  status: snapshot.status,
  goal: snapshot.goal,
});

const describePoint = (ctx: CommandContext, point: ResumePoint) => ({
  id: noteName(point),
  kind: point.kind,
  path: point.path,
  created_at: point.at === 0 ? '' : ctx.local(point.at).iso,
  status: 'in_progress',
  goal: [point.task, point.summary || point.next].filter(Boolean).join(': '),
});

const findOnly = (choices: readonly Choice[], latest: boolean): Choice | undefined =>
  latest || choices.length === 1 ? choices[0] : undefined;

/** Finds the choice that a user names by its number in the list, its id or the beginning of it, or words of its goal. */
function findNamed(choices: readonly Choice[], which: string): Choice {
  const byNumber = /^\d+$/.test(which) ? choices[Number(which) - 1] : undefined;
  if (byNumber) return byNumber;
  const candidates = choices.map((choice) => ({
    item: choice,
    id: choice.row.id,
    shownId: choice.row.id,
    labels: [choice.row.id],
    path: choice.row.path,
    line: 1,
    lastLine: Number.POSITIVE_INFINITY,
    text: choice.row.goal,
  }));
  return findByName(which, candidates, { noun: 'saved state', hint: 'see the list: daybook load --list' })
    .item;
}

/** The list to choose from (MindSave §/load): number, id, kind if it is no snapshot, time and goal. */
function formatList(choices: readonly Choice[]): CommandReply {
  const list = choices.map(({ row }) => row);
  const isMixed = list.some(({ kind }) => kind !== 'snapshot');
  return {
    message: isMixed
      ? `${list.length} saved states, the best first: unfinished, then newest. Choose: daybook load N`
      : `${list.length} snapshots, newest first. Choose: daybook load N`,
    items: list.map(({ n, id, kind, created_at, goal }) => ({
      what: [`${n}. ${id}`, kind === 'snapshot' ? '' : kind, formatTime(created_at), goal]
        .filter(Boolean)
        .join(' · '),
    })),
    data: { ...NOTHING_RESTORED, list },
  };
}

const NOTHING_RESTORED = { snapshot: null, context: null, tokens: 0, omitted: 0, discrepancies: [] };

/** Continues from a note that is no snapshot, as `recover` does. */
function loadPoint(ctx: CommandContext, path: string, list: readonly Choice['row'][]): CommandReply {
  const found = recoverFrom(ctx, (point) => point.path === path);
  const { context = '', tokens = 0, omitted = 0 } = found ?? {};
  return {
    message: context.trimEnd(),
    data: { ...NOTHING_RESTORED, list, context, tokens, omitted },
  };
}

const formatTime = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

function loadSnapshot(
  ctx: CommandContext,
  { path, snapshot }: StoredSnapshot,
  {
    list,
    points,
    verify,
    budget,
  }: {
    readonly list: readonly Choice['row'][];
    readonly points: readonly ResumePoint[];
    readonly verify: boolean;
    readonly budget: number;
  },
): CommandReply {
  const count = ctx.query('tokenizer');
  const more = `daybook load ${snapshot.snapshot_id} --full`;
  const next_action = points.find((point) => point.path === path)?.next ?? snapshot.next_action;
  const blocker = listOpenBlockers(readWorkState(ctx), snapshot).join('; ') || 'none';
  const shown = { ...snapshot, blocker, next_action };
  const findings = listFindingLines(ctx.notebook, parseSnapshotTopic(snapshot.snapshot_id));
  const layers = [
    formatLayer1(shown, more),
    formatLayer2(shown, more),
    { title: 'Findings', lines: findings, budget: LAYER_BUDGETS.both, more },
  ];
  const restored = fitLayers(layers, budget, count);
  const { text: context, tokens, omitted } = { ...restored, text: redactAll(restored.text).value };
  const since = Date.parse(snapshot.created_at);
  const discrepancies = verify
    ? ctx
        .query('fileStatuses', snapshot.active_files, Number.isFinite(since) ? since : 0)
        .filter(({ fate }) => fate !== 'untouched')
    : [];
  const short = (text: string) =>
    truncateToTokens(text.replace(/\s+/g, ' ').replace(/[.。]$/, ''), SAID, more, count);
  const restoredLine = `Daybook restored. Goal: ${short(snapshot.goal)}. Next: ${short(next_action)}.`;
  const begins =
    discrepancies.length === 0
      ? `${restoredLine} Entering Continuation Mode — executing next step.`
      : restoredLine;
  return {
    message: [...alert(ctx, discrepancies), context.trimEnd(), begins].join('\n\n'),
    data: {
      snapshot: { id: snapshot.snapshot_id, path, ...snapshot },
      list,
      context,
      tokens,
      omitted,
      discrepancies: discrepancies.map((one) => asDiscrepancy(ctx, one)),
    },
    statusFields: { last_loaded: snapshot.snapshot_id },
  };
}

/** Lists differences between snapshot and workspace first (MindSave §/load --verify). */
function alert(ctx: CommandContext, found: readonly FileStatus[]): string[] {
  if (found.length === 0) return [];
  const lines = found.map((one) => `- ${formatStatus(ctx, one)}`);
  return [['⚠ Workspace differs from snapshot:', ...lines, 'Continue with Continuation Mode?'].join('\n')];
}

function formatStatus(ctx: CommandContext, { path, fate, modified, to }: FileStatus): string {
  if (fate === 'missing') return `${path} is missing`;
  if (fate === 'renamed') return `${path} was renamed to ${to}`;
  return `${path} may have changed (last modified: ${formatTime(ctx.local(modified ?? 0).iso)})`;
}

const asDiscrepancy = (ctx: CommandContext, { path, fate, modified, to }: FileStatus) => ({
  path,
  fate,
  modified: modified === null ? null : ctx.local(modified).iso,
  to,
});

/** Warns of snapshots that cannot be read. */
function unreadable({ notebook }: CommandContext, snapshots: readonly StoredSnapshot[]): Notice[] {
  const known = new Set(snapshots.map(({ path }) => path));
  return listNotePaths('snapshot', notebook)
    .filter((path) => !known.has(path))
    .map((path) => ({ level: 'warning', path, message: 'is left out: its front matter cannot be read' }));
}
