import type { Splice } from '../markdown/splice.js';
import { instant } from '../wiki/time.js';
import { isElsewhere } from './elsewhere.js';
import type { Record } from './facts.js';
import { Refusal, verb, type World } from './verb.js';

/** Brings a note back as it was at a time; the version it has now can be brought back the same way. */
export const restore = verb({
  name: 'restore',
  about: 'bring a note back as it was at a time',
  params: {
    path: { kind: 'text', word: 'one', required: true, about: 'the note, e.g. content/MEMORY.md' },
    at: { kind: 'text', required: true, about: 'a local day or time, e.g. 2026-06-07T14:00', holder: 'TIME' },
  },
  examples: ['daybook restore content/MEMORY.md --at 2026-06-07T14:50'],
  faces: ['cli'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { path, at }) {
    const time = instant(at, world.local);
    if (time === null) {
      throw new Refusal(
        'bad-time',
        `\`${at}\` is no time`,
        'write a local day or time: --at 2026-06-07T14:00',
        {},
        2,
      );
    }
    const text = textAt(world, path, time);
    const now = world.wiki.note(path);
    const data = { restored: { path, at: world.local(time).iso } };
    if (text === (now?.text ?? null))
      return { say: `${path} is as it was then: nothing to do.`, data, changes: [] };
    const why = `as it was at ${world.local(time).iso}`;
    const say = `Brought ${path} back ${why}.`;
    if (text === null) return { say, data, changes: [{ do: 'remove', path, base: now?.hash ?? '', why }] };
    if (!now) return { say, data, changes: [{ do: 'create', path, text, why }] };
    return {
      say,
      data,
      changes: [{ do: 'edit', path, base: now.hash, splices: [difference(now.text, text)], why }],
    };
  },
});

/** The text of a note at a time, by the journal; null where there was no such note. */
function textAt(world: World, path: string, time: number): string | null {
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
  const record = records.find((one) => Date.parse(one.at) <= time);
  const hash = record ? touchOf(record, path).after : touchOf(oldest, path).before;
  if (hash === null) return null;
  const text = world.ask('version', hash);
  if (text !== null) return text;
  const here = world.wiki.note(path);
  if (here?.hash === hash) return here.text;
  throw new Refusal(
    'not-kept',
    `that version of ${path} is no longer kept`,
    `versions that are: daybook history ${path}`,
  );
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
