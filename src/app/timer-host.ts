import { UserError } from '../command/define-command.js';
import { TICK_MINUTES } from '../config/jobs.js';
import type { TimerKind } from '../features/cron/cron.command.js';
import type { Timer } from '../features/cron/os-timers.js';
import { computeHash } from '../platform/encoding.js';
import { isPresent } from '../platform/file-io.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { findProgram } from '../platform/find-program.js';
import {
  getAgentFolder,
  getUnitFolder,
  makeTimerFolder,
  removeTimerFile,
  writeTimerFile,
} from '../platform/timer-files.js';
import { getDaybookCommand, type ProcessResult, runProgram } from './child-process.js';
import type { Runtime } from './runtime.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Operations on this machine that installing a timer needs. */
export interface TimerHost {
  /** The user's own folder, for files that a scheduler reads or writes. */
  readonly home: string;
  /** Where systemd looks for the user's units. */
  readonly unitFolder: string;
  /** Where launchd looks for the user's agents. */
  readonly agentFolder: string;
  makeFolder(path: string): void;
  writeFile(path: string, bytes: Uint8Array): void;
  /** False where there was none. */
  removeFile(path: string): boolean;
  /** The scheduler that this machine offers; null if it has none. */
  findScheduler(): TimerKind | null;
  /** Runs a program of the machine's scheduler. Refuses where there is none. */
  run(words: readonly string[], input?: string): Promise<ProcessResult>;
}

/** Opens the machine for the timer of a workspace: no program of a scheduler is taken from the workspace. */
export function createTimerHost({ store }: Runtime, env: Env): TimerHost {
  const root = store?.root.root ?? '';
  const workspace = [root, store?.root.worktree ?? root];
  const find = (name: string) => findProgram(nodeFileSystem, name, env.PATH ?? '', workspace);
  return {
    home: store?.root.global ?? '',
    get unitFolder() {
      return getUnitFolder(env);
    },
    get agentFolder() {
      return getAgentFolder(env);
    },
    makeFolder: makeTimerFolder,
    writeFile: writeTimerFile,
    removeFile: (path) => removeTimerFile(path),
    findScheduler() {
      if (process.platform === 'darwin') return 'launchd';
      if (process.platform === 'win32') return 'schtasks';
      if (isPresent(nodeFileSystem, RUNNING_SYSTEMD) && find('systemctl')) return 'systemd';
      return find('crontab') ? 'crontab' : null;
    },
    async run([name = '', ...args], input = '') {
      const program = find(name);
      if (program === null)
        throw new UserError(
          'no-scheduler',
          `there is no \`${name}\` here`,
          'run what is due by hand: daybook cron tick; or keep a process that does: daybook cron start',
        );
      const how = { cwd: '/', env: { ...env, LC_ALL: 'C' }, input, limit: PATIENCE_MS };
      return runProgram([program.path, ...args], how);
    },
  };
}

/** Exists while systemd runs this machine (sd_booted(3)). */
const RUNNING_SYSTEMD = '/run/systemd/system';

/** Time limit of a scheduler's program. */
const PATIENCE_MS = 20_000;

/** Builds the timer of a workspace. Refuses a folder that no scheduler could name. */
export function buildTimer({ store }: Runtime, env: Env): Timer {
  const root = store?.root.root ?? '';
  if (/[\r\n\0]/.test(root))
    throw new UserError(
      'odd-folder',
      'the name of the folder has a line break',
      'a timer needs another name for it',
    );
  const home = env.DAYBOOK_HOME;
  const name = `daybook-${computeHash(root).slice(0, 8)}`;
  return {
    name,
    root,
    command: getDaybookCommand('cron', 'tick', '--quiet', '--workspace', root),
    env: home ? { DAYBOOK_HOME: home } : {},
    minutes: TICK_MINUTES,
    log: `${store?.root.global}/${name}.log`,
  };
}
