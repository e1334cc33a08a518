import { pathOf } from '../kinds/index.js';
import { DAY_KINDS, noteInDay } from '../lifecycle/day-note.js';
import { inShort } from '../lifecycle/in-short.js';
import { dayPath } from '../lifecycle/paths.js';
import { agesOf, type Tier, tierOf } from '../lifecycle/tier.js';
import { nearest } from '../recall/nearest.js';
import type { Located } from '../wiki/entries.js';
import { addDays, isDate } from '../wiki/time.js';
import { beginning } from './begun.js';
import { asEntry, entriesAt, entryRow } from './entries.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';

/** The longest text of a day's entry. */
const LONGEST = 8 * 1024;

/** The episodic stream (Mutable §Episodic Stream; FEATURES C2): what a day holds, and one more thing at its end. */
export const day = verb({
  name: 'day',
  about: 'show what happened on a day; `day add KIND TEXT` notes one thing at the end of today',
  params: {
    date: { kind: 'text', word: 'one', about: 'a day (today), `yesterday`, or `add`' },
    kind: { kind: 'text', word: 'one', choices: DAY_KINDS, about: `to add one: ${DAY_KINDS.join(', ')}` },
    text: { kind: 'text', word: 'rest', about: 'what happened' },
    full: { kind: 'flag', about: 'all of a day that is shown in short since it is older than a week' },
  },
  examples: [
    'daybook day',
    'daybook day 2026-06-06',
    'daybook day 2026-05-20 --full',
    'daybook day add tool "terminal → hugo build"',
    'daybook day add obs "Vite HMR caches stale files"',
  ],
  faces: ['cli', 'mcp'],
  needs: 'workspace',
  whenLocked: 'queue',
  quick: true,
  activity: () => true,
  whenUnknown: 'write',
  think(world, { date, kind, text, full }) {
    if (date !== 'add') return show(world, dayNamed(world, date, kind), full ? 'whole' : 'by age');
    if (kind === undefined || text === undefined || text.trim() === '')
      throw usage('it is not said what happened', 'write: daybook day add obs "Vite HMR caches stale files"');
    return add(world, kindNamed(kind, text), text);
  },
});

function add(world: World, kind: string, text: string): Outcome {
  if (text.includes('\0')) throw usage('the text holds a NUL byte', 'note plain text');
  if (text.length > LONGEST)
    throw new Refusal(
      'too-long',
      'the text is too long for one entry',
      'put it into a page and note one line about it',
      {
        found: `found ${text.length} characters; an entry has at most ${LONGEST}`,
      },
    );
  const at = world.local(world.now);
  const path = `${world.wiki.content}/${pathOf('day', { date: at.date })}`;
  const known = entriesAt(world, world.wiki, path).find(
    (entry) => isSame(entry, kind, text) && isJustNow(world, entry),
  );
  if (known)
    return {
      say: `Known since ${known.at?.slice(0, 16).replace('T', ' ')} (${known.path}:${known.line}).`,
      data: { entry: asEntry(world, known) },
      changes: [],
    };
  const id = world.ids.mint((taken) => world.wiki.note(path)?.text.includes(`^${taken}`) ?? false);
  const begun = beginning(world);
  const wiki = world.wiki.after(begun.changes);
  const change = noteInDay({ kind, text, id, by: world.who.by }, at, wiki, (name) =>
    world.ask('template', name),
  );
  const entry = entriesAt(world, wiki.after([change]), path).find((one) => one.id === id);
  if (!entry)
    throw new Refusal('unwritable', 'this text does not read back as one entry', 'say it in one plain line');
  const shown = entry.text.split('\n')[0] ?? '';
  return {
    say: `Noted in ${pathOf('day', { date: at.date })}: ${shown.length > SHOWN ? `${shown.slice(0, SHOWN - 1)}…` : shown}`,
    did: `${kind}: ${shown}`,
    data: { entry: asEntry(world, entry) },
    changes: [...begun.changes, change],
    marks: begun.marks,
    place: `${path}:${entry.line} › ${entry.section ?? at.date} ^${id}`,
  };
}

const SHOWN = 120;

/** A second telling within so many minutes is the same telling; a tool may well be run again later. */
const SAID_TWICE_MINUTES = 10;

const isJustNow = ({ now }: World, { at }: Located): boolean =>
  at !== null && now - Date.parse(at) < SAID_TWICE_MINUTES * 60_000;

const TYPE_OF: Readonly<Record<string, string>> = { session: 'moment' };

const isSame = (entry: Located, kind: string, text: string): boolean =>
  entry.hasId &&
  entry.type === (TYPE_OF[kind] ?? kind) &&
  [entry.text, `${entry.text} — ${entry.why}`].includes(text.trim());

/** All that a day holds: its note, and what memory, session and reminders took in on it, each told where it stands. */
function show(world: World, date: string, how: 'whole' | 'by age'): Outcome {
  const { content } = world.wiki;
  const path = dayPath(date, world.wiki);
  const noted = entriesAt(world, world.wiki, path).filter(({ type }) => type !== 'prose');
  const kept = TRACED.flatMap((kind) => entriesAt(world, world.wiki, `${content}/${pathOf(kind)}`)).filter(
    (entry) => entry.type !== 'prose' && entry.from === null && entry.at?.slice(0, 10) === date,
  );
  const entries = inOrder(noted, kept);
  const tier = tierOf(date, world.local(world.now).date, agesOf(world.settings));
  const shown = how === 'whole' || tier === 'hot' ? entries : inShort(entries);
  return {
    say: headOf(date, tier, shown, entries),
    rows: shown.map((entry) => entryRow(entry, entry.path === path ? date : (entry.section ?? entry.kind))),
    data: { tier, entries: entries.map((entry) => asEntry(world, entry)) },
    changes: [],
  };
}

/** How many entries a day has; a day in short says so, and by what it is picked. */
function headOf(date: string, tier: Tier, shown: readonly Located[], all: readonly Located[]): string {
  if (all.length === 0)
    return `Nothing is known of ${date}. Note something: \`daybook day add obs "Vite HMR caches stale files"\`.`;
  if (shown.length === all.length)
    return `${all.length === 1 ? '1 entry' : `${all.length} entries`} of ${date}:`;
  return `${date} in short, since it is ${tier}: ${shown.length} of ${all.length} entries, word for word, picked by what they are; all: daybook day ${date} --full`;
}

/** Kinds whose lines leave their trace in the day on which they were logged: it is seen there, and stored once. */
const TRACED = ['memory', 'session'] as const;

/** As the note has them, and what was logged elsewhere behind what was noted before it. */
function inOrder(noted: readonly Located[], kept: readonly Located[]): readonly Located[] {
  let time = '';
  const timed = noted.map((entry) => {
    if (entry.at !== null && entry.at.length > 'YYYY-MM-DD'.length && entry.at > time) time = entry.at;
    return { entry, time };
  });
  const all = [...timed, ...kept.map((entry) => ({ entry, time: entry.at ?? '' }))];
  return all.toSorted((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -1 : 1)).map(({ entry }) => entry);
}

function dayNamed(world: World, given: string | undefined, more: string | undefined): string {
  const today = world.local(world.now).date;
  const plain = given?.toLowerCase() ?? 'today';
  if (more !== undefined)
    throw usage(
      `\`daybook day ${given} ${more}\` says too much`,
      `write: daybook day ${given}, or: daybook day add obs "…"`,
    );
  if (plain === 'today') return today;
  if (plain === 'yesterday') return addDays(today, -1);
  if (isDate(plain)) return plain;
  throw usage(
    `\`${given}\` is no day`,
    `write: daybook day ${addDays(today, -1)}, daybook day yesterday, or daybook day add obs "…"`,
  );
}

function kindNamed(given: string, text: string): string {
  const plain = given.toLowerCase();
  const meant = DAY_KINDS.find((kind) => plain.startsWith(kind)); // `observation` too
  if (meant) return meant;
  const [near] = nearest(plain, DAY_KINDS);
  throw usage(
    `a day has no \`${given}\``,
    near
      ? `did you mean: daybook day add ${near} ${JSON.stringify(text)}`
      : `one of: ${DAY_KINDS.join(', ')}`,
  );
}

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
