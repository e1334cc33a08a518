import type { CommandContext } from '../../command/define-command.js';
import { GLOBAL_OPTIONS, SHORT_OPTIONS } from '../../command/global-options.js';
import type { CommandSummary, ParamDefinition, ParamDefinitions } from '../../command/params.js';
import { JOBS } from '../../config/jobs.js';
import { OPEN_TYPES } from '../../matching/relations/find-relation.js';
import { ENTRY_TYPES } from '../../notes/entry-types.js';
import { KIND_NAMES } from '../../notes/kinds/index.js';
import { getNoteKind } from '../../notes/kinds/note-kind.js';
import { noteName } from '../../records/note-sections.js';
import { listSnapshots } from '../../records/snapshot.js';
import { cutText } from '../../text/sanitize.js';
import { AGENTS } from '../agent-setup/hook-registrations.js';
import { listFeedbackLabels } from '../feedback/list-feedback.js';
import { listHandoffLabels } from '../handoffs/list-handoffs.js';
import { findEffectiveRevert } from '../history/revert-changes.js';
import { listTaskNotes } from '../tasks/expiry.js';

/** A word that may be typed, and what it is. */
export interface Suggestion {
  readonly text: string;
  readonly about: string;
}

type Source = (ctx: CommandContext, current: string) => readonly Suggestion[];

/** Ids are listed for this many entries, newest first. */
const MOST_ENTRIES = 200;
const MAX_LENGTH = 72;

const plain = (texts: Iterable<string>): readonly Suggestion[] =>
  [...new Set(texts)].filter(Boolean).map((text) => ({ text, about: '' }));

const entries: Source = (ctx, current) =>
  ctx
    .query('search', { words: '', types: ENTRY_TYPE_NAMES.filter((type) => type !== 'prose'), limit: 10_000 })
    .hits.filter(({ id }) => !id.startsWith('~'))
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, MOST_ENTRIES)
    .map(({ id, type, text }) => ({
      text: current.startsWith('^') ? `^${id}` : id,
      about: `${type}: ${text}`,
    }));

const OPEN: readonly string[] = ['reminder', 'todo', ...OPEN_TYPES];

const openEntries: Source = (ctx, current) => {
  const open = new Set(
    ctx
      .query('search', { words: '', types: OPEN, limit: 10_000 })
      .hits.filter(({ status }) => status === null || status === 'open' || status === 'blocked')
      .map(({ id }) => id),
  );
  return entries(ctx, current).filter(({ text }) => open.has(text.replace('^', '')));
};

const ENTRY_TYPE_NAMES = Object.keys(ENTRY_TYPES);

const tags: Source = (ctx) =>
  plain(
    ctx
      .query('search', { words: '', types: ENTRY_TYPE_NAMES, limit: 10_000 })
      .hits.flatMap(({ tags: own }) => own),
  );

const pages: Source = ({ notebook }) =>
  plain(
    notebook
      .list()
      .filter((path) => getNoteKind(path, notebook.content).name === 'page')
      .map((path) => noteName({ path })),
  );

const notePaths: Source = ({ notebook }) => plain(notebook.list());

const noteNames: Source = ({ notebook }) => plain(notebook.list().map((path) => noteName({ path })));

const sessions: Source = (ctx) =>
  ctx.query('sessions').map(({ id, goal, origin }) => ({ text: id, about: `${origin}: ${goal ?? ''}` }));

const changeSessions: Source = (ctx) => plain(ctx.query('history').flatMap(({ session }) => session ?? []));

const changes: Source = (ctx) =>
  ctx
    .query('history')
    .filter((one, _, all) => !findEffectiveRevert(all, one.seq))
    .slice(0, MOST_ENTRIES)
    .map((one) => ({ text: String(one.seq), about: `${one.verb}: ${one.say}` }));

const authors: Source = (ctx) => plain(['me', ...ctx.query('history').flatMap(({ by }) => by ?? [])]);

const jobs: Source = () => plain(JOBS.map(({ name }) => name));

const tasks: Source = (ctx) => plain(listTaskNotes(ctx).map(({ task }) => task));

const snapshots: Source = (ctx) =>
  listSnapshots(ctx).map(({ snapshot }) => ({
    text: snapshot.snapshot_id,
    about: snapshot.goal,
  }));

/** Sources of values by parameter name, or by command and parameter name where the name alone is ambiguous. */
const SOURCES: Readonly<Record<string, Source>> = {
  id: entries,
  'init agent': () => plain([...AGENTS, 'none']),
  'done id': openEntries,
  'close id': openEntries,
  'reminders done id': openEntries,
  'reminders snooze id': openEntries,
  'supersede-by': entries,
  same: entries,
  replaces: entries,
  closes: entries,
  'forget what': entries,
  'memory replace old': entries,
  'memory remove text': entries,
  tag: tags,
  task: tasks,
  'plan show name': tasks,
  type: () => plain(ENTRY_TYPE_NAMES),
  kind: () => plain(KIND_NAMES),
  'page show name': pages,
  'page rename name': pages,
  'page new name': () => [],
  'links note': noteNames,
  'history path': notePaths,
  'restore path': notePaths,
  'history session': changeSessions,
  'undo session': changeSessions,
  by: authors,
  seq: changes,
  job: jobs,
  which: snapshots,
  'handoff show id': (ctx) => plain(listHandoffLabels(ctx)),
  'feedback applied id': (ctx) => plain(listFeedbackLabels(ctx)),
  ...Object.fromEntries(
    [
      'show',
      'tree',
      'resume',
      'append',
      'branch',
      'switch',
      'compact',
      'undo',
      'checkpoint',
      'migrate',
      'import',
    ].map((action) => [`sessions ${action} id`, sessions]),
  ),
};

/** Lists values for a parameter: its choices, or names from the workspace. Without a workspace there are none. */
function listValues(
  ctx: CommandContext,
  { title, params }: Named,
  name: string,
  current: string,
): readonly Suggestion[] {
  const param = findParam(params, name);
  if (param?.choices) return plain(param.choices);
  const source = SOURCES[`${title} ${name}`] ?? (Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined);
  if (!param || !source || ctx.query('place') === null) return [];
  return source(ctx, current).map(({ text, about }) => ({ text, about: shorten(about) }));
}

/** The first line of a text, cut to one line of a terminal. */
const shorten = (text: string): string => cutText(text.split(/[\r\n]/)[0] ?? '', MAX_LENGTH);

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
  if (option !== null) return keepMatches(listValues(ctx, named, option, current), current);
  const [, inline, start = ''] = /^--([\w-]+)=(.*)$/s.exec(current) ?? [];
  if (inline !== undefined)
    return keepMatches(listValues(ctx, named, inline, start), start).map(({ text, about }) => ({
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
function readWords(typed: readonly string[], commands: readonly CommandSummary[]) {
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
function nextWords(ctx: CommandContext, named: Named, current: string): readonly Suggestion[] {
  const places = Object.keys(named.params).filter((name) => named.params[name]?.positional);
  const next = places[named.rest.length];
  return next === undefined ? [] : listValues(ctx, named, next, current);
}

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
