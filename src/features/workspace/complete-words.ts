import type { CommandContext } from '../../command/define-command.js';
import { GLOBAL_OPTIONS, SHORT_OPTIONS } from '../../command/global-options.js';
import type { CommandSummary, ParamDefinition, ParamDefinitions } from '../../command/params.js';
import { listValues, type Suggestion } from './completion-values.js';

/** The command and action that words name, and the words after them. */
interface Named {
  readonly command: CommandSummary | undefined;
  readonly title: string;
  readonly params: ParamDefinitions;
  /** Actions that the next word may name. */
  readonly actions: CommandSummary['actions'];
  readonly rest: readonly string[];
}

/** Suggests what may replace the last of the typed words, which follow `daybook`. */
export function completeWords(ctx: CommandContext, typed: readonly string[]): readonly Suggestion[] {
  const commands = ctx.query('commands');
  const current = typed.at(-1) ?? '';
  const { words, option } = readWords(typed.slice(0, -1), commands);
  const isHelp = words[0] === 'help';
  const named = findNamed(isHelp ? words.slice(1) : words, commands);
  if (option !== null) return keepMatches(valuesOf(ctx, named, option, current), current);
  const [, inline, start = ''] = /^--([\w-]+)=(.*)$/s.exec(current) ?? [];
  if (inline !== undefined)
    return keepMatches(valuesOf(ctx, named, inline, start), start).map(({ text, about }) => ({
      text: `--${inline}=${text}`,
      about,
    }));
  if (current.startsWith('-')) return keepMatches(listOptions(named.params), current);
  if (!named.command)
    return words.length > (isHelp ? 1 : 0) ? [] : keepMatches(listCommands(commands), current);
  const actions = named.rest.length === 0 ? named.actions.map(toSuggestion) : [];
  return keepMatches([...actions, ...(isHelp ? [] : nextWords(ctx, named, current))], current);
}

/** The words that are no options, and the option whose value is next, if any. */
function readWords(
  typed: readonly string[],
  commands: readonly CommandSummary[],
): { readonly words: readonly string[]; readonly option: string | null } {
  const words: string[] = [];
  let option: string | null = null;
  for (const arg of typed) {
    if (option !== null) option = null;
    else if (/^-./.test(arg)) {
      const name = arg.startsWith('--') ? arg.slice(2) : (SHORT_OPTIONS[arg.slice(1)] ?? '');
      const kind = findParam(findNamed(words, commands).params, name)?.kind;
      if (kind !== undefined && kind !== 'flag') option = name;
    } else words.push(arg);
  }
  return { words, option };
}

const findParam = (params: ParamDefinitions, name: string): ParamDefinition | undefined =>
  Object.hasOwn(params, name) ? params[name] : (GLOBAL_OPTIONS as ParamDefinitions)[name];

function findNamed([first, ...rest]: readonly string[], commands: readonly CommandSummary[]): Named {
  const command = commands.find(({ name }) => name === first);
  const action = command?.actions.find(({ name }) => name === rest[0]);
  return {
    command,
    title: action ? `${first} ${action.name}` : (first ?? ''),
    params: action?.params ?? command?.params ?? {},
    actions: action ? [] : (command?.actions ?? []),
    rest: action ? rest.slice(1) : rest,
  };
}

/** Values for the positional parameter that comes next; the last one if it takes all remaining words. */
function nextWords(
  ctx: CommandContext,
  { title, params, rest }: Named,
  current: string,
): readonly Suggestion[] {
  const places = Object.entries(params).filter(([, { positional }]) => positional);
  const next = places[rest.length];
  return next ? listValues(ctx, title, next[0], next[1], current) : [];
}

const valuesOf = (
  ctx: CommandContext,
  { title, params }: Named,
  name: string,
  current: string,
): readonly Suggestion[] => {
  const param = findParam(params, name);
  return param ? listValues(ctx, title, name, param, current) : [];
};

const listOptions = (params: ParamDefinitions): readonly Suggestion[] =>
  [...Object.entries(params), ...Object.entries(GLOBAL_OPTIONS as ParamDefinitions)].flatMap(
    ([name, { positional, description }]) => (positional ? [] : [{ text: `--${name}`, about: description }]),
  );

const listCommands = (commands: readonly CommandSummary[]): readonly Suggestion[] => [
  ...commands.filter(({ isVisible }) => isVisible).map(toSuggestion),
  { text: 'help', about: 'explain a command' },
];

const toSuggestion = (one: { readonly name: string; readonly description: string }): Suggestion => ({
  text: one.name,
  about: one.description,
});

/** No shell shows more suggestions on one screen. */
const MAX_COUNT = 200;

/** Keeps the suggestions that begin with the typed text; an id may be typed with its caret. */
function keepMatches(all: readonly Suggestion[], current: string): readonly Suggestion[] {
  const start = current.toLowerCase();
  return all.filter(({ text }) => text.toLowerCase().startsWith(start)).slice(0, MAX_COUNT);
}
