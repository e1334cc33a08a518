import type { Invocation } from '../app/invocation.js';
import { openRuntime } from '../app/runtime.js';
import { AGENTS } from '../features/agent-setup/hook-registrations.js';
import { normalizeClientName } from './client-name.js';

/**
 * Returns true if the client's settings, in the workspace where the server starts, contain our SessionStart hook. False
 * if they cannot be read.
 */
export async function hasStartHook(start: Invocation, client: string | undefined): Promise<boolean> {
  const name = normalizeClientName(client);
  const agent = AGENTS.find((one) => one === name);
  if (!agent) return false;
  try {
    const runtime = await openRuntime({ ...start, warn: () => undefined }, 'workspace');
    const { findProgramFor } = await import('../features/agent-setup/agent-files.js');
    const ctx = runtime.createView(runtime.request).createContext();
    return findProgramFor(ctx, agent, 'SessionStart') !== null;
  } catch {
    return false;
  }
}
