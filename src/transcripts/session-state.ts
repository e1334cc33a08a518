import { type SessionEntry, type Todo, UNKNOWN_SESSION } from './entry.js';
import { type LabelKind, type StoredEvent, toEntryId } from './event.js';
import { getMessageText } from './message.js';
import { findPathToEntry, type SessionTree } from './tree.js';

/** A name for a place in a session; null for its beginning. */
export interface EntryLabel {
  readonly name: string;
  readonly as: LabelKind;
  readonly entry: string | null;
}

/** The active place of a session. */
export interface SessionPosition {
  readonly leaf: string | null;
  readonly branch: string | null;
}

/** The state of a session, computed from its events. */
export interface SessionState extends SessionTree {
  /** The number of the last event; 0 for none. */
  readonly seq: number;
  readonly labels: readonly EntryLabel[];
  /** The name of the active branch; null for none. */
  readonly branch: string | null;
  /** The active places before each step that can be undone, oldest first. */
  readonly steps: readonly SessionPosition[];
  readonly by: string | null;
}

/** Takes events in order and returns the state after them. */
interface StateFold {
  take(event: StoredEvent): void;
  state(): SessionState;
}

/** Folds all events into the state: the only reader of a session. */
export function createStateFold(from: SessionState = NEW): StateFold {
  const entries = new Map(from.entries);
  const labels = new Map(from.labels.map((label) => [`${label.as} ${label.name}`, label] as const));
  const steps = [...from.steps];
  let { about, by, leaf, branch, seq } = from;
  const to = (place: SessionPosition): void => {
    leaf = place.leaf;
    branch = place.branch;
  };
  const step = (place: SessionPosition): void => {
    steps.push({ leaf, branch });
    to(place);
  };
  const nameTip = (): void => {
    if (branch !== null) labels.set(`branch ${branch}`, { name: branch, as: 'branch', entry: leaf });
  };
  const back = (event: StoredEvent & { readonly t: 'undo' }): void => {
    const was = steps.splice(Math.max(0, steps.length - event.back))[0];
    const isSameBranch = was !== undefined && was.branch === branch;
    to({ leaf: known(event.leaf, entries), branch: was?.branch ?? null });
    if (isSameBranch) nameTip();
  };
  return {
    take(event) {
      seq = event.seq;
      const at = happenedAt(event);
      if (at !== null) about = { ...about, started: about.started ?? at, last: at };
      switch (event.t) {
        case 'header':
          by = event.by;
          about = { ...about, id: event.session, cwd: event.cwd, branch: event.branch };
          break;
        case 'leaf':
          step({ leaf: known(event.leaf, entries), branch: event.branch ?? null });
          break;
        case 'undo':
          back(event);
          break;
        case 'label':
          labels.set(`${event.as} ${event.name}`, { name: event.name, as: event.as, entry: event.entry });
          break;
        default: {
          const entry = entryOf(event);
          entries.set(entry.id, entry);
          step({ leaf: entry.id, branch });
          nameTip();
        }
      }
    },
    state: () => ({
      about,
      by,
      entries,
      leaf,
      branch,
      seq,
      labels: [...labels.values()],
      steps: [...steps],
      spent: 0,
    }),
  };
}

const NEW: SessionState = {
  about: UNKNOWN_SESSION,
  by: null,
  entries: new Map(),
  leaf: null,
  branch: null,
  seq: 0,
  labels: [],
  steps: [],
  spent: 0,
};

/** An imported entry keeps its original time; null if unknown. */
const happenedAt = (event: StoredEvent): string | null =>
  'was' in event && event.was ? event.was.at : event.at;

/** If damage removed the parent of an entry, the entry becomes a root; its own text is still there. */
const known = (id: string | null, entries: ReadonlyMap<string, SessionEntry>): string | null =>
  id !== null && entries.has(id) ? id : null;

type EntryEvent = Exclude<StoredEvent, { readonly t: 'header' | 'leaf' | 'undo' | 'label' }>;

function entryOf(event: EntryEvent): SessionEntry {
  const base = { id: toEntryId(event.seq), parent: event.parent ?? null, at: happenedAt(event), side: null };
  switch (event.t) {
    case 'message': {
      const { message } = event;
      return {
        ...base,
        type: 'message',
        message,
        isPrompt: message.role === 'user' && getMessageText(message) !== '',
      };
    }
    case 'compaction':
      return {
        ...base,
        type: 'compaction',
        summary: event.summary,
        replaces: event.replaces,
        memory: event.memory,
      };
    case 'state': {
      const { todos, files } = event;
      return { ...base, type: 'state', ...(todos ? { todos } : {}), ...(files ? { files } : {}) };
    }
    default: {
      const { t, ...data } = event as { readonly t: string };
      return { ...base, type: 'unknown', kind: t, data };
    }
  }
}

/** Returns the state after these events. */
export const foldEvents = (events: readonly StoredEvent[]): SessionState => applyEvents(NEW, events);

/** Returns the state after further events. */
export function applyEvents(state: SessionState, events: readonly StoredEvent[]): SessionState {
  const fold = createStateFold(state);
  for (const event of events) fold.take(event);
  return fold.state();
}

/** Returns the latest to-do list on the path to a leaf. */
export const findTodos = (tree: SessionTree, leaf: string | null): readonly Todo[] =>
  findPathToEntry(tree, leaf).reduce<readonly Todo[]>(
    (todos, entry) => (entry.type === 'state' && entry.todos ? entry.todos : todos),
    [],
  );
