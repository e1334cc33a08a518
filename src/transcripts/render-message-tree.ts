import { cutText } from '../text/sanitize.js';
import type { SessionEntry } from './entry.js';
import { formatMessagePreview } from './message.js';
import { findPathToEntry, groupChildren, type SessionTree } from './tree.js';

/** A line of the drawn tree: an entry, or the number of entries left out. */
interface TreeLine {
  readonly id: string | null;
  /** The drawing before the text of the entry. */
  readonly before: string;
  /** The part after the text: its names, and a mark if it is active. */
  readonly behind: string;
}

/** Labels to show, by entry. */
type Labels = ReadonlyMap<string, readonly string[]>;

const NO_LABELS: Labels = new Map();
/** A run without branches shows its first and last entry. */
const SHOWN_OF_A_RUN = 2;

/**
 * Draws a tree line by line: runs are shortened, branches indented below their parent, the active leaf and compactions
 * marked.
 */
export function renderTree(tree: SessionTree, labels: Labels = NO_LABELS): readonly TreeLine[] {
  const children = groupChildren(tree);
  const active = new Set(findPathToEntry(tree, tree.leaf));
  const lines: TreeLine[] = [];
  const waiting = branchesFrom(children.get(null) ?? [], 0, active);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const run = runFrom(next.entry, children, tree.leaf, labels);
    lines.push(...drawnRun(run, next, tree, labels));
    const end = run.at(-1);
    const on = (end && children.get(end.id)) ?? [];
    waiting.push(...branchesFrom(on, next.depth + (on.length > 1 ? 1 : 0), active));
  }
  return lines;
}

interface Branch {
  readonly entry: SessionEntry;
  readonly depth: number;
  readonly forks: boolean;
}

/** Returns the branches of an entry in order of creation, the active one last; reversed for a stack. */
function branchesFrom(
  entries: readonly SessionEntry[],
  depth: number,
  active: ReadonlySet<SessionEntry>,
): Branch[] {
  const forks = entries.length > 1;
  const order = entries.toReversed().sort((a, b) => Number(active.has(b)) - Number(active.has(a)));
  return order.map((entry) => ({ entry, depth, forks }));
}

/** Returns the entries up to the next branch point or the next one that must be shown. */
function runFrom(
  entry: SessionEntry,
  children: ReturnType<typeof groupChildren>,
  leaf: string | null,
  labels: Labels,
): readonly SessionEntry[] {
  const run = [entry];
  for (let on = children.get(entry.id); on?.length === 1; on = children.get(run.at(-1)?.id ?? null)) {
    const [next] = on;
    const end = run.at(-1);
    if (!next || !end || isMarked(end, leaf, labels) || isMarked(next, leaf, labels)) break;
    run.push(next);
  }
  return run;
}

const isMarked = (entry: SessionEntry, leaf: string | null, labels: Labels): boolean =>
  entry.type === 'compaction' || entry.id === leaf || labels.has(entry.id);

function drawnRun(
  run: readonly SessionEntry[],
  { depth, forks }: Branch,
  tree: SessionTree,
  labels: Labels,
): TreeLine[] {
  const indent = '  '.repeat(depth);
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) return [];
  const show = (entry: SessionEntry, sign: string): TreeLine => ({
    id: entry.id,
    before: `${indent}${sign} ${shortenId(entry.id)} `,
    behind: marksOf(entry, tree, labels),
  });
  const between = run.length - SHOWN_OF_A_RUN;
  return [
    show(first, forks ? '├' : '│'),
    ...(between > 0 ? [{ id: null, before: `${indent}│ … ${between} more`, behind: '' }] : []),
    ...(run.length > 1 ? [show(last, '│')] : []),
  ];
}

function marksOf({ id }: SessionEntry, { leaf }: SessionTree, labels: Labels): string {
  const names = (labels.get(id) ?? []).map((name) => ` [${name}]`).join('');
  return `${names}${id === leaf ? ' ◀ active' : ''}`;
}

/** What an entry is about, on one line. */
export function formatEntryLine(entry: SessionEntry): string {
  switch (entry.type) {
    case 'message':
      return `${entry.side === null ? '' : `(${entry.side}) `}${entry.message.role}: ${cutText(formatMessagePreview(entry.message), WIDTH)}`;
    case 'compaction':
      return `◇ compacted${entry.summary === '' ? '' : `: ${cutText(entry.summary.replace(/\s+/g, ' '), WIDTH)}`}`;
    case 'state':
      return `state: ${entry.todos ? `${entry.todos.length} todos` : 'files'}`;
    case 'unknown':
      return entry.kind;
  }
}

const WIDTH = 72;

/** Returns enough of an id to find it: the first part of a UUID, or as many digits; other ids whole. */
export const shortenId = (id: string): string => /^[0-9a-f]{8}(?=-|[0-9a-f]{24}$)/.exec(id)?.[0] ?? id;
