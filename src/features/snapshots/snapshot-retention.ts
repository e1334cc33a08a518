import type { CommandContext } from '../../command/define-command.js';
import { addDays } from '../../dates/local-time.js';
import { createEdit } from '../../notes/changes/change.js';
import type { Notebook } from '../../notes/notebook.js';
import { parseSnapshotTopic } from '../../records/file-name.js';
import {
  isBlocked,
  listSnapshots,
  readSnapshotTime,
  type Snapshot,
  type StoredSnapshot,
} from '../../records/snapshot.js';
import { archiveNotes } from '../retention/archive-entries.js';

/** Most snapshots that stay, and most days for completed ones (MindSave §Snapshot Cleanup). */
const MAX_SNAPSHOTS = 20;
const MAX_COMPLETED_DAYS = 30;

/** True for a snapshot that a new save of its topic or session completes: one without a blocker (FEATURES B2). */
function isSuperseded({ snapshot }: StoredSnapshot, { snapshot_id, session }: Snapshot): boolean {
  const topic = (id: string) => parseSnapshotTopic(id).toLowerCase();
  const isSame = topic(snapshot.snapshot_id) === topic(snapshot_id);
  const isTogether = session !== null && snapshot.session === session;
  return (isSame || isTogether) && snapshot.status === 'in_progress' && !isBlocked(snapshot);
}

/**
 * Those that leave (MindSave §Snapshot Cleanup): completed ones older than 30 days, then the oldest completed ones while
 * there are more than 20. What is in progress or blocked never leaves, however many there are.
 */
function findExpired(snapshots: readonly StoredSnapshot[], today: string): readonly StoredSnapshot[] {
  const mayLeave = ({ snapshot }: StoredSnapshot) => snapshot.status === 'completed' && !isBlocked(snapshot);
  const oldest = snapshots.filter(mayLeave).toSorted((a, b) => readSnapshotTime(a) - readSnapshotTime(b));
  const limit = addDays(today, -MAX_COMPLETED_DAYS);
  const old = oldest.filter(({ snapshot }) => {
    const day = snapshot.created_at.slice(0, 10);
    return day !== '' && day < limit;
  });
  const excess = snapshots.length - old.length - MAX_SNAPSHOTS;
  const rest = oldest.filter((one) => !old.includes(one));
  return [...old, ...rest.slice(0, Math.max(0, excess))];
}

/** Plans what a save changes of earlier snapshots: their status, and which are archived; without one, only the latter. */
export function planSnapshotCleanup(
  ctx: CommandContext,
  notebook: Notebook,
  fresh: StoredSnapshot | null = null,
  known = listSnapshots(ctx, notebook),
) {
  const done = fresh ? known.filter((one) => isSuperseded(one, fresh.snapshot)) : [];
  const after = known.map((one) =>
    done.includes(one) ? { ...one, snapshot: { ...one.snapshot, status: 'completed' } } : one,
  );
  const archived = findExpired(fresh ? [...after, fresh] : after, ctx.local(ctx.now).date).flatMap(
    ({ path }) => (path === fresh?.path ? [] : path),
  );
  const status = done.flatMap(({ path }) => {
    const note = notebook.note(path);
    return note ? createEdit(note, ctx.query('yaml').setProperty(note.text, 'status', 'completed'), WHY) : [];
  });
  const linking = (names: readonly string[]) => ctx.query('backlinks', names).map(({ path }) => path);
  const left = archiveNotes(archived, notebook.after(status), linking, 'a completed snapshot is archived');
  return { changes: [...status, ...left], archived };
}

const WHY = 'a later snapshot of the task replaces it';

/** When this session was last saved in ms, by its snapshots of some sort; 0 if never. */
export function findSessionSaveTime(
  ctx: CommandContext,
  isWanted: (snapshot: Snapshot) => boolean = () => true,
): number {
  const own = listSnapshots(ctx).find(
    ({ snapshot }) => snapshot.session === ctx.actor.session && isWanted(snapshot),
  );
  return own ? readSnapshotTime(own) : 0;
}
