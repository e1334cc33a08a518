import type { Timer, TimerFile } from './types.js';

/** The user units of systemd: a service that runs a tick, and its timer, which makes up missed starts. */
export const formatSystemdUnits = (timer: Timer): readonly TimerFile[] => [
  { name: `${timer.name}.service`, text: service(timer) },
  { name: `${timer.name}.timer`, text: clock(timer) },
];

/** systemd restricts the characters of a program's path, but not those of the arguments of env(1). */
const service = ({ root, env, command }: Timer): string =>
  [
    '[Unit]',
    `Description=Daybook: what is due in ${percent(root)}`,
    '',
    '[Service]',
    'Type=oneshot',
    `WorkingDirectory=${percent(root)}`,
    ...Object.entries(env).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    `ExecStart=/usr/bin/env ${command.map((word) => quoted(word).replaceAll('$', '$$$$')).join(' ')}`,
    '',
  ].join('\n');

const clock = ({ root, minutes }: Timer): string =>
  [
    '[Unit]',
    `Description=Daybook: looks for what is due in ${percent(root)}`,
    '',
    '[Timer]',
    `OnCalendar=${minutes === 60 ? '*:00' : `*:0/${minutes}`}`,
    'Persistent=true',
    'AccuracySec=30s',
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ].join('\n');

/** Escapes `%`, which begins a specifier in systemd.unit(5). */
const percent = (text: string): string => text.replaceAll('%', '%%');

const quoted = (word: string): string => `"${percent(word).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
