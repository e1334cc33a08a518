import { join } from 'node:path';
import { BLOCK_OPENING } from '../../notes/context-block-markers.js';
import { CLAUDE, CODEX, CURSOR, GEMINI } from '../../notes/kinds/agent-files.js';
import { readFile } from '../../platform/file-io.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { catchErrors } from '../../platform/system-errors.js';
import type { Store } from '../../store/store.js';
import { listOpenSessions } from '../record-activity.js';
import { isOffByEnv } from './off-switch.js';

/** Files in which `init` sets hooks up. The hook that starts a session refreshes the block. */
const HOOK_FILES = [CLAUDE.settings, CLAUDE.local, CODEX.hooks, GEMINI.settings, CURSOR.hooks];

/**
 * Has the context block refreshed in the background, where there is one and no hook does so at the start of a session.
 * Returns false where a session is open: its agent has loaded the block, and a changed one would cost it what the model
 * has cached. With a frozen clock nothing runs in the background.
 */
export function updateBlockLater(
  store: Store,
  target: string,
  env: Readonly<Record<string, string | undefined>>,
  now: number,
): boolean {
  const { foreign, worktree } = store.root;
  const contains = (path: string, text: string | RegExp) => {
    const bytes = catchErrors(['ELOOP', 'EACCES'], null, () =>
      readFile(nodeFileSystem, join(worktree, path)),
    )?.bytes;
    return (
      Buffer.from(bytes ?? [])
        .toString()
        .search(text) >= 0
    );
  };
  if (foreign !== undefined || !contains(target, BLOCK_OPENING)) return true;
  if (listOpenSessions(store, now).length > 0) return false;
  const isHooked = () =>
    HOOK_FILES.some((path) => contains(path, /daybook[^{}]*\bhook[\s",]+SessionStart\b/));
  if (env.DAYBOOK_NOW === undefined && !isOffByEnv(env) && !isHooked()) store.refreshBeside(env);
  return true;
}
