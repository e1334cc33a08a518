import { UserError } from '../../../errors.js';
import type { Timer } from './types.js';

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
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`);
  const words = [...variables, ...command.map(quoted)].join(' ');
  return `cd ${quoted(root)} && ${words} >> ${quoted(log)} 2>&1`.replaceAll('%', '\\%');
}

const quoted = (word: string): string =>
  /^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
