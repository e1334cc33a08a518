import { JOBS, type Job } from './jobs.data.js';

export { JOBS, type Job };

/** The user that jobs write as. */
export const SCHEDULER_USER = 'cron';

/** How often an installed timer looks for due jobs, in minutes; a divisor of 60. */
export const TICK_MINUTES = 15;

/** After this time a job is stopped and counts as failed, in ms. */
export const JOB_LIMIT_MS = 10 * 60_000;

/** The session in which the jobs of a day write: what `undo --night` takes back. */
export const formatNightSession = (date: string): string => `night-${date}`;

export type JobName = (typeof JOBS)[number]['name'];
