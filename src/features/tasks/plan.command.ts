import {
  type CommandContext,
  type CommandReply,
  defineCommand,
  type Notice,
  UserError,
} from '../../command/define-command.js';
import { defineFlag, defineText, defineTextList, defineWords } from '../../command/params.js';
import { replaceSpan } from '../../markdown/section-edits.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { joinLines } from '../../notes/entries/entry-line.js';
import { notePath } from '../../notes/kinds/index.js';
import type { Note } from '../../notes/note.js';
import { fillTemplate } from '../../notes/template.js';
import { formatFileNamePart } from '../../records/file-name.js';
import { isSameTask } from '../../records/finding-record.js';
import {
  formatPassage,
  parseTitleAfter,
  readOpenItems,
  readSectionText,
  readTaskNotes,
  type TaskNote,
} from '../../records/note-sections.js';
import {
  hasOpenQuestion,
  isPlanComplete,
  listProgress,
  type PlanUpdate,
  updatePlan,
} from '../../records/plan-record.js';
import { suggestNames } from '../../text/did-you-mean.js';
import { pluralize } from '../../text/pluralize.js';

const PARAMS = {
  task: defineWords('the task, by its name', { required: true }),
  objective: defineText('the goal of the task'),
  strategy: defineText('the approach, in a few sentences'),
  ask: defineTextList('a key question'),
  answer: defineTextList('an answered question, or some of its words'),
  constraint: defineTextList('a constraint'),
  next: defineTextList('a next action'),
  done: defineFlag('the task is completed'),
} as const;

/** Stores the plan of a task, so that it survives a full context (External Memory §Research Plans). */
export const plan = defineCommand({
  name: 'plan',
  description: 'record the strategy of a task: objective, questions, constraints and next actions',
  group: 'Tasks',
  params: { ...PARAMS, name: { kind: 'text', description: 'the task whose plan is shown' } },
  actions: {
    list: { description: 'list the plans, open ones first' },
    show: {
      description: 'print a plan',
      params: { name: { positional: 'rest', required: true, placeholder: 'TASK', description: 'its task' } },
    },
  },
  defaultAction: { description: 'begin or update a plan', params: PARAMS },
  examples: [
    'daybook plan station_feature --objective "Show the details of a station" --ask "Which API gives departures?" --next "sketch the screen"',
    'daybook plan station_feature --answer "departures"',
    'daybook plan list',
    'daybook plan show station_feature',
  ],
  isTool: true,
  onLocked: 'queue',
  countsAsActivity: () => true,
  updatesBlock: true,
  whenUnknown: 'write',
  plan(ctx, { task, name, ...input }) {
    if (task === 'list') return listPlans(ctx);
    if (task === 'show' && name !== undefined) return showPlan(ctx, name);
    const { notebook } = ctx;
    const path = `${notebook.content}/${notePath('plan', { name: formatFileNamePart(task) })}`;
    const note = notebook.note(path);
    const look = (text: string) => notebook.outline({ path, text, bom: false, hash: '' });
    const before = note?.text ?? blank(ctx, task, input);
    const text = updatePlan(
      before,
      note ? input : { ...input, objective: undefined, strategy: undefined },
      look,
    );
    const changes = changed(path, note, text);
    const leaf = { text, outline: look(text) };
    const done = isPlanComplete(leaf);
    const how = note === null ? 'Began' : changes.length === 0 ? 'Nothing new for' : 'Updated';
    return {
      message: `${how} the plan of ${task}: ${path}${done ? ' (completed)' : ''}`,
      data: {
        plan: { ...toPlanJson({ path, ...leaf }), task },
      },
      changes,
      notices: unasked(
        input.answer.filter((answer) => !hasOpenQuestion(look(before), answer)),
        path,
      ),
      location: path,
    };
  },
});

/** A new plan with objective and strategy; refuses one without an objective. */
function blank(ctx: CommandContext, task: string, { objective, strategy = '' }: PlanUpdate): string {
  if (objective === undefined)
    throw new UserError(
      'no-plan',
      `there is no plan for ${task} yet`,
      `begin it: daybook plan ${task} --objective "…"`,
    );
  return fillTemplate(ctx.query('template', 'plan'), {
    task: joinLines(task),
    objective: formatPassage(objective),
    strategy: formatPassage(strategy),
    questions: '',
    completed: 'none',
    in_progress: 'none',
    pending: 'none',
    constraints: '',
    next_actions: '',
  });
}

function changed(path: string, note: Note | null, text: string): readonly Change[] {
  if (!note) return [{ kind: 'create', path, text, why: 'a plan' }];
  return createEdit(note, replaceSpan(note.text, 0, note.text.length, text), 'the plan is updated');
}

const unasked = (answers: readonly string[], path: string): Notice[] =>
  answers.map((answer) => ({
    level: 'warning',
    path,
    message: `no open question has the words «${answer}»`,
  }));

/** Lists the plans with their next actions, open ones first. */
export function listPlans(ctx: CommandContext): CommandReply {
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
  };
}

function formatPending({ current, pending }: ReturnType<typeof listProgress>): string | null {
  const open = [...current, ...pending];
  return open.length === 0 ? null : `pending: ${open.join('; ')}`;
}

/** Prints one plan. Throws UserError if there is none for the task. */
export function showPlan(ctx: CommandContext, task: string): CommandReply {
  const all = readTaskNotes(ctx.notebook, 'plan');
  const found = all.find((note) => isSameTask(parseTitleAfter(note), task));
  if (!found) throw createUnknownPlanError(task, all.map(parseTitleAfter));
  const look = (text: string) => ctx.notebook.outline({ path: found.path, text, bom: false, hash: '' });
  return {
    message: updatePlan(found.text, {}, look).trimEnd(), // a person may have ticked a step
    data: { plan: toPlanJson(found) },
    location: found.path,
  };
}

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
