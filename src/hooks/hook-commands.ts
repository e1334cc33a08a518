import type { Command } from '../command/define-command.js';

const load = <V>(module: Promise<{ readonly [name: string]: V }>, name: string): Promise<Command> =>
  module.then((found) => found[name] as unknown as Command);

/** The commands of events, and `log`, which may be queued; the hook bundle has no others. */
export const HOOK_COMMANDS = {
  recall: () => load(import('../features/context-block/recall.command.js'), 'recall'),
  'before-prompt': () => load(import('../features/prompt-context/before-prompt.command.js'), 'beforePrompt'),
  guard: () => load(import('../features/guard/guard.command.js'), 'guard'),
  'after-activity': () => load(import('../features/auto-save/after-activity.command.js'), 'afterActivity'),
  'before-compact': () => load(import('../features/pre-compact/before-compact.command.js'), 'beforeCompact'),
  finding: () => load(import('../features/tasks/finding.command.js'), 'finding'),
  snap: () => load(import('../features/tasks/snap.command.js'), 'snap'),
  checkpoint: () => load(import('../features/promotion/checkpoint.command.js'), 'checkpoint'),
  log: () => load(import('../features/memory/log.command.js'), 'log'),
} as const satisfies Record<string, () => Promise<Command>>;

export type HookCommandName = keyof typeof HOOK_COMMANDS;
