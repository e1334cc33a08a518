import { COMMAND_NAMES, COMMANDS, findCommandName } from '../app/command-registry.js';
import { type CommandResult, executeCommand } from '../app/execute.js';
import { resolveFileInputs } from '../app/input-files.js';
import type { Invocation } from '../app/invocation.js';
import { openRuntime } from '../app/runtime.js';
import {
  createUnknownActionError,
  findAction,
  listNamedActions,
  type ResolvedAction,
} from '../command/actions.js';
import { createEmptyInput } from '../command/coerce-input.js';
import { type Command, UserError } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { createUsageError } from '../errors.js';
import {
  createAnsiStyle,
  formatErrorJson,
  formatErrorText,
  formatJson,
  formatNotice,
  formatPiped,
  formatTerminal,
  getPipedBudget,
  type OutputBudget,
} from '../output/format-result.js';
import { GLOBAL_OPTIONS, type ParsedArgs, parseArguments, parseParams } from './parse-args.js';
import { createProgressBar } from './progress-bar.js';

/** What runs more than one command: it opens its own workspace. */
export type CliAction = (action: {
  readonly input: Readonly<Record<string, unknown>>;
  readonly start: Invocation;
  readonly dryRun: boolean;
  readonly say: (text: string) => void;
}) => Promise<CommandResult>;

/** The parts of the process that the command line uses. */
interface CliProcess {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly terminal: boolean;
  /** Returns whether a person sees `err` immediately; nobody does if missing. */
  readonly isWatched?: () => boolean;
  /** Finds what a word of `cron` runs beside planning, e.g. `tick`; the scheduler has it. */
  readonly findCronAction?: (act: unknown) => Promise<CliAction | undefined>;
  /** Runs a server for the `mcp` command; returns the exit status when it ends. */
  readonly serve?: (request: {
    readonly profile: string | undefined;
    readonly start: Invocation;
  }) => Promise<number>;
}

/** Exit status for a bug, as in sysexits. */
const BUG = 70;

/** Runs the command line: parses arguments, runs one command, writes one reply. Returns the exit status. */
export async function runCli(args: readonly string[], process: CliProcess): Promise<number> {
  const json = args.includes('--json');
  try {
    return await runTyped(args, process);
  } catch (error) {
    if (!(error instanceof UserError)) {
      process.err(`daybook: a bug: ${error instanceof Error ? error.stack : String(error)}\n`);
      return BUG;
    }
    if (json) process.out(formatErrorJson(error));
    else process.err(formatErrorText(error));
    return error.status;
  }
}

async function runTyped(args: readonly string[], process: CliProcess): Promise<number> {
  const first = parseArguments(args, GLOBAL_OPTIONS);
  const asksHelp = first.command === 'help';
  const word = asksHelp ? first.words[0] : first.command;
  const command = word === undefined ? undefined : await loadCommand(word);
  const params: ParamDefinitions = { ...GLOBAL_OPTIONS, ...(command ? command.params : OVERVIEW_OPTIONS) };
  const all = parseArguments(args, params);
  const typed = asksHelp ? { ...all, words: all.words.slice(1) } : all;
  if (typed.options.has('version')) return print(process, `${(await import('../version.js')).VERSION}\n`);
  if (asksHelp || typed.options.has('help')) return print(process, await formatHelp(command, typed));
  if (!command) await refuseUnknownOption(typed, GLOBAL_OPTIONS);
  return command ? runCommand(command, typed, process) : showState(typed, process);
}

/** Shows the state for a bare `daybook`. Without a workspace it also prints the short help. */
async function showState(typed: ParsedArgs, process: CliProcess): Promise<number> {
  try {
    return await runCommand(await COMMANDS.status(), typed, process);
  } catch (error) {
    const isOutside = error instanceof UserError && error.code === 'no-workspace';
    if (isOutside && !typed.options.has('json')) process.out(`${await formatHelp(undefined, typed)}\n`);
    throw error;
  }
}

async function runCommand(command: Command, typed: ParsedArgs, process: CliProcess): Promise<number> {
  const { action, words } = resolveTyped(command, typed);
  await refuseUnknownOption(typed, { ...GLOBAL_OPTIONS, ...action.params }, command, action);
  const globals = parseParams(
    { title: '', params: GLOBAL_OPTIONS, examples: [] },
    { ...typed, words: [] },
  ) as GlobalInput;
  const display = createDisplay(globals, getPipedBudget(command.params, typed.options.has('limit')), process);
  const input = resolveFileInputs(
    { ...createEmptyInput(command.params), ...parseParams(action, { words, options: typed.options }) },
    command.params,
    process.cwd,
  );
  const [first = ''] = Object.keys(command.params);
  if (action.name !== null && action.name !== command.defaultAction) input[first] = action.name;
  const start = createInvocation(globals, process);
  if (command.name === 'mcp' && process.serve)
    return process.serve({ profile: input.profile as string | undefined, start });
  const dryRun = globals['dry-run'];
  const special = await specialRunner(command.name, input, process);
  const result = special
    ? await special({ input, start, dryRun, say: process.out })
    : await executeCommand(
        command,
        input as CommandInput<ParamDefinitions>,
        await openRuntime({ ...start, isTyped: true }, command.requires),
        { dryRun },
      );
  reply(result, display, process);
  return result.plan.exit ?? 0;
}

/** Returns the function for a command that is more than one run: `cron` jobs, and a scrub of all roots. */
function resolveTyped(
  command: Command,
  { words }: ParsedArgs,
): { readonly action: ResolvedAction; readonly words: readonly string[] } {
  const [first, ...rest] = words;
  const action = findAction(command, first);
  if (!action) throw createUnknownActionError(command, first);
  return { action, words: action.name !== null && action.name === first ? rest : words };
}

/** Returns what runs a command that is no run of a plan: an action of the scheduler, git’s merge, a scrub of all workspaces. */
async function specialRunner(
  name: string,
  input: Readonly<Record<string, unknown>>,
  { findCronAction }: CliProcess,
): Promise<CliAction | undefined> {
  if (name === 'cron') return findCronAction?.(input.act);
  if (name === 'merge' && input.path !== undefined)
    return (await import('../app/merge/run-merge-driver.js')).runMergeDriver;
  if (name === 'sync') return (await import('../app/sync/run-sync.js')).runSync;
  if (name === 'scrub') return (await import('../app/scrub-everywhere.js')).scrubEverywhere;
  return undefined;
}

async function loadCommand(word: string): Promise<Command> {
  const name = findCommandName(word);
  if (name !== null) return COMMANDS[name]();
  const { suggestNames: didYouMean } = await import('../text/did-you-mean.js');
  const [near] = didYouMean(word, COMMAND_NAMES);
  throw createUsageError(
    `no command \`${word}\``,
    near ? `did you mean: daybook ${near}` : 'all commands: daybook --help --all',
  );
}

/** Throws UserError if an option is not among `params`. Names the nearest one, or the actions that accept it. */
async function refuseUnknownOption(
  { options }: ParsedArgs,
  params: ParamDefinitions,
  command?: Command,
  action?: ResolvedAction,
): Promise<void> {
  const known = Object.entries(params).flatMap(([name, param]) => (param.positional ? [] : [name]));
  for (const name of options.keys()) {
    if (known.includes(name)) continue;
    const title = action ? `daybook ${action.title}` : 'daybook';
    const message = `${action ? `\`${title}\` has no` : 'no'} option ${name.startsWith('-') ? name : `--${name}`}`;
    const owners = command ? listNamedActions(command).filter((one) => Object.hasOwn(one.params, name)) : [];
    if (owners.length > 0)
      throw createUsageError(
        message,
        `it belongs to: ${owners.map((one) => `daybook ${one.title}`).join(', ')}`,
      );
    const { suggestNames: didYouMean } = await import('../text/did-you-mean.js');
    const [near] = didYouMean(name, known);
    throw createUsageError(message, near ? `did you mean: --${near}` : `see: ${title} --help`);
  }
}

/** Options of the overview of help only. */
const OVERVIEW_OPTIONS = {
  all: { kind: 'flag', description: 'explain the commands of every group' },
} as const satisfies ParamDefinitions;

async function formatHelp(command: Command | undefined, { words, options }: ParsedArgs): Promise<string> {
  const { formatOverview, formatCommandHelp } = await import('./help.js');
  if (!command) {
    const commands = await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]()));
    return formatOverview(commands, options.has('all') ? 'all' : 'first');
  }
  const [word] = words;
  const action = word === undefined ? null : findAction(command, word);
  if (word !== undefined && !action) throw createUnknownActionError(command, word);
  return formatCommandHelp(command, action && action.name === word ? action : null);
}

type GlobalInput = CommandInput<typeof GLOBAL_OPTIONS>;

function createInvocation({ workspace }: GlobalInput, { cwd, env, err, isWatched }: CliProcess): Invocation {
  return {
    cwd,
    env,
    warn: (text) => err(`daybook: ${text}\n`),
    progress: createProgressBar((text) => {
      if (isWatched?.()) err(text);
    }),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

/** How to print a reply. */
interface Display {
  readonly json: boolean;
  readonly quiet: boolean;
  /** True for colours on a terminal. */
  readonly color: boolean;
  readonly pager: boolean;
  readonly budget: OutputBudget;
}

function createDisplay(globals: GlobalInput, budget: OutputBudget, { env }: CliProcess): Display {
  const { color = 'auto' } = globals;
  const { choices } = GLOBAL_OPTIONS.color;
  if (!choices.includes(color))
    throw createUsageError(`--color takes ${choices.join(', ')}, found \`${color}\``, 'write: --color never');
  return {
    json: globals.json,
    quiet: globals.quiet,
    color: color === 'always' || (color === 'auto' && !env.NO_COLOR),
    pager: !globals['no-pager'],
    budget,
  };
}

function reply(result: CommandResult, display: Display, { out, err, terminal }: CliProcess): void {
  if (display.json) {
    out(formatJson(result));
    return;
  }
  for (const notice of result.plan.notices ?? [])
    if (!display.quiet || notice.level !== 'info') err(formatNotice(notice));
  if (result.diff !== null) out(result.diff);
  else if (!display.quiet)
    out(
      terminal
        ? formatTerminal(result, createAnsiStyle(!display.color))
        : formatPiped(result, display.budget),
    );
}

function print({ out }: CliProcess, text: string): number {
  out(text);
  return 0;
}
