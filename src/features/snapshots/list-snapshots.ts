import type { CommandContext, CommandReply } from '../../command/define-command.js';
import { requireChoice } from '../../command/params.js';
import { listNotePaths } from '../../notes/kinds/note-paths.js';
import { listSnapshots, REQUIRED, type StoredSnapshot } from '../../records/snapshot.js';
import { pluralize } from '../../text/pluralize.js';
import { countLayerTokens } from './layers.js';
import { planSnapshotCleanup } from './snapshot-retention.js';

/** What `load --list` does besides listing. */
const ACTIONS = ['list', 'clean', 'stats'];

/** Lists, cleans or measures snapshots (MindSave §/snapshots). */
export function planSnapshotList(ctx: CommandContext, action: string | undefined): CommandReply {
  requireChoice('--list', action, ACTIONS);
  if (action === 'clean') return clean(ctx);
  return action === 'stats' ? stats(ctx) : list(ctx);
}

const sizeOf = ({ notebook }: CommandContext, path: string): number =>
  new TextEncoder().encode(notebook.note(path)?.text ?? '').length;

/** Time, size, status and validity of each: readable front matter, all fields, existing files. */
function list(ctx: CommandContext): CommandReply {
  const known = listSnapshots(ctx);
  const broken = listNotePaths('snapshot', ctx.notebook).filter(
    (path) => !known.some((one) => one.path === path),
  );
  const rows = [
    ...known.map(({ path, snapshot }) => ({
      id: snapshot.snapshot_id,
      path,
      created_at: snapshot.created_at,
      size: sizeOf(ctx, path),
      status: snapshot.status,
      validity: validityOf(ctx, snapshot),
      goal: snapshot.goal,
    })),
    ...broken.map((path) => ({
      id: path.slice(path.lastIndexOf('/') + 1, -'.md'.length),
      path,
      created_at: '',
      size: sizeOf(ctx, path),
      status: 'unknown',
      validity: 'its front matter cannot be read',
      goal: '',
    })),
  ];
  return {
    message:
      rows.length === 0
        ? 'No snapshot here: daybook save'
        : `${pluralize(rows.length, 'snapshot')}, newest first:`,
    items: rows.map(({ id, created_at, size, status, validity }) => ({
      what: `${id} · ${created_at.slice(0, 16).replace('T', ' ')} · ${size} bytes · ${status} · ${validity}`,
    })),
    data: { snapshots: rows },
  };
}

function validityOf(ctx: CommandContext, snapshot: StoredSnapshot['snapshot']): string {
  const missing = REQUIRED.filter((key) => snapshot[key] === '');
  if (missing.length > 0) return `no ${missing.join(', ')}`;
  const since = Date.parse(snapshot.created_at);
  const fates =
    snapshot.active_files.length === 0 ? [] : ctx.query('fileStatuses', snapshot.active_files, since);
  const gone = fates.filter(({ fate }) => fate === 'missing' || fate === 'renamed').map(({ path }) => path);
  return gone.length === 0 ? 'valid' : `missing: ${gone.join(', ')}`;
}

/** Runs the retention of every save by hand: archives completed snapshots that are too old or too many. */
function clean(ctx: CommandContext): CommandReply {
  const { changes, archived } = planSnapshotCleanup(ctx, ctx.notebook);
  return {
    message:
      archived.length === 0
        ? 'No snapshot has to be archived.'
        : `${pluralize(archived.length, 'completed snapshot')} moved to the archive.`,
    items: archived.map((path) => ({ what: path })),
    data: { archived },
    changes,
  };
}

function stats(ctx: CommandContext): CommandReply {
  const known = listSnapshots(ctx);
  const count = ctx.query('tokenizer');
  const each = known.map(({ path, snapshot }) =>
    countLayerTokens(count, snapshot, ctx.notebook.note(path)?.text ?? ''),
  );
  const sum = (layer: 'l1' | 'l2' | 'l3') => each.reduce((total, one) => total + one[layer], 0);
  const found = {
    count: known.length,
    bytes: known.reduce((total, { path }) => total + sizeOf(ctx, path), 0),
    tokens: { l1: sum('l1'), l2: sum('l2'), l3: sum('l3') },
  };
  const { l1, l2, l3 } = found.tokens;
  return {
    message: `${pluralize(found.count, 'snapshot')}, ${found.bytes} bytes; tokens: layer 1 ${l1}, layer 2 ${l2}, layer 3 ${l3}.`,
    data: { stats: found },
  };
}
