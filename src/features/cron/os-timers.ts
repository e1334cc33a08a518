import { UserError } from '../../errors.js';

/** An installed timer of the operating system. It only starts a tick; the journal of runs decides what is due. */
export interface Timer {
  /** A unique name for each workspace: `daybook-` and eight digits. */
  readonly name: string;
  readonly root: string;
  /** The command of a tick; the first word is a program's full path. */
  readonly command: readonly string[];
  /** Variables that the command needs and schedulers do not set. */
  readonly env: Readonly<Record<string, string>>;
  /** Its interval in minutes; a divisor of 60. */
  readonly minutes: number;
  /** The file for the command's output, if the scheduler keeps none. */
  readonly log: string;
}

/** A file of a scheduler. */
export interface TimerFile {
  /** Its name in the folder of the scheduler. */
  readonly name: string;
  readonly text: string;
}

/** Escapes a text for XML. */
const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The block of a crontab: two marks and a line. It is at the top, where the user's variables do not affect it and no
 * line before it can lack a line break.
 */
export const formatCrontabBlock = (timer: Timer): string =>
  [opening(timer), `${minutesOf(timer)} * * * * ${commandOf(timer)}`, closing(timer), ''].join('\n');

/** Returns a crontab with the block of this workspace up to date; every other byte is unchanged. */
export const setCrontabBlock = (crontab: string, timer: Timer): string =>
  formatCrontabBlock(timer) + removeCrontabBlock(crontab, timer);

/** Returns a crontab without the block of this workspace; every other byte is unchanged. */
export function removeCrontabBlock(crontab: string, timer: Timer): string {
  const from = startOfLine(crontab, opening(timer));
  if (from === null) return crontab;
  const end = startOfLine(crontab.slice(from), closing(timer));
  if (end === null)
    throw new UserError(
      'torn-block',
      `the crontab has \`${opening(timer)}\` but no \`${closing(timer)}\` behind it`,
      'fix it with `crontab -e`, then retry; nothing was changed',
    );
  return crontab.slice(0, from) + crontab.slice(from + end).replace(/^.*\n?/, '');
}

function startOfLine(text: string, line: string): number | null {
  const at = `\n${text}\n`.indexOf(`\n${line}\n`);
  return at < 0 ? null : at;
}

const opening = ({ name, root }: Timer): string => `# >>> ${name} >>> ${root}`;
const closing = ({ name }: Timer): string => `# <<< ${name} <<<`;

const minutesOf = ({ minutes }: Timer): string =>
  minutes === 60 ? '0' : minutes === 1 ? '*' : `*/${minutes}`;

/** Escapes `%`, which cron(8) reads as the end of the line. */
function commandOf({ root, env, command, log }: Timer): string {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoteForShell(value)}`);
  const words = [...variables, ...command.map(quoteForShell)].join(' ');
  return `cd ${quoteForShell(root)} && ${words} >> ${quoteForShell(log)} 2>&1`.replaceAll('%', '\\%');
}

const quoteForShell = (word: string): string =>
  /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** The agent for launchd.plist(5): it starts at login, at an interval in seconds, and after sleep. */
export const formatLaunchdAgent = (timer: Timer): TimerFile => ({
  name: `${timer.name}.plist`,
  text: `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${string(timer.name)}
  <key>ProgramArguments</key>
  <array>
${timer.command.map((word) => `    ${string(word)}\n`).join('')}  </array>
  <key>WorkingDirectory</key>
  ${string(timer.root)}
  <key>EnvironmentVariables</key>
  <dict>
${Object.entries(timer.env)
  .map(([name, value]) => `    <key>${escapeXml(name)}</key>\n    ${string(value)}\n`)
  .join('')}  </dict>
  <key>StartInterval</key>
  <integer>${timer.minutes * 60}</integer>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Background</string>
  <key>StandardOutPath</key>
  ${string(timer.log)}
  <key>StandardErrorPath</key>
  ${string(timer.log)}
</dict>
</plist>
`,
});

const string = (text: string): string => `<string>${escapeXml(text)}</string>`;

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
    ...Object.entries(env).map(([name, value]) => `Environment=${quoteForSystemd(`${name}=${value}`)}`),
    `ExecStart=/usr/bin/env ${command.map((word) => quoteForSystemd(word).replaceAll('$', '$$$$')).join(' ')}`,
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

const quoteForSystemd = (word: string): string =>
  `"${percent(word).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

/** The task of Windows Task Scheduler, for `schtasks /Create /XML`; a missed start is made up. */
export const formatScheduledTask = (timer: Timer): TimerFile => ({
  name: `${timer.name}.xml`,
  text: `<?xml version="1.0" encoding="UTF-16"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>Daybook: what is due in ${escapeXml(timer.root)}</Description>
  </RegistrationInfo>
  <Triggers>
    <TimeTrigger>
      <StartBoundary>2026-01-01T00:00:00</StartBoundary>
      <Repetition>
        <Interval>PT${timer.minutes}M</Interval>
      </Repetition>
    </TimeTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT2H</ExecutionTimeLimit>
  </Settings>
  <Actions>
    <Exec>
      <Command>${escapeXml(timer.command[0] ?? '')}</Command>
      <Arguments>${escapeXml(timer.command.slice(1).map(quoteArgument).join(' '))}</Arguments>
      <WorkingDirectory>${escapeXml(timer.root)}</WorkingDirectory>
    </Exec>
  </Actions>
</Task>
`,
});

/** Quotes for CommandLineToArgvW: backslashes count only before a quote. */
const quoteArgument = (word: string): string =>
  /^[\w./:=@\\-]+$/.test(word)
    ? word
    : `"${word.replace(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, '$1$1')}"`;
