import { suggestNames } from '../text/did-you-mean.js';
import { type Command, type CommandAction, UserError } from './define-command.js';
import type { ParamDefinition, ParamDefinitions } from './params.js';

/** An action of a command as a user types it. A command without actions is its own only action. */
export interface ResolvedAction {
  /** The action word; null if there is none. */
  readonly name: string | null;
  /** The command and the word, e.g. `feedback add`. */
  readonly title: string;
  readonly description: string;
  /** The parameters of the action. */
  readonly params: ParamDefinitions;
  /** The examples of the command that run it. */
  readonly examples: readonly string[];
}

/** Returns the action for a word, the default action without a word, or null for an unknown word. */
export function findAction(command: Command, word?: string): ResolvedAction | null {
  const { name, actions, defaultAction } = command;
  if (!actions) return { ...command, name: null, title: name };
  if (word !== undefined && Object.hasOwn(actions, word)) return namedAction(command, word);
  if (word !== undefined && !isAnyWordAllowed(command)) return null;
  if (typeof defaultAction === 'string') return namedAction(command, defaultAction);
  if (!defaultAction) return null;
  return {
    name: null,
    title: name,
    description: defaultAction.description,
    params: actionParams(command, defaultAction),
    examples: actionExamples(command, null),
  };
}

/** Returns the actions that have a word, in the order of the command's table. */
export const listNamedActions = (command: Command): readonly ResolvedAction[] =>
  Object.keys(command.actions ?? {}).map((word) => namedAction(command, word));

/** Returns true if the first word of the command may be something other than an action, e.g. a date for `day`. */
export function isAnyWordAllowed({ actions, defaultAction, params }: Command): boolean {
  if (!actions) return true;
  const [first = ''] = Object.keys(params);
  return typeof defaultAction === 'object' && Object.hasOwn(defaultAction.params ?? {}, first);
}

/** Throws UserError if the first parameter names no action of the command. */
export function requireKnownAction(command: Command, input: Readonly<Record<string, unknown>>): void {
  const [first = ''] = Object.keys(command.params);
  const word = input[first];
  if (typeof word === 'string' && !findAction(command, word)) throw createUnknownActionError(command, word);
}

/** Creates the error for an unknown action word. Without a hint it names the nearest action, else all of them. */
export function createUnknownActionError(
  { name, actions = {} }: Command,
  word?: string,
  hint: string | null = null,
): UserError {
  const words = Object.keys(actions);
  const [near] = word === undefined ? [] : suggestNames(word, words);
  return new UserError(
    'usage',
    word === undefined
      ? `\`daybook ${name}\` needs an action`
      : `\`daybook ${name}\` has no action \`${word}\``,
    hint ?? (near ? `did you mean: daybook ${name} ${near}` : `its actions: ${words.join(', ')}`),
    {},
    2,
  );
}

function namedAction(command: Command, word: string): ResolvedAction {
  const action = command.actions?.[word];
  if (!action) throw new RangeError(`\`${command.name}\` has no action \`${word}\``);
  return {
    name: word,
    title: `${command.name} ${word}`,
    description: action.description,
    params: actionParams(command, action),
    examples: actionExamples(command, word),
  };
}

const actionParams = ({ params }: Command, action: CommandAction): ParamDefinitions =>
  Object.fromEntries(
    Object.entries(action.params ?? {}).map(([key, changed]): [string, ParamDefinition] => [
      key,
      { ...(params[key] as ParamDefinition), ...changed },
    ]),
  );

function actionExamples(
  { examples, actions = {}, defaultAction }: Command,
  name: string | null,
): readonly string[] {
  const otherwise = typeof defaultAction === 'string' ? defaultAction : null;
  return examples.filter((example) => {
    const [, , word = ''] = example.split(' ');
    return name === (Object.hasOwn(actions, word) ? word : otherwise);
  });
}
