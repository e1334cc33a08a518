import { SCHEDULER_USER } from '../config/jobs.js';
import { computeHash } from '../platform/encoding.js';
import { findOwnCommand, spawnDetached } from '../platform/run-program.js';
import { ignoreErrors } from '../platform/system-errors.js';
import { claimCache, dropCache, getCacheTime } from './cache/cache-files.js';
import type { StoreContext } from './layout.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The mark that a refresh of the block in this worktree is about to begin. */
const markOf = ({ root }: StoreContext): string =>
  `refresh-${computeHash(Buffer.from(root.worktree)).slice(0, 8)}`;

/** After this time a refresh that has not begun was killed. */
const LOST_MS = 60_000;

/** Starts `context` in the background, unless one has not begun yet: that one sees this change too. */
export function spawnRefresh(store: StoreContext, env: Env): void {
  const mark = markOf(store);
  ignoreErrors(() => {
    if (Date.now() - getCacheTime(store, mark) > LOST_MS) dropCache(store, mark);
    if (!claimCache(store, mark)) return;
    const noSession = { DAYBOOK_SESSION: undefined, CLAUDE_CODE_SESSION_ID: undefined };
    spawnDetached([...findOwnCommand(), 'context', '--quiet'], {
      cwd: store.root.worktree,
      env: { ...env, ...noSession, DAYBOOK_BY: SCHEDULER_USER },
    });
  });
}

/** How long a refresh in the background waits for more writes, in ms. */
const GATHER_MS = 1000;

/** Waits, in the process of `spawnRefresh`, for more writes. A write after this starts another refresh. */
export async function gatherWrites(store: StoreContext): Promise<void> {
  const mark = markOf(store);
  if (getCacheTime(store, mark) === 0) return;
  await new Promise((done) => setTimeout(done, GATHER_MS));
  dropCache(store, mark);
}
