import { UserError } from '../../errors.js';
import type { WorkspaceRoot } from '../../platform/workspace-root.js';

/**
 * Throws UserError if the user has not trusted this root. `what` names the missing permission as the start of a
 * sentence. Settings, notes and the environment of an agent never give permission.
 */
export function requireTrust({ trusted }: Pick<WorkspaceRoot, 'trusted'>, what: string): void {
  if (trusted) return;
  const hint = 'look at it first; then, if you trust this workspace: daybook trust';
  throw new UserError('untrusted', `${what}, and this workspace is not trusted`, hint);
}
