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
  mind_memory_add: [
    'Use it when the user gives a lasting correction or says "remember this": adds one preference, fact or rule. A line that contradicts memory is refused, with the entry that it contradicts.',
  ],
  mind_memory_replace: ['Use it when a preference, fact or rule has changed: replaces its text.'],
  mind_memory_remove: [
    'Use it when a preference, fact or rule is no longer true: retires the line, which stays readable.',
  ],
  mind_day: ['Use it to see what happened on a day; without a date, today.', 'date'],
  mind_handoff: [
    'Use it when a session ends: writes a record for the next one, with what is done, blocked and open.',
  ],
  mind_handoff_list: ['Use it to see how earlier sessions ended.'],
  mind_handoff_show: ['Use it to read one hand-off in full.'],
  mind_feedback_add: [
    'Use it when you made a mistake, or the user corrected you: records it with its correction, so that it is not repeated.',
    'mistake correction trigger prevention category severity',
  ],
  mind_feedback_check: ['Use it before you use a skill or a tool: shows the mistakes made with it.'],
  mind_feedback_list: ['Use it to see earlier mistakes and what was learned from them.'],
  mind_feedback_applied: ['Use it when an earlier mistake was avoided, or made again.'],
  mind_feedback_audit: ['Use it to see which mistakes are repeated.'],
  mind_page_new: ['Use it when something needs more than a line: creates a page of the wiki.'],
  mind_page_list: ['Use it to see which pages the wiki has.'],
  mind_page_show: ['Use it to read a page, with the notes that link to it.'],
  mind_page_rename: ['Use it when a page is misnamed: renames it, and every link follows.'],
  mind_links: [
    'Use it to list the links of a note, the links to it, pages that no note links to, or dead links.',
  ],
  mind_lint: [
    'Use it after editing notes by hand: finds repeated ids, dead links, duplicates and unreadable lines, with path:line.',
  ],
  mind_history: ['Use it to see what was changed lately, by whom and why; every change has a number.'],
  mind_diff: ['Use it to see the diff of one change in the history.'],
  mind_which: [
    'Use it when notes are not where you expect them: shows the workspace and why it is that one.',
  ],
};

/** Tools that change nothing. */
const READS =
  'mind_why mind_memory mind_day mind_handoff_list mind_handoff_show mind_feedback_check mind_feedback_list mind_page_list mind_page_show mind_snapshots_list mind_snapshots_stats mind_links mind_lint mind_history mind_diff mind_which';

/** All tools: those of the default profile, then every other action that agents may use. */
export function buildFullProfile(verbs: readonly Command[]): Readonly<Record<string, ToolDefinition>> {
  const known = new Set<string>(
    [...Object.values(DEFAULT_TOOLS), ...Object.values(EXTRA_TOOLS)].map(({ command }) => command),
  );
  const rest = verbs.filter(({ name, surfaces }) => surfaces.includes('mcp') && !known.has(name));
  return { ...DEFAULT_TOOLS, ...EXTRA_TOOLS, ...Object.fromEntries(rest.flatMap(rowsOf)), ...MEMORY_TOOL };
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
