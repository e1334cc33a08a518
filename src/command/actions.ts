import { didYouMean } from '../text/did-you-mean.js';
import { type Command, type CommandAction, UserError } from './define-command.js';
import type { ParamDefinition, ParamDefinitions } from './params.js';

/** One action of a command as a user types it. A command without actions is its own only action. */
export interface ResolvedAction {
  /** The word that names it; null where no word does. */
  readonly name: string | null;
  /** The command and the word, e.g. `feedback add`. */
  readonly title: string;
  readonly description: string;
  /** The words and options that it takes. */
  readonly params: ParamDefinitions;
}

/** Returns the action that a word names, the default action without a word, or null for an unknown word. */
export function findAction(command: Command, word?: string): ResolvedAction | null {
  const { name, actions, defaultAction } = command;
  if (!actions) return { name: null, title: name, description: command.description, params: command.params };
  if (word !== undefined && Object.hasOwn(actions, word)) return namedAction(command, word);
  if (word !== undefined && !takesAnyWord(command)) return null;
  if (typeof defaultAction === 'string') return namedAction(command, defaultAction);
  if (!defaultAction) return null;
  return {
    name: null,
    title: name,
    description: defaultAction.description,
    params: actionParams(command, defaultAction),
  };
}

/** Returns the actions of a command that a word names, in the order of its table. */
export const namedActions = (command: Command): readonly ResolvedAction[] =>
  Object.keys(command.actions ?? {}).map((word) => namedAction(command, word));

/** Returns true if the first word of the command may be something other than an action, e.g. a date for `day`. */
export function takesAnyWord({ actions, defaultAction, params }: Command): boolean {
  if (!actions) return true;
  const [first = ''] = Object.keys(params);
  return typeof defaultAction === 'object' && Object.hasOwn(defaultAction.params ?? {}, first);
}

/** Refuses an input whose first parameter names no action of the command. */
export function requireKnownAction(command: Command, input: Readonly<Record<string, unknown>>): void {
  const [first = ''] = Object.keys(command.params);
  const word = input[first];
  if (typeof word === 'string' && !findAction(command, word)) throw unknownActionError(command, word);
}

/** Creates the refusal of a word that names no action. It names the nearest action, else all of them. */
export function unknownActionError({ name, actions = {} }: Command, word?: string): UserError {
  const words = Object.keys(actions);
  const [near] = word === undefined ? [] : didYouMean(word, words);
  return new UserError(
    'usage',
    word === undefined
      ? `\`daybook ${name}\` needs an action`
      : `\`daybook ${name}\` has no action \`${word}\``,
    near ? `did you mean: daybook ${name} ${near}` : `its actions: ${words.join(', ')}`,
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
  };
}

const actionParams = ({ params }: Command, action: CommandAction): ParamDefinitions =>
  Object.fromEntries(
    Object.entries(action.params ?? {}).map(([key, changed]): [string, ParamDefinition] => [
      key,
      { ...(params[key] as ParamDefinition), ...changed },
    ]),
  );
