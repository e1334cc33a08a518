import type { Command } from '../command/define-command.js';

const load = <M, N extends keyof M>(module: Promise<M>, name: N): Promise<M[N]> =>
  module.then((found) => found[name]);

/** All commands with the types of their parameters, loaded on demand, in the order of help. */
export const TYPED_COMMANDS = {
  init: () => load(import('../features/workspace/init.command.js'), 'init'),
  log: () => load(import('../features/memory/log.command.js'), 'log'),
  recall: () => load(import('../features/context-block/recall.command.js'), 'recall'),
  search: () => load(import('../features/search/search.command.js'), 'search'),
  remind: () => load(import('../features/reminders/remind.command.js'), 'remind'),
  done: () => load(import('../features/memory/done.command.js'), 'done'),
  inbox: () => load(import('../features/inbox/inbox.command.js'), 'inbox'),
  undo: () => load(import('../features/history/undo.command.js'), 'undo'),
  status: () => load(import('../features/workspace/status.command.js'), 'status'),
  doctor: () => load(import('../features/workspace/doctor.command.js'), 'doctor'),
  page: () => load(import('../features/pages/page.command.js'), 'page'),
  links: () => load(import('../features/pages/links.command.js'), 'links'),
  about: () => load(import('../features/about/about.command.js'), 'about'),
  day: () => load(import('../features/daily-notes/day.command.js'), 'day'),
  ingest: () => load(import('../features/ingest/ingest.command.js'), 'ingest'),
  lint: () => load(import('../features/lint/lint.command.js'), 'lint'),
  serve: () => load(import('../features/page/serve.command.js'), 'serve'),
  view: () => load(import('../features/page/view.command.js'), 'view'),
  save: () => load(import('../features/snapshots/save.command.js'), 'save'),
  load: () => load(import('../features/snapshots/load.command.js'), 'load'),
  plan: () => load(import('../features/tasks/plan.command.js'), 'plan'),
  handoff: () => load(import('../features/handoffs/handoff.command.js'), 'handoff'),
  guard: () => load(import('../features/guard/guard.command.js'), 'guard'),
  reject: () => load(import('../features/failures/reject.command.js'), 'reject'),
  feedback: () => load(import('../features/feedback/feedback.command.js'), 'feedback'),
  fix: () => load(import('../features/tool-log/fix.command.js'), 'fix'),
  sessions: () => load(import('../features/agent-sessions/sessions.command.js'), 'sessions'),
  mcp: () => load(import('../features/agent-setup/mcp.command.js'), 'mcp'),
  sync: () => load(import('../features/sharing/sync.command.js'), 'sync'),
  check: () => load(import('../features/check/check.command.js'), 'check'),
  import: () => load(import('../features/import/import.command.js'), 'import_'),
  export: () => load(import('../features/export/export.command.js'), 'export_'),
  amend: () => load(import('../features/memory/amend.command.js'), 'amend'),
  why: () => load(import('../features/memory/why.command.js'), 'why'),
  history: () => load(import('../features/history/history.command.js'), 'history'),
  restore: () => load(import('../features/history/restore.command.js'), 'restore'),
  forget: () => load(import('../features/forget/forget.command.js'), 'forget'),
  scrub: () => load(import('../features/history/scrub.command.js'), 'scrub'),
  cron: () => load(import('../features/cron/cron.command.js'), 'cron'),
  trust: () => load(import('../features/workspace/trust.command.js'), 'trust'),
  config: () => load(import('../features/workspace/config.command.js'), 'config'),
  uninstall: () => load(import('../features/agent-setup/uninstall.command.js'), 'uninstall'),
  memory: () => load(import('../features/memory/memory.command.js'), 'memory'),
  finding: () => load(import('../features/tasks/finding.command.js'), 'finding'),
  checkpoint: () => load(import('../features/promotion/checkpoint.command.js'), 'checkpoint'),
  snap: () => load(import('../features/tasks/snap.command.js'), 'snap'),
  merge: () => load(import('../features/sharing/merge.command.js'), 'merge'),
  cleanup: () => load(import('../features/retention/cleanup.command.js'), 'cleanup'),
  verify: () => load(import('../features/proofs/verify.command.js'), 'verify'),
  journal: () => load(import('../features/daily-notes/journal.command.js'), 'journal'),
  context: () => load(import('../features/context-block/context.command.js'), 'context'),
  tokens: () => load(import('../features/context-pressure/tokens.command.js'), 'tokens'),
  pressure: () => load(import('../features/context-pressure/pressure.command.js'), 'pressure'),
  compress: () => load(import('../features/constraints/compress.command.js'), 'compress'),
  completions: () => load(import('../features/workspace/completions.command.js'), 'completions'),
  hook: () => load(import('../features/agent-setup/hook.command.js'), 'hook'),
  statusline: () => load(import('../features/status-line/statusline.command.js'), 'statusline'),
  clean: () => load(import('../features/sharing/clean.command.js'), 'clean'),
  'before-prompt': () => load(import('../features/prompt-context/before-prompt.command.js'), 'beforePrompt'),
  'after-activity': () => load(import('../features/auto-save/after-activity.command.js'), 'afterActivity'),
  'before-compact': () => load(import('../features/pre-compact/before-compact.command.js'), 'beforeCompact'),
} as const;

export type CommandName = keyof typeof TYPED_COMMANDS;

/** The same for callers that treat all commands alike. */
export const COMMANDS = TYPED_COMMANDS as unknown as Readonly<Record<CommandName, () => Promise<Command>>>;

/** The command names in order. */
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

/** Other names of commands, accepted everywhere. Help and completions do not show them. */
export const COMMAND_ALIASES = {
  prompt: 'before-prompt',
  attend: 'after-activity',
  retain: 'before-compact',
} as const satisfies Record<string, CommandName>;

/** Returns the command name for a word, or null. */
export function findCommandName(word: string): CommandName | null {
  if (Object.hasOwn(COMMANDS, word)) return word as CommandName;
  return Object.hasOwn(COMMAND_ALIASES, word) ? COMMAND_ALIASES[word as keyof typeof COMMAND_ALIASES] : null;
}
