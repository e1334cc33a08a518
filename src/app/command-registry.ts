import type { Command } from '../command/define-command.js';

const load = <V>(module: Promise<{ readonly [name: string]: V }>, name: string): Promise<Command> =>
  module.then((found) => found[name] as unknown as Command);

/** All commands, loaded on demand, in the order of help. */
export const COMMANDS = {
  init: () => load(import('../features/workspace/init.command.js'), 'init'),
  log: () => load(import('../features/memory/log.command.js'), 'log'),
  recall: () => load(import('../features/context-block/recall.command.js'), 'recall'),
  prompt: () => load(import('../features/prompt-context/before-prompt.command.js'), 'prompt'),
  guard: () => load(import('../features/guard/guard.command.js'), 'guard'),
  attend: () => load(import('../features/auto-save/after-activity.command.js'), 'attend'),
  retain: () => load(import('../features/pre-compact/before-compact.command.js'), 'retain'),
  search: () => load(import('../features/search/search.command.js'), 'search'),
  amend: () => load(import('../features/memory/amend.command.js'), 'amend'),
  remind: () => load(import('../features/reminders/remind.command.js'), 'remind'),
  reminders: () => load(import('../features/reminders/reminders.command.js'), 'reminders'),
  blocker: () => load(import('../features/memory/blocker.command.js'), 'blocker'),
  edges: () => load(import('../features/guard/edges.command.js'), 'edges'),
  checkpoint: () => load(import('../features/promotion/checkpoint.command.js'), 'checkpoint'),
  save: () => load(import('../features/snapshots/save.command.js'), 'save'),
  load: () => load(import('../features/snapshots/load.command.js'), 'load'),
  reject: () => load(import('../features/failures/reject.command.js'), 'reject'),
  compress: () => load(import('../features/constraints/compress.command.js'), 'compress'),
  pressure: () => load(import('../features/context-pressure/pressure.command.js'), 'pressure'),
  tokens: () => load(import('../features/context-pressure/tokens.command.js'), 'tokens'),
  plan: () => load(import('../features/tasks/plan.command.js'), 'plan'),
  finding: () => load(import('../features/tasks/finding.command.js'), 'finding'),
  snap: () => load(import('../features/tasks/snap.command.js'), 'snap'),
  recover: () => load(import('../features/tasks/recover.command.js'), 'recover'),
  snapshots: () => load(import('../features/snapshots/snapshots.command.js'), 'snapshots'),
  session: () => load(import('../features/working-session/session.command.js'), 'session'),
  sessions: () => load(import('../features/agent-sessions/sessions.command.js'), 'sessions'),
  memory: () => load(import('../features/memory/memory.command.js'), 'memory'),
  handoff: () => load(import('../features/handoffs/handoff.command.js'), 'handoff'),
  feedback: () => load(import('../features/feedback/feedback.command.js'), 'feedback'),
  day: () => load(import('../features/daily-notes/day.command.js'), 'day'),
  journal: () => load(import('../features/daily-notes/journal.command.js'), 'journal'),
  page: () => load(import('../features/pages/page.command.js'), 'page'),
  links: () => load(import('../features/pages/links.command.js'), 'links'),
  lint: () => load(import('../features/lint/lint.command.js'), 'lint'),
  export: () => load(import('../features/export/export.command.js'), 'export_'),
  import: () => load(import('../features/import/import.command.js'), 'import_'),
  why: () => load(import('../features/memory/why.command.js'), 'why'),
  status: () => load(import('../features/workspace/status.command.js'), 'status'),
  context: () => load(import('../features/context-block/context.command.js'), 'context'),
  history: () => load(import('../features/history/history.command.js'), 'history'),
  diff: () => load(import('../features/history/diff.command.js'), 'diff'),
  undo: () => load(import('../features/history/undo.command.js'), 'undo'),
  cron: () => load(import('../features/cron/cron.command.js'), 'cron'),
  cleanup: () => load(import('../features/retention/cleanup.command.js'), 'cleanup'),
  restore: () => load(import('../features/history/restore.command.js'), 'restore'),
  scrub: () => load(import('../features/history/scrub.command.js'), 'scrub'),
  trust: () => load(import('../features/workspace/trust.command.js'), 'trust'),
  which: () => load(import('../features/workspace/which.command.js'), 'which'),
  config: () => load(import('../features/workspace/config.command.js'), 'config'),
  hook: () => load(import('../features/agent-setup/hook.command.js'), 'hook'),
  statusline: () => load(import('../features/status-line/statusline.command.js'), 'statusline'),
  doctor: () => load(import('../features/workspace/doctor.command.js'), 'doctor'),
  uninstall: () => load(import('../features/agent-setup/uninstall.command.js'), 'uninstall'),
  mcp: () => load(import('../features/agent-setup/mcp.command.js'), 'mcp'),
  completions: () => load(import('../features/workspace/completions.command.js'), 'completions'),
} as const satisfies Record<string, (() => Promise<Command>) | null>;

export type CommandName = Exclude<keyof typeof COMMANDS, '__proto__'>;

/** The command names in order. */
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];
