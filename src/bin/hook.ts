import { STATUS_LINE } from '../features/agent-setup/hook-registrations.js';
import { runHook } from '../hooks/run-hook.js';
import { readStandardJson, writeText } from '../platform/standard-io.js';
import type { LauncherApi } from './launcher-api.js';

/** Handles one event of an agent, or prints its status line. The exit status is always 0. */
export async function main({ keepCode }: LauncherApi): Promise<number> {
  const [, , word, ...args] = process.argv;
  const own = {
    cwd: process.cwd(),
    env: process.env,
    read: readStandardJson,
    out: (text: string) => writeText(1, text),
    elapsed: () => process.uptime() * 1000,
  };
  if (word === STATUS_LINE)
    await (await import('../hooks/run-status-line.js')).printStatusLine({ ...own, keep: keepCode });
  else await runHook(args, own);
  return 0;
}
