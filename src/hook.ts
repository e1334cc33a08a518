import { hook } from './faces/hooks/hook.js';
import { STATUS_LINE } from './kinds/agents.js';
import type { Launch } from './main.js';

/** Answers one event of an agent, or prints its status line; the exit status is 0 whatever happened. */
export async function main({ write, read, keep }: Launch): Promise<number> {
  const [, , word, ...args] = process.argv;
  const own = {
    cwd: process.cwd(),
    env: process.env,
    read,
    out: (text: string) => write(1, text),
    elapsed: () => process.uptime() * 1000,
  };
  if (word === STATUS_LINE) await (await import('./faces/hooks/status-line.js')).statusLine({ ...own, keep });
  else await hook(args, own);
  return 0;
}
