import { JOBS, type Job } from './jobs.data.js';

export { JOBS, type Job };

/** The user that jobs write as. */
export const SCHEDULER_USER = 'cron';

/** The session in which the jobs of a day write: what `undo --night` takes back. */
export const formatNightSession = (date: string): string => `night-${date}`;

export type JobName = (typeof JOBS)[number]['name'];
