import { parseArgs } from 'node:util';
import type { ResolvedAction } from '../command/actions.js';
import type { UserError } from '../command/define-command.js';
import { SHORT_OPTIONS } from '../command/global-options.js';
import type { ParamDefinition, ParamDefinitions } from '../command/params.js';
import { createUsageError } from '../errors.js';

/** The parsed command line: the command (if any), its other arguments, and all options by long name. */
export interface ParsedArgs {
  readonly command: string | undefined;
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, readonly (string | true)[]>;
  /** All arguments as they were typed. */
  readonly args: readonly string[];
}

/** Parses arguments before the command is known, so that options may be anywhere. `flags` take no value. */
export function parseArguments(args: readonly string[], params: ParamDefinitions): ParsedArgs {
  if (!args.some((arg) => arg.startsWith('-'))) return createParsedArgs(args, new Map(), args);
  const typeOf = (name: string) => (params[name]?.kind === 'flag' ? 'boolean' : 'string');
  const options = Object.fromEntries([
    ...Object.entries(params).flatMap(([name, { positional }]) =>
      positional ? [] : [[name, { type: typeOf(name) }] as const],
    ),
    ...Object.entries(SHORT_OPTIONS).map(([short, name]) => [short, { type: typeOf(name), short }] as const),
  ]);
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const words: string[] = [];
  const found = new Map<string, (string | true)[]>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const name = token.rawName.startsWith('--') ? token.name : (SHORT_OPTIONS[token.name] ?? token.rawName);
    found.set(name, [...(found.get(name) ?? []), token.value ?? true]);
  }
  return createParsedArgs(words, found, args);
}

const createParsedArgs = (
  [command, ...words]: readonly string[],
  options: ParsedArgs['options'],
  args: readonly string[],
): ParsedArgs => ({ command, words, options, args });

/** Converts a command line to the input of a command. Throws UserError with status 2 that names what was expected. */
export function parseParams(
  action: Pick<ResolvedAction, 'title' | 'params' | 'examples'>,
  { words: typed, options }: Pick<ParsedArgs, 'words' | 'options'>,
): Record<string, unknown> {
  const { title, params } = action;
  const input: Record<string, unknown> = {};
  const words = [...typed];
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
      `see: daybook ${title} --help`,
    );
  }
  return input;
}

function option(key: string, param: ParamDefinition, occurrences: readonly (string | true)[]): unknown {
  if (param.kind === 'flag') return occurrences.length > 0;
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
