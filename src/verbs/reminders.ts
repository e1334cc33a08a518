import { pathOf } from '../kinds/index.js';
import { dueOf, type Waiting, waiting } from '../lifecycle/due.js';
import { endReminder, type Moved, moveReminder } from '../lifecycle/reminder-done.js';
import { clockOf, describeDue } from '../lifecycle/when/due.js';
import { nearest } from '../recall/nearest.js';
import type { Located } from '../wiki/entries.js';
import { withKey } from '../wiki/marks.js';
import type { Note } from '../wiki/note.js';
import { asReminder, entriesAt } from './entries.js';
import { bareId, shownId } from './naming.js';
import { waitsFor } from './reading.js';
import { spoken, understood } from './remind.js';
import { type Notice, type Outcome, Refusal, type Row, verb, type World } from './verb.js';

const ACTS = ['done', 'snooze'] as const;

/** What waits to be brought up (Mind §Reminders; FEATURES A9); `done` and `snooze` settle one of them. */
export const reminders = verb({
  name: 'reminders',
  about: 'list what is due and what waits; `done ID` ends one, `snooze ID --until WHEN` moves it',
  params: {
    act: { kind: 'text', word: 'one', choices: ACTS, about: 'what to do with one of them' },
    id: { kind: 'text', word: 'one', about: 'its id, e.g. ^61k0y5k9xfs' },
    for: { kind: 'text', about: 'only what is due, and what waits for a topic of this text', holder: 'TEXT' },
    until: { kind: 'text', about: 'when it comes up again', holder: 'WHEN' },
    all: { kind: 'flag', about: 'also those that are done' },
  },
  examples: [
    'daybook reminders',
    'daybook reminders --for "the auth tokens expire too soon"',
    'daybook reminders done 61k0y5g2cwz',
    'daybook reminders snooze 61k0y5k9xfs --until "in 2 days"',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  brief: true,
  whenLocked: 'queue',
  activity: ({ act }) => act !== undefined,
  think(world, { act, id, for: text, until, all }) {
    if (act === undefined) return list(world, text, all);
    if (act !== 'done' && act !== 'snooze') throw unknownAct(act);
    const { entry, note } = reminderNamed(world, id, act);
    const [clock, outline, fresh] = [clockOf(world), world.wiki.outline(note), world.ids.mint()];
    if (act === 'done') return settled(world, entry, endReminder(entry, note, outline, clock, fresh));
    if (until === undefined)
      throw usage(
        'it is not said until when',
        `write: daybook reminders snooze ${shownId(entry.id)} --until tomorrow`,
      );
    const due = understood(world, until);
    return settled(world, entry, moveReminder(entry, note, outline, due, fresh));
  },
});

function list(world: World, text: string | undefined, all: boolean): Outcome {
  const entries = entriesAt(world, world.wiki, pathIn(world));
  const open = waiting(entries, clockOf(world));
  const context = text === undefined ? open.context : open.context.filter(waitsFor(text, world));
  const later = text === undefined ? [...open.session, ...open.later] : [];
  const over = all ? entries.filter(({ status }) => status === 'done' || status === 'dropped') : [];
  const shown = (some: readonly Located[]) => some.map((entry) => asReminder(world, entry));
  return {
    say: summary(open, context.length, text, over.length),
    rows: [
      ...open.due.map((entry) => row(entry, 'Due')),
      ...context.map((entry) => row(entry, 'When it comes up')),
      ...later.map((entry) => row(entry, 'Later')),
      ...over.map((entry) => row(entry, 'Over')),
    ],
    data: {
      due: shown(open.due),
      context: shown(context),
      later: shown(later),
      ...(all ? { over: shown(over) } : {}),
    },
    changes: [],
    notices: text === undefined ? open.unclear.map(unclear) : [],
  };
}

function summary(open: Waiting, context: number, text: string | undefined, over: number): string {
  const later = open.later.length + open.session.length;
  const counts = [
    `${open.due.length} due`,
    text === undefined ? `${context} when a topic comes up` : `${context} for «${text.slice(0, 60)}»`,
    `${later} later`,
    ...(over > 0 ? [`${over} over`] : []),
  ];
  const none = open.due.length + open.context.length + later + over === 0;
  return none
    ? 'No reminders. Set one: `daybook remind "review the PR" --when tomorrow`.'
    : `${counts.join(', ')}.`;
}

function row(entry: Located, group: string): Row {
  const due = dueOf(entry);
  const id = shownId(entry.id);
  const why = [group === 'Over' ? (entry.status ?? '') : due ? describeDue(due) : '', id]
    .filter(Boolean)
    .join(' ');
  return { path: entry.path, line: entry.line, group, what: withKey(entry.text, entry), why, id: entry.id };
}

const unclear = ({ path, line, text }: Located): Notice => ({
  level: 'warning',
  message: `nobody can tell when «${text.slice(0, 60)}» is due; write: - [ ] 2026-06-07 | absolute | ${text.slice(0, 60)}`,
  path,
  line,
});

function settled(world: World, before: Located, { changes, next }: Moved): Outcome {
  const entry = entriesAt(world, world.wiki.after(changes), before.path).find(
    ({ start }) => start === before.start,
  );
  const place = entry
    ? { place: `${entry.path}:${entry.line} › ${entry.section ?? 'Reminders'} ${shownId(entry.id)}` }
    : {};
  const said = next ? `Comes up ${spoken(next)}` : 'Done';
  return {
    say: changes.length === 0 ? `It is so already: ${before.text}` : `${said}: ${before.text}`,
    data: { entry: asReminder(world, entry ?? before) },
    changes,
    ...place,
  };
}

/** The reminder with an id or handle. Refuses with the nearest one where there is none. */
function reminderNamed(world: World, id: string | undefined, act: string): { entry: Located; note: Note } {
  if (id === undefined)
    throw usage('it is not said which one', `write: daybook reminders ${act} ID; ids: daybook reminders`);
  const note = world.wiki.note(pathIn(world));
  const all = note ? world.entries(note) : [];
  const found = all.filter((entry) => entry.id === bareId(id));
  const [entry] = found;
  if (note && entry && found.length === 1) return { entry, note };
  if (found.length > 1) {
    const places = found.map(({ path, line }) => `${path}:${line}`);
    throw new Refusal(
      'ambiguous-id',
      `${found.length} lines have the id ${shownId(bareId(id))}: ${places.join(', ')}`,
      'take it off the lines that were copied, then say it again',
      { places },
    );
  }
  const [near] = nearest(
    bareId(id),
    all.map((one) => one.id),
  );
  throw new Refusal(
    'unknown-id',
    `no reminder has the id ${shownId(bareId(id))}`,
    near
      ? `did you mean: daybook reminders ${act} ${shownId(near)}`
      : 'list them with their ids: daybook reminders',
  );
}

function unknownAct(act: string): Refusal {
  const [near] = nearest(act, [...ACTS]);
  return usage(
    `\`daybook reminders ${act}\` is nothing that it does`,
    near
      ? `did you mean: daybook reminders ${near} ID`
      : `write: daybook reminders --for "${act}", or done ID, or snooze ID`,
  );
}

const pathIn = ({ wiki }: World): string => `${wiki.content}/${pathOf('reminders')}`;

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
