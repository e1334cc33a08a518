import { findAction, listNamedActions, type ResolvedAction } from '../command/actions.js';
import { type Command, HELP_GROUPS, OTHER_NAMES } from '../command/define-command.js';
import { GLOBAL_OPTIONS, SHORT_OPTIONS } from '../command/global-options.js';
import type { ParamDefinition, ParamDefinitions } from '../command/params.js';
import { FORMS } from './forms.data.js';
import { wrapCommand, wrapHanging, wrapText } from './wrap-text.js';

/** The number of groups that the short overview shows in full. */
const FIRST_GROUPS = 1;

/** A longer name gets its own line, above its description. */
const WIDEST_NAME = 26;

/** Formats the overview: commands with one line each, by group. `all` includes every group. */
export function formatOverview(commands: readonly Command[], show: 'first' | 'all', width: number): string {
  const groups = HELP_GROUPS.map((title) => ({
    title,
    own: commands.filter(({ group }) => group === title),
  })).filter(({ own }) => own.length > 0);
  const count = show === 'all' ? groups.length : FIRST_GROUPS;
  const more = groups.slice(count).filter(({ title }) => title !== OTHER_NAMES);
  return page([
    wrapText('daybook: a Markdown wiki and journal that agents and people write together.', width),
    ['Usage: daybook COMMAND [words] [options]'],
    ...groups
      .slice(0, count)
      .map(({ title, own }) =>
        table(
          title,
          title === OTHER_NAMES
            ? listOtherNames(commands)
            : own.map(({ name, description }) => [name, description]),
          width,
        ),
      ),
    table(
      'More commands',
      more.map(({ title, own }) => [title, own.map(({ name }) => name).join(', ')]),
      width,
    ),
    table(
      'Options of every command',
      Object.entries(GLOBAL_OPTIONS as ParamDefinitions).map(([key, param]) => [
        `${shortUsage(key)}${optionUsage(key, param)}`,
        describe(param),
      ]),
      width,
    ),
    [
      ...wrapText(
        'Start here: daybook init, then daybook log "decided X because Y", then daybook recall.',
        width,
      ),
      ...wrapText(
        `Explain one command: daybook COMMAND --help${show === 'all' ? '' : '; all of them: daybook --help --all'}`,
        width,
      ),
    ],
  ]);
}

/** Lists the names that help only names with `--all`, and the visible command that does the same. */
export function listOtherNames(commands: readonly Command[]): readonly (readonly [string, string])[] {
  const own = commands.filter(({ group }) => group === OTHER_NAMES);
  const rows = FORMS.map(({ typed, runs }) => ({ name: typed.split(' ')[0] ?? '', typed, runs }));
  const earlier = rows.filter(
    ({ name }, i) =>
      !commands.some((one) => one.name === name) && rows.findIndex((row) => row.name === name) === i,
  );
  return [
    ...own.map(({ name, description }): [string, string] => {
      const same = rows.find(({ runs }) => runs === name)?.typed;
      return [name, same === undefined ? description : `the same as daybook ${same}`];
    }),
    ...earlier.map(({ name, runs }): [string, string] => [name, `the same as daybook ${runs}`]),
  ];
}

/** Formats the help of a command, or of one of its actions. */
export function formatCommandHelp(command: Command, named: ResolvedAction | null, width: number): string {
  const actions = named ? [] : listNamedActions(command);
  const shown = named ?? findAction(command);
  const own = shown && !actions.some(({ name }) => name === shown.name) ? shown : null;
  const { examples } = named ?? command;
  return page([
    wrapHanging('', `${named?.title ?? command.name}: ${named?.description ?? command.description}.`, width),
    usage(command, own, actions, width),
    ...paramTables(own?.params ?? {}, width),
    table(
      'Also',
      named
        ? []
        : FORMS.flatMap(({ typed, about }) =>
            about !== undefined && typed.split(' ')[0] === command.name ? [[typed, about] as const] : [],
          ),
      width,
    ),
    table(
      'Actions',
      actions.map(({ name, description }) => [
        name ?? '',
        `${description}${shown?.name === name ? ' (default)' : ''}`,
      ]),
      width,
    ),
    examples.length === 0
      ? []
      : ['Examples', ...examples.flatMap((example) => wrapCommand(example, '  ', width))],
    [
      ...(actions.length === 0
        ? []
        : wrapText(`Explain one action: daybook ${command.name} ACTION --help`, width)),
      'Options of every command: daybook --help',
    ],
  ]);
}

function usage(
  command: Command,
  own: ResolvedAction | null,
  actions: readonly ResolvedAction[],
  width: number,
): readonly string[] {
  const lines = [
    ...(own ? [usageOf(own)] : []),
    ...(actions.length > 0 ? [`daybook ${command.name} ACTION [words] [options]`] : []),
  ];
  return lines.flatMap((line, at) => wrapHanging(at === 0 ? 'Usage: ' : '       ', line, width));
}

function usageOf({ title, params }: ResolvedAction): string {
  const all = Object.entries(params);
  const words = all.flatMap(([key, param]) => (param.positional ? [wordUsage(key, param)] : []));
  return ['daybook', title, ...words, ...(words.length < all.length ? ['[options]'] : [])].join(' ');
}

function paramTables(params: ParamDefinitions, width: number): readonly (readonly string[])[] {
  const all = Object.entries(params);
  return [
    table(
      'Words',
      all.flatMap(([key, param]) =>
        param.positional ? [[wordName(key, param), describe(param)] as const] : [],
      ),
      width,
    ),
    table(
      'Options',
      all.flatMap(([key, param]) =>
        param.positional ? [] : [[optionUsage(key, param), describe(param)] as const],
      ),
      width,
    ),
  ];
}

const page = (blocks: readonly (readonly string[])[]): string =>
  blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');

/** Formats names and descriptions in two columns below a title; nothing if there are none. */
function table(
  title: string,
  rows: readonly (readonly [name: string, description: string])[],
  width: number,
): readonly string[] {
  if (rows.length === 0) return [];
  const column = Math.min(WIDEST_NAME, Math.floor(width / 3), Math.max(...rows.map(([name]) => name.length)));
  return [
    title,
    ...rows.flatMap(([name, description]) =>
      name.length > column
        ? [`  ${name}`, ...wrapHanging(' '.repeat(column + 4), description, width)]
        : wrapHanging(`  ${name.padEnd(column)}  `, description, width),
    ),
  ];
}

const wordName = (key: string, { placeholder }: ParamDefinition): string => placeholder ?? key.toUpperCase();

const wordUsage = (key: string, param: ParamDefinition): string => {
  const word = `${wordName(key, param)}${param.positional === 'rest' ? '…' : ''}`;
  return param.required ? word : `[${word}]`;
};

const shortUsage = (key: string): string => {
  const [letter] = Object.entries(SHORT_OPTIONS).find(([, name]) => name === key) ?? [];
  return letter ? `-${letter}, ` : '    ';
};

const optionUsage = (key: string, param: ParamDefinition): string =>
  param.kind === 'flag' ? `--${key}` : `--${key} ${optionValue(key, param)}${param.repeatable ? '…' : ''}`;

const optionValue = (key: string, param: ParamDefinition): string =>
  param.valueIfBare === undefined ? wordName(key, param) : `[${wordName(key, param)}]`;

const describe = (param: ParamDefinition): string =>
  param.choices && param.choices.length <= 6 && !param.choices.every((one) => param.description.includes(one))
    ? `${param.description} (${param.choices.join(', ')})`
    : param.description;
