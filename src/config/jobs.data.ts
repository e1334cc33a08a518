/** A job: a command that the scheduler runs. */
export interface Job {
  readonly name: string;
  readonly command: string;
  /** The input of the command, if any. */
  readonly input: Readonly<Record<string, unknown>>;
  /** When, unless the settings say otherwise. Never from 00:00 to 03:59: in those hours clocks are changed (guide/cron.md). */
  readonly at: string;
  readonly about: string;
  /** What it does beyond the notes here. It runs only where the user trusts the workspace. */
  readonly authority?: string;
}

/** Every job, in the order in which a night runs them: what rises is linted, and shown in the block. */
export const JOBS = [
  {
    name: 'promote',
    command: 'checkpoint',
    input: { ended: true },
    at: '10 4 * * *',
    about: 'keep what an ended session taught, and carry out answered proposals',
  },
  {
    name: 'journal',
    command: 'journal',
    input: {},
    at: '12 4 * * *',
    about: 'write the commits, tools, errors and sessions of a day into its note',
  },
  {
    name: 'retention',
    command: 'cleanup',
    input: { what: 'days entries' },
    at: '14 4 * * *',
    about: 'archive old days, and finished entries of notes that are too large',
  },
  {
    name: 'unresolved',
    command: 'feedback',
    input: { act: 'list', unresolved: true },
    at: '15 4 * * *',
    about: 'list the mistakes that are not resolved yet',
  },
  {
    name: 'audit',
    command: 'feedback',
    input: { act: 'audit' },
    at: '20 4 1 * *',
    about: 'propose a rule for each mistake made three times or more',
  },
  {
    name: 'verify',
    command: 'verify',
    input: {},
    at: '25 4 * * *',
    about: 'run the proofs of facts that you confirmed',
  },
  {
    name: 'lint',
    command: 'lint',
    input: {},
    at: '30 4 * * *',
    about: 'check the notes for problems',
  },
  {
    name: 'context',
    command: 'context',
    input: {},
    at: '40 4 * * *',
    about: 'refresh the context block of CLAUDE.md',
  },
  {
    name: 'cleanup',
    command: 'cleanup',
    input: { what: 'tasks snapshots history' },
    at: '50 4 * * *',
    about: 'archive finished tasks and snapshots, and drop history older than `keep.days`',
  },
  { name: 'reminders', command: 'remind', input: {}, at: '0 7 * * *', about: 'list what is due' },
  {
    name: 'sync',
    command: 'sync',
    input: {},
    at: 'off',
    about: 'share the notes through git, in a trusted workspace',
    authority: 'pushes notes to the remote of the branch: only in a workspace that the user trusts',
  },
] as const satisfies readonly Job[];
