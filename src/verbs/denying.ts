import type { Watched } from '../lifecycle/guard.js';
import { GLOBAL_CONTENT } from '../wiki/entries.js';
import type { World } from './verb.js';

/** True where an entry may deny a call: the setting says so, and the user trusts this workspace or the entry is their own. */
export const mayDeny = (world: World, watched: Watched): boolean =>
  asksToDeny(world, watched) && (world.ask('root').trusted === true || isOwn(world, watched));

/** True where the setting asks for it; a gotcha is no reason to deny anything. */
export const asksToDeny = ({ settings }: World, { forbids }: Watched): boolean =>
  settings.guard === 'deny' && forbids;

/** True where every line of an entry was written by Daybook here, or the entry is one of the user's global notes. */
function isOwn({ wiki, ask }: World, { entry }: Watched): boolean {
  if (entry.path.startsWith(`${GLOBAL_CONTENT}/`)) return true;
  const text = wiki.note(entry.path)?.text.slice(entry.start, entry.end) ?? '';
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  return lines.length > 0 && ask('wrote', entry.path, ...lines);
}
