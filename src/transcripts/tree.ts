import { type SessionEntry, type SessionMetadata, type TranscriptSink, UNKNOWN_SESSION } from './entry.js';
import { RecentKeys } from './recent-keys.js';

/** A session as a tree: all its entries in order, and its active leaf. */
export interface SessionTree {
  readonly about: SessionMetadata;
  readonly entries: ReadonlyMap<string, SessionEntry>;
  /** The active leaf; null for a session without entries. */
  readonly leaf: string | null;
  /** Tokens of all turns, each message counted once. */
  readonly spent: number;
}

/** Collects a transcript into a tree; `keep` selects what of each entry is stored. A repeated entry replaces the first. */
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
      // The context is computed from the entries.
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

/** Lines of one answer lie within this distance. */
const MOST_ANSWERS = 2000;

/** Returns the path from the root to an entry; a missing or circular parent starts the path. */
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

/** Returns the children of each entry, in order; roots are below null. */
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

/** Returns the entries without children. */
export const findLeaves = (tree: SessionTree): readonly SessionEntry[] => [...forksIn(tree).tips.values()];

/** Returns the entries with several children. */
export function findBranchPoints(tree: SessionTree): readonly SessionEntry[] {
  const { children } = forksIn(tree);
  if (children.size === 0) return [];
  return [...tree.entries.values()].filter(({ id }) => (children.get(id) ?? 0) > 1);
}

/**
 * Returns the leaves, and the number of children of each entry that does not have exactly one. Most entries have one
 * child, so this stays small.
 */
function forksIn({ entries }: SessionTree) {
  const tips = new Map<string, SessionEntry>();
  const children = new Map<string, number>();
  for (const entry of entries.values()) {
    const early = children.get(entry.id);
    if (early === undefined) tips.set(entry.id, entry);
    else children.set(entry.id, early - 1); // it was counted as having one child
    const { parent } = entry;
    if (parent !== null && !tips.delete(parent)) children.set(parent, (children.get(parent) ?? 1) + 1);
  }
  return { tips, children };
}
