import type { CommandContext } from '../../command/define-command.js';
import { GLOBAL_SETTINGS } from '../../config/global-settings.js';
import type { Change } from '../../notes/changes/change.js';

/** The global root is a workspace too, so that its history can be seen and taken back there: what marks it, once. */
export function planGlobalMarker({ notebook }: CommandContext): readonly Change[] {
  const path = '~/daybook.yaml';
  if (notebook.note(path)) return [];
  return [{ kind: 'create', path, text: GLOBAL_SETTINGS, why: 'marks the global root' }];
}

/** True where one works in the global root itself. */
export function isGlobalWorkspace(ctx: CommandContext): boolean {
  const { root, global } = ctx.query('root');
  return root === global;
}
