import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { COMMAND_NAMES, COMMANDS, findCommandName } from '../../src/app/command-registry.js';
import { parseArguments } from '../../src/cli/parse-args.js';
import { resolveForm } from '../../src/cli/resolve-form.js';
import { findAction, listNamedActions } from '../../src/command/actions.js';
import { GLOBAL_OPTIONS } from '../../src/command/global-options.js';
import { ERROR_SCHEMA, getOutputSchema } from '../../src/output/schemas/index.js';
import type { Schema } from '../../src/output/schemas/schema.js';

/** Checks what commands print with `--json`, and remembers which were checked. */
export class ReplyChecker {
  private readonly ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
  });
  private readonly checks = new Map<string, ValidateFunction>();
  private readonly done = new Set<string>();

  /** Returns what is wrong with the reply to these arguments. */
  async check(args: readonly string[], reply: { readonly ok: boolean }): Promise<readonly string[]> {
    const title = reply.ok ? await findTitle(args) : 'error';
    const isValid = this.validator(title);
    if (isValid(reply)) {
      this.done.add(title);
      return [];
    }
    return (isValid.errors ?? []).map(
      ({ instancePath, message, params }) => `${title}: ${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Returns the commands and actions of which a reply was right. */
  listChecked(): readonly string[] {
    return [...this.done];
  }

  private validator(title: string): ValidateFunction {
    const known = this.checks.get(title);
    if (known) return known;
    const [command = '', action] = title.split(' ');
    const schema = title === 'error' ? ERROR_SCHEMA : getOutputSchema(command, action);
    if (!schema) throw new Error(`\`${title}\` has no schema in src/output/schemas`);
    const made = this.ajv.compile(closeObjects(schema));
    this.checks.set(title, made);
    return made;
  }
}

/** Returns all commands and actions that reply. */
export async function listReplyTitles(): Promise<readonly string[]> {
  const all = await Promise.all(
    COMMAND_NAMES.map(async (name) => {
      const command = await COMMANDS[name]();
      const titles = [
        findAction(command)?.title ?? name,
        ...listNamedActions(command).map(({ title }) => title),
      ];
      return [...new Set(titles)];
    }),
  );
  return all.flat();
}

/** Options by which a command replies with other keys. */
const FORM_OPTIONS = ['cold', 'redo', 'diff', 'intent', 'session', 'recover', 'list'];

/** The command and action that arguments name. */
async function findTitle(args: readonly string[]): Promise<string> {
  const line = resolveForm(args);
  const name = findCommandName(parseArguments(line, GLOBAL_OPTIONS).command ?? 'status');
  if (!name) throw new Error(`no command in ${args.join(' ')}`);
  const command = await COMMANDS[name]();
  const { words, options } = parseArguments(line, { ...GLOBAL_OPTIONS, ...command.params });
  const title = findAction(command, words[0])?.title ?? name;
  if (options.has('list') && ['clean', 'stats'].includes(words[0] ?? '')) return `${name} ${words[0]}`;
  const isNumber = name === 'history' && /^\d+$/.test(words[0] ?? '');
  const form = isNumber ? 'diff' : FORM_OPTIONS.find((option) => options.has(option));
  return form ? `${title} --${form}` : title;
}

/** The schema, but each object that names its keys has no others. Clients allow for more, since keys may be added. */
function closeObjects(schema: Schema): Schema {
  const { properties, items, additionalProperties: more, anyOf } = schema;
  return {
    ...schema,
    ...(properties ? { properties: mapValues(properties, closeObjects) } : {}),
    ...(items ? { items: closeObjects(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(closeObjects) } : {}),
    ...(typeof more === 'object' ? { additionalProperties: closeObjects(more) } : {}),
    ...(properties && more === undefined ? { additionalProperties: false } : {}),
  };
}

const mapValues = (
  properties: Readonly<Record<string, Schema>>,
  change: (schema: Schema) => Schema,
): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, change(schema)]));
