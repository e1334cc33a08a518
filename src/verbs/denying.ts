import type { Watched } from '../lifecycle/guard.js';
import { GLOBAL_CONTENT } from '../wiki/entries.js';
import { isAtLeast } from '../wiki/origin.js';
import { findOrigin } from './origin.js';
import type { World } from './verb.js';

/** True where an entry may deny a call: the setting says so, and the user trusts this workspace or the entry is their own. */
export const mayDeny = (world: World, watched: Watched): boolean =>
  asksToDeny(world, watched) && (world.ask('root').trusted === true || isOwn(world, watched));

/** True where the setting asks for it; a gotcha is no reason to deny anything. */
export const asksToDeny = ({ settings }: World, { forbids }: Watched): boolean =>
  settings.guard === 'deny' && forbids;

/** True where the journal of this root says that the user or an agent wrote the entry here, or it is a global note. */
function isOwn(world: World, { entry }: Watched): boolean {
  if (entry.path.startsWith(`${GLOBAL_CONTENT}/`)) return true;
  const { origin, record } = findOrigin(world, entry);
  return record !== null && isAtLeast(origin, 'agent');
}
