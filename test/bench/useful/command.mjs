// The built command, and the environment that it is started in.
import { join, resolve } from 'node:path';

export const COMMAND = resolve('dist/daybook.cjs');

/** Returns the environment of a command: its own home folders and a fixed clock. */
export function createEnvironment({ home, root }, at, seed = 'useful') {
  return {
    HOME: home,
    DAYBOOK_HOME: join(home, '.daybook'),
    DAYBOOK_NOW: new Date(at).toISOString(),
    DAYBOOK_SEED: seed,
    CLAUDE_PROJECT_DIR: root,
    NO_COLOR: '1',
    TZ: 'UTC',
    PATH: process.env.PATH,
  };
}
