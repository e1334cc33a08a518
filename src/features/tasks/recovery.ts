import { type CommandContext, type CommandReply, UserError } from '../../command/define-command.js';
import type { Notebook } from '../../notes/notebook.js';
import { type Finding, isSameTask, parseFinding, SYNTHESIS_AGENT } from '../../records/finding-record.js';
import { noteName } from '../../records/note-sections.js';
import {
  completeFirst,
  findSnapshot,
  listResumePoints,
  type ResumePoint,
} from '../../records/resume-point.js';
import { listSnapshots, type Snapshot } from '../../records/snapshot.js';
import { redactAll } from '../../security/secrets.js';
import { readWorkState } from '../context-block/read-work-state.js';
import type { LayerLine } from '../context-block/token-budget.js';
import { listOpenBlockers } from '../snapshots/extract.js';
import { fitLayers, formatLayer1, formatLayer2, LAYER_BUDGETS } from '../snapshots/layers.js';
import { listUnjoinedFindings } from './synthesis.js';

/** Restores the newest note of any kind that a task can be continued from (External Memory §Load for Recovery). */
export function planRecovery(ctx: CommandContext, task: string | undefined): CommandReply {
  const found = recoverFrom(ctx, (point) => task === undefined || isSameTask(point.task, task));
  if (!found)
    throw new UserError(
      'nothing-to-resume',
      task === undefined ? 'there is no note to continue from' : `there is no note to continue ${task} from`,
      'save one: daybook save, or daybook save --phase P --task T',
    );
  const { at, ...from } = found.from;
  const { context, tokens, omitted, findings } = found;
  return {
    message: context.trimEnd(),
    data: {
      recovery: { ...from, at: at === 0 ? null : ctx.local(at).iso, findings, context, omitted },
      tokens,
    },
  };
}

/** Builds the recovery from the best point that is accepted; null if there is none. */
export function recoverFrom(ctx: CommandContext, accepts: (point: ResumePoint) => boolean) {
  const all = listResumePoints(ctx);
  const best = all.find(accepts);
  const from = best && completeFirst([best, ...all.filter((point) => point !== best)]);
  if (!from) return null;
  const saved = findSnapshot(listSnapshots(ctx), from);
  const blockers = listOpenBlockers(readWorkState(ctx), saved);
  const snapshot = saved && {
    ...saved,
    blocker: blockers.join('; ') || 'none',
    next_action: from.kind === 'snapshot' ? from.next : saved.next_action,
  };
  const { text, tokens, omitted, findings } = buildRecoveryBrief(from, snapshot, {
    blockers,
    notebook: ctx.notebook,
    count: ctx.query('tokenizer'),
  });
  return { from, context: redactAll(text).value, tokens, omitted, findings };
}

/**
 * Gathers what a fresh agent needs to continue: state, findings, next step, and instructions (FEATURES E3). `snapshot` is the
 * latest one of the task, whose layers are shown as `load` shows them.
 */
export function buildRecoveryBrief(
  from: ResumePoint,
  snapshot: Snapshot | null,
  {
    blockers,
    notebook,
    count,
  }: {
    readonly notebook: Notebook;
    /** What blocks the work now. */
    readonly blockers: readonly string[];
    readonly count: (text: string) => number;
  },
) {
  const more = `read ${from.path}`;
  const head = [
    ...line('from', `[[${noteName(from)}]] (${from.kind})`, { rank: 10, share: 60 }),
    ...line('task', from.task, { rank: 9.5, share: 40 }),
  ];
  const point = [
    ...line('state', from.summary, { rank: 8, share: 120 }),
    ...line('blocker', blockers.join('; '), { rank: 8.5, share: 80 }),
    ...line('active agents', from.active.join(', '), { rank: 6.5, share: 40 }),
    ...line('blocked agents', from.blocked.join(', '), { rank: 6.6, share: 40 }),
    ...from.pending.flatMap((text) => line('pending', text, { rank: 6, share: 30 })),
    ...line('next action', from.next, { rank: 9, share: 120 }),
    ...line('instructions', from.instructions, { rank: 7, share: 120 }),
  ];
  const first = snapshot ? formatLayer1(snapshot, more) : { lines: [] };
  const others = first.lines.filter(({ label }) => !POINT_LABELS.includes(label));
  const own = snapshot && from.kind === 'snapshot' ? first.lines : [...point, ...others];
  const layers = [
    { title: 'Recovery', lines: [...head, ...own], budget: LAYER_BUDGETS.l2, more },
    ...(snapshot ? [formatLayer2(snapshot, more)] : []),
    { title: 'Findings', lines: listFindingLines(notebook, from.task), budget: LAYER_BUDGETS.both, more },
  ];
  const findings = listKnownFindings(notebook, from.task).map(({ path }) => path);
  return { ...fitLayers(layers, LAYER_BUDGETS.both, count), findings };
}

/** Lines of layer 1 that the newest note has itself. */
const POINT_LABELS: readonly string[] = ['state', 'next_action', 'blocker'];

/** Formats the findings of a task as lines of a brief. */
export const listFindingLines = (notebook: Notebook, task: string): readonly LayerLine[] =>
  listKnownFindings(notebook, task).flatMap((one) =>
    line(`finding of ${one.agent}`, gist(one), {
      rank: 5,
      share: one.agent === SYNTHESIS_AGENT ? 240 : 60,
    }),
  );

/** The findings of a task: its latest synthesis, and findings that are newer. */
function listKnownFindings(notebook: Notebook, task: string): readonly Finding[] {
  const { synthesis, findings } = listUnjoinedFindings(notebook, task);
  return [...(synthesis ? [parseFinding(synthesis)] : []), ...findings];
}

const line = (label: string, text: string, how: Pick<LayerLine, 'rank' | 'share'>): LayerLine[] =>
  text === '' ? [] : [{ label, text, ...how }];

const gist = ({ summary, discoveries }: Finding): string =>
  [summary.replace(/\.$/, ''), ...discoveries].filter(Boolean).join('; ');
