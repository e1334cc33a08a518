import type { CommandContext } from '../../command/define-command.js';
import { findOrigin } from '../../command/find-origin.js';
import { GLOBAL_CONTENT } from '../../notes/entries/read-entries.js';
import { isAtLeast } from '../../notes/origin.js';
import type { GuardedEntry } from './guarded-entries.js';

/** True where an entry may deny a call: the setting says so, and the user trusts this workspace or the entry is their own. */
export const mayDeny = (ctx: CommandContext, watched: GuardedEntry): boolean =>
  isDenyRequested(ctx, watched) && (ctx.query('root').trusted === true || isOwn(ctx, watched));

/** True where the setting asks for it; a gotcha is no reason to deny anything. */
export const isDenyRequested = ({ settings }: CommandContext, { forbids }: GuardedEntry): boolean =>
  settings.guard === 'deny' && forbids;

/** True where the journal of this root says that the user or an agent wrote the entry here, or it is a global note. */
function isOwn(ctx: CommandContext, { entry }: GuardedEntry): boolean {
  if (entry.path.startsWith(`${GLOBAL_CONTENT}/`)) return true;
  const { origin, record } = findOrigin(ctx, entry);
  return record !== null && isAtLeast(origin, 'agent');
}
