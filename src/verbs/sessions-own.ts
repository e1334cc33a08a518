import { nearest } from '../recall/nearest.js';
import type { Recorded, SessionEvent } from '../sessions/event.js';
import { after, type SessionState } from '../sessions/state.js';
import { type Outcome, Refusal, type World } from './verb.js';

/** The session of that id, which must be one that is kept here. */
export function keptNamed(
  world: World,
  id: string | undefined,
): { readonly name: string; readonly state: SessionState } {
  const own = world.ask('keptIds');
  const word = id ?? world.who.session;
  if (word === null || word === undefined)
    throw usage(
      'it is not said which session',
      own.length === 0 ? 'begin one: daybook sessions new' : `one of: ${own.slice(-5).join(', ')}`,
    );
  const found = own.includes(word) ? [word] : own.filter((name) => name.startsWith(word));
  const [name] = found;
  const kept = found.length === 1 && name !== undefined ? world.ask('kept', name) : null;
  if (kept && name !== undefined) return { name, state: kept.state };
  if (found.length > 1)
    throw new Refusal(
      'ambiguous-id',
      `${found.length} sessions begin with ${word}`,
      `say more of it: ${found[0]}`,
    );
  if (world.ask('sessions').some(({ id: other, client }) => client !== 'daybook' && other.startsWith(word)))
    throw new Refusal(
      'read-only',
      `the session ${word} belongs to another program, and is only read`,
      `take it over: daybook sessions resume ${word}`,
    );
  const [near] = nearest(word, own);
  throw new Refusal(
    'unknown-id',
    `there is no session ${word} here`,
    near ? `did you mean: ${near}` : `begin it: daybook sessions new ${word}`,
  );
}

/** How a session will stand after events that are not kept yet. */
export function stateAfter(state: SessionState, events: readonly SessionEvent[]): SessionState {
  const at = state.about.last ?? '';
  const numbered = events.map(
    (event, index) => ({ ...event, seq: state.seq + 1 + index, prev: 0, at }) as Recorded,
  );
  return after(state, numbered);
}

/** What happens next to a session, and what is said of it. */
export function moved(
  name: string,
  state: SessionState,
  events: readonly SessionEvent[],
  say: string,
): Outcome {
  return {
    say,
    data: { session: asKept(name, stateAfter(state, events)) },
    changes: [],
    sessions: [{ id: name, since: state.seq, events }],
  };
}

/** How a session stands, where nothing happens to it. */
export const told = (name: string, state: SessionState, say: string): Outcome => ({
  say,
  data: { session: asKept(name, state) },
  changes: [],
});

/** A kept session in JSON. */
export const asKept = (name: string, state: SessionState) => ({
  id: name,
  origin: 'daybook',
  count: [...state.entries.values()].filter(({ type }) => type === 'message').length,
  leaf: state.leaf,
  labels: state.labels,
});

const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);
