import { pathOf } from '../kinds/index.js';
import { count, eventsIn } from '../lifecycle/heeding.js';
import type { Change } from '../wiki/change.js';
import type { Wiki } from '../wiki/wiki.js';
import type { World } from './verb.js';

/** Counts in the correction log and among the failures how often agents were told, heeded it, and did it again (FEATURES C9). */
export function countHeeding(world: World, wiki: Wiki): readonly Change[] {
  const looks = world.ask('hookRuns').filter(({ advised, heeded }) => advised || heeded);
  if (looks.length === 0) return [];
  const events = eventsIn(looks, world.ask('toolCalls', {}));
  const desk = {
    ids: world.ids,
    entries: world.entries,
    dayOf: (at: string) => world.local(Date.parse(at)).date,
  };
  return ['feedback', 'failures'].flatMap((kind) =>
    count(`${wiki.content}/${pathOf(kind)}`, events, wiki, desk),
  );
}
