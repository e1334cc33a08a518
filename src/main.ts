import { cli } from './faces/cli/cli.js';
import type { Pace } from './house.js';

/** What the launcher gives to what it starts. */
export interface Launch {
  /** All of standard input; nothing where a person at a terminal would have to be waited for. */
  readonly read: () => string;
  readonly write: (descriptor: 1 | 2, text: string) => void;
  /** Keeps what V8 compiled so far for the next start; it does so by itself at a good end. */
  readonly keep: () => void;
  /** Told how long the rest will take, so that V8 compiles to machine code only what lasts. */
  readonly pace: (is: Pace) => void;
  /** A terminal reads descriptor 1. */
  readonly terminal: boolean;
  /** Whether a terminal reads descriptor 2. */
  readonly isWatched: () => boolean;
}

/** Runs the command for this process and gives its exit status. */
export const main = ({ write, pace, terminal, isWatched }: Launch): Promise<number> =>
  cli(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    out: (text) => write(1, text),
    err: (text) => write(2, text),
    terminal,
    isWatched,
    pace,
  });
