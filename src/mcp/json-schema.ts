import { createEmptyInput, readValue } from '../command/coerce-input.js';
import { UserError } from '../command/define-command.js';
import type { CommandInput, ParamDefinition, ParamDefinitions } from '../command/params.js';
import type { ObjectSchema, Schema } from '../output/schemas/schema.js';
import { suggestNames } from '../text/did-you-mean.js';
import { parseJson } from '../text/json-value.js';

/** An argument of a tool: the parameter of its command that it fills. */
export interface ToolArgument {
  readonly name: string;
  readonly param: string;
  readonly required?: true;
  /** Replaces the description of the parameter; '' lists no description. */
  readonly about?: string;
  /** The allowed values, and the value for the command of each; undefined if the command checks them. */
  readonly means?: Readonly<Record<string, string | undefined>>;
  /** Other names under which clients send it. */
  readonly aliases?: readonly string[];
  /** False for an argument that is accepted but not listed. */
  readonly isListed?: false;
  /** Each item is an object with these properties, of which `id` is required; the command takes it as text. */
  readonly item?: {
    readonly properties: Readonly<Record<string, ParamDefinition['kind']>>;
    /** Returns null for an object of another shape. */
    readonly format: (item: Readonly<Record<string, unknown>>) => string | null;
  };
}

/** The arguments of a tool, and fixed input of its command. */
export interface ToolInput {
  readonly tool: string;
  readonly args: readonly ToolArgument[];
  readonly params: ParamDefinitions;
  readonly fixed: Readonly<Record<string, string | boolean>>;
}

/**
 * Returns the JSON schema of the required and optional arguments. `additionalProperties` is not listed: unknown
 * arguments are refused in the call, with a better message.
 */
export function createInputSchema(form: ToolInput): ObjectSchema {
  const required = form.args.filter((arg) => isRequired(form, arg)).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      form.args.filter(({ isListed }) => isListed !== false).map((arg) => [arg.name, fieldSchema(form, arg)]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}

/**
 * Converts the arguments of an agent to the input of the command. Throws UserError with what was found and expected.
 */
export function parseToolInput(
  form: ToolInput,
  argValues: Readonly<Record<string, unknown>>,
): CommandInput<ParamDefinitions> {
  const named = renameAliases(form, argValues);
  const unknown = Object.keys(named).find((name) => !form.args.some((arg) => arg.name === name));
  if (unknown !== undefined) throw unknownArgument(form, unknown, named);
  const input = createEmptyInput(form.params);
  for (const arg of form.args) {
    const value = named[arg.name] ?? undefined;
    if (value !== undefined) input[arg.param] = fitted(form, arg, value);
    else if (isRequired(form, arg)) throw missing(form, arg, named);
  }
  return { ...input, ...form.fixed } as CommandInput<ParamDefinitions>;
}

/** Gives arguments that were sent under another name their own, unless both were sent. */
const renameAliases = (
  { args }: ToolInput,
  argValues: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(argValues).map(([name, value]) => {
      const meant = args.find(({ aliases }) => aliases?.includes(name))?.name ?? name;
      return [Object.hasOwn(argValues, meant) ? name : meant, value];
    }),
  );

function fieldSchema(form: ToolInput, arg: ToolArgument): Schema {
  const { kind, repeatable: many, choices = undefined } = { ...paramOf(form, arg), ...choicesOf(arg) };
  const text = arg.about ?? paramOf(form, arg).description;
  const description = text === '' ? {} : { description: text };
  const one: Schema = arg.item
    ? itemSchema(arg.item.properties)
    : { type: TYPES[kind], ...(choices ? { enum: choices } : {}) };
  return many ? { type: 'array', items: one, ...description } : { ...one, ...description };
}

const itemSchema = (properties: Readonly<Record<string, ParamDefinition['kind']>>): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, kind]) => [name, { type: TYPES[kind] }]),
  ),
  required: ['id'],
});

function fitted(form: ToolInput, arg: ToolArgument, value: unknown): unknown {
  const param = { ...paramOf(form, arg), ...choicesOf(arg) };
  const each = (one: unknown) => {
    const found = readValue(formatItem(arg, one), param);
    if (found !== undefined && !arg.means) return found;
    if (arg.means && Object.hasOwn(arg.means, String(found))) return arg.means[String(found)];
    throw refusal(
      `\`${arg.name}\` of ${form.tool} is ${param.repeatable ? 'a list of ' : ''}${nameExpected(arg, param)}`,
      `found ${(JSON.stringify(value) ?? typeof value).slice(0, 80)}`,
      `give ${JSON.stringify({ [arg.name]: arg.item ? [ITEM] : example(param) })}`,
    );
  };
  if (!param.repeatable) return each(value);
  return listValues(value).map(each);
}

/** The values of a list; some clients send a list as its JSON, or one value without a list. */
function listValues(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const list = typeof value === 'string' && /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
  return list === undefined ? [value] : [list].flat();
}

/** Converts an item to the text that the command takes; agents may also send that text directly. */
const formatItem = ({ item }: ToolArgument, value: unknown): unknown =>
  item && typeof value === 'object' && value !== null ? item.format({ ...value }) : value;

const nameExpected = ({ means, item }: ToolArgument, { kind }: ParamDefinition): string =>
  item
    ? `{ ${Object.keys(item.properties).join(', ')} }`
    : means
      ? Object.keys(means).join(' or ')
      : NOUNS[kind];

const ITEM = { id: '…', keep: true } as const;

function unknownArgument(form: ToolInput, name: string, argValues: object): UserError {
  const names = form.args.map((arg) => arg.name);
  const open = form.args.filter((arg) => isRequired(form, arg) && !Object.hasOwn(argValues, arg.name));
  const [near] = [...suggestNames(name.slice(0, 60), names), ...open.map((arg) => arg.name)];
  return refusal(
    `${form.tool} has no argument \`${name.slice(0, 60)}\``,
    expected(form, argValues),
    near ? `did you mean: ${near}` : 'leave it out',
  );
}

const missing = (form: ToolInput, arg: ToolArgument, argValues: object): UserError =>
  refusal(
    `${form.tool} needs \`${arg.name}\`: ${aboutOf(form, arg)}`,
    expected(form, argValues),
    `call it again with ${JSON.stringify({ [arg.name]: example(paramOf(form, arg)) })}`,
  );

function expected(form: ToolInput, argValues: object): string {
  const found = Object.keys(argValues).map((name) => name.slice(0, 60));
  const names = form.args.map((arg) => (isRequired(form, arg) ? arg.name : `${arg.name}?`));
  return `found ${found.slice(0, 8).join(', ') || 'nothing'}; expected ${names.join(', ') || 'no arguments'}`;
}

const choicesOf = ({ means }: ToolArgument): Pick<ParamDefinition, 'choices'> =>
  means ? { choices: Object.keys(means) } : {};

const TYPES = { text: 'string', number: 'number', flag: 'boolean' } as const;
const NOUNS = { text: 'text', number: 'a number', flag: 'true or false' } as const;
const EXAMPLES = { text: '…', number: 10, flag: true } as const;

const example = ({ kind, repeatable: many, choices }: ParamDefinition): unknown => {
  const one = choices?.[0] ?? EXAMPLES[kind];
  return many ? [one] : one;
};

const paramOf = ({ params }: ToolInput, { param }: ToolArgument): ParamDefinition => params[param]!;

const aboutOf = (form: ToolInput, arg: ToolArgument): string => arg.about || paramOf(form, arg).description;

const isRequired = (form: ToolInput, arg: ToolArgument): boolean =>
  (arg.required ?? paramOf(form, arg).required) === true;

const refusal = (message: string, found: string, hint: string): UserError =>
  new UserError('usage', message, hint, { found }, 2);
