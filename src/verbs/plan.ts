import { pathOf } from '../kinds/index.js';
import { namePart } from '../lifecycle/snapshot/name.js';
import { asksFor, isDone, type PlanSaid, revised } from '../lifecycle/task/plan.js';
import { itemsOf, sectionOf } from '../lifecycle/task/sheet.js';
import { passage } from '../lifecycle/task/written.js';
import { replaceSpan } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import { oneLine } from '../wiki/line.js';
import type { Note } from '../wiki/note.js';
import { fill } from '../wiki/template.js';
import { type Notice, Refusal, verb, type World } from './verb.js';

/** Keeps the strategy of a task beyond the limits of a context (External Memory §Research Plans). */
export const plan = verb({
  name: 'plan',
  about: 'keep the strategy of a task: objective, questions, constraints and next actions',
  params: {
    task: { kind: 'text', word: 'rest', required: true, about: 'the task, by its name' },
    objective: { kind: 'text', about: 'what it is to accomplish', holder: 'TEXT' },
    strategy: { kind: 'text', about: 'the approach, in a few sentences', holder: 'TEXT' },
    ask: { kind: 'text', many: true, about: 'a key question', holder: 'TEXT' },
    answer: {
      kind: 'text',
      many: true,
      about: 'a question that is answered now, or some of its words',
      holder: 'TEXT',
    },
    constraint: { kind: 'text', many: true, about: 'what must hold', holder: 'TEXT' },
    next: { kind: 'text', many: true, about: 'a next action', holder: 'TEXT' },
    done: { kind: 'flag', about: 'the task is completed' },
  },
  examples: [
    'daybook plan station_feature --objective "Show the details of a station" --ask "Which API gives departures?" --next "sketch the screen"',
    'daybook plan station_feature --answer "departures"',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  whenUnknown: 'write',
  think(world, { task, ...said }) {
    const { wiki } = world;
    const path = `${wiki.content}/${pathOf('plan', { name: namePart(task) })}`;
    const note = wiki.note(path);
    const look = (text: string) => wiki.outline({ path, text, bom: false, hash: '' });
    const before = note?.text ?? blank(world, task, said);
    const text = revised(before, note ? said : { ...said, objective: undefined, strategy: undefined }, look);
    const changes = changed(path, note, text);
    const leaf = { text, outline: look(text) };
    const done = isDone(leaf);
    const how = note === null ? 'Began' : changes.length === 0 ? 'Nothing new for' : 'Updated';
    return {
      say: `${how} the plan of ${task}: ${path}${done ? ' (completed)' : ''}`,
      data: {
        plan: {
          task,
          path,
          done,
          objective: sectionOf(leaf, 'Objective'),
          next: itemsOf(leaf, 'Next Actions'),
        },
      },
      changes,
      notices: unasked(
        said.answer.filter((answer) => !asksFor(look(before), answer)),
        path,
      ),
      place: path,
    };
  },
});

/** A plan that holds its objective and strategy only; refuses one without an objective. */
function blank(world: World, task: string, { objective, strategy = '' }: PlanSaid): string {
  if (objective === undefined)
    throw new Refusal(
      'no-plan',
      `there is no plan for ${task} yet`,
      `begin it: daybook plan ${task} --objective "…"`,
    );
  return fill(world.ask('template', 'plan'), {
    task: oneLine(task),
    objective: passage(objective),
    strategy: passage(strategy),
    questions: '',
    completed: 'none',
    in_progress: 'none',
    pending: 'none',
    constraints: '',
    next_actions: '',
  });
}

function changed(path: string, note: Note | null, text: string): Change[] {
  if (!note) return [{ do: 'create', path, text, why: 'a plan' }];
  const splices = replaceSpan(note.text, 0, note.text.length, text);
  return splices.length === 0
    ? []
    : [{ do: 'edit', path, base: note.hash, splices, why: 'the plan goes on' }];
}

const unasked = (answers: readonly string[], path: string): Notice[] =>
  answers.map((answer) => ({ level: 'warning', path, message: `no open question holds «${answer}»` }));
