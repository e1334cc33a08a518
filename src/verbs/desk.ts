import { pathOf } from '../kinds/index.js';
import { parseLine } from '../wiki/line.js';
import { createOrigins } from './origin.js';
import type { World } from './verb.js';

/** What lifting entries to memory asks of the world. */
export const promotionDesk = (world: World) => ({
  ids: world.ids,
  local: world.local,
  entries: world.entries,
  template: (name: string) => world.ask('template', name),
  wrote: (path: string, line: string) => world.ask('wrote', path, line),
  origins: createOrigins(world),
});

/** What moving things out of their place asks besides. */
export const movingDesk = (world: World) => ({
  ...promotionDesk(world),
  linking: (names: readonly string[]) => world.ask('linking', names),
  today: world.local(world.now).date,
});

/** What climbing the ladder asks for besides: the journal is read only where something would rise. */
export function climbDesk(world: World) {
  let told: ReadonlySet<string> | null = null;
  return {
    ...promotionDesk(world),
    isTold(text: string) {
      told ??= toldIn(world);
      return told.has(text.toLowerCase());
    },
  };
}

/** What stood in memory once, as the journal knows: whoever took it out does not want it back. */
function toldIn(world: World): ReadonlySet<string> {
  const memory = `${world.wiki.content}/${pathOf('memory')}`;
  const written = world
    .ask('history')
    .flatMap(({ touched }) => touched)
    .filter(({ path }) => path === memory)
    .flatMap(({ splices }) => splices.flatMap((one) => `${one.new}\n${one.old}`.split(/\r\n|\n|\r/)));
  return new Set(
    written.map((line) => parseLine(line.replace(/^\s*[-*+]\s+/, '')).text.toLowerCase()).filter(Boolean),
  );
}
