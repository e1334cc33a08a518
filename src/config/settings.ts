import { JOBS, type Job, type JobName } from './jobs.js';

/** One setting of `daybook.yaml`, in dotted form: `session.gap` is written `session: {gap: 30}`. */
export interface SettingDefinition<T> {
  readonly value: T;
  /** What it does, and why this default. */
  readonly about: string;
  readonly unit?: string;
  readonly choices?: readonly string[];
  readonly least?: number;
  readonly most?: number;
  /** Where it lets something be done beyond reading and writing notes: what, and what bounds it. */
  readonly authority?: string;
}

const setting = <T extends string | number | boolean>(
  value: T,
  about: string,
  more: Omit<SettingDefinition<T>, 'value' | 'about'> = {},
): SettingDefinition<T> => ({ value, about, ...more });

/** The unit of a setting that is a line of a schedule. */
export const SCHEDULE_UNIT = 'schedule';

/** When each job comes: a setting a job. */
const jobTimes = Object.fromEntries(
  JOBS.map((job: Job) => [
    `cron.${job.name}`,
    setting<string>(job.at, job.about, {
      unit: SCHEDULE_UNIT,
      ...(job.authority === undefined ? {} : { authority: job.authority }),
    }),
  ]),
) as { readonly [K in JobName as `cron.${K}`]: SettingDefinition<string> };

const LANGUAGES =
  'bulgarian danish dutch english finnish french german greek hungarian indonesian irish italian lithuanian norwegian portuguese romanian russian serbian spanish swedish turkish ukrainian'.split(
    ' ',
  );

/** Every policy that a person may change, with its default. */
export const SETTINGS = {
  timezone: setting('' as string, 'zone of days and times; empty: the machine’s', { unit: 'IANA name' }),
  content: setting('content' as string, 'folder of the notes, relative to the root', {
    unit: 'path',
    authority: 'chooses where notes are written: below the root, never in a folder of git or of our state',
  }),
  store: setting(
    'main' as string,
    'linked git worktrees share the main worktree’s store, or keep their own',
    {
      choices: ['main', 'worktree'],
      authority: 'chooses the root: the main worktree only where both pointers of git name it',
    },
  ),
  guard: setting(
    'advise' as string,
    'what becomes of a tool call that went wrong before: the agent is advised, the call is denied, or nothing',
    {
      choices: ['advise', 'deny', 'off'],
      authority: 'stops calls of an agent: by what Daybook wrote here, else only in a trusted workspace',
    },
  ),
  'session.gap': setting(30, 'quiet time after which a new session begins (Mind)', {
    unit: 'minutes',
    least: 1,
    most: 10_080,
  }),
  'context.target': setting('CLAUDE.md' as string, 'file that holds the context block; `none` for no block', {
    unit: 'path',
    authority: 'chooses a file that is written: Markdown, in the worktree stood in',
  }),
  'context.budget': setting(800, 'tokens of the brief and of the context block', {
    unit: 'tokens',
    least: 100,
    most: 20_000,
  }),
  'memory.preferences': setting(
    'shared' as string,
    'where preferences and corrections are kept: in MEMORY.md, or in private/MEMORY.md, which git never carries',
    { choices: ['shared', 'private'] },
  ),
  'pressure.warning': setting(0.6, 'ratio of the context from which a save is advised (MindSave)', {
    unit: 'ratio',
    least: 0.5,
    most: 0.7,
  }),
  'pressure.critical': setting(0.8, 'ratio of the context from which a save is urgent (MindSave)', {
    unit: 'ratio',
    least: 0.7,
    most: 0.9,
  }),
  'pressure.window': setting(200_000, 'tokens that the model takes, where no transcript says', {
    unit: 'tokens',
    least: 1000,
    most: 10_000_000,
  }),
  'tokens.warning': setting(120_000, 'tokens from which a checkpoint is advised (External Memory)', {
    unit: 'tokens',
    least: 1000,
    most: 10_000_000,
  }),
  'tokens.save': setting(150_000, 'tokens from which a context snapshot is due (External Memory)', {
    unit: 'tokens',
    least: 1000,
    most: 10_000_000,
  }),
  vocabulary: setting(
    '' as string,
    'more words of constraints, by their group: `{auth_strategy: [passkey]}`',
    {
      unit: 'group: words',
    },
  ),
  'search.limit': setting(10, 'hits shown by search', { unit: 'entries', least: 1, most: 1000 }),
  'search.language': setting('english' as string, 'language whose endings search takes off words', {
    choices: LANGUAGES,
  }),
  'search.synonyms': setting(
    '' as string,
    'words of one meaning beside those that search knows: `ship release; kunde customer`',
    { unit: 'words; a group between semicolons' },
  ),
  'retention.hot': setting(7, 'so long a day is shown whole (Mutable §Retention)', {
    unit: 'days',
    least: 0,
    most: 3650,
  }),
  'retention.warm': setting(30, 'so long a day stays in its place, shown in short; then it is archived', {
    unit: 'days',
    least: 1,
    most: 3650,
  }),
  'retention.note': setting(256, 'from here on what is settled leaves a note for the archive', {
    unit: 'KB',
    least: 16,
    most: 1024,
  }),
  'sessions.engine': setting(
    'file' as string,
    'how a new session is kept: one file, or a log that only grows (Mink)',
    {
      choices: ['file', 'log'],
    },
  ),
  'sessions.search': setting('on' as string, 'whether `search --sessions` may read transcripts', {
    choices: ['on', 'off'],
  }),
  'sessions.exclude': setting('' as string, 'folders whose transcripts are never searched', {
    unit: 'absolute paths between semicolons',
  }),
  'keep.days': setting(30, 'how long every change can be taken back', { unit: 'days', least: 1, most: 3650 }),
  'lock.wait': setting(5, 'how long a command waits for the store before it queues or refuses', {
    unit: 'seconds',
    least: 0,
    most: 600,
  }),
  'store.fsync': setting('full' as string, 'what is flushed before a change is acknowledged', {
    choices: ['full', 'file', 'off'],
  }),
  ...jobTimes,
  'cron.tick': setting(15, 'how often an installed timer looks for jobs that are due; a divisor of 60', {
    unit: 'minutes',
    least: 1,
    most: 60,
  }),
  'cron.limit': setting(10, 'a job that takes longer is stopped and counts as failed', {
    unit: 'minutes',
    least: 1,
    most: 1440,
  }),
  'cron.recall': setting(false as boolean, 'each recall also starts the jobs that are due, beside it', {
    authority:
      'starts a process: this build by its own path, with `cron tick`, which runs the jobs of the table',
  }),
} satisfies Record<string, SettingDefinition<string | number | boolean>>;

export type SettingName = keyof typeof SETTINGS;

/** The settings in force. */
export type Settings = { readonly [K in SettingName]: (typeof SETTINGS)[K]['value'] };

/** The default settings. */
export const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { value }]) => [name, value]),
) as Settings;

/** What a value is judged by: names, ranges and choices. */
export const SETTING_VALIDATORS = Object.entries(
  SETTINGS as Readonly<Record<string, SettingDefinition<unknown>>>,
)
  .map(([name, { least, most, choices }]) => [name, least, most, choices].join())
  .join(' ');
