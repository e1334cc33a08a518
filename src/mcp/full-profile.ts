import type { CommandName } from '../app/command-registry.js';
import { findAction, isAnyWordAllowed, listNamedActions, type ResolvedAction } from '../command/actions.js';
import type { Command } from '../command/define-command.js';
import type { ParamDefinition } from '../command/params.js';
import type { ToolArgument } from './json-schema.js';
import { DEFAULT_TOOLS, EXTRA_TOOLS, MEMORY_TOOL, type ToolDefinition } from './tool-definitions.js';

/**
 * When to use a tool that is derived from its command, and which parameters it takes if it is not all of its action. A
 * tool without a line here has the description of its command.
 */
const SAYS: Readonly<Record<string, readonly [when: string, takes?: string]>> = {
  mind_done: [
    'Use it when a problem is solved, a blocker is gone, a question is answered, or a reminder is done.',
  ],
  mind_why: [
    'Use it when you doubt an entry: shows its author, date and origin, and why the brief shows it or not.',
  ],
  mind_memory: ['Use it to see lasting preferences, facts and rules, as `key: value`.'],
  mind_day: ['Use it to see what happened on a day; without a date, today.', 'date'],
  mind_handoff: [
    'Use it when a session ends: writes a record for the next one, with what is done, blocked and open.',
  ],
  mind_feedback_add: [
    'Use it when you made a mistake, or the user corrected you: records it with its correction, so that it is not repeated.',
    'mistake correction trigger prevention category severity',
  ],
  mind_page_new: ['Use it when something needs more than a line: creates a page of the wiki.'],
  mind_page_show: ['Use it to read a page, with the notes that link to it.'],
  mind_links: [
    'Use it to list the links of a note, the links to it, pages that no note links to, or dead links.',
  ],
  mind_lint: [
    'Use it after editing notes by hand: finds repeated ids, dead links, duplicates and unreadable lines, with path:line.',
  ],
  mind_history: ['Use it to see what was changed lately, by whom and why; every change has a number.'],
};

/** Tools that change nothing. */
const READS =
  'mind_why mind_memory mind_day mind_handoff_list mind_handoff_show mind_feedback_check mind_feedback_list mind_page_list mind_page_show mind_links mind_lint mind_history';

/** Tools of the full profile that `tools/list` names beside those of the default profile; a client may call the others by name. */
const LISTED = new Set(
  'mind_done mind_why mind_day mind_about mind_links mind_lint mind_history mind_page_new mind_page_add mind_page_show mind_save mind_load mind_plan mind_handoff mind_reject mind_fix mind_feedback_add'.split(
    ' ',
  ),
);

/** Returns true for a tool that `tools/list` names. */
export const isListedTool = (name: string): boolean =>
  LISTED.has(name) || Object.hasOwn(DEFAULT_TOOLS, name) || Object.hasOwn(MEMORY_TOOL, name);

/** All tools: those of the default profile, then every other action that agents may use. */
export function buildFullProfile(verbs: readonly Command[]): Readonly<Record<string, ToolDefinition>> {
  const own = { ...DEFAULT_TOOLS, ...EXTRA_TOOLS };
  const rest = verbs.filter(({ name, isTool }) => isTool && !Object.hasOwn(own, `mind_${name}`));
  return { ...own, ...Object.fromEntries(rest.flatMap(rowsOf)), ...MEMORY_TOOL };
}

/**
 * Returns a tool for each action of a command, and one for the bare command unless it only lists. Actions whose first
 * word is not constant, such as `add` of `day`, get no tool.
 */
function rowsOf(command: Command): [name: string, row: ToolDefinition][] {
  const bare = `mind_${command.name}`;
  const actions = command.actions && !isAnyWordAllowed(command) ? listNamedActions(command) : [];
  const hasBare = typeof command.defaultAction !== 'string' || Object.hasOwn(SAYS, bare);
  const named = actions.filter(({ name }) => !(hasBare && name === command.defaultAction));
  return [
    ...(hasBare ? [rowOf(command, bare, findAction(command))] : []),
    ...named.map((action) => rowOf(command, `${bare}_${action.name}`, action)),
  ];
}

function rowOf(command: Command, name: string, action: ResolvedAction | null): [string, ToolDefinition] {
  const act = name.endsWith(`_${action?.name}`) ? action?.name : null;
  const [when = `Use it to ${act && action ? action.description : command.description}.`, takes] =
    SAYS[name] ?? [];
  const args = Object.entries(action?.params ?? {}).filter(
    ([key, param]) => isOffered(key, param) && (takes?.split(' ').includes(key) ?? true),
  );
  const [word = ''] = Object.keys(command.params);
  return [
    name,
    {
      command: command.name as CommandName,
      ...(act ? { act } : {}),
      title: [command.name, act]
        .filter(Boolean)
        .join(' ')
        .replace(/^./, (letter) => letter.toUpperCase()),
      when,
      args: args.map(
        ([key, { description, required }]): ToolArgument => ({
          name: key,
          param: key,
          ...(required ? { required } : {}),
          ...(description === command.params[key]?.description ? {} : { about: description }),
        }),
      ),
      fixed: act ? { [word]: act } : {},
      ...(READS.split(' ').includes(name) ? { reads: true as const } : {}),
    },
  ];
}

/**
 * Returns true for parameters that only people may use: files to open and large repairs. A list of files is only a
 * mention.
 */
const isOffered = (name: string, { placeholder: holder, repeatable: many }: ParamDefinition): boolean =>
  !['path', 'fix'].includes(name) && (many === true || !['FILE', 'DIR'].includes(holder ?? ''));
