import { addDays } from '../../dates/local-time.js';
import type { TextEdit } from '../../markdown/text-edit.js';
import type { Change } from '../../notes/changes/change.js';
import type { Notebook } from '../../notes/notebook.js';
import { parseSnapshotTopic } from '../../records/file-name.js';
import { isBlocked, readSnapshotTime, type StoredSnapshot } from '../../records/snapshot.js';
import { archiveNotes, type FindLinkingNotes } from '../retention/archive-entries.js';

/** Most snapshots that stay, and most days for completed ones (MindSave §Snapshot Cleanup). */
const MAX_SNAPSHOTS = 20;
const MAX_COMPLETED_DAYS = 30;

/** The snapshots that a new save of a topic or session completes: earlier ones without a blocker (FEATURES B2). */
export const findSuperseded = (
  snapshots: readonly StoredSnapshot[],
  fresh: { readonly id: string; readonly session: string | null },
): readonly StoredSnapshot[] =>
  snapshots.filter(({ snapshot }) => {
    const same =
      parseSnapshotTopic(snapshot.snapshot_id).toLowerCase() === parseSnapshotTopic(fresh.id).toLowerCase();
    const together = fresh.session !== null && snapshot.session === fresh.session;
    return (same || together) && snapshot.status === 'in_progress' && !isBlocked(snapshot);
  });

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

/** The input of the clean-up. */
interface Tidying {
  readonly wiki: Notebook;
  /** The local day. */
  readonly today: string;
  /** The snapshots to complete. */
  readonly done: readonly StoredSnapshot[];
  readonly setProperty: (text: string, key: string, value: string) => TextEdit[];
  readonly linking: FindLinkingNotes;
}

/** Returns the snapshots, some of them completed. */
export const markCompleted = (
  snapshots: readonly StoredSnapshot[],
  done: readonly StoredSnapshot[],
): readonly StoredSnapshot[] =>
  snapshots.map((one) =>
    done.includes(one) ? { ...one, snapshot: { ...one.snapshot, status: 'completed' } } : one,
  );

/** Plans what a save changes of earlier snapshots: their status, and which are archived. */
export function planSnapshotCleanup(
  snapshots: readonly StoredSnapshot[],
  fresh: StoredSnapshot | null,
  { wiki: notebook, today, done, setProperty, linking }: Tidying,
): { readonly changes: readonly Change[]; readonly archived: readonly string[] } {
  const going = findExpired(fresh ? [...snapshots, fresh] : snapshots, today).filter(
    ({ path }) => path !== fresh?.path,
  );
  const archived = going.map(({ path }) => path);
  const status = done.flatMap(({ path }) => markedDone(path, notebook, setProperty));
  const left = archiveNotes(archived, notebook.after(status), linking, 'a completed snapshot is archived');
  return { changes: [...status, ...left], archived };
}

function markedDone(path: string, notebook: Notebook, setProperty: Tidying['setProperty']): Change[] {
  const note = notebook.note(path);
  if (!note) return [];
  const splices = setProperty(note.text, 'status', 'completed');
  return [{ kind: 'edit', path, base: note.hash, splices, why: 'a later snapshot of the task replaces it' }];
}
