import { dirname } from 'node:path';
import type { Runtime } from '../app/runtime.js';
import { UserError } from '../command/define-command.js';
import type { TimerKind } from '../features/cron/cron.command.js';
import { crontabBlock, withBlock, withoutBlock } from '../features/cron/os-timers/crontab.js';
import { launchdAgent } from '../features/cron/os-timers/launchd.js';
import { systemdUnits } from '../features/cron/os-timers/systemd.js';
import { scheduledTask } from '../features/cron/os-timers/task-scheduler.js';
import type { Timer, TimerFile } from '../features/cron/os-timers/types.js';
import { hashOf } from '../platform/encoding.js';
import { nodeFileSystem } from '../platform/file-system.js';
import { findProgram } from '../platform/find-program.js';
import { ownCommand, runProgram } from '../platform/run-program.js';
import {
  agentFolder,
  makeTimerFolder,
  removeTimerFile,
  unitFolder,
  writeTimerFile,
} from '../platform/timer-files.js';

/** What installing or removing a timer did: the places that it wrote, and what is left to do by hand. */
interface TimerInstallResult {
  readonly places: readonly string[];
  readonly left: string | null;
}

/** A scheduler of machines: how its timer reads, how it is put in place, and how it is taken out again. */
interface OsScheduler {
  readonly show: (timer: Timer) => string;
  readonly install: (timer: Timer, ground: Ground) => Promise<TimerInstallResult>;
  readonly uninstall: (timer: Timer, ground: Ground) => Promise<TimerInstallResult>;
}

interface Ground {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's own folder, for files that a scheduler reads or writes. */
  readonly home: string;
  /** The folders of the workspace: no program of a scheduler is taken from there. */
  readonly workspace: readonly string[];
}

/** The timer of a workspace. Refuses a folder that no scheduler could name. */
export function buildTimer({ store, settings }: Runtime, env: Ground['env']): Timer {
  const root = store?.root.root ?? '';
  if (/[\r\n\0]/.test(root))
    throw new UserError(
      'odd-folder',
      'the name of the folder has a line break',
      'a timer needs another name for it',
    );
  const home = env.DAYBOOK_HOME;
  const name = `daybook-${hashOf(root).slice(0, 8)}`;
  return {
    name,
    root,
    command: [...ownCommand(), 'cron', 'tick', '--quiet', '--workspace', root],
    env: home ? { DAYBOOK_HOME: home } : {},
    minutes: settings['cron.tick'],
    log: `${store?.root.global}/${name}.log`,
  };
}

export const OS_SCHEDULERS: Readonly<Record<TimerKind, OsScheduler>> = {
  crontab: {
    show: crontabBlock,
    install(timer, ground) {
      makeLogFolder(timer);
      return changeCrontab(ground, (now) => withBlock(now, timer));
    },
    uninstall: (timer, ground) => changeCrontab(ground, (now) => withoutBlock(now, timer)),
  },
  systemd: {
    show: (timer) => shown(systemdUnits(timer)),
    async install(timer, ground) {
      const places = put(systemdUnits(timer), unitFolder(ground.env));
      const steps = [
        ['systemctl', '--user', 'daemon-reload'],
        ['systemctl', '--user', 'enable', '--now', `${timer.name}.timer`],
      ];
      return { places, left: await tried(steps, ground) };
    },
    async uninstall(timer, ground) {
      const left = await tried([['systemctl', '--user', 'disable', '--now', `${timer.name}.timer`]], ground);
      const places = taken(systemdUnits(timer), unitFolder(ground.env));
      return { places, left: places.length === 0 ? null : left };
    },
  },
  launchd: {
    show: (timer) => launchdAgent(timer).text,
    async install(timer, ground) {
      makeLogFolder(timer);
      const [path = ''] = put([launchdAgent(timer)], agentFolder(ground.env));
      return { places: [path], left: await tried([['launchctl', 'bootstrap', domain(), path]], ground) };
    },
    async uninstall(timer, ground) {
      const left = await tried([['launchctl', 'bootout', `${domain()}/${timer.name}`]], ground);
      const places = taken([launchdAgent(timer)], agentFolder(ground.env));
      return { places, left: places.length === 0 ? null : left };
    },
  },
  schtasks: {
    show: (timer) => scheduledTask(timer).text,
    async install(timer, ground) {
      const { name, text } = scheduledTask(timer);
      const path = `${ground.home}/${name}`;
      writeTimerFile(path, utf16(text));
      return {
        places: [path],
        left: await tried([['schtasks', '/Create', '/TN', timer.name, '/XML', path, '/F']], ground),
      };
    },
    async uninstall(timer, ground) {
      const left = await tried([['schtasks', '/Delete', '/TN', timer.name, '/F']], ground);
      const path = `${ground.home}/${scheduledTask(timer).name}`;
      return removeTimerFile(path) ? { places: [path], left } : { places: [], left: null };
    },
  },
};

/** Changes the user's crontab through crontab(1), which checks it; where only our block stood, none is left. */
async function changeCrontab(ground: Ground, change: (now: string) => string): Promise<TimerInstallResult> {
  const now = await crontabNow(ground);
  const next = change(now);
  if (next === now) return { places: [], left: null };
  const words = next === '' ? ['crontab', '-r'] : ['crontab', '-'];
  const { status, err } = await started(words, ground, next);
  if (status !== 0)
    throw new UserError(
      'no-crontab',
      `crontab does not take it: ${err.trim()}`,
      'see it: daybook cron install --as crontab --print',
    );
  return { places: ['crontab'], left: null };
}

async function crontabNow(ground: Ground): Promise<string> {
  const { status, out, err } = await started(['crontab', '-l'], ground);
  if (status === 0) return out;
  if (/no crontab for/i.test(err)) return '';
  throw new UserError(
    'no-crontab',
    `crontab cannot be read: ${err.trim()}`,
    'another timer: daybook cron install --as systemd',
  );
}

/** Runs a program of the machine's scheduler, which is never one that the workspace holds. */
async function started([name = '', ...args]: readonly string[], { env, workspace }: Ground, input = '') {
  const program = findProgram(nodeFileSystem, name, env.PATH ?? '', workspace);
  if (program === null)
    throw new UserError(
      'no-scheduler',
      `there is no \`${name}\` here`,
      'look for another one: daybook cron install --as systemd --print',
    );
  const how = { cwd: '/', env: { ...env, LC_ALL: 'C' }, input, limit: PATIENCE_MS };
  return runProgram([program.path, ...args], how);
}

/** A scheduler answers at once, or not at all. */
const PATIENCE_MS = 20_000;

/** Does the steps one by one; gives the words of the first that fails, for a person to say. */
async function tried(steps: readonly (readonly string[])[], ground: Ground): Promise<string | null> {
  for (const words of steps) {
    const isDone = await started(words, ground).then(
      ({ status }) => status === 0,
      () => false,
    );
    if (!isDone) return words.join(' ');
  }
  return null;
}

function put(files: readonly TimerFile[], folder: string): readonly string[] {
  for (const { name, text } of files) writeTimerFile(`${folder}/${name}`, Buffer.from(text));
  return files.map(({ name }) => `${folder}/${name}`);
}

const taken = (files: readonly TimerFile[], folder: string): readonly string[] =>
  files.map(({ name }) => `${folder}/${name}`).filter((path) => removeTimerFile(path));

/** A shell that writes there makes no folder. */
const makeLogFolder = ({ log }: Timer): void => makeTimerFolder(dirname(log));

const shown = (files: readonly TimerFile[]): string =>
  files.map(({ name, text }) => `# ${name}\n${text}`).join('\n');

const domain = (): string => `gui/${process.getuid?.() ?? 501}`;

/** The Task Scheduler reads UTF-16 with a mark. */
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le');
