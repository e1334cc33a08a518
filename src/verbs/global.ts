import type { Change } from '../wiki/change.js';
import { GLOBAL_SETTINGS } from '../wiki/global-settings.js';
import type { World } from './verb.js';

/** The global root is a workspace too, so that its history can be seen and taken back there: what marks it, once. */
export function globalMarker({ wiki }: World): readonly Change[] {
  const path = '~/daybook.yaml';
  if (wiki.note(path)) return [];
  return [{ do: 'create', path, text: GLOBAL_SETTINGS, why: 'marks the global root' }];
}

/** True where one works in the global root itself. */
export function isHome(world: World): boolean {
  const { root, global } = world.ask('root');
  return root === global;
}
