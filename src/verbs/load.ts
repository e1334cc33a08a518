import { pathsOf } from '../lifecycle/paths.js';
import { restore } from '../lifecycle/snapshot/layers.js';
import type { Shelved } from '../lifecycle/snapshot/retire.js';
import { shelfOf } from '../lifecycle/snapshot/shelf.js';
import { opening } from '../recall/brief/layers.js';
import type { Fate } from '../wiki/fate.js';
import { redactAll } from '../wiki/secrets.js';
import { type Notice, type Outcome, Refusal, verb, type World } from './verb.js';

/** Tokens of what is restored (MindSave §/load). */
const BUDGET = 800;
/** Tokens of the goal, and of the next action, in the line that announces them. */
const SAID = 40;

/** Brings back where a task stands (MindSave §/load): one snapshot at once, of several the one that is chosen. */
export const load = verb({
  name: 'load',
  about: 'bring back a saved task: goal, state and next step, then what must be known',
  params: {
    which: { kind: 'text', word: 'one', about: 'its number in the list, or its id', holder: 'N|ID' },
    latest: { kind: 'flag', about: 'the newest one, without asking' },
    verify: { kind: 'flag', about: 'first compare its files with the workspace' },
    full: { kind: 'flag', about: 'every field whole, whatever it takes' },
    budget: { kind: 'number', about: 'tokens of what is restored (800)', holder: 'N' },
  },
  examples: ['daybook load', 'daybook load 2', 'daybook load --latest --verify'],
  faces: ['cli', 'mcp', 'hook'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => true,
  think(world, { which, latest, verify, full, budget = BUDGET }) {
    const shelf = shelfOf(world.wiki, (text) => world.ask('properties', text));
    const notices = unreadable(world, shelf);
    if (shelf.length === 0)
      throw new Refusal(
        'no-snapshot',
        'no snapshot is saved here',
        'save one: daybook save --goal "…" --next "…"; other notes to continue from: daybook recover',
      );
    const chosen = which === undefined ? only(shelf, latest) : named(shelf, which);
    if (!chosen) return { ...listed(shelf), notices };
    return {
      ...loaded(world, chosen, shelf, { verify, budget: full ? Number.POSITIVE_INFINITY : budget }),
      notices,
    };
  },
});

const only = (shelf: readonly Shelved[], latest: boolean): Shelved | undefined =>
  latest || shelf.length === 1 ? shelf[0] : undefined;

/** By its number in the list, or by its id or the beginning of it where that is clear. */
function named(shelf: readonly Shelved[], which: string): Shelved {
  const byNumber = /^\d+$/.test(which) ? shelf[Number(which) - 1] : undefined;
  const exact = byNumber ?? shelf.find(({ snapshot }) => snapshot.snapshot_id === which);
  if (exact) return exact;
  const near = shelf.filter(({ snapshot }) =>
    snapshot.snapshot_id.toLowerCase().startsWith(which.toLowerCase()),
  );
  if (near[0] && near.length === 1) return near[0];
  throw new Refusal(
    'unknown-snapshot',
    near.length === 0 ? `no snapshot \`${which}\`` : `${near.length} snapshots begin with \`${which}\``,
    'see the list: daybook snapshots list',
  );
}

/** The list to choose from (MindSave §/load): number, id, time and goal. */
function listed(shelf: readonly Shelved[]): Outcome {
  const list = listOf(shelf);
  return {
    say: `${shelf.length} snapshots, newest first. Choose: daybook load N`,
    rows: list.map(({ n, id, created_at, goal }) => ({
      what: `${n}. ${id} · ${when(created_at)} · ${goal}`,
    })),
    data: { snapshot: null, list, context: null, tokens: 0, omitted: 0, discrepancies: [] },
    changes: [],
  };
}

const listOf = (shelf: readonly Shelved[]) =>
  shelf.map(({ path, snapshot }, at) => ({
    n: at + 1,
    id: snapshot.snapshot_id,
    path,
    created_at: snapshot.created_at,
    status: snapshot.status,
    goal: snapshot.goal.replace(/\s+/g, ' '),
  }));

const when = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

interface How {
  readonly verify: boolean;
  readonly budget: number;
}

function loaded(
  world: World,
  { path, snapshot }: Shelved,
  shelf: readonly Shelved[],
  { verify, budget }: How,
): Outcome {
  const count = world.ask('tokenizer');
  const more = `daybook load ${snapshot.snapshot_id} --full`;
  const restored = restore(snapshot, { budget, more, count });
  const { text: context, tokens, omitted } = { ...restored, text: redactAll(restored.text).value };
  const since = Date.parse(snapshot.created_at);
  const discrepancies = verify
    ? world
        .ask('fates', snapshot.active_files, Number.isFinite(since) ? since : 0)
        .filter(({ fate }) => fate !== 'untouched')
    : [];
  const short = (text: string) => opening(text.replace(/\s+/g, ' '), SAID, more, count);
  const restoredLine = `MindSave restored. Goal: ${short(snapshot.goal)}. Next: ${short(snapshot.next_action)}.`;
  const begins =
    discrepancies.length === 0
      ? `${restoredLine} Entering Continuation Mode — executing next step.`
      : restoredLine;
  return {
    say: [...alert(world, discrepancies), context.trimEnd(), begins].join('\n\n'),
    data: {
      snapshot: { id: snapshot.snapshot_id, path, ...snapshot },
      list: listOf(shelf),
      context,
      tokens,
      omitted,
      discrepancies: discrepancies.map((one) => asDiscrepancy(world, one)),
    },
    changes: [],
    signal: { last_loaded: snapshot.snapshot_id },
  };
}

/** What differs, before anything else (MindSave §/load --verify). */
function alert(world: World, found: readonly Fate[]): string[] {
  if (found.length === 0) return [];
  const lines = found.map((one) => `- ${told(world, one)}`);
  return [['⚠ Workspace differs from snapshot:', ...lines, 'Continue with Continuation Mode?'].join('\n')];
}

function told(world: World, { path, fate, modified, to }: Fate): string {
  if (fate === 'missing') return `${path} is missing`;
  if (fate === 'renamed') return `${path} was renamed to ${to}`;
  return `${path} may have changed (last modified: ${when(world.local(modified ?? 0).iso)})`;
}

const asDiscrepancy = (world: World, { path, fate, modified, to }: Fate) => ({
  path,
  fate,
  modified: modified === null ? null : world.local(modified).iso,
  to,
});

/** Snapshots that are no YAML are named, not passed over in silence. */
function unreadable({ wiki }: World, shelf: readonly Shelved[]): Notice[] {
  const known = new Set(shelf.map(({ path }) => path));
  return pathsOf('snapshot', wiki)
    .filter((path) => !known.has(path))
    .map((path) => ({ level: 'warning', path, message: 'is left out: its front matter cannot be read' }));
}
