import type { CommandContext } from '../../command/define-command.js';
import type { SessionHeader } from '../../transcripts/session-header.js';

/** Returns true if a session ran in this workspace's folders, or in one before it was moved, or is stored in it. */
export function isSessionHere(
  ctx: CommandContext,
  { cwd, client, started }: Pick<SessionHeader, 'cwd' | 'client' | 'started'>,
): boolean {
  const { root, worktree } = ctx.query('root');
  if (client === 'daybook') return true;
  if (cwd === null) return false;
  const isBelow = (folder: string) => cwd === folder || cwd.startsWith(`${folder}/`);
  if (isBelow(root) || isBelow(worktree)) return true;
  return Object.entries(ctx.query('earlierPaths')).some(
    ([folder, until]) => isBelow(folder) && (started ?? '') < until,
  );
}
