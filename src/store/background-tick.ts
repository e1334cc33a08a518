import { findOwnCommand, spawnDetached } from '../platform/run-program.js';
import { ignoreErrors } from '../platform/system-errors.js';
import { readCache, writeCache } from './cache/cache-files.js';
import type { StoreContext } from './layout.js';

const CACHE = 'ticked';

/**
 * Starts `cron tick` in the background, unless that was done recently. If the last time is unknown it starts one: an
 * extra tick finds nothing due. Failures are ignored, because the user did not ask for a tick.
 */
export function spawnTick(
  ground: StoreContext,
  now: number,
  restMs: number,
  env: Readonly<Record<string, string | undefined>>,
): void {
  if (ground.root.foreign !== undefined) return;
  ignoreErrors(() => {
    const last = Number(Buffer.from(readCache(ground, CACHE) ?? []).toString('utf8') || Number.NaN);
    if (Math.abs(now - last) < restMs) return;
    writeCache(ground, CACHE, Buffer.from(String(now)));
    spawnDetached([...findOwnCommand(), 'cron', 'tick', '--quiet'], { cwd: ground.root.root, env });
  });
}
