import type { CommandContext } from '../../command/define-command.js';
import type { KindName } from '../../notes/kinds/index.js';
import type { Notebook } from '../../notes/notebook.js';
import { formatTopicName, parseSnapshotTopic } from '../../records/file-name.js';
import { findFindingTask, isSameTask, isSynthesis } from '../../records/finding-record.js';
import { noteName, parseTitleAfter, readTaskNotes, type TaskNote } from '../../records/note-sections.js';
import { isPlanComplete } from '../../records/plan-record.js';
import { parseCheckpoint, parseContextSnapshot, type ResumePoint } from '../../records/resume-point.js';
import { createPropertyReader, listSnapshots } from '../../records/snapshot.js';
import { findLatestSynthesis, listSynthesisSources } from './synthesis.js';

/** Checkpoints and context snapshots are stale after so many hours (External Memory §Clean Up Old Memory). */
const STALE_HOURS = 24;

/**
 * The notes of long tasks that have had their day (FEATURES E7): all of a completed task; checkpoints and context
 * snapshots older than 24 hours, but the latest of each unfinished task; findings that a later synthesis holds.
 */
export function findExpiredTaskNotes(ctx: CommandContext, notebook: Notebook) {
  const read = createPropertyReader(ctx);
  const finished = readTaskNotes(notebook, 'plan').filter(isPlanComplete);
  const isFinished = ({ task }: TaskPath) => finished.some((plan) => isSameTask(parseTitleAfter(plan), task));
  const resumed = [
    readTaskNotes(notebook, 'checkpoint').flatMap((sheet) => parseCheckpoint(sheet, read) ?? []),
    readTaskNotes(notebook, 'context-snapshot').map(parseContextSnapshot),
  ];
  const findings = readTaskNotes(notebook, 'finding').map(toFindingPath);
  const expire = (notes: readonly Pick<TaskPath, 'path'>[], why: string) =>
    notes.map(({ path }) => ({ path, why }));
  return [
    ...expire(finished, DONE),
    ...expire([...resumed.flat(), ...findings].filter(isFinished), DONE),
    ...expire(
      resumed.flatMap((notes) => overtaken(notes, ctx.now)).filter((one) => !isFinished(one)),
      `older than ${STALE_HOURS} hours, and not the latest of its task`,
    ),
    ...expire(
      listJoined(
        findings.filter((one) => !isFinished(one)),
        notebook,
      ),
      'a synthesis includes it',
    ),
  ];
}

const DONE = 'its task is completed';

const toFindingPath = (sheet: TaskNote): TaskPath => ({ path: sheet.path, task: findFindingTask(sheet) });

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
function listJoined(findings: readonly TaskPath[], notebook: Notebook): readonly TaskPath[] {
  const tasks = new Set(findings.filter(({ path }) => isSynthesis(path)).map(({ task }) => task));
  return [...tasks].flatMap((task) => {
    const latest = findLatestSynthesis(notebook, task);
    const sources = latest ? listSynthesisSources(latest) : [];
    return findings.filter(
      (one) =>
        latest &&
        isSameTask(one.task, task) &&
        one.path !== latest.path &&
        (isSynthesis(one.path) || sources.includes(noteName(one))),
    );
  });
}

/** A note, and the task that it names. */
interface TaskPath {
  readonly path: string;
  readonly task: string;
}

/** All notes of long tasks, archived ones included: plans, findings, checkpoints, and snapshots of both kinds. */
export function listTaskNotes(ctx: CommandContext): readonly TaskPath[] {
  const { notebook } = ctx;
  const read = createPropertyReader(ctx);
  const all = (kind: KindName) => [
    ...readTaskNotes(notebook, kind),
    ...readTaskNotes(notebook, kind, 'archived'),
  ];
  return [
    ...all('plan').map((sheet) => ({ path: sheet.path, task: parseTitleAfter(sheet) })),
    ...all('finding').map(toFindingPath),
    ...all('checkpoint').flatMap((sheet) => parseCheckpoint(sheet, read) ?? []),
    ...all('context-snapshot').map(parseContextSnapshot),
    ...[...listSnapshots(ctx, notebook), ...listSnapshots(ctx, notebook, 'archived')].map((one) => ({
      path: one.path,
      task: parseSnapshotTopic(one.snapshot.snapshot_id),
    })),
  ];
}

/** True if a note belongs to a task; snapshots have only the beginning of a long name. */
export const isTaskNote = (one: TaskPath, task: string): boolean =>
  isSameTask(one.task, task) || isSameTask(one.task, formatTopicName(task));
