import { UserError } from './define-command.js';
import type { CommandInput, ParamDefinition, ParamDefinitions } from './params.js';

/** Creates the input of a command without arguments. */
export const createEmptyInput = (params: ParamDefinitions): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, { kind, repeatable: many }]) => [
      name,
      kind === 'flag' ? false : many ? [] : undefined,
    ]),
  );

/**
 * Converts a value to the type of its parameter, or returns undefined. Agents sometimes send numbers and flags as text,
 * so unambiguous text is accepted.
 */
export function readValue(value: unknown, { kind }: ParamDefinition): string | number | boolean | undefined {
  if (kind === 'text')
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  if (kind === 'flag')
    return typeof value === 'boolean' ? value : { true: true, false: false }[String(value)];
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
}

/** Parses the input of a command stored as JSON. Throws UserError for values that its parameters do not accept. */
export function parseInput(
  command: string,
  params: ParamDefinitions,
  record: Readonly<Record<string, unknown>>,
): CommandInput<ParamDefinitions> {
  const unknown = Object.keys(record).find((name) => !Object.hasOwn(params, name));
  if (unknown !== undefined) throw unfit(command, `has no parameter \`${unknown.slice(0, 60)}\``);
  const input = createEmptyInput(params);
  for (const [name, param] of Object.entries(params)) {
    const value = record[name] ?? undefined;
    if (value !== undefined) input[name] = parseValue(command, name, param, value);
    else if (param.required) throw unfit(command, `needs \`${name}\``);
  }
  return input as CommandInput<ParamDefinitions>;
}

function parseValue(command: string, name: string, param: ParamDefinition, value: unknown): unknown {
  if (Array.isArray(value) !== (param.repeatable === true)) throw ofOtherType(command, name, param);
  const values = (param.repeatable ? (value as unknown[]) : [value]).map((one) => readValue(one, param));
  if (values.includes(undefined)) throw ofOtherType(command, name, param);
  return param.repeatable ? values : values[0];
}

const ofOtherType = (command: string, name: string, { kind, repeatable: many }: ParamDefinition): UserError =>
  unfit(command, `takes ${many ? 'a list of ' : 'a '}${kind} as \`${name}\``);

const unfit = (command: string, what: string): UserError =>
  new UserError('bad-input', `\`daybook ${command}\` ${what}`, `see: daybook ${command} --help`, {}, 2);
