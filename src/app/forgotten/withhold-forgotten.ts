import {
  type CommandContext,
  type CommandPlan,
  type Notice,
  UserError,
} from '../../command/define-command.js';
import { readSourcePassage } from '../../command/read-source-passage.js';
import { proposeForgotten } from '../../features/inbox/propose.js';
import type { FindForgotten, ForgottenMatch, SourcePassage } from '../../matching/similarity/forgotten.js';
import type { Change } from '../../notes/changes/change.js';
import { notePath } from '../../notes/kinds/index.js';
import { GLOBAL_CONTENT } from '../../notes/kinds/note-kind.js';
import { isForeignNote } from '../../notes/kinds/note-paths.js';
import type { Notebook } from '../../notes/notebook.js';
import { isEmptyChange, withholdTexts } from '../../security/injection/strip.js';
import { isOnlyHeadings, proposeEach, readStandingText } from '../injection-gate.js';
import { type CommandRequest, findUserTexts } from '../request.js';

/** Commands that restore earlier text, answer a proposal, or merge teammates' notes. */
const EXEMPT_COMMANDS = new Set(['forget', 'undo', 'restore', 'merge', 'sync']);

/** The placeholder for removed words in a text that needs something in their place. */
const PLACEHOLDER = '(forgotten)';

/**
 * Removes forgotten text from what an import, an agent or a job adds to notes. Text that a person types, or that is in the
 * notes already, stays. Text that is only similar goes to the inbox. Expects at most one change per note.
 */
export function withholdForgotten(
  plan: CommandPlan,
  request: CommandRequest,
  ctx: CommandContext,
): CommandPlan {
  const { name } = request.command;
  const isAnswer = name === 'inbox' && ctx.actor.by === null;
  if (plan.changes.length === 0 || plan.reverts !== undefined || plan.scrubPattern) return plan;
  if (EXEMPT_COMMANDS.has(name) || isAnswer) return plan;
  const find = ctx.query('forgotten');
  if (!find) return plan;
  const isExempt = createExemptTest(request, plan.changes, ctx);
  let foreign: readonly SourcePassage[] | null = null;
  const passages = () => (foreign ??= listForeignPassages(plan.changes, ctx));
  const passed = plan.changes.map((change) => passChange(change, { find, passages, isExempt, request, ctx }));
  const held = passed.flatMap((one) => one.held);
  const close = passed.flatMap((one) => one.close);
  if (held.length + close.length === 0) return plan;
  const left = passed.flatMap(({ change }) => (change ? [change] : []));
  const at = ctx.local(Date.parse([...held, ...close][0]?.at ?? '')).date;
  const proposals = proposeEach(close, left, ctx, ({ text, at }, ...rest) =>
    proposeForgotten(text, ctx.local(Date.parse(at)).date, name, ...rest),
  );
  const isEntry = typeof plan.data.entry === 'object' && plan.data.entry !== null;
  if (left.length === 0 && isEntry && close.length === 0)
    throw new UserError(
      'forgotten',
      `this was forgotten on ${at}, and only the user may write it again`,
      'ask the user to run: daybook log "…", or to undo the change that forgot it: daybook history',
    );
  const notices = [...(plan.notices ?? []), ...createNotices(held.length, close.length, at, ctx.notebook)];
  const changes = [...left, ...proposals];
  if (left.length > 0 || !isEntry) return { ...plan, changes, notices };
  const message = `Not kept. It is close to text forgotten on ${at}: it waits in ${notePath('inbox')} until a person accepts it.`;
  return { ...plan, message, changes, notices: plan.notices ?? [] };
}

/** Text that is left out, and when it was forgotten. */
interface HeldText {
  readonly text: string;
  readonly at: string;
}

/** A change without the forgotten text; null if nothing remains. */
interface PassedChange {
  readonly change: Change | null;
  readonly held: readonly HeldText[];
  readonly close: readonly HeldText[];
}

interface Gate {
  readonly find: FindForgotten;
  readonly passages: () => readonly SourcePassage[];
  readonly isExempt: (text: string) => boolean;
  readonly request: CommandRequest;
  readonly ctx: CommandContext;
}

function passChange(change: Change, { find, passages, isExempt, request, ctx }: Gate): PassedChange {
  const { content } = ctx.notebook;
  const isNote = [content, GLOBAL_CONTENT].some((folder) => change.path.startsWith(`${folder}/`));
  if (!isNote || (change.kind !== 'create' && change.kind !== 'edit')) return { change, held: [], close: [] };
  const isInbox = change.path === `${content}/${notePath('inbox')}`;
  const sources = listRequestSources(request, ctx);
  const held: HeldText[] = [];
  const close: HeldText[] = [];
  const filtered = withholdTexts(
    change,
    ctx.notebook,
    (words, lines) => {
      const ids = listLineSources(lines);
      const named = ids.length > 0 ? readPassages(ctx, ids) : [];
      const match = find(
        words,
        [...sources, ...ids.map((id) => `entry ${id}`)],
        named.length > 0 ? named : passages(),
      );
      if (!match || isExempt(words)) return 'none';
      const parts = match.parts.filter((part) => !isExempt(part));
      if (parts.length === 0 || (isInbox && match.how === 'close')) return 'none';
      (match.how === 'close' ? close : held).push(...parts.map((text) => ({ text, at: match.at })));
      return isInbox || isWhole(parts, words) ? 'all' : parts;
    },
    PLACEHOLDER,
  );
  const isEmptied = filtered.held.length > 0 && isHeadingsOnly(filtered.change, ctx.notebook);
  return { change: isEmptied ? null : filtered.change, held, close };
}

/** True if a text consists only of these parts. */
function isWhole(parts: ForgottenMatch['parts'], words: string): boolean {
  const rest = parts.reduce((text, part) => text.replace(part, ''), words);
  return !/[\p{L}\p{N}]/u.test(rest);
}

/** The source of a request's text: its session, or the imported file. */
const listRequestSources = (
  { command, input }: CommandRequest,
  { actor }: CommandContext,
): readonly string[] => [
  ...(actor.session === null ? [] : [`session ${actor.session}`]),
  ...(command.name === 'import' && typeof input.path === 'string'
    ? [`import ${getLastName(input.path)}`]
    : []),
];

/** The last name of a path, which stays when a folder is moved. */
const getLastName = (path: string): string =>
  path
    .replace(/(?<![/\\])[/\\]+$/, '')
    .split(/[/\\]/)
    .at(-1) ?? path;

/** The ids of the entries that lines link to as their source. */
const listLineSources = (lines: readonly string[]): readonly string[] =>
  [...lines.join(' ').matchAll(/#\^([\w-]+)\]\]/g)].map(([, id = '']) => id);

/** Reads the passages that lines name as their source. */
const readPassages = (ctx: CommandContext, ids: readonly string[]): readonly SourcePassage[] =>
  ids.flatMap((id) =>
    ctx.query('entriesById', id).map((entry) => ({ text: readSourcePassage(ctx, entry), isNamed: true })),
  );

/** The passages of documents and imports: those in notes, and those that these changes add. */
function listForeignPassages(
  changes: readonly Change[],
  { notebook }: CommandContext,
): readonly SourcePassage[] {
  const after = notebook.after(changes);
  return after
    .list()
    .filter((path) => isForeignNote(path, notebook.content))
    .flatMap((path) =>
      (after.note(path)?.text ?? '').split(/\n\s*\n/).map((text) => ({ text, isNamed: false })),
    );
}

/** Returns a test for text that a person typed or accepted, or that is already in a note. */
function createExemptTest(
  request: CommandRequest,
  changes: readonly Change[],
  { notebook, actor }: CommandContext,
): (text: string) => boolean {
  const typed = findUserTexts(request, actor.by).map(listLetters);
  let standing: string | null = null;
  return (text) => {
    const letters = listLetters(text);
    standing ??= listLetters(readStandingText(changes, notebook));
    return (
      standing.includes(letters) ||
      typed.some((one) => one !== '' && (one.includes(letters) || letters === one))
    );
  };
}

/** Normalises text so that case and marks do not matter. */
const listLetters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** True if nothing but headings remains of what a change adds. */
const isHeadingsOnly = (change: Change, notebook: Notebook): boolean =>
  isEmptyChange(change, notebook) ||
  (change.kind === 'edit' && isOnlyHeadings(change, notebook, notebook.note(change.path)?.text));

function createNotices(held: number, close: number, at: string, { content }: Notebook): readonly Notice[] {
  const inbox = `${content}/${notePath('inbox')}`;
  const say = (count: number) => (count === 1 ? '1 text was' : `${count} texts were`);
  return [
    ...(held > 0 ? [{ level: 'info', message: `${say(held)} kept out: forgotten on ${at}` } as const] : []),
    ...(close > 0
      ? [
          {
            level: 'info',
            path: inbox,
            message: `${say(close)} put into the inbox: close to text forgotten on ${at}`,
          } as const,
        ]
      : []),
  ];
}
