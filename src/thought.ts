import { type Asked, redactionNotices } from './asked.js';
import { markForeignWords } from './foreign-words.js';
import { gated } from './gate.js';
import type { House, Pending, Sight } from './house.js';
import { Wanted } from './parts.js';
import { unproven } from './proof.js';
import type { Reads, Unreadable } from './store/store.js';
import { type Notice, type Outcome, Refusal } from './verbs/verb.js';
import type { Change } from './wiki/change.js';
import { oneChangeANote } from './wiki/one-change-a-note.js';
import type { Wiki } from './wiki/wiki.js';

/** What a verb thought of a wiki, and what it had read for that. */
export interface Thought {
  readonly outcome: Outcome;
  readonly wiki: Wiki;
  readonly reads: Reads;
}

/** Thinks until nothing is wanted any more, and until every edit is proved to touch its own bytes only. What was read is not read again. */
export async function think(asked: Asked, house: House): Promise<Thought> {
  const sight = asked.verb.slow ? house.lookAtOnce(asked.moment) : house.look(asked.moment);
  for (;;) {
    try {
      return thinkOn(sight, asked, house);
    } catch (error) {
      if (!(error instanceof Wanted)) throw error;
      await house.load(error.part);
    }
  }
}

/** Thinks at once; throws `Wanted` for what must be loaded first. `pending` shows notes as they will be. */
export const thinkNow = (asked: Asked, house: House, pending?: Pending): Thought =>
  thinkOn(house.look(asked.moment, pending), asked, house);

function thinkOn(sight: Sight, asked: Asked, house: House): Thought {
  const { verb, input } = asked;
  const { reads, unreadable, redacted } = sight;
  const world = sight.world();
  const own = markForeignWords(verb.think(world, input), world);
  const whole = { ...own, changes: oneChangeANote(own.changes, world.wiki) };
  const thought = sight.isForeign() ? gated(whole, asked, world) : whole;
  const changes = oneChangeANote(thought.changes, world.wiki);
  refuseUnreadable(changes, unreadable());
  const why = unproven(changes, world.wiki, house);
  if (why !== null)
    throw new Refusal('unproven', why, 'nothing was changed; mend the note there, then try again');
  const notices = [
    ...(thought.notices ?? []),
    ...unreadable().map(leftOut),
    ...redactionNotices([...redacted]),
  ];
  return { outcome: { ...thought, changes, notices }, wiki: world.wiki, reads };
}

/** A file that cannot be read as a note is not taken for a missing one. */
function refuseUnreadable(changes: readonly Change[], unreadable: readonly Unreadable[]): void {
  const paths = new Set(changes.map(({ path }) => path));
  const found = unreadable.find(({ path }) => paths.has(path));
  if (!found) return;
  const hint = 'nothing was changed; save it as UTF-8 text, or move it away, then try again';
  throw new Refusal('unreadable', `${found.path} cannot be read: ${found.why}`, hint, { path: found.path });
}

const leftOut = ({ path, why }: Unreadable): Notice => ({
  level: 'warning',
  path,
  message: `is left out, since ${why}`,
});

/** True where nothing is to be done but to say so. */
export const isIdle = ({ changes, forgets, prunes }: Outcome): boolean =>
  changes.length === 0 && !forgets && prunes === undefined;
