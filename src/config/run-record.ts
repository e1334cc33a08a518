/** One line of the run log, `.daybook/keep/runs.jsonl`: the result of a job. Times in milliseconds since 1970 UTC. */
export type RunRecord = RunClaimed | RunDone | RunFailed | RunSkipped;

interface OfRun {
  /** The same in all lines of one run. */
  readonly id: string;
  readonly job: string;
  /** The time of the schedule that it settles; null for a run by hand. */
  readonly period: string | null;
  readonly at: number;
}

/** A process has claimed the job. Until it ends or dies, no other process runs the job. */
export interface RunClaimed extends OfRun {
  readonly t: 'claimed';
  /** The time and seed of the plan. A process that takes the run over uses the same. */
  readonly now: number;
  readonly seed: string;
  /** When the claim expires even if it is unknown whether its process is alive. */
  readonly until: number;
  readonly owner: { readonly pid: number; readonly host: string };
}

/** It was done: only this settles a period that was due. */
export interface RunDone extends OfRun {
  readonly t: 'done';
  /** The period that was settled before: what lies between was missed and is made up by this run. */
  readonly since: string | null;
  readonly say: string;
  /** Paths of the notes that it changed. */
  readonly changed: readonly string[];
  /** Its number in the journal; null where nothing changed. */
  readonly seq: number | null;
  readonly ms: number;
}

/** It failed, was stopped, or took too long; it is tried again. */
export interface RunFailed extends OfRun {
  readonly t: 'failed';
  readonly why: string;
  readonly ms: number;
}

/** It was missed, and is not to be made up. */
export interface RunSkipped extends OfRun {
  readonly t: 'passed';
  readonly since: string | null;
}
