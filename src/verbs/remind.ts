import { pathOf } from '../kinds/index.js';
import { dueOf } from '../lifecycle/due.js';
import { addLine } from '../lifecycle/keep.js';
import { clockOf, type Due, describeDue, formatDue } from '../lifecycle/when/due.js';
import { readEvery, recurring } from '../lifecycle/when/every.js';
import type { Refused } from '../lifecycle/when/moment.js';
import { readWhen } from '../lifecycle/when/when.js';
import type { Located } from '../wiki/entries.js';
import { formatReminder, NO_TAIL } from '../wiki/pipes.js';
import { asReminder, entriesAt } from './entries.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';

/** Sets a reminder by time or by topic (Mind §Reminders; FEATURES A9), and says what it understood. */
export const remind = verb({
  name: 'remind',
  about: 'bring something up later: at a time, at the next session, or when a topic comes up',
  params: {
    text: { kind: 'text', word: 'rest', required: true, about: 'what to bring up' },
    when: {
      kind: 'text',
      about: 'tomorrow, in 3 days, friday at 17:00, next session, "when I mention auth"',
      holder: 'WHEN',
    },
    every: { kind: 'text', about: 'and then again: day, weekday, 2 weeks, monday, month', holder: 'RULE' },
  },
  examples: [
    'daybook remind "run the security audit" --when tomorrow',
    'daybook remind "rotate the auth tokens" --when "when I mention auth"',
    'daybook remind "prune the queues" --when "monday at 9:00" --every "2 weeks"',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'queue',
  activity: () => true,
  whenUnknown: 'write',
  think(world, { text, when, every }) {
    const message = text.trim();
    if (message === '')
      throw new Refusal(
        'empty',
        'there is nothing to bring up',
        'write: daybook remind "review the PR" --when tomorrow',
        {},
        2,
      );
    const due = understood(world, when, every);
    const path = `${world.wiki.content}/${pathOf('reminders')}`;
    const known = entriesAt(world, world.wiki, path).find((entry) => isSame(entry, message, due));
    if (known) return alreadySet(world, known, due);

    const id = world.ids.mint((taken) => world.wiki.note(path)?.text.includes(`^${taken}`) ?? false);
    const tail = { ...NO_TAIL, fields: world.who.by ? { by: world.who.by } : {}, id };
    const parts = { box: 'open', due: formatDue(due), when: due.type, message, tail } as const;
    const line = (bullet: string) => formatReminder(parts, bullet);
    const change = addLine(
      { kind: 'reminders', section: 'Reminders', line, why: 'set a reminder' },
      world.wiki,
      (name) => world.ask('template', name),
    );
    const entry = entriesAt(world, world.wiki.after([change]), path).find((one) => one.id === id);
    if (!entry)
      throw new Refusal('unwritable', 'this text does not read back as one line', 'say it in one plain line');
    return {
      say: `Comes up ${spoken(due)}.`,
      did: `reminder: ${entry.text}`,
      data: { entry: asReminder(world, entry) },
      changes: [change],
      place: `${path}:${entry.line} › Reminders ^${id}`,
    };
  },
});

/** What `--when` and `--every` ask for together; refuses what is past or not understood, saying what was. */
export function understood(world: World, when: string | undefined, every?: string): Due {
  const clock = clockOf(world);
  const natural = { read: (said: string) => world.ask('naturalDate', said, clock) };
  const rule = every === undefined ? null : readEvery(every);
  if (rule && 'refused' in rule) throw refusal(rule);
  const due = readWhen(when ?? (every === undefined ? '' : `every ${every}`), clock, natural);
  if ('refused' in due) throw refusal(due);
  if (!rule || when === undefined || due.type === 'recurring') return due;
  if (due.type === 'absolute') return recurring(due.due, rule.rule);
  throw new Refusal(
    'bad-time',
    `\`${when}\` is no day, so nothing can repeat from there`,
    'say the first day: --when monday --every "2 weeks"',
    {},
    2,
  );
}

/** A due date in a sentence, with its weekday. */
export function spoken(due: Due): string {
  const said = describeDue(due);
  if (due.type !== 'absolute' && due.type !== 'recurring') return said;
  const weekday = new Date(`${due.due.slice(0, 10)}T00:00:00Z`).getUTCDay();
  return `on ${WEEKDAYS[weekday]}, ${said}`;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const refusal = ({ refused, hint }: Refused): Refusal => new Refusal('bad-time', refused, hint, {}, 2);

function isSame(entry: Located, message: string, due: Due): boolean {
  const open = entry.status !== 'done' && entry.status !== 'dropped';
  const own = dueOf(entry);
  return (
    open &&
    own !== null &&
    entry.text.toLowerCase() === message.toLowerCase() &&
    formatDue(own) === formatDue(due)
  );
}

function alreadySet(world: World, known: Located, due: Due): Outcome {
  return {
    say: `Known (${known.path}:${known.line}): it comes up ${spoken(due)}.`,
    data: { entry: asReminder(world, known) },
    changes: [],
  };
}
