import { type Asked, redactionNotices } from './asked.js';
import { markForeignWords } from './foreign-words.js';
import { gated } from './gate.js';
import type { House, Pending, Sight } from './house.js';
import { Wanted } from './parts.js';
import { unproven } from './proof.js';
import type { Reads } from './store/store.js';
import { readOnlyIn } from './unknown-notes.js';
import { type Notice, type Outcome, Refusal, type Verb } from './verbs/verb.js';
import { type Change, placesOf } from './wiki/change.js';
import { oneChangeANote } from './wiki/one-change-a-note.js';
import { refuseReadOnly, refuseUnknown, type Unknown } from './wiki/unknown.js';
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

function thinkOn(sight: Sight, request: Asked, house: House): Thought {
  const { verb, input } = request;
  const { reads, unknown, redacted } = sight;
  const world = sight.world();
  const own = markForeignWords(verb.think(world, input), world);
  const asked = unknown.asked();
  const whole = { ...own, changes: oneChangeANote(own.changes, world.wiki) };
  const thought = sight.isForeign() ? gated(whole, request, world) : whole;
  const changes = oneChangeANote(thought.changes, world.wiki);
  refuseUnwritable(changes, world.wiki);
  refuseUnfounded(changes, asked, verb);
  const why = unproven(changes, world.wiki, house);
  if (why !== null)
    throw new Refusal('unproven', why, 'nothing was changed; mend the note there, then try again');
  const notices = [
    ...(thought.notices ?? []),
    ...unknown.notices().filter((notice) => !isTold(notice, thought)),
    ...redactionNotices([...redacted]),
  ];
  return { outcome: { ...thought, changes, notices }, wiki: world.wiki, reads };
}

/** A note that cannot be read is not taken for a missing one, and a read-only one is not replaced. */
function refuseUnwritable(changes: readonly Change[], wiki: Wiki): void {
  for (const change of changes) {
    const written = change.do === 'move' ? [change.to] : placesOf(change);
    for (const path of written) {
      const unknown = wiki.note(path) ? null : wiki.unknown(path);
      if (unknown) throw refuseUnknown(unknown);
    }
  }
  const [locked] = readOnlyIn(changes, wiki.note);
  if (locked) throw refuseReadOnly(locked.path, locked.mode ?? 0);
}

/** What follows from notes that cannot be read is not written, unless the command holds such parts back by itself. */
function refuseUnfounded(changes: readonly Change[], asked: readonly Unknown[], verb: Verb): void {
  const [unknown] = asked;
  if (unknown && changes.length > 0 && verb.whenUnknown !== 'write') throw refuseUnknown(unknown);
}

/** True where the reply itself says so, in a row or in a notice of its own. */
const isTold = ({ path = '', message }: Notice, { rows = [], notices = [] }: Outcome): boolean =>
  notices.some((one) => one.path === path && one.message === message) ||
  rows.some((row) => {
    const text = [row.path, row.what, row.why].filter(Boolean).join(' ');
    return text.includes(path) && text.includes(message);
  });

/** True where nothing is to be done but to say so. */
export const isIdle = ({ changes, forgets, prunes }: Outcome): boolean =>
  changes.length === 0 && !forgets && prunes === undefined;
