import { clipped } from './clip.js';
import { type About, NOBODY, type SessionEntry, type Sink } from './entry.js';

/** A session as a tree: all its entries in the order in which they came, and where it goes on. */
export interface SessionTree {
  readonly about: About;
  readonly entries: ReadonlyMap<string, SessionEntry>;
  /** The active leaf; null for a session without entries. */
  readonly leaf: string | null;
  /** Tokens of all turns, each message counted once. */
  readonly spent: number;
}

/** Collects what a transcript tells into a tree, each message cut to a line. What is told again takes the place of the first. */
export function createTreeFold(keep: (entry: SessionEntry) => SessionEntry = clipped): Sink & {
  readonly end: () => SessionTree;
} {
  const entries = new Map<string, SessionEntry>();
  const spent = new Map<string, number>();
  let about = NOBODY;
  let leaf: string | null = null;
  let unnamed = 0;
  return {
    entry(entry) {
      entries.set(entry.id, keep(entry));
      if (entry.side === null) leaf = entry.id;
      if (entry.at === null) return;
      about = { ...about, started: about.started ?? entry.at, last: entry.at };
    },
    usage({ message, tokens }) {
      spent.set(message ?? `${unnamed++}`, tokens);
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
    end: () => ({ about, entries, leaf, spent: [...spent.values()].reduce((sum, one) => sum + one, 0) }),
  };
}

/** The entries from the first to this one; a parent that is missing, or comes round again, begins the path. */
export function pathTo({ entries }: SessionTree, leaf: string | null): readonly SessionEntry[] {
  const path: SessionEntry[] = [];
  const seen = new Set<string>();
  for (let id = leaf; id !== null && !seen.has(id); ) {
    seen.add(id);
    const entry = entries.get(id);
    if (!entry) break;
    path.push(entry);
    id = entry.parent;
  }
  return path.reverse();
}

/** What goes on from each entry, in order; what begins goes on from null. */
export function childrenIn({ entries }: SessionTree): ReadonlyMap<string | null, readonly SessionEntry[]> {
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
export function leavesIn({ entries }: SessionTree): readonly SessionEntry[] {
  const parents = new Set([...entries.values()].map(({ parent }) => parent));
  return [...entries.values()].filter(({ id }) => !parents.has(id));
}

/** Entries that more than one goes on from. */
export function branchPointsIn({ entries }: SessionTree): readonly SessionEntry[] {
  const once = new Set<string | null>();
  const more = new Set<string | null>();
  for (const { parent } of entries.values()) (once.has(parent) ? more : once).add(parent);
  return more.size === 0 ? [] : [...entries.values()].filter(({ id }) => more.has(id));
}
