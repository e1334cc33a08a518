import type { KindName } from '../../kinds/index.js';
import type { Wiki } from '../../wiki/wiki.js';
import { topicName, topicOf } from '../snapshot/name.js';
import { archivedShelf, type ReadProperties, shelfOf } from '../snapshot/shelf.js';
import { sameTask, taskOfFinding } from './finding.js';
import { ofCheckpoint, ofContextSnapshot } from './resumable.js';
import { type Sheet, sheetsOf, titled } from './sheet.js';

/** A note, and the task that it is about, as it calls it. */
interface OfTask {
  readonly path: string;
  readonly task: string;
}

/** Every note that is about a long task, in its place or in the archive: plans, findings, checkpoints, and snapshots of both kinds. */
export function notesOfTasks(wiki: Wiki, read: ReadProperties): readonly OfTask[] {
  const all = (kind: KindName): readonly Sheet[] => [
    ...sheetsOf(wiki, kind),
    ...sheetsOf(wiki, kind, 'archived'),
  ];
  return [
    ...all('plan').map((sheet) => ({ path: sheet.path, task: titled(sheet) })),
    ...all('finding').map((sheet) => ({ path: sheet.path, task: taskOfFinding(sheet) })),
    ...all('checkpoint').flatMap((sheet) => ofCheckpoint(sheet, read) ?? []),
    ...all('context-snapshot').map(ofContextSnapshot),
    ...[...shelfOf(wiki, read), ...archivedShelf(wiki, read)].map(({ path, snapshot }) => ({
      path,
      task: topicOf(snapshot.snapshot_id),
    })),
  ];
}

/** True where a note's task is the one that is asked for; a snapshot knows only the beginning of a long name. */
export const isOfTask = (one: OfTask, task: string): boolean =>
  sameTask(one.task, task) || sameTask(one.task, topicName(task));
