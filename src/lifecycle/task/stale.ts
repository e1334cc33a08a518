import type { Wiki } from '../../wiki/wiki.js';
import type { ReadProperties } from '../snapshot/shelf.js';
import { findingsOf, isMerged, sameTask, taskOfFinding } from './finding.js';
import { isDone } from './plan.js';
import { ofCheckpoint, ofContextSnapshot, type Resumable } from './resumable.js';
import { type Sheet, sheetsOf, titled } from './sheet.js';
import { latestSynthesis, sourcesOf } from './synthesis-note.js';

/** Checkpoints and context snapshots are stale after so many hours (External Memory §Clean Up Old Memory). */
const STALE_HOURS = 24;

/** A note that has had its day, and why. */
export interface Stale {
  readonly path: string;
  readonly why: string;
}

/**
 * The notes of long tasks that have had their day (FEATURES E7): all of a completed task; checkpoints and context
 * snapshots older than 24 hours, but the latest of each unfinished task; findings that a later synthesis holds.
 */
export function stale(wiki: Wiki, now: number, read: ReadProperties): readonly Stale[] {
  const plans = sheetsOf(wiki, 'plan');
  const finished = plans.filter(isDone);
  const isFinished = (task: string) => finished.some((plan) => sameTask(titled(plan), task));
  const resumed = [
    sheetsOf(wiki, 'checkpoint').flatMap((sheet) => ofCheckpoint(sheet, read) ?? []),
    sheetsOf(wiki, 'context-snapshot').map(ofContextSnapshot),
  ];
  const findings = sheetsOf(wiki, 'finding');
  const done = [
    ...finished,
    ...resumed.flat().filter(({ task }) => isFinished(task)),
    ...findings.filter((sheet) => isFinished(taskOfFinding(sheet))),
  ];
  const passed = resumed.flatMap((notes) => overtaken(notes, now)).filter(({ task }) => !isFinished(task));
  const open = findings.filter((sheet) => !isFinished(taskOfFinding(sheet)));
  return [
    ...done.map(({ path }) => ({ path, why: 'its task is completed' })),
    ...passed.map(({ path }) => ({
      path,
      why: `older than ${STALE_HOURS} hours, and not the latest of its task`,
    })),
    ...held(open, wiki).map(({ path }) => ({ path, why: 'a synthesis holds it' })),
  ];
}

/** Those older than a day, of each task but the latest. */
function overtaken(notes: readonly Resumable[], now: number): readonly Resumable[] {
  const limit = now - STALE_HOURS * 3_600_000;
  return notes.filter(
    (one) =>
      one.at < limit &&
      notes.some(
        (other) =>
          sameTask(other.task, one.task) &&
          (other.at > one.at || (other.at === one.at && other.path > one.path)),
      ),
  );
}

/** Findings that the latest synthesis of their task came from, and the syntheses before it. */
function held(sheets: readonly Sheet[], wiki: Wiki): readonly Sheet[] {
  const tasks = [...new Set(sheets.filter(({ path }) => isMerged(path)).map(taskOfFinding))];
  return tasks.flatMap((task) => {
    const latest = latestSynthesis(wiki, task);
    if (!latest) return [];
    const sources = new Set(sourcesOf(latest));
    const own = sheets.filter((sheet) => sameTask(taskOfFinding(sheet), task) && sheet.path !== latest.path);
    const held = new Set(
      findingsOf(wiki, task)
        .filter(({ name }) => sources.has(name))
        .map(({ path }) => path),
    );
    return own.filter(({ path }) => isMerged(path) || held.has(path));
  });
}
