import { isAbsolute, relative, resolve } from 'node:path';
import type { LiveSession } from '../../command/hook-records.js';
import { DOCTOR_SESSION } from '../../features/agent-setup/hook-registrations.js';
import { callEffect } from '../../features/daily-notes/trace/workflow-stage.js';
import { nodeFileSystem } from '../../platform/file-system.js';
import { catchErrors } from '../../platform/system-errors.js';
import type { ActivityRecord, Store } from '../../store/store.js';
import type { ToolCall } from '../../transcripts/tool-call.js';
import { listSwitchedOff } from './off-switch.js';

/** A session counts as at work for so long after its last event. */
const LIVE_MS = 10 * 60_000;
/** The end of the tool log that is read: more than the calls of ten minutes. */
const TAIL_BYTES = 96 * 1024;

/** The agent of a record, and what its call changed. */
interface WorkRecord {
  readonly by: string;
  readonly worktree?: string;
  readonly changed?: readonly string[];
}

/** Describes the agent of an event and the files that its call changed, by their paths from the top of the worktree. */
export function describeWork(
  { root: { root, worktree } }: Store,
  { agent, cwd }: { readonly agent: string; readonly cwd: string | null },
  call?: ToolCall,
): WorkRecord {
  const changes = call?.ok === true && callEffect(call) === 'writes';
  const folder = catchErrors(['ENOENT', 'ENOTDIR', 'EACCES'], worktree, () =>
    nodeFileSystem.realpath(cwd ?? worktree),
  );
  const changed = changes
    ? call.files.map((path) => relative(worktree, resolve(folder, path)).replaceAll('\\', '/'))
    : [];
  const inside = changed.filter((path) => path !== '' && !path.startsWith('..') && !isAbsolute(path));
  return {
    by: agent,
    ...(worktree === root ? {} : { worktree }),
    ...(inside.length > 0 ? { changed: inside } : {}),
  };
}

/** Lists the sessions of agents that did something within ten minutes and are not ended, the last active first. */
export function listLiveSessions(store: Store, now: number): readonly LiveSession[] {
  const since = new Date(now - LIVE_MS).toISOString();
  const live = new Map<string, LiveSession>();
  for (const one of store.trail('tools', { since: since.slice(0, 10), bytes: TAIL_BYTES })) {
    const { at, session, by, worktree, mark } = one;
    if (typeof session !== 'string' || session === DOCTOR_SESSION || at < since) continue;
    const known = live.get(session);
    live.delete(session);
    if (mark === 'ended') continue;
    const changed = listChanged(one);
    live.set(session, {
      session,
      agent: typeof by === 'string' ? by : (known?.agent ?? 'an agent'),
      at,
      worktree: typeof worktree === 'string' ? worktree : (known?.worktree ?? null),
      changed: [
        ...changed,
        ...(known?.changed ?? []).filter((old) => !changed.some(({ path }) => path === old.path)),
      ],
    });
  }
  const off = live.size > 0 ? listSwitchedOff(store, now) : new Set();
  return [...live.values()].filter(({ session }) => !off.has(session)).reverse();
}

const listChanged = ({ at, changed }: ActivityRecord): LiveSession['changed'] =>
  Array.isArray(changed)
    ? changed.filter((path) => typeof path === 'string').map((path) => ({ path, at }))
    : [];
