import type { Landed } from '../lifecycle/import/page.js';
import { markOf } from '../lifecycle/import/piece.js';
import type { SessionEvent } from '../sessions/event.js';
import { type SessionState, stateOf } from '../sessions/state.js';
import type { Foreign } from './facts.js';
import { stateAfter } from './sessions-own.js';
import type { SessionStep, World } from './verb.js';

/** What is not brought over, and why. */
export interface Left {
  readonly path: string;
  readonly why: string;
}

/** Sessions that come over, as what is kept here, and as what the page of the import tells of them. */
interface Taken {
  readonly sessions: readonly SessionStep[];
  readonly landed: readonly Landed[];
  readonly left: readonly Left[];
  /** The files that they are made of, from the folder. */
  readonly own: ReadonlySet<string>;
}

/** True for files of which Chimera's sessions are made. */
export const isOfSessions = (path: string): boolean => /^(?:sessions|eventlog)\//.test(path);

/**
 * Brings the sessions below a folder over as sessions that are kept here, under their ids (FEATURES E8). One that is here already
 * gets what it went on with there; one that went on here, too, is left as it is.
 */
export function bringSessions(world: World, folder: string): Taken {
  const found = named(world.ask('sessionsBelow', folder));
  const taken = found.map((one) => bring(world, folder, one));
  return {
    sessions: taken.flatMap(({ step }) => step ?? []),
    landed: taken.flatMap(({ landed }) => landed ?? []),
    left: taken.flatMap(({ left }) => left ?? []),
    own: new Set(taken.flatMap(({ files }) => files)),
  };
}

type Named = Foreign & { readonly id: string };

/** The same session as a log and as a file is taken once where they say the same; else the file keeps a name of its own. */
function named(found: readonly Foreign[]): readonly Named[] {
  const first = new Map<string, Foreign>();
  return found.map((one) => {
    const id = one.head.id.replace(/[^\w.-]/g, '-').slice(0, 110);
    const other = first.get(id);
    if (!other) first.set(id, one);
    return { ...one, id: other ? `${id}.file` : id };
  });
}

interface One {
  readonly files: readonly string[];
  readonly step?: SessionStep;
  readonly landed?: Landed;
  readonly left?: Left;
}

function bring(world: World, folder: string, { head, events, isWhole, id }: Named): One {
  const files = head.files.map((path) => path.slice(folder.length + 1));
  const [file = id] = files.filter((path) => !path.endsWith('/summary.json'));
  const mark = markOf(id, `${events.length} events`);
  const landed = { file, line: 1, path: id, section: null, id: null, mark };
  if (!isWhole)
    return {
      files,
      left: { path: file, why: 'some of it is too large to be read' },
    };
  const here = world.ask('kept', id);
  if (!here) {
    const begins = world.settings['sessions.engine'] as 'file' | 'log';
    return {
      files,
      landed: { ...landed, what: 'session' },
      step: { id, since: 0, events, begins },
    };
  }
  const more = restOf(here.state, events);
  if (more === null)
    return {
      files,
      left: { path: file, why: `the session ${id} went on here, too` },
    };
  if (more.length === 0) return { files, landed: { ...landed, what: 'known' } };
  return {
    files,
    landed: { ...landed, what: 'session' },
    step: { id, since: here.state.seq, events: more },
  };
}

/** What a session went on with there since it was taken over; null where it went on here as well. */
function restOf(here: SessionState, events: readonly SessionEvent[]): readonly SessionEvent[] | null {
  const before = stateAfter(NEW, events.slice(0, here.seq));
  const isSame = JSON.stringify(entriesOf(before)) === JSON.stringify(entriesOf(here));
  return events.length >= here.seq && isSame ? events.slice(here.seq) : null;
}

const NEW = stateOf([]);

/** Entries without the moment in which they were taken over. */
const entriesOf = ({ entries }: SessionState) =>
  [...entries.values()].map((entry) =>
    entry.type === 'message' ? [entry.id, entry.parent, entry.message] : [entry.id, entry.type],
  );
