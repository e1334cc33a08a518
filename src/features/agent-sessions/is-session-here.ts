import type { CommandContext } from '../../command/define-command.js';
import type { SessionHeader } from '../../transcripts/session-header.js';

/** Returns true if a session ran in this workspace's folders or is stored in it. */
export function isSessionHere(
  ctx: CommandContext,
  { cwd, client }: Pick<SessionHeader, 'cwd' | 'client'>,
): boolean {
  const { root, worktree } = ctx.query('root');
  if (client === 'daybook') return true;
  return cwd !== null && [root, worktree].some((folder) => cwd === folder || cwd.startsWith(`${folder}/`));
}
