import { getProfile } from '../features/agent-setup/mcp.command.js';
import { serveMcp } from '../mcp/server.js';
import { limitHeapGrowth } from '../platform/heap.js';
import { writeText } from '../platform/standard-io.js';
import { runWith } from './cli.js';
import type { LauncherApi } from './launcher-api.js';

/**
 * When a client has its first answers. Code is not saved at the end, because many clients end a server with a signal.
 */
const SETTLED_MS = 1000;

/** Serves until the input ends. Returns the exit status. Help and errors are those of the command line. */
export const main = ({ keepCode }: LauncherApi): Promise<number> =>
  runWith({
    async serve({ profile, start }) {
      setTimeout(() => {
        keepCode();
        limitHeapGrowth();
      }, SETTLED_MS).unref();
      await serveMcp({
        start,
        profile: getProfile(profile),
        input: process.stdin,
        write: (text) => writeText(1, text),
      });
      return 0;
    },
  });
