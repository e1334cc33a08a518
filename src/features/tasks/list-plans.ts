import { type CommandContext, type CommandPlan, UserError } from '../../command/define-command.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { pluralize } from '../../text/pluralize.js';
import { isSameTask } from './finding-record.js';
import {
  parseTitleAfter,
  readOpenItems,
  readSectionText,
  readTaskNotes,
  type TaskNote,
} from './note-sections.js';
import { isPlanComplete, listProgress, type PlanUpdate, updatePlan } from './plan-record.js';

/** Lists the plans with their next actions, open ones first. */
export function listPlans(ctx: CommandContext): CommandPlan {
  const plans = readTaskNotes(ctx.notebook, 'plan').toSorted(
    (a, b) => Number(isPlanComplete(a)) - Number(isPlanComplete(b)),
  );
  return {
    message:
      plans.length === 0
        ? 'No plan yet. Begin one: `daybook plan TASK --objective "…"`'
        : `${pluralize(plans.length, 'plan')}:`,
    items: plans.map((note) => ({
      path: note.path,
      what: [parseTitleAfter(note), readSectionText(note, 'Objective').split('\n')[0]]
        .filter(Boolean)
        .join(': '),
      why: isPlanComplete(note) ? 'completed' : formatPending(listProgress(note)),
    })),
    data: { plans: plans.map(toPlanJson) },
    changes: [],
  };
}

function formatPending({ current, pending }: ReturnType<typeof listProgress>): string | null {
  const open = [...current, ...pending];
  return open.length === 0 ? null : `pending: ${open.join('; ')}`;
}

/** Prints one plan. Throws UserError if there is none for the task. */
export function showPlan(ctx: CommandContext, task: string): CommandPlan {
  const all = readTaskNotes(ctx.notebook, 'plan');
  const found = all.find((note) => isSameTask(parseTitleAfter(note), task));
  if (!found) throw createUnknownPlanError(task, all.map(parseTitleAfter));
  const look = (text: string) => ctx.notebook.outline({ path: found.path, text, bom: false, hash: '' });
  return {
    message: updatePlan(found.text, NO_UPDATE, look).trimEnd(),
    data: { plan: toPlanJson(found) },
    changes: [],
    location: found.path,
  };
}

/** Only the progress is written again: a person may have ticked a step. */
const NO_UPDATE: PlanUpdate = {
  objective: undefined,
  strategy: undefined,
  ask: [],
  answer: [],
  constraint: [],
  next: [],
  done: false,
};

function createUnknownPlanError(task: string, known: readonly string[]): UserError {
  const [near] = suggestNames(task, known);
  const hint = near
    ? `did you mean: daybook plan show ${near}`
    : known.length > 0
      ? `there are: ${known.join(', ')}`
      : 'begin one: daybook plan TASK --objective "…"';
  return new UserError('no-plan', `there is no plan for ${task}`, hint);
}

/** Formats a plan for the reply of a command. */
export const toPlanJson = (note: TaskNote) => ({
  task: parseTitleAfter(note),
  path: note.path,
  done: isPlanComplete(note),
  objective: readSectionText(note, 'Objective'),
  next: readOpenItems(note, 'Next Actions'),
});
