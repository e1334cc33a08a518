import { isOffByEnv } from '../app/agents/off-switch.js';
import { COMMAND_NAMES, COMMANDS, findCommandName } from '../app/command-registry.js';
import { detectActor } from '../app/detect-actor.js';
import { executeCommand } from '../app/execute.js';
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
import { GLOBAL_OPTIONS } from '../command/global-options.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { createUsageError } from '../errors.js';
import { formatErrorJson, getPipedBudget } from '../output/format-result.js';
import { cleanForReader } from './clean-for-reader.js';
import type { CliAction, CliProcess, TextFromEditor } from './cli-process.js';
import { type ParsedArgs, parseArguments, parseParams, refuseWordAfterFlag } from './parse-args.js';
import {
  createDisplay,
  type GlobalInput,
  getHelpWidth,
  printLong,
  printRefusal,
  printReply,
} from './print-reply.js';
import { createProgressBar } from './progress-bar.js';
import { resolveForm } from './resolve-form.js';

/** Exit status for a bug, as in sysexits. */
const BUG = 70;

/** Runs the command line: parses arguments, runs one command, writes one reply. Returns the exit status. */
export async function runCli(args: readonly string[], caller: CliProcess): Promise<number> {
  const json = args.includes('--json');
  const process = cleanForReader(caller, json);
  try {
    return await runTyped(args, process);
  } catch (error) {
    if (!(error instanceof UserError)) {
      process.err(`daybook: internal error: ${error instanceof Error ? error.stack : String(error)}\n`);
      return BUG;
    }
    if (json) process.out(formatErrorJson(error));
    else await printRefusal(error, args, process);
    return error.status;
  }
}

async function runTyped(typedArgs: readonly string[], process: CliProcess): Promise<number> {
  const args = resolveForm(typedArgs);
  const first = parseArguments(args, GLOBAL_OPTIONS);
  const asksHelp = first.command === 'help';
  const word = asksHelp ? first.words[0] : first.command;
  const command = word === undefined ? undefined : await loadCommand(word, listArgsAfter(word, first));
  const params: ParamDefinitions = { ...GLOBAL_OPTIONS, ...(command ? command.params : OVERVIEW_OPTIONS) };
  const all = parseArguments(args, params);
  const typed = asksHelp ? { ...all, words: all.words.slice(1) } : all;
  if (typed.options.has('version')) return print(process, `${(await import('../version.js')).VERSION}\n`);
  if (asksHelp || typed.options.has('help')) {
    printLong(await formatHelp(command, typed, process), typed.options.has('no-pager'), process);
    return 0;
  }
  if (!command) await refuseUnknownOption(typed, GLOBAL_OPTIONS);
  return command ? runCommand(command, typed, process) : showState(typed, process);
}

/** Shows the state for a bare `daybook`. Without a workspace it also prints the short help. */
async function showState(typed: ParsedArgs, process: CliProcess): Promise<number> {
  try {
    return await runCommand(await COMMANDS.status(), typed, process);
  } catch (error) {
    const isOutside = error instanceof UserError && error.code === 'no-workspace';
    if (isOutside && !typed.options.has('json'))
      process.out(`${await formatHelp(undefined, typed, process)}\n`);
    throw error;
  }
}

/** Runs a command. If it is refused, the error has the text from standard input or the file from the editor. */
async function runCommand(command: Command, typed: ParsedArgs, process: CliProcess): Promise<number> {
  const { action, words } = await resolveTyped(command, typed);
  const edited = typed.options.has('json') ? null : editMissing(action, words, process);
  let input: Record<string, unknown> = {};
  if (edited?.text === '') {
    process.removeEdited?.(edited.path);
    throw edited.failed === null
      ? new UserError('empty', 'the text is empty, so nothing is changed', 'write it and save the file')
      : new UserError(
          'editor-failed',
          `the editor \`${edited.failed}\` failed, so nothing is changed`,
          'set VISUAL or EDITOR to a command that waits until the file is closed',
        );
  }
  try {
    const status = await runResolved(
      command,
      action,
      edited ? [edited.text] : words,
      typed,
      process,
      (read) => {
        input = read;
      },
    );
    if (edited) process.removeEdited?.(edited.path);
    return status;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const piped = findPipedText(action.params, words, typed, input);
    const details = edited ? { file: edited.path } : piped === null ? {} : { typed: piped };
    throw new UserError(
      error.code,
      error.message,
      error.hint,
      { ...error.details, ...details },
      error.status,
    );
  }
}

/** Opens the editor if the only thing missing is a text that may be long. */
function editMissing(
  { params }: ResolvedAction,
  words: readonly string[],
  { edit, env }: CliProcess,
): TextFromEditor | null {
  const [first] = Object.values(params).filter(({ positional }) => positional);
  return words.length === 0 && first?.required && first.readsText ? (edit?.(env) ?? null) : null;
}

/** The text that was read from standard input, if any. */
function findPipedText(
  params: ParamDefinitions,
  words: readonly string[],
  { options }: ParsedArgs,
  input: Readonly<Record<string, unknown>>,
): string | null {
  const found = Object.entries(params).find(
    ([name, { readsText, positional }]) =>
      readsText && (positional ? words.join(' ') === '-' : options.get(name)?.at(-1) === '-'),
  );
  const text = found && input[found[0]];
  return typeof text === 'string' && text.trim() !== '' ? text : null;
}

async function runResolved(
  command: Command,
  action: ResolvedAction,
  words: readonly string[],
  typed: ParsedArgs,
  process: CliProcess,
  onInput: (input: Record<string, unknown>) => void,
): Promise<number> {
  await refuseUnknownOption(typed, { ...GLOBAL_OPTIONS, ...action.params }, command, action);
  refuseWordAfterFlag(action, words, { args: typed.args, flags: shiftFlags(typed, words) });
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
  onInput(input);
  const [first = ''] = Object.keys(command.params);
  if (action.name !== null && action.name !== command.defaultAction) input[first] = action.name;
  const start = createInvocation(globals, process);
  if ((command.name === 'mcp' || command.name === 'serve') && process.serve)
    return process.serve({
      profile: input.profile as string | undefined,
      input,
      start,
      json: display.json,
    });
  if (isOffByEnv(process.env) && detectActor(start).by === null)
    start.warn(
      `DAYBOOK=${process.env.DAYBOOK}: hooks, writes of agents and jobs are off; what you type works`,
    );
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
  await printReply(result, display, process);
  return result.plan.exit ?? 0;
}

/** The flags before words, by their positions among the words behind the action. */
const shiftFlags = ({ flags, words: all }: ParsedArgs, words: readonly string[]): ParsedArgs['flags'] =>
  new Map([...flags].map(([at, flag]) => [at - (all.length - words.length), flag]));

/** The arguments behind a word, as they were typed. */
const listArgsAfter = (word: string, { args }: ParsedArgs): readonly string[] =>
  args.slice(args.indexOf(word) + 1);

/** Returns the typed action of a command, and the words behind it. */
async function resolveTyped(
  command: Command,
  typed: ParsedArgs,
): Promise<{ readonly action: ResolvedAction; readonly words: readonly string[] }> {
  const { words } = typed;
  const [first, ...rest] = words;
  const action = findAction(command, first);
  if (!action) throw await createActionError(command, typed);
  return { action, words: action.name !== null && action.name === first ? rest : words };
}

/** Returns the runner of a command that runs more than one plan (cron, merge, sync, scrub); undefined for others. */
async function specialRunner(
  name: string,
  input: Readonly<Record<string, unknown>>,
  { findCronAction, writeView }: CliProcess,
): Promise<CliAction | undefined> {
  if (name === 'view') return writeView;
  if (name === 'cron') return findCronAction?.(input.act);
  if (name === 'merge' && input.path !== undefined)
    return (await import('../app/merge/run-merge-driver.js')).runMergeDriver;
  if (name === 'sync') return (await import('../app/sync/run-sync.js')).runSync;
  if (name === 'scrub') return (await import('../app/scrub-everywhere.js')).scrubEverywhere;
  if (name === 'forget') return (await import('../app/scrub-everywhere.js')).scrubForgotten;
  return undefined;
}

async function loadCommand(word: string, rest: readonly string[]): Promise<Command> {
  const name = findCommandName(word);
  if (name !== null) return COMMANDS[name]();
  const { suggestCommandLines } = await import('./suggest-lines.js');
  throw createUsageError(`no command \`${word}\``, suggestCommandLines(word, rest));
}

async function createActionError(command: Command, typed: ParsedArgs): Promise<UserError> {
  const [word] = typed.words;
  const { suggestActionLine } = await import('./suggest-lines.js');
  const hint = word === undefined ? null : suggestActionLine(command, word, listArgsAfter(word, typed));
  return createUnknownActionError(command, word, hint);
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
    const { findMeantOption } = await import('./suggest-lines.js');
    const near = findMeantOption(name, known);
    throw createUsageError(message, near ? `did you mean: --${near}` : `see: ${title} --help`);
  }
}

/** Options of the overview of help only. */
const OVERVIEW_OPTIONS = {
  all: { kind: 'flag', description: 'explain the commands of every group' },
} as const satisfies ParamDefinitions;

async function formatHelp(
  command: Command | undefined,
  typed: ParsedArgs,
  process: CliProcess,
): Promise<string> {
  const { words, options } = typed;
  const width = getHelpWidth(process);
  const { formatOverview, formatCommandHelp } = await import('./help.js');
  if (!command) {
    const commands = await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]()));
    return formatOverview(commands, options.has('all') ? 'all' : 'first', width);
  }
  const [word] = words;
  const action = word === undefined ? null : findAction(command, word);
  if (word !== undefined && !action) throw await createActionError(command, typed);
  return formatCommandHelp(command, action && action.name === word ? action : null, width);
}

function createInvocation(
  { workspace }: GlobalInput,
  { cwd, env, err, isWatched, ask }: CliProcess,
): Invocation {
  return {
    ...(ask ? { ask: remember(ask) } : {}),
    cwd,
    env,
    warn: (text) => err(`daybook: ${text}\n`),
    progress: createProgressBar((text) => {
      if (isWatched?.() && env.TERM !== 'dumb') err(text);
    }),
    ...(workspace === undefined ? {} : { workspace }),
  };
}

/** Asks each question once, as a plan may be made again. */
function remember(ask: (question: string) => string): (question: string) => string {
  const answers = new Map<string, string>();
  return (question) => {
    const answer = answers.get(question) ?? ask(question);
    answers.set(question, answer);
    return answer;
  };
}

function print({ out }: CliProcess, text: string): number {
  out(text);
  return 0;
}
