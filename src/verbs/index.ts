import type { Dictionary } from '../wiki/dictionary.js';
import type { Verb } from './verb.js';

const load = <V>(module: Promise<{ readonly [name: string]: V }>, name: string): Promise<Verb> =>
  module.then((found) => found[name] as unknown as Verb);

/** Every verb, loaded when it is asked for, in the order in which help shows them. */
export const VERBS = {
  __proto__: null,
  init: () => load(import('./init.js'), 'init'),
  log: () => load(import('./log.js'), 'log'),
  recall: () => load(import('./recall.js'), 'recall'),
  prompt: () => load(import('./prompt.js'), 'prompt'),
  guard: () => load(import('./guard.js'), 'guard'),
  attend: () => load(import('./attend.js'), 'attend'),
  retain: () => load(import('./retain.js'), 'retain'),
  search: () => load(import('./search.js'), 'search'),
  amend: () => load(import('./amend.js'), 'amend'),
  remind: () => load(import('./remind.js'), 'remind'),
  reminders: () => load(import('./reminders.js'), 'reminders'),
  blocker: () => load(import('./blocker.js'), 'blocker'),
  edges: () => load(import('./edges.js'), 'edges'),
  checkpoint: () => load(import('./checkpoint.js'), 'checkpoint'),
  save: () => load(import('./save.js'), 'save'),
  load: () => load(import('./load.js'), 'load'),
  reject: () => load(import('./reject.js'), 'reject'),
  compress: () => load(import('./compress.js'), 'compress'),
  pressure: () => load(import('./pressure.js'), 'pressure'),
  tokens: () => load(import('./tokens.js'), 'tokens'),
  plan: () => load(import('./plan.js'), 'plan'),
  finding: () => load(import('./finding.js'), 'finding'),
  snap: () => load(import('./snap.js'), 'snap'),
  recover: () => load(import('./recover.js'), 'recover'),
  snapshots: () => load(import('./snapshots.js'), 'snapshots'),
  session: () => load(import('./session.js'), 'session'),
  sessions: () => load(import('./sessions.js'), 'sessions'),
  memory: () => load(import('./memory.js'), 'memory'),
  handoff: () => load(import('./handoff.js'), 'handoff'),
  feedback: () => load(import('./feedback.js'), 'feedback'),
  day: () => load(import('./day.js'), 'day'),
  journal: () => load(import('./journal.js'), 'journal'),
  page: () => load(import('./page.js'), 'page'),
  links: () => load(import('./links.js'), 'links'),
  lint: () => load(import('./lint.js'), 'lint'),
  export: () => load(import('./export.js'), 'export_'),
  import: () => load(import('./import.js'), 'import_'),
  why: () => load(import('./why.js'), 'why'),
  status: () => load(import('./status.js'), 'status'),
  context: () => load(import('./context.js'), 'context'),
  history: () => load(import('./history.js'), 'history'),
  diff: () => load(import('./diff.js'), 'diff'),
  undo: () => load(import('./undo.js'), 'undo'),
  cron: () => load(import('./cron.js'), 'cron'),
  cleanup: () => load(import('./cleanup.js'), 'cleanup'),
  restore: () => load(import('./restore.js'), 'restore'),
  scrub: () => load(import('./scrub.js'), 'scrub'),
  trust: () => load(import('./trust.js'), 'trust'),
  which: () => load(import('./which.js'), 'which'),
  config: () => load(import('./config.js'), 'config'),
  hook: () => load(import('./hook.js'), 'hook'),
  statusline: () => load(import('./statusline.js'), 'statusline'),
  doctor: () => load(import('./doctor.js'), 'doctor'),
  uninstall: () => load(import('./uninstall.js'), 'uninstall'),
  mcp: () => load(import('./mcp.js'), 'mcp'),
  completions: () => load(import('./completions.js'), 'completions'),
} as const satisfies Dictionary<Record<string, (() => Promise<Verb>) | null>>;

export type VerbName = Exclude<keyof typeof VERBS, '__proto__'>;

/** The names in their order. */
export const LIST = Object.keys(VERBS) as VerbName[];
