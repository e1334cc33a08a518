import { cli } from './faces/cli/cli.js';
import { serve } from './faces/mcp/serve.js';
import { keepHeapSmall } from './heap.js';
import type { Launch } from './main.js';
import { profileOf } from './verbs/mcp.js';

/** By then a client has what it asks for first; many end a server with a signal, so its end would be too late. */
const SETTLED_MS = 1000;

/** Serves for this process until its input ends, and gives its exit status; help and errors are those of the command. */
export const main = ({ write, keep, terminal }: Launch): Promise<number> => {
  const env = { ...process.env };
  return cli(process.argv.slice(2), {
    cwd: process.cwd(),
    env,
    out: (text) => write(1, text),
    err: (text) => write(2, text),
    terminal,
    async serve({ profile, start }) {
      const serving = { start, profile: profileOf(profile), input: process.stdin };
      setTimeout(() => {
        keep();
        keepHeapSmall();
      }, SETTLED_MS).unref();
      await serve({ ...serving, write: (text) => write(1, text) });
      return 0;
    },
  });
};
