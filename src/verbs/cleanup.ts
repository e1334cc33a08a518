import { KINDS, pathOf } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { climbFrom } from '../lifecycle/climb.js';
import { isMovable, leave } from '../lifecycle/leave.js';
import { propose } from '../lifecycle/propose.js';
import { shed, sheddingOf } from '../lifecycle/shed.js';
import { shelfOf } from '../lifecycle/snapshot/shelf.js';
import { tidied } from '../lifecycle/snapshot/tidy.js';
import { consolidated, tasksToConsolidate } from '../lifecycle/task/consolidate.js';
import { stale } from '../lifecycle/task/stale.js';
import { agesOf, coldDays, isPinned, leaving } from '../lifecycle/tier.js';
import { nearest } from '../recall/nearest.js';
import { amount } from '../wiki/amount.js';
import type { Change } from '../wiki/change.js';
import { describeLeap } from '../wiki/clock-leap.js';
import { CLOCK } from '../wiki/jobs.js';
import type { Origin } from '../wiki/origin.js';
import { addDays } from '../wiki/time.js';
import type { Wiki } from '../wiki/wiki.js';
import { climbDesk, movingDesk } from './desk.js';
import { entriesAt } from './entries.js';
import { originOfNotes } from './origin.js';
import { type Outcome, Refusal, type Row, verb, type World } from './verb.js';

/** What one sort of clean-up does. */
interface Part {
  readonly changes: readonly Change[];
  /** What is done, as a sentence; '' where nothing is. */
  readonly said: string;
  readonly rows?: readonly Row[];
  /** Paths of the notes that leave. */
  readonly archived?: readonly string[];
  /** How many entries leave their note. */
  readonly moved?: number;
  /** How many proposals ask for more. */
  readonly asked?: number;
  readonly forgotten?: number;
  /** Whose words new notes hold. */
  readonly origins?: Outcome['origins'];
}

/** All that leaves its place, in the order in which it goes; what notes hold is moved, never deleted. */
const PARTS: Readonly<Record<string, (world: World, wiki: Wiki) => Part>> = {
  days,
  entries,
  tasks,
  snapshots,
  history,
};

/** The one clean-up of the house (FEATURES C3, B13, E7): by age, by size, or since it is completed. */
export const cleanup = verb({
  name: 'cleanup',
  about: 'move what is old or settled into the archive, and forget history beyond `keep.days`',
  params: {
    what: { kind: 'text', word: 'rest', about: `${Object.keys(PARTS).join(', ')}; all of them if left out` },
  },
  examples: ['daybook cleanup', 'daybook cleanup days', 'daybook cleanup history'],
  faces: ['cli', 'cron'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  whenUnknown: 'write',
  think(world, { what }) {
    const newest = world.ask('clockLeap');
    const leap = newest === null ? null : describeLeap(world.now, newest);
    const done: Part[] = [];
    let wiki = world.wiki;
    for (const name of partsNamed(what)) {
      const before = wiki;
      const part = world.known(() => PARTS[name]?.(world, before) ?? NOTHING, NOTHING);
      done.push(part);
      wiki = wiki.after(part.changes);
    }
    return leap === null ? outcomeOf(done, world) : heldBack(done, leap, world);
  },
});

const NOTHING: Part = { changes: [], said: '' };

/**
 * What is left to do while the clock may be wrong: history is not forgotten, since that cannot be undone, and a job moves
 * nothing either.
 */
function heldBack(parts: readonly Part[], leap: string, world: World): Outcome {
  const isJob = world.who.by === CLOCK;
  const isHeld = ({ changes, forgotten = 0 }: Part) => forgotten > 0 || (isJob && changes.length > 0);
  const outcome = outcomeOf(
    parts.filter((part) => !isHeld(part)),
    world,
  );
  if (!parts.some(isHeld)) return outcome;
  const say = isJob ? `Held back: ${leap}.` : outcome.say;
  return { ...outcome, say, notices: [{ level: 'warning', message: leap }] };
}

function partsNamed(what: string | undefined): readonly string[] {
  const names = Object.keys(PARTS);
  const asked = what?.split(/[\s,]+/).filter(Boolean) ?? names;
  const strange = asked.find((name) => !names.includes(name));
  if (strange === undefined) return names.filter((name) => asked.includes(name));
  const [near] = nearest(strange, names);
  throw new Refusal(
    'usage',
    `there is no clean-up of \`${strange}\``,
    near ? `did you mean: daybook cleanup ${near}` : `one of: ${names.join(', ')}`,
    {},
    2,
  );
}

function outcomeOf(parts: readonly Part[], { settings }: World): Outcome {
  const said = parts.flatMap((part) => (part.said === '' ? [] : [part.said]));
  const forgotten = sum(parts, ({ forgotten: count }) => count);
  return {
    say: said.length === 0 ? 'Nothing has to leave its place.' : said.join(' '),
    rows: parts.flatMap(({ rows = [] }) => rows),
    data: {
      archived: parts.flatMap(({ archived = [] }) => archived),
      moved: sum(parts, ({ moved }) => moved),
      asked: sum(parts, ({ asked }) => asked),
      forgotten,
    },
    changes: parts.flatMap(({ changes }) => changes),
    origins: Object.assign({}, ...parts.map(({ origins }) => origins)),
    ...(forgotten === 0 ? {} : { prunes: settings['keep.days'] }),
  };
}

const sum = (parts: readonly Part[], of: (part: Part) => number | undefined): number =>
  parts.reduce((all, part) => all + (of(part) ?? 0), 0);

/** Cold days move into the archive; what they decided for good stands in memory first (FEATURES C3). */
function days(world: World, wiki: Wiki): Part {
  const desk = movingDesk(world);
  const cold = coldDays(wiki, desk.today, agesOf(world.settings));
  const stays = (path: string): boolean => {
    const unknown = wiki.unknown(path);
    return unknown ? !isMovable(unknown, wiki) : isPinned(entriesAt(world, wiki, path));
  };
  const { going: now, later } = leaving(cold, stays);
  if (now.length === 0) return NOTHING;
  const readable = now.filter((path) => !wiki.unknown(path));
  const risen = climbFrom(readable, wiki, { ...climbDesk(world), until: desk.today });
  const left = leave(now, wiki.after(risen.changes), desk.linking, 'a cold day moves into the archive');
  return {
    changes: [...risen.changes, ...left],
    said: `${amount(now.length, 'day')} moved into the archive${
      risen.promoted.length === 0
        ? ''
        : `, ${amount(risen.promoted.length, 'line')} risen to MEMORY.md before`
    }${later === 0 ? '' : `; ${later} more ${later === 1 ? 'is' : 'are'} looked at the next time`}.`,
    rows: now.map((path) => ({ group: 'Archived', what: path })),
    archived: now,
  };
}

/** What is settled leaves a note that has become too large; where that is more than a quarter, a person is asked. */
function entries(world: World, wiki: Wiki): Part {
  const desk = movingDesk(world);
  const limit = {
    kb: world.settings['retention.note'],
    before: addDays(desk.today, -world.settings['retention.warm']),
  };
  let now = wiki;
  const partOf = ({ name }: Kind): Part => {
    const note = now.note(`${now.content}/${pathOf(name)}`);
    const shedding = note && sheddingOf(note, world.entries(note), limit);
    if (!shedding) return NOTHING;
    const { going, all, asks } = shedding;
    const changes = asks
      ? propose({ act: 'shed', shedding, limit }, now, desk)
      : shed(shedding, now, desk.linking, desk.today);
    const what = `${going.length} of ${amount(all, 'entry', 'entries')} of ${note.path}`;
    if (asks && changes.length === 0) return NOTHING;
    return asks
      ? { changes, said: `Moving ${what} is asked in ${pathOf('inbox')} first.`, asked: 1 }
      : { changes, said: `${what} moved into the archive.`, moved: going.length };
  };
  const parts = KINDS.filter(({ sheds }) => sheds).map((kind) => {
    const part = world.known(() => partOf(kind), NOTHING);
    now = now.after(part.changes);
    return part;
  });
  return {
    changes: parts.flatMap(({ changes }) => changes),
    said: parts.flatMap(({ said }) => said || []).join(' '),
    moved: sum(parts, ({ moved }) => moved),
    asked: sum(parts, ({ asked }) => asked),
  };
}

/** Findings that lie apart are joined; what is finished or stale of a long task leaves (FEATURES E7). */
function tasks(world: World, wiki: Wiki): Part {
  const { linking } = movingDesk(world);
  const desk = { now: world.local(world.now), template: world.ask('template', 'finding') };
  const joined = tasksToConsolidate(wiki, world.now);
  const syntheses: Change[] = [];
  const origins: { [path: string]: Origin } = {};
  for (const task of joined) {
    const made = consolidated(task, wiki.after(syntheses), desk);
    if (!made) continue;
    syntheses.push(made.change);
    origins[made.path] = originOfNotes(
      world,
      made.findings.map(({ path }) => path),
    );
  }
  const after = wiki.after(syntheses);
  const gone = stale(after, world.now, (text) => world.ask('properties', text));
  const archived = gone.map(({ path }) => path);
  const left = leave(archived, after, linking, 'a note of a long task has had its day');
  return {
    changes: [...syntheses, ...left],
    origins,
    said: [
      joined.length === 0 ? '' : `Joined the findings of ${joined.join(', ')}.`,
      gone.length === 0 ? '' : `${amount(gone.length, 'note')} of long tasks moved into the archive.`,
    ]
      .filter(Boolean)
      .join(' '),
    rows: gone.map(({ path, why }) => ({ group: 'Archived', what: path, why })),
    archived,
  };
}

/** What every save does to earlier snapshots (MindSave §Snapshot Cleanup), also where nobody saves any more. */
function snapshots(world: World, wiki: Wiki): Part {
  const { today, linking } = movingDesk(world);
  const shelf = shelfOf(wiki, (text) => world.ask('properties', text));
  const { changes, archived } = tidied(shelf, null, {
    wiki,
    today,
    done: [],
    setProperty: () => [],
    linking,
  });
  const said = `${amount(archived.length, 'completed snapshot')} moved into the archive.`;
  return { changes, said: archived.length === 0 ? '' : said, archived };
}

/** Changes and versions older than `keep.days` are forgotten, but the last of every note. */
function history(world: World): Part {
  const limit = world.settings['keep.days'];
  const forgotten = world.ask('old', limit);
  if (forgotten === 0) return NOTHING;
  return {
    changes: [],
    said: `Forgot ${amount(forgotten, 'change')} of more than ${limit} days ago.`,
    forgotten,
  };
}
