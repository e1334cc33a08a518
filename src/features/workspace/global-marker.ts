import type { CommandContext } from '../../command/define-command.js';
import { GLOBAL_SETTINGS } from '../../config/global-settings.js';
import type { Change } from '../../notes/changes/change.js';

/** Marks the global root as a workspace, so that its history can be shown and undone there. */
export function planGlobalMarker({ notebook }: CommandContext): readonly Change[] {
  const path = '~/daybook.yaml';
  if (notebook.note(path)) return [];
  return [{ kind: 'create', path, text: GLOBAL_SETTINGS, why: 'marks the global root' }];
}

/** Returns true if the root is the global root. */
export function isGlobalWorkspace(ctx: CommandContext): boolean {
  const { root, global } = ctx.query('root');
  return root === global;
}
