import type { CommandContext } from '../../command/define-command.js';
import { findOrigin } from '../../command/find-origin.js';
import { GLOBAL_CONTENT } from '../../notes/kinds/note-kind.js';
import { isAtLeast } from '../../notes/origin.js';
import type { GuardedEntry } from './guarded-entries.js';

/** True if an entry may deny a call: the setting allows it, and the user trusts this workspace or wrote the entry. */
export const mayDeny = (ctx: CommandContext, watched: GuardedEntry): boolean =>
  isDenyRequested(ctx, watched) && (ctx.query('root').trusted === true || isOwn(ctx, watched));

/** True if the setting allows it; a gotcha never denies. */
export const isDenyRequested = ({ settings }: CommandContext, { forbids }: GuardedEntry): boolean =>
  settings.guard === 'deny' && forbids;

/** True if the journal of this workspace has the user or an agent as the author, or it is a global note. */
function isOwn(ctx: CommandContext, { entry }: GuardedEntry): boolean {
  if (entry.path.startsWith(`${GLOBAL_CONTENT}/`)) return true;
  const { origin, record } = findOrigin(ctx, entry);
  return record !== null && isAtLeast(origin, 'agent');
}
