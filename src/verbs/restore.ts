import type { Splice } from '../markdown/splice.js';
import { instant } from '../wiki/time.js';
import { refuseUnknown } from '../wiki/unknown.js';
import { isElsewhere } from './elsewhere.js';
import type { Record } from './facts.js';
import { restoreEntry } from './restore-entry.js';
import { Refusal, verb, type World } from './verb.js';

/** Brings a note back as it was at a time, or an entry that is gone; what is there now can be brought back the same way. */
export const restore = verb({
  name: 'restore',
  about: 'bring a note back as it was at a time, or an entry that was overwritten',
  params: {
    path: { kind: 'text', word: 'one', required: true, about: 'the note, e.g. content/MEMORY.md, or ^id' },
    at: { kind: 'text', about: 'a local day or time, e.g. 2026-06-07T14:00', holder: 'TIME' },
  },
  examples: ['daybook restore content/MEMORY.md --at 2026-06-07T14:50', 'daybook restore ^61k0y5k9xfs'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { path, at }) {
    if (path.startsWith('^')) return restoreEntry(world, path.slice(1));
    const time = at === undefined ? null : instant(at, world.local);
    if (time === null) {
      throw new Refusal(
        'bad-time',
        at === undefined ? 'a note is brought back as it was at a time' : `\`${at}\` is no time`,
        'write a local day or time: --at 2026-06-07T14:00',
        {},
        2,
      );
    }
    const { text, hash } = versionThen(world, path, time);
    const unknown = world.wiki.unknown(path);
    if (unknown) throw refuseUnknown(unknown);
    const now = world.wiki.note(path);
    const data = { restored: { path, at: world.local(time).iso } };
    if (text === (now?.text ?? null))
      return { say: `${path} is as it was then: nothing to do.`, data, changes: [] };
    const why = `as it was at ${world.local(time).iso}`;
    const say = `Brought ${path} back ${why}.`;
    if (text === null) return { say, data, changes: [{ do: 'remove', path, base: now?.hash ?? '', why }] };
    if (!now)
      return { say, data, changes: [{ do: 'create', path, text, why, ...(hash ? { version: hash } : {}) }] };
    return {
      say,
      data,
      changes: [{ do: 'edit', path, base: now.hash, splices: [difference(now.text, text)], why }],
    };
  },
});

/** A version of a note; nothing where there was no such note. */
interface Version {
  readonly text: string | null;
  readonly hash: string | null;
}

/** What a note was at a time, by the journal. */
function versionThen(world: World, path: string, time: number): Version {
  const records = world
    .ask('history')
    .filter((one) => one.touched.some((touched) => touched.path === path) && !isElsewhere(world, one, path));
  const [oldest] = records.slice(-1);
  if (!oldest)
    throw new Refusal(
      'unknown-note',
      `Daybook never changed ${path}`,
      'see which notes it changed: daybook history',
    );
  const index = records.findIndex((one) => Date.parse(one.at) <= time);
  if (index < 0 && touchOf(oldest, path).before === null) throw tooEarly(world, path, time, oldest);
  const hash = versionAt(
    world,
    records[index],
    records[index < 0 ? records.length - 1 : index - 1],
    path,
    time,
  );
  if (hash === null) return { text: null, hash };
  const text = world.ask('version', hash);
  if (text !== null) return { text, hash };
  const here = world.wiki.note(path);
  if (here?.hash === hash) return { text: here.text, hash };
  throw new Refusal(
    'not-kept',
    `that version of ${path} is no longer kept`,
    `versions that are: daybook history ${path}`,
  );
}

const tooEarly = (world: World, path: string, time: number, first: Record): Refusal =>
  new Refusal(
    'no-version',
    `${path} has no version of ${world.local(time).iso}: the first one is of ${first.at}`,
    `write: daybook restore ${path} --at ${first.at}`,
    { path, first: first.at },
  );

/** The hash of what was there between two changes: what the first left, or what a person had saved by then. */
function versionAt(
  world: World,
  earlier: Record | undefined,
  later: Record | undefined,
  path: string,
  time: number,
): string | null {
  const before = later && touchOf(later, path).before;
  if (!earlier) return before ?? null;
  const { after } = touchOf(earlier, path);
  if (!before || before === after) return after;
  return (world.ask('savedAt', before) ?? Number.POSITIVE_INFINITY) <= time ? before : after;
}

const touchOf = (record: Record, path: string) => record.touched.find((one) => one.path === path)!;

/** One splice between two texts: what their common beginning and end leave. */
function difference(from: string, to: string): Splice {
  let head = 0;
  const least = Math.min(from.length, to.length);
  while (head < least && from[head] === to[head]) head++;
  let tail = 0;
  while (tail < least - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++;
  return { at: head, old: from.slice(head, from.length - tail), new: to.slice(head, to.length - tail) };
}
