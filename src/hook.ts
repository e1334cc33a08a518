import { hook } from './faces/hooks/hook.js';
import type { Launch } from './main.js';

/** Answers one event of an agent; the exit status is 0 whatever happened. */
export async function main({ write, read }: Launch): Promise<number> {
  await hook(process.argv.slice(3), {
    cwd: process.cwd(),
    env: process.env,
    read,
    out: (text) => write(1, text),
    elapsed: () => performance.now(),
  });
  return 0;
}
