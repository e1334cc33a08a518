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

/** The setting that says when a job comes. */
function getSchedule(name: JobName): SettingDefinition<string> {
  const { at, about, authority } = JOBS.find((job) => job.name === name) as Job;
  return setting<string>(at, about, {
    unit: SCHEDULE_UNIT,
    ...(authority === undefined ? {} : { authority }),
  });
}

const LANGUAGES =
  'bulgarian danish dutch english finnish french german greek hungarian indonesian irish italian lithuanian norwegian portuguese romanian russian serbian spanish swedish turkish ukrainian'.split(
    ' ',
  );

/** Every policy that a person may change, with its default. */
export const SETTINGS = {
  timezone: setting('' as string, 'time zone of dates and times; empty: that of the machine', {
    unit: 'IANA name',
  }),
  content: setting('content' as string, 'folder of the notes, relative to the root; `.` is the root itself', {
    unit: 'path',
    authority: 'chooses where notes are written: below the root, never in a folder of git or of our state',
  }),
  'notes.home': setting(
    '' as string,
    'folder below `content` for the notes that Daybook makes; empty: `content` itself, or `Daybook` where that is the root',
    {
      unit: 'path',
      authority: 'chooses where notes are written: below the root, never in a folder of git or of our state',
    },
  ),
  store: setting(
    'main' as string,
    'notes of linked git worktrees: shared with the main worktree, or their own',
    {
      choices: ['main', 'worktree'],
      authority: 'chooses the root: the main worktree only where both pointers of git name it',
    },
  ),
  guard: setting(
    'advise' as string,
    'when an agent repeats a call that failed before: warn it, deny the call, or do nothing',
    {
      choices: ['advise', 'deny', 'off'],
      authority:
        'denies calls of an agent: for what Daybook wrote here; for other notes only in a trusted workspace',
    },
  ),
  'agents.inject': setting(
    'on' as string,
    'what hooks show agents on their own: brief and advice, a note that there are notes, or nothing',
    { choices: ['on', 'ask', 'off'] },
  ),
  'agents.capture': setting(
    'on' as string,
    'automatic saves while agents work: save and name the undo, propose only, or nothing',
    { choices: ['on', 'ask', 'off'] },
  ),
  'agents.headless': setting(
    'off' as string,
    'automatic saves in runs without a person: `claude -p`, `codex exec`, `opencode run`, `gemini -p`',
    { choices: ['on', 'ask', 'off'] },
  ),
  'session.gap': setting(30, 'pause after which a new session begins', {
    unit: 'minutes',
    least: 1,
    most: 10_080,
  }),
  'context.target': setting('CLAUDE.md' as string, 'file that holds the context block; `none` for no block', {
    unit: 'path',
    authority: 'chooses a file to write: Markdown, in the current worktree',
  }),
  'context.budget': setting(800, 'tokens of the brief and of the context block', {
    unit: 'tokens',
    least: 100,
    most: 20_000,
  }),
  'memory.preferences': setting(
    'shared' as string,
    'where preferences and corrections are kept: in MEMORY.md, or in private/MEMORY.md, which git ignores',
    { choices: ['shared', 'private'] },
  ),
  'pressure.warning': setting(0.6, 'share of the context in use from which a save is advised', {
    unit: 'ratio',
    least: 0.5,
    most: 0.7,
  }),
  'pressure.critical': setting(0.8, 'share of the context in use from which a save is urgent', {
    unit: 'ratio',
    least: 0.7,
    most: 0.9,
  }),
  'pressure.window': setting(200_000, 'context size of the model, if no transcript states it', {
    unit: 'tokens',
    least: 1000,
    most: 10_000_000,
  }),
  'tokens.warning': setting(120_000, 'tokens from which a checkpoint is advised', {
    unit: 'tokens',
    least: 1000,
    most: 10_000_000,
  }),
  'tokens.save': setting(150_000, 'tokens from which a context snapshot is due', {
    unit: 'tokens',
    least: 1000,
    most: 10_000_000,
  }),
  'search.language': setting('english' as string, 'language whose word endings search ignores', {
    choices: LANGUAGES,
  }),
  'search.synonyms': setting('' as string, 'more synonyms for search: `ship release; kunde customer`', {
    unit: 'groups of words, separated by semicolons',
  }),
  'search.embed': setting(
    '' as string,
    'command that makes vectors of texts, to rank the best hits by meaning: lines `{"text": …}` in, arrays of numbers out',
    { unit: 'command', authority: 'runs a command: only in a workspace that the user trusts' },
  ),
  'retention.hot': setting(7, 'how long a day is shown in full', {
    unit: 'days',
    least: 0,
    most: 3650,
  }),
  'retention.warm': setting(30, 'how long a day is shown in short before it is archived', {
    unit: 'days',
    least: 1,
    most: 3650,
  }),
  'retention.note': setting(256, 'size from which settled entries of a note are archived', {
    unit: 'KB',
    least: 16,
    most: 1024,
  }),
  'sessions.engine': setting(
    'file' as string,
    'how a new session is stored: as one file, or as a log that is only appended to',
    {
      choices: ['file', 'log'],
    },
  ),
  'sessions.search': setting('on' as string, 'whether `search` and `recall --query` may read transcripts', {
    choices: ['on', 'off'],
  }),
  'sessions.exclude': setting('' as string, 'folders whose transcripts are never searched', {
    unit: 'absolute paths, separated by semicolons',
  }),
  'keep.days': setting(30, 'how long every change can be undone', { unit: 'days', least: 1, most: 3650 }),
  'lock.wait': setting(5, 'how long a command waits for another one before it is queued or refused', {
    unit: 'seconds',
    least: 0,
    most: 600,
  }),
  'store.fsync': setting('full' as string, 'what is flushed to disk before a change is confirmed', {
    choices: ['full', 'file', 'off'],
  }),
  'cron.promote': getSchedule('promote'),
  'cron.journal': getSchedule('journal'),
  'cron.sync': getSchedule('sync'),
} satisfies Record<string, SettingDefinition<string | number | boolean>>;

/** The least age, in days, at which logs of hooks and tool calls are deleted: receipts of entries and the history of lines need them. */
export const LOG_DAYS = 90;

export type SettingName = keyof typeof SETTINGS;

/** Settings of earlier versions: accepted, without effect. */
export const RETIRED_SETTINGS: readonly string[] = [
  'context.lists',
  'cron.audit',
  'cron.cleanup',
  'cron.context',
  'cron.limit',
  'cron.lint',
  'cron.recall',
  'cron.reminders',
  'cron.retention',
  'cron.tick',
  'cron.unresolved',
  'cron.verify',
  'search.limit',
  'vocabulary',
];

/** The groups of settings, by the beginning of their names; the first that fits counts. */
const GROUPS: readonly (readonly [title: string, names: RegExp])[] = [
  ['Jobs', /^cron\./],
  ['Agents', /^(?:guard|agents|context|pressure|tokens)(?:\.|$)/],
  ['Search and sessions', /^(?:search|session|sessions)\./],
  ['Keeping', /^(?:retention|keep|lock|store\.)/],
  ['Notes', /./],
];

export const getSettingGroup = (name: SettingName): string =>
  GROUPS.find(([, names]) => names.test(name))?.[0] ?? '';

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
