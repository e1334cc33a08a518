import {
  type CommandContext,
  type CommandPlan,
  defineCommand,
  type Notice,
  UserError,
} from '../../command/define-command.js';
import { findByName } from '../../command/find-entry.js';
import { listNotePaths } from '../../notes/kinds/note-paths.js';
import type { FileStatus } from '../../notes/reference-status.js';
import { redactAll } from '../../security/secrets.js';
import { readWorkState } from '../context-block/read-work-state.js';
import { truncateToTokens } from '../context-block/truncate-layer.js';
import { listResumePoints } from '../tasks/resumable.js';
import { listFindingLines } from '../tasks/resume-task.js';
import { parseSnapshotTopic } from './file-name.js';
import { restoreContext } from './layers.js';
import { listSnapshots } from './list-snapshots.js';
import type { StoredSnapshot } from './snapshot-retention.js';
import { listOpenBlockers } from './work-state.js';

/** Most tokens of the restored context (MindSave §/load). */
const BUDGET = 800;
/** Most tokens of goal and next action in the first line of the reply. */
const SAID = 40;

/** Restores the state of a task (MindSave §/load): the only snapshot at once, of several the chosen one. */
export const load = defineCommand({
  name: 'load',
  description: 'load a saved task: goal, state, next step, and what must be known',
  group: 'Tasks',
  params: {
    which: {
      kind: 'text',
      positional: 'one',
      description: 'its number in the list, its id, or words of its goal',
      placeholder: 'N|ID',
    },
    latest: { kind: 'flag', description: 'the newest one, without asking' },
    verify: { kind: 'flag', description: 'first compare its files with the workspace' },
    full: { kind: 'flag', description: 'every field whole, whatever it takes' },
    budget: { kind: 'number', description: 'tokens of what is restored (800)', placeholder: 'N' },
  },
  examples: ['daybook load', 'daybook load 2', 'daybook load --latest --verify'],
  surfaces: ['cli', 'mcp', 'hook'],
  requires: 'workspace',
  onLocked: 'refuse',
  countsAsActivity: () => true,
  plan(ctx, { which, latest, verify, full, budget = BUDGET }) {
    const snapshots = listSnapshots(ctx.notebook, (text) => ctx.query('properties', text));
    const notices = unreadable(ctx, snapshots);
    if (snapshots.length === 0) throw noSnapshot(ctx);
    const chosen = which === undefined ? only(snapshots, latest) : named(snapshots, which);
    if (!chosen) return { ...listed(snapshots), notices };
    return {
      ...loaded(ctx, chosen, snapshots, { verify, budget: full ? Number.POSITIVE_INFINITY : budget }),
      notices,
    };
  },
});

function noSnapshot(ctx: CommandContext): UserError {
  const points = listResumePoints(ctx.notebook, (text) => ctx.query('properties', text));
  const more = points.length > 0 ? '; other notes to continue from: daybook recover' : '';
  const hint = `save one: daybook save --goal "…" --next "…"${more}`;
  return new UserError('no-snapshot', 'no snapshot is saved here', hint);
}

const only = (snapshots: readonly StoredSnapshot[], latest: boolean): StoredSnapshot | undefined =>
  latest || snapshots.length === 1 ? snapshots[0] : undefined;

/** Finds the snapshot that a user names by its number in the list, its id or the beginning of it, or words of its goal. */
function named(snapshots: readonly StoredSnapshot[], which: string): StoredSnapshot {
  const byNumber = /^\d+$/.test(which) ? snapshots[Number(which) - 1] : undefined;
  if (byNumber) return byNumber;
  const candidates = snapshots.map((one) => ({
    item: one,
    id: one.snapshot.snapshot_id,
    shownId: one.snapshot.snapshot_id,
    labels: [one.snapshot.snapshot_id],
    path: one.path,
    line: 1,
    lastLine: Number.POSITIVE_INFINITY,
    text: one.snapshot.goal,
  }));
  return findByName(which, candidates, { noun: 'snapshot', hint: 'see the list: daybook load --list' }).item;
}

/** The list to choose from (MindSave §/load): number, id, time and goal. */
function listed(snapshots: readonly StoredSnapshot[]): CommandPlan {
  const list = listOf(snapshots);
  return {
    message: `${snapshots.length} snapshots, newest first. Choose: daybook load N`,
    items: list.map(({ n, id, created_at, goal }) => ({
      what: `${n}. ${id} · ${when(created_at)} · ${goal}`,
    })),
    data: { snapshot: null, list, context: null, tokens: 0, omitted: 0, discrepancies: [] },
    changes: [],
  };
}

const listOf = (snapshots: readonly StoredSnapshot[]) =>
  snapshots.map(({ path, snapshot }, at) => ({
    n: at + 1,
    id: snapshot.snapshot_id,
    path,
    created_at: snapshot.created_at,
    status: snapshot.status,
    goal: snapshot.goal.replace(/\s+/g, ' '),
  }));

const when = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

interface How {
  readonly verify: boolean;
  readonly budget: number;
}

function loaded(
  ctx: CommandContext,
  { path, snapshot }: StoredSnapshot,
  snapshots: readonly StoredSnapshot[],
  { verify, budget }: How,
): CommandPlan {
  const count = ctx.query('tokenizer');
  const more = `daybook load ${snapshot.snapshot_id} --full`;
  const findings = listFindingLines(ctx.notebook, parseSnapshotTopic(snapshot.snapshot_id));
  const points = listResumePoints(ctx.notebook, (text) => ctx.query('properties', text));
  const next_action = points.find((point) => point.path === path)?.next ?? snapshot.next_action;
  const blocker = listOpenBlockers(readWorkState(ctx), snapshot).join('; ') || 'none';
  const restored = restoreContext({ ...snapshot, blocker, next_action }, { budget, more, count, findings });
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
      list: listOf(snapshots),
      context,
      tokens,
      omitted,
      discrepancies: discrepancies.map((one) => asDiscrepancy(ctx, one)),
    },
    changes: [],
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
  return `${path} may have changed (last modified: ${when(ctx.local(modified ?? 0).iso)})`;
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
