import { dirname } from 'node:path';
import type { TimerHost } from '../app/timer-host.js';
import { UserError } from '../command/define-command.js';
import type { TimerKind } from '../features/cron/cron.command.js';
import {
  formatCrontabBlock,
  formatLaunchdAgent,
  formatScheduledTask,
  formatSystemdUnits,
  removeCrontabBlock,
  setCrontabBlock,
  type Timer,
  type TimerFile,
} from '../features/cron/os-timers.js';

/** The result of installing or removing a timer: the changed places, and what remains to do by hand. */
interface TimerInstallResult {
  readonly places: readonly string[];
  readonly left: string | null;
}

/** A scheduler of the operating system: how its timer is written, installed and removed. */
interface OsScheduler {
  readonly show: (timer: Timer) => string;
  readonly install: (timer: Timer, host: TimerHost) => Promise<TimerInstallResult>;
  readonly uninstall: (timer: Timer, host: TimerHost) => Promise<TimerInstallResult>;
}

export const OS_SCHEDULERS: Readonly<Record<TimerKind, OsScheduler>> = {
  crontab: {
    show: formatCrontabBlock,
    install(timer, host) {
      makeLogFolder(timer, host);
      return changeCrontab(host, (now) => setCrontabBlock(now, timer));
    },
    uninstall: (timer, host) => changeCrontab(host, (now) => removeCrontabBlock(now, timer)),
  },
  systemd: {
    show: (timer) => shown(formatSystemdUnits(timer)),
    async install(timer, host) {
      const places = put(formatSystemdUnits(timer), host.unitFolder, host);
      const steps = [
        ['systemctl', '--user', 'daemon-reload'],
        ['systemctl', '--user', 'enable', '--now', `${timer.name}.timer`],
      ];
      return { places, left: await tried(steps, host) };
    },
    async uninstall(timer, host) {
      const left = await tried([['systemctl', '--user', 'disable', '--now', `${timer.name}.timer`]], host);
      const places = taken(formatSystemdUnits(timer), host.unitFolder, host);
      return { places, left: places.length === 0 ? null : left };
    },
  },
  launchd: {
    show: (timer) => formatLaunchdAgent(timer).text,
    async install(timer, host) {
      makeLogFolder(timer, host);
      const [path = ''] = put([formatLaunchdAgent(timer)], host.agentFolder, host);
      return { places: [path], left: await tried([['launchctl', 'bootstrap', domain(), path]], host) };
    },
    async uninstall(timer, host) {
      const left = await tried([['launchctl', 'bootout', `${domain()}/${timer.name}`]], host);
      const places = taken([formatLaunchdAgent(timer)], host.agentFolder, host);
      return { places, left: places.length === 0 ? null : left };
    },
  },
  schtasks: {
    show: (timer) => formatScheduledTask(timer).text,
    async install(timer, host) {
      const { name, text } = formatScheduledTask(timer);
      const path = `${host.home}/${name}`;
      host.writeFile(path, utf16(text));
      return {
        places: [path],
        left: await tried([['schtasks', '/Create', '/TN', timer.name, '/XML', path, '/F']], host),
      };
    },
    async uninstall(timer, host) {
      const left = await tried([['schtasks', '/Delete', '/TN', timer.name, '/F']], host);
      const path = `${host.home}/${formatScheduledTask(timer).name}`;
      return host.removeFile(path) ? { places: [path], left } : { places: [], left: null };
    },
  },
};

/** Changes the user's crontab through crontab(1), which checks it. A crontab with only our block is removed. */
async function changeCrontab(host: TimerHost, change: (now: string) => string): Promise<TimerInstallResult> {
  const now = await crontabNow(host);
  const next = change(now);
  if (next === now) return { places: [], left: null };
  const words = next === '' ? ['crontab', '-r'] : ['crontab', '-'];
  const { status, err } = await host.run(words, next);
  if (status !== 0)
    throw new UserError(
      'no-crontab',
      `crontab does not take it: ${err.trim()}`,
      'see it: daybook cron install --as crontab --print',
    );
  return { places: ['crontab'], left: null };
}

async function crontabNow(host: TimerHost): Promise<string> {
  const { status, out, err } = await host.run(['crontab', '-l']);
  if (status === 0) return out;
  if (/no crontab for/i.test(err)) return '';
  throw new UserError(
    'no-crontab',
    `crontab cannot be read: ${err.trim()}`,
    'run what is due by hand: daybook cron tick; or keep a process that does: daybook cron start',
  );
}

/** Runs the steps one by one; returns the command of the first that fails, for the user to run by hand. */
async function tried(steps: readonly (readonly string[])[], host: TimerHost): Promise<string | null> {
  for (const words of steps) {
    const isDone = await host.run(words).then(
      ({ status }) => status === 0,
      () => false,
    );
    if (!isDone) return words.join(' ');
  }
  return null;
}

function put(files: readonly TimerFile[], folder: string, host: TimerHost): readonly string[] {
  for (const { name, text } of files) host.writeFile(`${folder}/${name}`, Buffer.from(text));
  return files.map(({ name }) => `${folder}/${name}`);
}

const taken = (files: readonly TimerFile[], folder: string, host: TimerHost): readonly string[] =>
  files.map(({ name }) => `${folder}/${name}`).filter((path) => host.removeFile(path));

/** Creates the folder of the log: the shell's redirection creates none. */
const makeLogFolder = ({ log }: Timer, host: TimerHost): void => host.makeFolder(dirname(log));

const shown = (files: readonly TimerFile[]): string =>
  files.map(({ name, text }) => `# ${name}\n${text}`).join('\n');

const domain = (): string => `gui/${process.getuid?.() ?? 501}`;

/** Encodes UTF-16 with a byte order mark, which the Task Scheduler expects. */
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`, 'utf16le');
