import { withGiven } from '../../given.js';
import { openHouse, type Pace, type Start } from '../../house.js';
import { type Result, run } from '../../run.js';
import { LIST, VERBS, type VerbName } from '../../verbs/index.js';
import type { Input, Params } from '../../verbs/params.js';
import { Refusal, type Verb } from '../../verbs/verb.js';
import { GLOBAL, inputOf, type Line, readLine, usage } from './arguments.js';
import { progressBar } from './progress.js';
import {
  asJson,
  asPipe,
  asTerminal,
  type Budget,
  noticeAsText,
  pipeBudget,
  refusalAsJson,
  refusalAsText,
  styleFor,
} from './reply.js';

/** What a run of the command may see and touch of its process. */
export interface Process {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly terminal: boolean;
  /** Whether somebody sees what goes to `err` as it comes; nobody, if left out. */
  readonly isWatched?: () => boolean;
  /** Told how long a verb will take. */
  readonly pace?: (is: Pace) => void;
  /** Takes over for the verb that serves, with what was asked; gives the exit status when it is through. */
  readonly serve?: (asked: {
    readonly profile: string | undefined;
    readonly start: Start;
  }) => Promise<number>;
}

/** Exit status for a bug, as sysexits has it. */
const BUG = 70;

/** The command: reads arguments, runs one verb, writes one reply, gives the exit status. */
export async function cli(args: readonly string[], process: Process): Promise<number> {
  const json = args.includes('--json');
  try {
    return await answer(args, process);
  } catch (error) {
    if (!(error instanceof Refusal)) {
      process.err(`daybook: a bug: ${error instanceof Error ? error.stack : String(error)}\n`);
      return BUG;
    }
    if (json) process.out(refusalAsJson(error));
    else process.err(refusalAsText(error));
    return error.status;
  }
}

async function answer(args: readonly string[], process: Process): Promise<number> {
  const first = args.find((arg) => !arg.startsWith('-'));
  const verb = first === undefined ? undefined : await verbNamed(await verbWord(args));
  const params: Params = { ...GLOBAL, ...verb?.params };
  const line = readLine(args, namesOf(params, true), namesOf(params, false));
  const global = {
    json: line.options.has('json'),
    dryRun: line.options.has('dry-run'),
    quiet: line.options.has('quiet'),
  };
  await refuseUnknown(line, params, verb?.name);

  if (line.options.has('version')) return say(process, `${(await import('../../version.js')).VERSION}\n`);
  if (line.options.has('help') || first === 'help') return say(process, await help(verb));

  const asked = verb ?? (await VERBS.status()); // bare `daybook` shows the state
  const input = withGiven(inputOf(asked.name, asked.params, line), asked.params, process.cwd);
  if (asked.name === 'mcp' && process.serve)
    return process.serve({ profile: input.profile as string | undefined, start: startOf(line, process) });
  const start = startOf(line, process);
  if (asked.brief) start.pace?.('brief');
  const deed = await deedOf(asked.name, input);
  const result = deed
    ? await deed({ input, start, dryRun: global.dryRun, say: process.out })
    : await run(asked, input as Input<Params>, await openHouse({ ...start, isTyped: true }, asked.needs), {
        dryRun: global.dryRun,
      });
  reply(result, { ...global, budget: pipeBudget(params, line.options.has('limit')) }, process);
  return result.outcome.exit ?? 0;
}

/** What is more than one run of a verb: a clock's work, and a scrub of all roots. */
async function deedOf(name: string, input: Readonly<Record<string, unknown>>) {
  if (name === 'cron') return (await import('../cron/deeds.js')).deedOf(input.act);
  if (name === 'scrub') return (await import('../../scrub-everywhere.js')).scrubEverywhere;
  return undefined;
}

/** The verb's word: the first that is no option's value. */
async function verbWord(args: readonly string[]): Promise<string> {
  return readLine(args, namesOf(GLOBAL, true), namesOf(GLOBAL, false)).verb ?? '';
}

async function verbNamed(name: string): Promise<Verb | undefined> {
  if (name === '' || name === 'help') return undefined;
  if (Object.hasOwn(VERBS, name)) return VERBS[name as VerbName]();
  const { nearest } = await import('../../recall/nearest.js');
  const [near] = nearest(name, LIST);
  throw usage(`no verb \`${name}\``, near ? `did you mean: daybook ${near}` : 'all verbs: daybook --help');
}

async function refuseUnknown(line: Line, params: Params, verb: string | undefined): Promise<void> {
  const known = Object.entries(params).flatMap(([name, param]) => (param.word ? [] : [name]));
  for (const name of line.options.keys()) {
    if (known.includes(name)) continue;
    const { nearest } = await import('../../recall/nearest.js');
    const [near] = nearest(name, known);
    const where = verb ? `daybook ${verb} --help` : 'daybook --help';
    throw usage(
      `no option --${name}${verb ? ` for \`daybook ${verb}\`` : ''}`,
      near ? `did you mean: --${near}` : `see: ${where}`,
    );
  }
}

async function help(verb: Verb | undefined): Promise<string> {
  const { mainHelp, verbHelp } = await import('./help.js');
  if (verb) return verbHelp(verb);
  return mainHelp(await Promise.all(LIST.map((name) => VERBS[name]())));
}

function startOf(line: Line, { cwd, env, err, isWatched, pace }: Process): Start {
  const workspace = line.options.get('workspace')?.at(-1);
  return {
    cwd,
    env,
    warn: (text) => err(`daybook: ${text}\n`),
    progress: progressBar((text) => {
      if (isWatched?.()) err(text);
    }),
    ...(typeof workspace === 'string' ? { workspace } : {}),
    ...(pace ? { pace } : {}),
  };
}

function reply(
  result: Result,
  global: { json: boolean; quiet: boolean; budget: Budget },
  { out, err, env, terminal }: Process,
): void {
  if (global.json) {
    out(asJson(result));
    return;
  }
  for (const notice of result.outcome.notices ?? [])
    if (!global.quiet || notice.level !== 'info') err(noticeAsText(notice));
  if (result.diff !== null) out(result.diff);
  else if (!global.quiet)
    out(terminal ? asTerminal(result, styleFor(Boolean(env.NO_COLOR))) : asPipe(result, global.budget));
}

function say({ out }: Process, text: string): number {
  out(text);
  return 0;
}

const namesOf = (params: Params, flags: boolean): Set<string> =>
  new Set(
    Object.entries(params).flatMap(([name, { kind, word }]) =>
      !word && (kind === 'flag') === flags ? [name] : [],
    ),
  );
