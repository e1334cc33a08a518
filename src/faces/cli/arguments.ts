import { parseArgs } from 'node:util';
import type { Param, Params } from '../../verbs/params.js';
import { Refusal } from '../../verbs/verb.js';

/** Options that every verb takes. */
export const GLOBAL = {
  workspace: { kind: 'text', about: 'use the workspace in this folder', holder: 'DIR' },
  json: { kind: 'flag', about: 'answer with one JSON object' },
  'dry-run': { kind: 'flag', about: 'print the diff that the run would make, and make none' },
  quiet: { kind: 'flag', about: 'print nothing but errors' },
  help: { kind: 'flag', about: 'explain the command' },
  version: { kind: 'flag', about: 'print the version' },
} as const satisfies Params;

/** What was typed, sorted: the verb's name (if any), its other words, and all options by name. */
export interface Line {
  readonly verb: string | undefined;
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, readonly (string | true)[]>;
}

/** Reads arguments without knowing the verb yet, so that options may stand anywhere. `flags` take no value. */
export function readLine(
  args: readonly string[],
  flags: ReadonlySet<string>,
  texts: ReadonlySet<string>,
): Line {
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

const lineOf = ([verb, ...words]: readonly string[], options: Line['options']): Line => ({
  verb,
  words,
  options,
});

/** Fits a line to a verb's parameters, or refuses with status 2, naming what was expected. */
export function inputOf(name: string, params: Params, line: Line): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  const words = [...line.words];
  for (const [key, param] of Object.entries(params)) {
    if (param.word === 'rest') input[key] = words.splice(0).join(' ') || undefined;
    else if (param.word === 'one') input[key] = words.shift();
    else input[key] = option(key, param, line.options.get(key) ?? []);
    if (param.word && input[key] !== undefined) input[key] = value(key, param, input[key] as string);
    if (param.required && input[key] === undefined) throw missing(name, key, param);
  }
  if (words.length > 0) {
    throw usage(`\`daybook ${name}\` takes no word \`${words[0]}\``, `see: daybook ${name} --help`);
  }
  return input;
}

/** Wrong usage: status 2. */
export const usage = (message: string, hint: string): Refusal => new Refusal('usage', message, hint, {}, 2);

function option(key: string, param: Param, given: readonly (string | true)[]): unknown {
  if (param.kind === 'flag') return given.length > 0;
  const values = given.map((one) => {
    if (one !== true) return value(key, param, one);
    throw usage(
      `--${key} needs a value`,
      `write: --${key} ${param.holder ?? param.choices?.join('|') ?? 'TEXT'}`,
    );
  });
  if (param.many) return values;
  return values.at(-1);
}

function value(key: string, param: Param, text: string): unknown {
  if (param.kind === 'number') {
    const number = Number(text);
    if (Number.isFinite(number) && text.trim() !== '') return number;
    const name = param.word ? key.toUpperCase() : `--${key}`;
    throw usage(`${name} takes a number, found \`${text}\``, param.word ? 'write: 10' : `write: ${name} 10`);
  }
  return text;
}

const missing = (name: string, key: string, param: Param): Refusal =>
  usage(
    `\`daybook ${name}\` needs ${param.word ? key.toUpperCase() : `--${key}`}: ${param.about}`,
    `see: daybook ${name} --help`,
  );
