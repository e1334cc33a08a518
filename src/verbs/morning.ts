import { pathOf } from '../kinds/index.js';
import { type Morning, morningLine, morningOf } from '../lifecycle/schedule/morning.js';
import { entriesAt } from './entries.js';
import { takenBack } from './take-back.js';
import type { World } from './verb.js';

/** What the night did, as recall tells it. */
export interface Told extends Morning {
  /** Proposals of that night that nobody answered yet. */
  readonly asked: number;
  readonly line: string;
}

/**
 * What the nights did since somebody was last here, or today, in one line; null where that is nothing. Being told leaves
 * no trace: it is told all day. The journal is read only where a night changed something.
 */
export function morning(world: World, lastActivity: number | null): Told | null {
  const today = world.local(world.now).date;
  const last = lastActivity === null ? today : world.local(lastActivity).date;
  const since = { from: last < today ? last : today, today };
  const isTaken = (seq: number) => takenBack(world.ask('history'), seq) !== undefined;
  const found = morningOf(world.ask('runs'), since, world.local, isTaken);
  if (!found) return null;
  const inbox = entriesAt(world, world.wiki, `${world.wiki.content}/${pathOf('inbox')}`);
  const asked = inbox.filter(({ status, at }) => status === 'open' && at?.slice(0, 10) === found.date).length;
  return { ...found, asked, line: morningLine(found, asked) };
}
