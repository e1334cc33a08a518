import { cli } from './faces/cli/cli.js';

/** What the launcher gives: a writer for descriptors 1 and 2, and whether a terminal reads the first. */
export interface Launch {
  readonly write: (descriptor: 1 | 2, text: string) => void;
  readonly terminal: boolean;
}

/** Runs the command for this process and gives its exit status. */
export const main = ({ write, terminal }: Launch): Promise<number> =>
  cli(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    out: (text) => write(1, text),
    err: (text) => write(2, text),
    terminal,
  });
