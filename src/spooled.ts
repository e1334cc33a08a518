import { type Asked, askedOf } from './asked.js';
import { beatOf } from './beats.js';
import type { House } from './house.js';
import { commit, requestOf } from './operations.js';
import { Wanted } from './parts.js';
import { mayQueue, parseRequest } from './queue-check.js';
import { type Held, Locked, Moved, type Request } from './store/store.js';
import { thinkNow } from './thought.js';
import type { Input, Params } from './verbs/params.js';
import { Refusal, type Verb } from './verbs/verb.js';

/** Leaves a request to whoever opens the workspace next, durably and at once: it is done once (guide/store.md › Waiting). */
export function postpone<P extends Params>(verb: Verb<P>, input: Input<P>, house: House): void {
  const request = requestOf(askedOf(verb as Verb, input as Input<Params>, house.moment));
  if (!mayQueue(request, verb as Verb))
    throw new Refusal(
      'not-queued',
      `\`daybook ${verb.name}\` cannot wait in the queue`,
      'say it again',
      {},
      4,
    );
  house.store?.spool(request);
}

/** So often what is wanted for the spool is loaded; what is left then waits for the next command. */
const MOST_DRAINS = 100;

/** Does what waits in the spool, if the lock is free; a request that cannot be done now stays there. */
export async function drain(house: House): Promise<void> {
  const store = house.store;
  for (let tries = 0; tries < MOST_DRAINS && store && store.waiting().length > 0; tries++) {
    const verbs = await house.verbs([...new Set(store.waiting().map(({ verb }) => verb))]);
    try {
      store.locked(0, (held) => {
        for (const request of held.spooled()) fileRequest(request, verbs, held, house);
      });
      return;
    } catch (error) {
      if (!(error instanceof Wanted)) return passOver(error);
      await house.load(error.part);
    }
  }
}

/** Brings to its end what somebody died over: true where there was such a thing, and half of it may have been read for all. */
export function completed({ store }: House): boolean {
  if (!store?.isAbandoned()) return false;
  try {
    return store.locked(0, () => true);
  } catch (error) {
    passOver(error);
    return false;
  }
}

/** What stands in the way must not stop a command that only wanted to put things in order first. */
function passOver(error: unknown): void {
  if (error instanceof Locked || error instanceof Moved || isOfSystem(error)) return;
  throw error;
}

/** Refused because a note cannot be read or written now: the request waits until it can. */
const waitsForNote = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'unreadable' || error.code === 'read-only');

/** A refusal that the disk is to blame for: the same request may do well another time. */
const isOfSystem = (error: unknown): boolean => error instanceof Refusal && 'errno' in error.details;

function fileRequest(request: Request, verbs: ReadonlyMap<string, Verb>, held: Held, house: House): void {
  const verb = verbs.get(request.verb);
  if (!verb) return; // another face may know it; `doctor` tells of one that nobody does
  try {
    const asked = withOwnTranscript(parseRequest(request, verb, house.moment.now), house);
    commit(asked, thinkNow(asked, house).outcome, held, 'spool');
    held.drop(request.id);
    if (verb.activity(asked.input)) beatOf(request, house);
  } catch (error) {
    if (error instanceof Wanted || error instanceof Moved || isOfSystem(error)) throw error;
    if (waitsForNote(error)) return;
    held.drop(request.id, error instanceof Error ? error.message : String(error));
  }
}

/** What was asked, with no file in the place of a transcript that cannot be read; refuses that of a session elsewhere. */
function withOwnTranscript(asked: Asked, house: House): Asked {
  const named = Object.entries(asked.input).filter(
    ([name, value]) => asked.verb.params[name]?.reaches === 'transcript' && value !== undefined,
  );
  const kinds = named.map(([name, path]) => [name, house.transcriptIs(String(path))] as const);
  if (kinds.some(([, kind]) => kind === 'foreign'))
    throw new Refusal(
      'not-queued',
      'it names the transcript of a session elsewhere',
      'say it again yourself',
    );
  const unread = kinds.filter(([, kind]) => kind === 'none').map(([name]) => [name, ''] as const);
  return { ...asked, input: { ...asked.input, ...Object.fromEntries(unread) } };
}
