import { COMMAND_NAMES, COMMANDS, type CommandName } from '../app/command-registry.js';
import { type CommandResult, executeCommand } from '../app/execute.js';
import { resolveFileInputs } from '../app/input-files.js';
import type { Invocation } from '../app/invocation.js';
import { openRuntime } from '../app/runtime.js';
import { type Command, UserError } from '../command/define-command.js';
import type { CommandInput, ParamDefinitions } from '../command/params.js';
import { usageError } from '../errors.js';
import {
  ansiStyle,
  formatErrorJson,
  formatErrorText,
  formatJson,
  formatNotice,
  formatPiped,
  formatTerminal,
  type OutputBudget,
  pipedOutputBudget,
} from '../output/format-result.js';
import { GLOBAL_OPTIONS, type ParsedArgs, parseArguments, toCommandInput } from './parse-args.js';
import { progressBar } from './progress-bar.js';

/** What runs more than one command: it opens its own workspace. */
export type CliAction = (action: {
  readonly input: Readonly<Record<string, unknown>>;
  readonly start: Invocation;
  readonly dryRun: boolean;
  readonly say: (text: string) => void;
}) => Promise<CommandResult>;

/** What a run of the command may see and touch of its process. */
export interface CliProcess {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly terminal: boolean;
  /** Whether somebody sees what goes to `err` as it comes; nobody, if left out. */
  readonly isWatched?: () => boolean;
  /** Finds what a word of `cron` runs beside planning, e.g. `tick`; the scheduler has it. */
  readonly findCronAction?: (act: unknown) => Promise<CliAction | undefined>;
  /** Takes over for the verb that serves, with what was asked; gives the exit status when it is through. */
  readonly serve?: (request: {
    readonly profile: string | undefined;
    readonly start: Invocation;
  }) => Promise<number>;
}

/** Exit status for a bug, as sysexits has it. */
const BUG = 70;

/** The command: reads arguments, runs one verb, writes one reply, gives the exit status. */
export async function runCli(args: readonly string[], process: CliProcess): Promise<number> {
  const json = args.includes('--json');
  try {
    return await answer(args, process);
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

async function answer(args: readonly string[], process: CliProcess): Promise<number> {
  const first = args.find((arg) => !arg.startsWith('-'));
  const command = first === undefined ? undefined : await verbNamed(await verbWord(args));
  const params: ParamDefinitions = { ...GLOBAL_OPTIONS, ...command?.params };
  const line = parseArguments(args, namesOf(params, true), namesOf(params, false));
  const global = {
    json: line.options.has('json'),
    dryRun: line.options.has('dry-run'),
    quiet: line.options.has('quiet'),
  };
  await refuseUnknown(line, params, command?.name);

  if (line.options.has('version')) return say(process, `${(await import('../version.js')).VERSION}\n`);
  if (line.options.has('help') || first === 'help') return say(process, await help(command));

  const request = command ?? (await COMMANDS.status()); // bare `daybook` shows the state
  const input = resolveFileInputs(
    toCommandInput(request.name, request.params, line),
    request.params,
    process.cwd,
  );
  if (request.name === 'mcp' && process.serve)
    return process.serve({ profile: input.profile as string | undefined, start: startOf(line, process) });
  const start = startOf(line, process);
  const action = await findAction(request.name, input, process);
  const result = action
    ? await action({ input, start, dryRun: global.dryRun, say: process.out })
    : await executeCommand(
        request,
        input as CommandInput<ParamDefinitions>,
        await openRuntime({ ...start, isTyped: true }, request.requires),
        {
          dryRun: global.dryRun,
        },
      );
  reply(result, { ...global, budget: pipedOutputBudget(params, line.options.has('limit')) }, process);
  return result.plan.exit ?? 0;
}

/** What is more than one run of a verb: a clock's work, and a scrub of all roots. */
async function findAction(
  name: string,
  input: Readonly<Record<string, unknown>>,
  { findCronAction }: CliProcess,
): Promise<CliAction | undefined> {
  if (name === 'cron') return findCronAction?.(input.act);
  if (name === 'scrub') return (await import('../app/scrub-everywhere.js')).scrubEverywhere;
  return undefined;
}

/** The verb's word: the first that is no option's value. */
async function verbWord(args: readonly string[]): Promise<string> {
  return parseArguments(args, namesOf(GLOBAL_OPTIONS, true), namesOf(GLOBAL_OPTIONS, false)).verb ?? '';
}

async function verbNamed(name: string): Promise<Command | undefined> {
  if (name === '' || name === 'help') return undefined;
  if (Object.hasOwn(COMMANDS, name)) return COMMANDS[name as CommandName]();
  const { didYouMean: nearest } = await import('../text/did-you-mean.js');
  const [near] = nearest(name, COMMAND_NAMES);
  throw usageError(
    `no verb \`${name}\``,
    near ? `did you mean: daybook ${near}` : 'all verbs: daybook --help',
  );
}

async function refuseUnknown(
  line: ParsedArgs,
  params: ParamDefinitions,
  command: string | undefined,
): Promise<void> {
  const known = Object.entries(params).flatMap(([name, param]) => (param.positional ? [] : [name]));
  for (const name of line.options.keys()) {
    if (known.includes(name)) continue;
    const { didYouMean: nearest } = await import('../text/did-you-mean.js');
    const [near] = nearest(name, known);
    const where = command ? `daybook ${command} --help` : 'daybook --help';
    throw usageError(
      `no option --${name}${command ? ` for \`daybook ${command}\`` : ''}`,
      near ? `did you mean: --${near}` : `see: ${where}`,
    );
  }
}

async function help(command: Command | undefined): Promise<string> {
  const { overviewHelp: mainHelp, commandHelp: verbHelp } = await import('./help.js');
  if (command) return verbHelp(command);
  return mainHelp(await Promise.all(COMMAND_NAMES.map((name) => COMMANDS[name]())));
}

function startOf(line: ParsedArgs, { cwd, env, err, isWatched }: CliProcess): Invocation {
  const workspace = line.options.get('workspace')?.at(-1);
  return {
    cwd,
    env,
    warn: (text) => err(`daybook: ${text}\n`),
    progress: progressBar((text) => {
      if (isWatched?.()) err(text);
    }),
    ...(typeof workspace === 'string' ? { workspace } : {}),
  };
}

function reply(
  result: CommandResult,
  global: { json: boolean; quiet: boolean; budget: OutputBudget },
  { out, err, env, terminal }: CliProcess,
): void {
  if (global.json) {
    out(formatJson(result));
    return;
  }
  for (const notice of result.plan.notices ?? [])
    if (!global.quiet || notice.level !== 'info') err(formatNotice(notice));
  if (result.diff !== null) out(result.diff);
  else if (!global.quiet)
    out(
      terminal
        ? formatTerminal(result, ansiStyle(Boolean(env.NO_COLOR)))
        : formatPiped(result, global.budget),
    );
}

function say({ out }: CliProcess, text: string): number {
  out(text);
  return 0;
}

const namesOf = (params: ParamDefinitions, flags: boolean): Set<string> =>
  new Set(
    Object.entries(params).flatMap(([name, { kind, positional: word }]) =>
      !word && (kind === 'flag') === flags ? [name] : [],
    ),
  );
