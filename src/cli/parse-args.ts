import { parseArgs } from 'node:util';
import type { ResolvedAction } from '../command/actions.js';
import type { UserError } from '../command/define-command.js';
import { SHORT_OPTIONS } from '../command/global-options.js';
import type { ParamDefinition, ParamDefinitions } from '../command/params.js';
import { createUsageError } from '../errors.js';
import { quoteArgument } from './quote-for-shell.js';

/** The parsed command line: the command (if any), its other arguments, and all options by long name. */
export interface ParsedArgs {
  readonly command: string | undefined;
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, readonly (string | true)[]>;
  /** The flag right before a word, by the position of the word in `words`. */
  readonly flags: ReadonlyMap<number, string>;
  /** All arguments as they were typed. */
  readonly args: readonly string[];
}

/** Parses arguments before the command is known, so that options may be anywhere. `flags` take no value. */
export function parseArguments(args: readonly string[], params: ParamDefinitions): ParsedArgs {
  if (!args.some((arg) => arg.startsWith('-'))) return createParsedArgs(args, new Map(), new Map(), args);
  const typeOf = (name: string) => (params[name]?.kind === 'flag' ? 'boolean' : 'string');
  const options = Object.fromEntries([
    ...Object.entries(params).flatMap(([name, { positional }]) =>
      positional ? [] : [[name, { type: typeOf(name) }] as const],
    ),
    ...Object.entries(SHORT_OPTIONS).map(([short, name]) => [short, { type: typeOf(name), short }] as const),
  ]);
  const { tokens } = parseArgs({
    args: markMissingValues(args, options),
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const words: string[] = [];
  const found = new Map<string, (string | true)[]>();
  const flags = new Map<number, string>();
  let flag: string | null = null;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (flag !== null) flags.set(words.length - 1, flag);
      words.push(token.value);
    }
    flag = null;
    if (token.kind !== 'option') continue;
    const name = token.rawName.startsWith('--') ? token.name : (SHORT_OPTIONS[token.name] ?? token.rawName);
    const value = token.value === undefined || token.value === NO_VALUE ? true : token.value;
    found.set(name, [...(found.get(name) ?? []), value]);
    if (value === true && typeOf(name) === 'boolean') flag = name;
  }
  return createParsedArgs(words, found, flags, args);
}

/** Stands for the missing value of an option; no argument of a program can have this character. */
const NO_VALUE = '\0';

/** Marks options that need a value and are followed by another option, which is not that value. */
function markMissingValues(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: string }>>,
): string[] {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const typeOf = (arg = '') =>
    /^--?[a-zA-Z]/.test(arg) ? options[arg.replace(/^--?/, '')]?.type : undefined;
  return args.map((arg, i) =>
    i < end && typeOf(arg) === 'string' && arg.startsWith('--') && typeOf(args[i + 1]?.split('=')[0])
      ? `${arg}=${NO_VALUE}`
      : arg,
  );
}

const createParsedArgs = (
  [command, ...words]: readonly string[],
  options: ParsedArgs['options'],
  flags: ParsedArgs['flags'],
  args: readonly string[],
): ParsedArgs => ({ command, words, options, flags, args });

/** Converts a command line to the input of a command. Throws UserError with status 2 that names what was expected. */
export function parseParams(
  action: Pick<ResolvedAction, 'title' | 'params' | 'examples'>,
  { words: typed, options }: Pick<ParsedArgs, 'words' | 'options'>,
): Record<string, unknown> {
  const { title, params } = action;
  const input: Record<string, unknown> = {};
  const words = [...typed];
  const positional = Object.keys(params).filter((key) => params[key]?.positional);
  for (const [key, param] of Object.entries(params)) {
    if (param.positional === 'rest') input[key] = words.splice(0).join(' ') || undefined;
    else if (param.positional === 'one') input[key] = words.shift();
    else input[key] = option(key, param, options.get(key) ?? []);
    if (param.positional && input[key] !== undefined) input[key] = value(key, param, input[key] as string);
    if (param.required && input[key] === undefined) throw createMissingError(action, key, param);
  }
  if (words.length > 0) {
    throw createUsageError(
      `\`daybook ${title}\` does not take the word \`${words[0]}\``,
      positional.length === 1 && typeof input[positional[0] ?? ''] === 'string'
        ? `for one text: daybook ${title} ${quoteArgument(typed.join(' '))}`
        : `see: daybook ${title} --help`,
    );
  }
  return input;
}

/**
 * Throws UserError if a flag is followed by a word that would become the end of a text or an extra word of it, as in
 * `log "use lora" --branch lora`: it is probably meant as a value.
 */
export function refuseWordAfterFlag(
  { params }: Pick<ResolvedAction, 'params'>,
  words: readonly string[],
  { flags, args }: Pick<ParsedArgs, 'flags' | 'args'>,
): void {
  const positionals = Object.values(params).filter(({ positional }) => positional);
  if (!positionals.some(({ positional }) => positional === 'rest')) return;
  const text = words.slice(positionals.length - 1);
  for (const [i, word] of text.entries()) {
    const flag = flags.get(i + positionals.length - 1);
    const others = text.filter((_, at) => at !== i);
    const isLeftOver = i > 0 || (!/\s/.test(word) && others.some((other) => /\s/.test(other)));
    if (flag === undefined || !isLeftOver) continue;
    const rest = args.filter((arg, at) => arg !== word || !/^--?[a-zA-Z]/.test(args[at - 1] ?? ''));
    throw createUsageError(
      `--${flag} takes no value, found \`${word}\``,
      `if \`${word}\` belongs to the text, write it before --${flag}; else: daybook ${rest.map(quoteArgument).join(' ')}`,
    );
  }
}

function option(key: string, param: ParamDefinition, occurrences: readonly (string | true)[]): unknown {
  if (param.kind === 'flag') {
    const value = occurrences.find((one) => one !== true);
    if (value === undefined) return occurrences.length > 0;
    throw createUsageError(`--${key} takes no value, found \`${value}\``, `write: --${key}`);
  }
  const values = occurrences.map((one) => {
    if (one !== true) return value(key, param, one);
    if (param.valueIfBare !== undefined) return param.valueIfBare;
    throw createUsageError(
      `--${key} needs a value`,
      `write: --${key} ${param.placeholder ?? param.choices?.join('|') ?? 'TEXT'}`,
    );
  });
  if (param.repeatable) return values;
  return values.at(-1);
}

function value(key: string, param: ParamDefinition, text: string): unknown {
  if (param.kind === 'number') {
    const number = Number(text);
    if (Number.isFinite(number) && text.trim() !== '') return number;
    const name = param.positional ? (param.placeholder ?? key.toUpperCase()) : `--${key}`;
    throw createUsageError(
      `${name} takes a number, found \`${text}\``,
      param.positional ? 'write: 10' : `write: ${name} 10`,
    );
  }
  return text;
}

/** The hint is an example that has what is missing, else the page of the action. */
function createMissingError(
  { title, examples }: Pick<ResolvedAction, 'title' | 'examples'>,
  key: string,
  param: ParamDefinition,
): UserError {
  const name = param.positional ? (param.placeholder ?? key.toUpperCase()) : `--${key}`;
  const example = examples.find((one) => param.positional || one.includes(` ${name} `));
  return createUsageError(
    `\`daybook ${title}\` needs ${name}: ${param.description}`,
    example
      ? `write: ${example}`
      : param.choices
        ? `write: ${name} ${param.choices.join('|')}`
        : `see: daybook ${title} --help`,
  );
}
