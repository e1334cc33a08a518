import type { KindName } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { formatTopicName, parseSnapshotTopic } from '../../records/file-name.js';
import { findFindingTask, isSameTask, isSynthesis, listFindings } from '../../records/finding-record.js';
import { parseTitleAfter, readTaskNotes, type TaskNote } from '../../records/note-sections.js';
import { isPlanComplete } from '../../records/plan-record.js';
import { parseCheckpoint, parseContextSnapshot, type ResumePoint } from '../../records/resume-point.js';
import { listArchivedSnapshots, listSnapshots, type ReadProperties } from '../../records/snapshot.js';
import { findLatestSynthesis, listSynthesisSources } from './synthesis.js';

/** Checkpoints and context snapshots are stale after so many hours (External Memory §Clean Up Old Memory). */
const STALE_HOURS = 24;

/** A note that has expired, and why. */
interface ExpiredNote {
  readonly path: string;
  readonly why: string;
}

/**
 * The notes of long tasks that have had their day (FEATURES E7): all of a completed task; checkpoints and context
 * snapshots older than 24 hours, but the latest of each unfinished task; findings that a later synthesis holds.
 */
export function findExpiredTaskNotes(
  notebook: Notebook,
  now: number,
  read: ReadProperties,
): readonly ExpiredNote[] {
  const plans = readTaskNotes(notebook, 'plan');
  const finished = plans.filter(isPlanComplete);
  const isFinished = (task: string) => finished.some((plan) => isSameTask(parseTitleAfter(plan), task));
  const resumed = [
    readTaskNotes(notebook, 'checkpoint').flatMap((sheet) => parseCheckpoint(sheet, read) ?? []),
    readTaskNotes(notebook, 'context-snapshot').map(parseContextSnapshot),
  ];
  const findings = readTaskNotes(notebook, 'finding');
  const done = [
    ...finished,
    ...resumed.flat().filter(({ task }) => isFinished(task)),
    ...findings.filter((sheet) => isFinished(findFindingTask(sheet))),
  ];
  const passed = resumed.flatMap((notes) => overtaken(notes, now)).filter(({ task }) => !isFinished(task));
  const open = findings.filter((sheet) => !isFinished(findFindingTask(sheet)));
  return [
    ...done.map(({ path }) => ({ path, why: 'its task is completed' })),
    ...passed.map(({ path }) => ({
      path,
      why: `older than ${STALE_HOURS} hours, and not the latest of its task`,
    })),
    ...tx(open, notebook).map(({ path }) => ({ path, why: 'a synthesis includes it' })),
  ];
}

/** Those older than a day, of each task but the latest. */
function overtaken(notes: readonly ResumePoint[], now: number): readonly ResumePoint[] {
  const limit = now - STALE_HOURS * 3_600_000;
  return notes.filter(
    (one) =>
      one.at < limit &&
      notes.some(
        (other) =>
          isSameTask(other.task, one.task) &&
          (other.at > one.at || (other.at === one.at && other.path > one.path)),
      ),
  );
}

/** Findings that the latest synthesis of their task joins, and earlier syntheses. */
function tx(sheets: readonly TaskNote[], notebook: Notebook): readonly TaskNote[] {
  const tasks = [...new Set(sheets.filter(({ path }) => isSynthesis(path)).map(findFindingTask))];
  return tasks.flatMap((task) => {
    const latest = findLatestSynthesis(notebook, task);
    if (!latest) return [];
    const sources = new Set(listSynthesisSources(latest));
    const own = sheets.filter(
      (sheet) => isSameTask(findFindingTask(sheet), task) && sheet.path !== latest.path,
    );
    const tx = new Set(
      listFindings(notebook, task)
        .filter(({ name }) => sources.has(name))
        .map(({ path }) => path),
    );
    return own.filter(({ path }) => isSynthesis(path) || tx.has(path));
  });
}

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
