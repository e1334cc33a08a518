import type { CommandResult } from '../app/execute.js';
import type { UserError } from '../command/define-command.js';
import { GLOBAL_OPTIONS } from '../command/global-options.js';
import type { CommandInput } from '../command/params.js';
import { createUsageError } from '../errors.js';
import { chooseColor } from '../output/choose-color.js';
import {
  formatErrorText,
  formatJson,
  formatNotice,
  formatPiped,
  type OutputBudget,
} from '../output/format-result.js';
import { stripInvisible } from '../text/sanitize.js';
import type { CliProcess } from './cli-process.js';
import { HELP_WIDTH, wrapCommand } from './wrap-text.js';

/** The options of every command. */
export type GlobalInput = CommandInput<typeof GLOBAL_OPTIONS>;

/** How to print a reply. */
export interface Display {
  readonly json: boolean;
  readonly quiet: boolean;
  /** The form for people: on a terminal, or with `--color always`. */
  readonly isForPeople: boolean;
  readonly color: boolean;
  readonly pager: boolean;
  readonly budget: OutputBudget;
}

export function createDisplay(
  globals: GlobalInput,
  budget: OutputBudget,
  { env, terminal }: CliProcess,
): Display {
  const { color = 'auto' } = globals;
  const { choices } = GLOBAL_OPTIONS.color;
  if (!choices.includes(color))
    throw createUsageError(`--color takes ${choices.join(', ')}, found \`${color}\``, 'write: --color never');
  return {
    json: globals.json,
    quiet: globals.quiet,
    isForPeople: terminal || color === 'always',
    color: chooseColor(color, terminal, env),
    pager: !globals['no-pager'],
    budget,
  };
}

/** The width of a terminal that does not report it. */
const USUAL_WIDTH = 80;
/** Help is not wrapped for narrower terminals. */
const LEAST_HELP_WIDTH = 40;

const readSize = ({ env, size }: CliProcess): { readonly width: number; readonly rows: number } => {
  const { columns, rows } = size?.() ?? {};
  const typed = Number(env.COLUMNS);
  return {
    width: Number.isInteger(typed) && typed > 0 ? typed : columns || USUAL_WIDTH,
    rows: rows || Number.POSITIVE_INFINITY,
  };
};

const readNow = ({ DAYBOOK_NOW }: CliProcess['env']): number =>
  (DAYBOOK_NOW && Date.parse(DAYBOOK_NOW)) || Date.now();

/** The line above the reply of a dry run that has no diff to show. */
const EMPTY_DIFF = 'Dry run: nothing is changed. The reply would be:\n';

/** Prints the result of a command: JSON, for a pipe, or for a person. */
export async function printReply(
  result: CommandResult,
  display: Display,
  process: CliProcess,
): Promise<void> {
  const { out } = process;
  if (display.json) {
    out(formatJson(result));
    return;
  }
  for (const notice of result.plan.notices ?? [])
    if (!display.quiet || notice.level !== 'info')
      await printProblem(formatNotice(notice), 'warning', display.color ? [] : ['--color=never'], process);
  if (result.diff === '' && !display.quiet) out(EMPTY_DIFF);
  const diff = result.diff === '' && !display.quiet ? null : result.diff && stripInvisible(result.diff);
  if (!display.isForPeople) {
    if (diff !== null) out(diff);
    else if (!display.quiet) out(formatPiped(result, display.budget));
    return;
  }
  const { formatTerminal, formatTerminalDiff } = await import('../output/terminal/format-terminal.js');
  const { width } = readSize(process);
  const view = { width, color: display.color, now: readNow(process.env) };
  const text =
    diff !== null ? formatTerminalDiff(diff, view) : display.quiet ? '' : formatTerminal(result, view);
  if (text !== '') printLong(text, !display.pager, process);
}

/** Prints a text, through a pager if it is longer than the screen of a terminal. */
export function printLong(text: string, withoutPager: boolean, process: CliProcess): void {
  const { env, out, page, terminal } = process;
  const isPaged = terminal && !withoutPager && env.TERM !== 'dumb';
  const isLong = isPaged && text.split('\n').length > readSize(process).rows;
  if (!(isLong && page?.(text, env))) out(text);
}

/** Returns the columns of help: those of a terminal, at most 80; 80 in a pipe. */
export const getHelpWidth = (process: CliProcess): number =>
  process.terminal ? Math.min(HELP_WIDTH, Math.max(LEAST_HELP_WIDTH, readSize(process).width)) : HELP_WIDTH;

/** Prints an error or a notice; where a person watches, it is wrapped and its beginning is coloured. */
async function printProblem(
  text: string,
  tone: 'bad' | 'warning',
  args: readonly string[],
  process: CliProcess,
): Promise<void> {
  const { err, env, terminal, isWatched } = process;
  if (!(isWatched ? isWatched() : terminal)) {
    err(text);
    return;
  }
  const { formatTerminalError } = await import('../output/terminal/format-terminal.js');
  const [, when = 'auto'] = /(?:^|\n)--color[=\n](\w+)/.exec(args.join('\n')) ?? [];
  const view = { width: readSize(process).width, color: chooseColor(when, true, env), now: 0 };
  err(formatTerminalError(text, tone, view));
}

/** Prints an error, and the typed text if it is long, so that it is not lost. */
export async function printRefusal(
  error: UserError,
  args: readonly string[],
  process: CliProcess,
): Promise<void> {
  const { isWatched, terminal, err } = process;
  await printProblem(formatErrorText(error), 'bad', args, process);
  const { typed, file } = error.details;
  if (typeof file === 'string') err(`your text is in ${file}\n`);
  else if (typeof typed === 'string') err(`your text:\n${stripInvisible(typed).trimEnd()}\n`);
  else if (isWatched ? isWatched() : terminal) {
    const { formatTypedLine, isTextRepeated } = await import('./quote-for-shell.js');
    const line = formatTypedLine(args);
    if (line !== null && !isTextRepeated(args, error.hint)) err(formatTyped(stripInvisible(line), process));
  }
}

/** Formats the typed line, broken between its words if it is too long, so that it can be pasted. */
function formatTyped(line: string, process: CliProcess): string {
  const { width } = readSize(process);
  const short = `you typed: ${line}`;
  return short.length <= width ? `${short}\n` : `you typed:\n${wrapCommand(line, '  ', width).join('\n')}\n`;
}
