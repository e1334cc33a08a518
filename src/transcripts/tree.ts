import { type SessionEntry, type SessionMetadata, type TranscriptSink, UNKNOWN_SESSION } from './entry.js';
import { RecentKeys } from './recent-keys.js';

/** A session as a tree: all its entries in the order in which they came, and where it goes on. */
export interface SessionTree {
  readonly about: SessionMetadata;
  readonly entries: ReadonlyMap<string, SessionEntry>;
  /** The active leaf; null for a session without entries. */
  readonly leaf: string | null;
  /** Tokens of all turns, each message counted once. */
  readonly spent: number;
}

/** Collects what a transcript tells into a tree, and of each entry what is to be kept. What is told again takes the place of the first. */
export function createTreeFold(keep: (entry: SessionEntry) => SessionEntry): TranscriptSink & {
  readonly end: () => SessionTree;
} {
  const entries = new Map<string, SessionEntry>();
  const counted = new RecentKeys<number>(MOST_ANSWERS);
  let about = UNKNOWN_SESSION;
  let leaf: string | null = null;
  let spent = 0;
  return {
    entry(entry) {
      entries.set(entry.id, keep(entry));
      if (entry.side === null) leaf = entry.id;
      if (entry.at === null) return;
      about = { ...about, started: about.started ?? entry.at, last: entry.at };
    },
    usage({ message, tokens }) {
      spent += tokens - ((message === null ? null : counted.get(message)) ?? 0);
      if (message !== null) counted.set(message, tokens);
    },
    context() {
      // What is in the context is told by the entries.
    },
    about(fields) {
      about = { ...about, ...fields, started: about.started ?? fields.started ?? null };
    },
    leaf(id) {
      if (id === null || entries.has(id)) leaf = id;
    },
    end: () => ({ about, entries, leaf, spent }),
  };
}

/** The lines of an answer stand closer together than so many others. */
const MOST_ANSWERS = 2000;

/** The entries from the first to this one; a parent that is missing, or comes round again, begins the path. */
export function findPathToEntry({ entries }: SessionTree, leaf: string | null): readonly SessionEntry[] {
  const path: SessionEntry[] = [];
  for (let id = leaf; id !== null && path.length <= entries.size; ) {
    const entry = entries.get(id);
    if (!entry) break;
    path.push(entry);
    id = entry.parent;
  }
  const once = path.length > entries.size ? [...new Set(path)] : path;
  return once.reverse();
}

/** What goes on from each entry, in order; what begins goes on from null. */
export function groupChildren({ entries }: SessionTree): ReadonlyMap<string | null, readonly SessionEntry[]> {
  const children = new Map<string | null, SessionEntry[]>();
  for (const entry of entries.values()) {
    const parent = entry.parent !== null && entries.has(entry.parent) ? entry.parent : null;
    const known = children.get(parent);
    if (known) known.push(entry);
    else children.set(parent, [entry]);
  }
  return children;
}

/** Entries that nothing goes on from. */
export const findLeaves = (tree: SessionTree): readonly SessionEntry[] => [...forksIn(tree).tips.values()];

/** Entries that more than one goes on from. */
export function findBranchPoints(tree: SessionTree): readonly SessionEntry[] {
  const { children } = forksIn(tree);
  if (children.size === 0) return [];
  return [...tree.entries.values()].filter(({ id }) => (children.get(id) ?? 0) > 1);
}

/**
 * The tips of a tree, and how many children the others have that have not one. Most entries go on from the one before: whoever
 * passes by all of them holds only a few.
 */
function forksIn({ entries }: SessionTree) {
  const tips = new Map<string, SessionEntry>();
  const children = new Map<string, number>();
  for (const entry of entries.values()) {
    const early = children.get(entry.id);
    if (early === undefined) tips.set(entry.id, entry);
    else children.set(entry.id, early - 1); // it was taken for one that had a child and was seen
    const { parent } = entry;
    if (parent !== null && !tips.delete(parent)) children.set(parent, (children.get(parent) ?? 1) + 1);
  }
  return { tips, children };
}
