import type { KindName } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { formatTopicName, parseSnapshotTopic } from '../snapshots/file-name.js';
import { listArchivedSnapshots, listSnapshots, type ReadProperties } from '../snapshots/list-snapshots.js';
import { findFindingTask, isSameTask } from './finding-record.js';
import { parseTitleAfter, readTaskNotes, type TaskNote } from './note-sections.js';
import { parseCheckpoint, parseContextSnapshot } from './resumable.js';

/** A note, and the task that it names. */
interface OfTask {
  readonly path: string;
  readonly task: string;
}

/** All notes of long tasks, archived ones included: plans, findings, checkpoints, and snapshots of both kinds. */
export function listTaskNotes(notebook: Notebook, read: ReadProperties): readonly OfTask[] {
  const all = (kind: KindName): readonly TaskNote[] => [
    ...readTaskNotes(notebook, kind),
    ...readTaskNotes(notebook, kind, 'archived'),
  ];
  return [
    ...all('plan').map((sheet) => ({ path: sheet.path, task: parseTitleAfter(sheet) })),
    ...all('finding').map((sheet) => ({ path: sheet.path, task: findFindingTask(sheet) })),
    ...all('checkpoint').flatMap((sheet) => parseCheckpoint(sheet, read) ?? []),
    ...all('context-snapshot').map(parseContextSnapshot),
    ...[...listSnapshots(notebook, read), ...listArchivedSnapshots(notebook, read)].map(
      ({ path, snapshot }) => ({
        path,
        task: parseSnapshotTopic(snapshot.snapshot_id),
      }),
    ),
  ];
}

/** True if a note belongs to a task; snapshots have only the beginning of a long name. */
export const isTaskNote = (one: OfTask, task: string): boolean =>
  isSameTask(one.task, task) || isSameTask(one.task, formatTopicName(task));
