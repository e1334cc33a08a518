import { parseArgs } from 'node:util';
import type { UserError } from '../command/define-command.js';
import type { ParamDefinition, ParamDefinitions } from '../command/params.js';
import { usageError } from '../errors.js';

/** Options that every verb takes. */
export const GLOBAL_OPTIONS = {
  workspace: { kind: 'text', description: 'use the workspace in this folder', placeholder: 'DIR' },
  json: { kind: 'flag', description: 'answer with one JSON object' },
  'dry-run': { kind: 'flag', description: 'print the diff that the run would make, and make none' },
  quiet: { kind: 'flag', description: 'print nothing but errors' },
  help: { kind: 'flag', description: 'explain the command' },
  version: { kind: 'flag', description: 'print the version' },
} as const satisfies ParamDefinitions;

/** What was typed, sorted: the verb's name (if any), its other words, and all options by name. */
export interface ParsedArgs {
  readonly verb: string | undefined;
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, readonly (string | true)[]>;
}

/** Reads arguments without knowing the verb yet, so that options may stand anywhere. `flags` take no value. */
export function parseArguments(
  args: readonly string[],
  flags: ReadonlySet<string>,
  texts: ReadonlySet<string>,
): ParsedArgs {
  if (!args.some((arg) => arg.startsWith('-'))) return lineOf(args, new Map());
  const options = Object.fromEntries([
    ...[...texts].map((name) => [name, { type: 'string', multiple: true }] as const),
    ...[...flags].map((name) => [name, { type: 'boolean' }] as const),
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
    if (token.kind === 'option')
      found.set(token.name, [...(found.get(token.name) ?? []), token.value ?? true]);
  }
  return lineOf(words, found);
}

const lineOf = ([command, ...words]: readonly string[], options: ParsedArgs['options']): ParsedArgs => ({
  verb: command,
  words,
  options,
});

/** Fits a line to a verb's parameters, or refuses with status 2, naming what was expected. */
export function toCommandInput(
  name: string,
  params: ParamDefinitions,
  line: ParsedArgs,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const words = [...line.words];
  for (const [key, param] of Object.entries(params)) {
    if (param.positional === 'rest') input[key] = words.splice(0).join(' ') || undefined;
    else if (param.positional === 'one') input[key] = words.shift();
    else input[key] = option(key, param, line.options.get(key) ?? []);
    if (param.positional && input[key] !== undefined) input[key] = value(key, param, input[key] as string);
    if (param.required && input[key] === undefined) throw missing(name, key, param);
  }
  if (words.length > 0) {
    throw usageError(`\`daybook ${name}\` takes no word \`${words[0]}\``, `see: daybook ${name} --help`);
  }
  return input;
}

function option(key: string, param: ParamDefinition, given: readonly (string | true)[]): unknown {
  if (param.kind === 'flag') return given.length > 0;
  const values = given.map((one) => {
    if (one !== true) return value(key, param, one);
    throw usageError(
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
    const name = param.positional ? key.toUpperCase() : `--${key}`;
    throw usageError(
      `${name} takes a number, found \`${text}\``,
      param.positional ? 'write: 10' : `write: ${name} 10`,
    );
  }
  return text;
}

const missing = (name: string, key: string, param: ParamDefinition): UserError =>
  usageError(
    `\`daybook ${name}\` needs ${param.positional ? key.toUpperCase() : `--${key}`}: ${param.description}`,
    `see: daybook ${name} --help`,
  );
