import { pathsOf } from '../lifecycle/paths.js';
import { firstLayer, secondLayer } from '../lifecycle/snapshot/layers.js';
import type { Shelved } from '../lifecycle/snapshot/retire.js';
import { coldArchive, shelfOf } from '../lifecycle/snapshot/shelf.js';
import { REQUIRED } from '../lifecycle/snapshot/snapshot.js';
import { tidied } from '../lifecycle/snapshot/tidy.js';
import { amount } from '../wiki/amount.js';
import { type Outcome, Refusal, verb, type World } from './verb.js';

const ACTIONS = ['list', 'clean', 'stats'] as const;

/** Looks after the saved snapshots (MindSave §/snapshots). */
export const snapshots = verb({
  name: 'snapshots',
  about: 'list the saved snapshots, move completed ones into the archive, or count them',
  params: {
    action: { kind: 'text', word: 'one', about: 'list (or nothing), clean or stats', choices: ACTIONS },
  },
  examples: ['daybook snapshots list', 'daybook snapshots clean', 'daybook snapshots stats'],
  faces: ['cli', 'mcp', 'cron'],
  needs: 'workspace',
  whenLocked: 'refuse',
  activity: () => false,
  think(world, { action = 'list' }) {
    if (action === 'list') return list(world);
    if (action === 'clean') return clean(world);
    if (action === 'stats') return stats(world);
    throw new Refusal(
      'usage',
      `\`daybook snapshots\` cannot \`${action}\``,
      `one of: ${ACTIONS.join(', ')}`,
      {},
      2,
    );
  },
});

const shelf = (world: World): readonly Shelved[] =>
  shelfOf(world.wiki, (text) => world.ask('properties', text));

const sizeOf = ({ wiki }: World, path: string): number =>
  new TextEncoder().encode(wiki.note(path)?.text ?? '').length;

/** Time, size, status and validity of each: its front matter can be read, its fields are there, its files too. */
function list(world: World): Outcome {
  const known = shelf(world);
  const broken = pathsOf('snapshot', world.wiki).filter((path) => !known.some((one) => one.path === path));
  const rows = [
    ...known.map(({ path, snapshot }) => ({
      id: snapshot.snapshot_id,
      path,
      created_at: snapshot.created_at,
      size: sizeOf(world, path),
      status: snapshot.status,
      validity: validityOf(world, snapshot),
      goal: snapshot.goal,
    })),
    ...broken.map((path) => ({
      id: path.slice(path.lastIndexOf('/') + 1, -'.md'.length),
      path,
      created_at: '',
      size: sizeOf(world, path),
      status: 'unknown',
      validity: 'its front matter cannot be read',
      goal: '',
    })),
  ];
  return {
    say:
      rows.length === 0
        ? 'No snapshot is saved here: daybook save'
        : `${amount(rows.length, 'snapshot')}, newest first:`,
    rows: rows.map(({ id, created_at, size, status, validity }) => ({
      what: `${id} · ${created_at.slice(0, 16).replace('T', ' ')} · ${size} bytes · ${status} · ${validity}`,
    })),
    data: { snapshots: rows },
    changes: [],
  };
}

function validityOf(world: World, snapshot: Shelved['snapshot']): string {
  const missing = REQUIRED.filter((key) => snapshot[key] === '');
  if (missing.length > 0) return `no ${missing.join(', ')}`;
  const since = Date.parse(snapshot.created_at);
  const fates = snapshot.active_files.length === 0 ? [] : world.ask('fates', snapshot.active_files, since);
  const gone = fates.filter(({ fate }) => fate === 'missing' || fate === 'renamed').map(({ path }) => path);
  return gone.length === 0 ? 'valid' : `missing: ${gone.join(', ')}`;
}

/** Does by hand what every save does: completed ones leave that are too old, or too many. */
function clean(world: World): Outcome {
  const { changes, archived } = tidied(shelf(world), null, {
    wiki: world.wiki,
    today: world.local(world.now).date,
    done: [],
    setProperty: () => [],
    linking: (names) => world.ask('linking', names),
  });
  return {
    say:
      archived.length === 0
        ? 'No snapshot has to leave.'
        : `${amount(archived.length, 'completed snapshot')} moved to the archive.`,
    rows: archived.map((path) => ({ what: path })),
    data: { archived },
    changes,
  };
}

function stats(world: World): Outcome {
  const known = shelf(world);
  const count = world.ask('tokenizer');
  const tokens = (texts: readonly string[]) => texts.reduce((sum, text) => sum + count(text), 0);
  const found = {
    count: known.length,
    bytes: known.reduce((sum, { path }) => sum + sizeOf(world, path), 0),
    tokens: {
      l1: tokens(known.flatMap(({ snapshot }) => firstLayer(snapshot, '').lines.map(({ text }) => text))),
      l2: tokens(known.flatMap(({ snapshot }) => secondLayer(snapshot, '').lines.map(({ text }) => text))),
      l3: tokens(known.map(({ path }) => coldArchive(world.wiki.note(path)?.text ?? ''))),
    },
  };
  const { l1, l2, l3 } = found.tokens;
  return {
    say: `${amount(found.count, 'snapshot')}, ${found.bytes} bytes; tokens: layer 1 ${l1}, layer 2 ${l2}, layer 3 ${l3}.`,
    data: { stats: found },
    changes: [],
  };
}
