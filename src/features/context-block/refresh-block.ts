import {
  type CommandContext,
  type CommandPlan,
  type Notice,
  UserError,
} from '../../command/define-command.js';
import type { GitExcludeEffect } from '../../command/effects.js';
import { createEntryDeps } from '../../command/planning-deps.js';
import { DEFAULTS } from '../../config/settings.js';
import { appendBlock, replaceBetweenMarkers } from '../../markdown/section-edits.js';
import { type Change, createEdit } from '../../notes/changes/change.js';
import { mergeChangesPerNote } from '../../notes/changes/merge-changes.js';
import {
  BLOCK_OPENING,
  type ContextBlock,
  findBlock,
  formatContextBlock,
  isBlockEdited,
} from '../../notes/context-block-markers.js';
import { getPrivateMemoryPath } from '../../notes/kinds/note-paths.js';
import type { Notebook } from '../../notes/notebook.js';
import { sanitizeLine } from '../../text/sanitize.js';
import { propose } from '../inbox/propose.js';
import { mayCarryBlock, planExclusion } from '../sharing/git-setup.js';
import { getShownText } from './brief-lines.js';
import { collectBriefSources } from './brief-sources.js';
import { type Brief, buildBrief } from './build-brief.js';
import { findTargetBlock, hasOnlyBlock, removeContextBlock } from './remove-context-block.js';
import { createRulesImport } from './rules-import.js';

/** Saves lines that a person wrote into the block: those that neither the old nor the new brief has. */
function rescue(
  ctx: CommandContext,
  notebook: Notebook,
  target: string,
  block: ContextBlock,
  fresh: string,
): ContextRefresh {
  const { entries, reminders } = collectBriefSources(ctx, notebook);
  const shown = [...entries, ...reminders].map((entry) =>
    sanitizeLine(getShownText(entry).split('\n', 1)[0] ?? ''),
  );
  const isOurs = (line: string) =>
    fresh.includes(line) || OWN_LINE.test(line) || shown.some((text) => text !== '' && line.includes(text));
  const lines = block.body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isOurs(line));
  const found = `the context block of ${target}`;
  let now = notebook;
  const changes = lines.flatMap((line) => {
    const made = propose(
      { act: 'keep', line: line.replace(/^[-*+]\s+/, ''), found },
      now,
      createEntryDeps(ctx),
    );
    now = now.after(made);
    return made;
  });
  if (changes.length === 0) return { changes, notices: [] };
  const message = `the context block was edited by hand; ${changes.length === 1 ? 'the line is' : 'the lines are'} kept in INBOX.md`;
  return { changes, notices: [{ level: 'warning', path: target, line: block.line, message }] };
}

/** Headings, the import, the last line, and the lines of a brief about what was left out or the next action. */
const OWN_LINE = /^(?:#|@\S*AGENTS\.md$|Memory: \d|Kept by Daybook|\d+ more left out|- \d+ more |- next: )/;

export const NO_REFRESH: ContextRefresh = { changes: [], notices: [] };

/** Why a change touches the block, as the journal has it. */
export const BLOCK_REASON = 'the brief for agents';

/** What refreshing the block takes, and what its reader should know. */
interface ContextRefresh {
  readonly changes: readonly Change[];
  readonly notices: readonly Notice[];
  /** Keeps a file with nothing but the block out of git, until it has text of a person. */
  readonly effects?: readonly GitExcludeEffect[];
  /** True where the block stays as it is since an agent has loaded it. */
  readonly waits?: true;
}

/** How the block is refreshed. */
interface RefreshOptions {
  readonly target?: string | undefined;
  /** True where the target becomes the setting, so that the block leaves the file that had it. */
  readonly movesBlock?: boolean;
  /** The brief to show, where it was built already. */
  readonly brief?: Brief | undefined;
  /**
   * What to do while the session of an agent is open, which has loaded the block: a changed block would cost it what the
   * model has cached. Without a value a person's command writes it, and an agent's or a job's leaves it.
   */
  readonly whileOpen?: 'write' | 'leave';
}

/**
 * Plans to bring the context block up to date (FEATURES A10); no change where it is up to date. What a person wrote
 * between the markers is saved into the inbox first. Where the markers are no pair the file is left alone.
 */
function planContextRefresh(
  ctx: CommandContext,
  notebook: Notebook,
  options: RefreshOptions,
): ContextRefresh {
  const { target = ctx.settings['context.target'], whileOpen } = options;
  const former = listFormerTargets(ctx, notebook, options);
  if (target === 'none' && former.length === 0) return NO_REFRESH;
  const leaves = (whileOpen ?? (ctx.actor.by === null ? 'write' : 'leave')) === 'leave';
  if (leaves && ctx.query('openSessions').length > 0) return { ...NO_REFRESH, waits: true };
  const left = former.map((path) => planLeaving(ctx, notebook, path));
  const now = notebook.after(left.flatMap(({ changes }) => changes));
  const parts = target === 'none' ? left : [...left, planTargetBlock(ctx, now, target, options.brief)];
  const changes = parts.flatMap(({ changes }) => changes);
  const isNew = changes.some(({ kind, path }) => kind === 'create' && path === target);
  const hasOwnText = () => !hasOnlyBlock(notebook.after(changes), target);
  const isOwn = ctx.query('excludedPaths').includes(target) && hasOwnText(); // a person has written beside the block
  return {
    changes: mergeChangesPerNote(changes, notebook),
    ...(isNew || isOwn ? { effects: planExclusion(ctx, changes) } : {}),
    notices: parts.flatMap(({ notices }) => notices),
  };
}

/** Lists files that hold the block, though the setting names another: the default one, and the one that it leaves now. */
export function listFormerTargets(
  { settings }: CommandContext,
  notebook: Notebook,
  { target, movesBlock = false }: RefreshOptions,
): readonly string[] {
  const present = settings['context.target'];
  const targets = [...(target === undefined ? [] : [target]), ...(movesBlock ? [] : [present])];
  const file = (path: string) => notebook.note(path)?.path ?? path;
  const targetFiles = new Set(targets.map(file));
  return [...new Set([DEFAULTS['context.target'], ...(movesBlock ? [present] : [])])].filter(
    (path) => file(path) === path && !targetFiles.has(path) && findTargetBlock(notebook, path) !== null,
  );
}

/** Takes the block out of a file that is no longer its target; what a person wrote into it is saved first. */
function planLeaving(ctx: CommandContext, notebook: Notebook, path: string): ContextRefresh {
  const block = findTargetBlock(notebook, path)?.block;
  const { text } = buildBrief(ctx, notebook, ctx.settings['context.budget']);
  const rescued =
    block && !('problem' in block) && isBlockEdited(block)
      ? rescue(ctx, notebook, path, block, text)
      : { changes: [], notices: [] };
  return { ...rescued, changes: [...rescued.changes, ...removeContextBlock(notebook, path)] };
}

function planTargetBlock(
  ctx: CommandContext,
  notebook: Notebook,
  target: string,
  brief: Brief | undefined,
): ContextRefresh {
  const shown = hidePrivate(ctx, notebook, target);
  const isWhole = shown === notebook;
  const { text } = (isWhole ? brief : undefined) ?? buildBrief(ctx, shown, ctx.settings['context.budget']);
  const lines = formatContextBlock(text, createRulesImport(ctx, notebook, target));
  const note = notebook.note(target);
  if (!note)
    return {
      changes: [{ kind: 'create', path: target, text: `${lines.join('\n')}\n`, why: BLOCK_REASON }],
      notices: [],
    };
  const outline = notebook.outline(note);
  const found = findBlock(outline, note.text);
  if (found && 'problem' in found) {
    const message = `${found.problem}; the block is left alone`;
    return { changes: [], notices: [{ level: 'error', path: target, line: found.line, message }] };
  }
  const splices = found
    ? replaceBetweenMarkers(note.text, outline, found, lines)
    : appendBlock(note.text, outline, lines);
  const rescued =
    found && isBlockEdited(found) ? rescue(ctx, notebook, target, found, text) : { changes: [], notices: [] };
  return {
    changes: [...rescued.changes, ...createEdit({ path: target, hash: note.hash }, splices, BLOCK_REASON)],
    notices: rescued.notices,
  };
}

/** Returns the notes without the private memory where git could carry the block: a tracked file must have no private entry. */
function hidePrivate(ctx: CommandContext, notebook: Notebook, target: string): Notebook {
  const own = getPrivateMemoryPath(notebook);
  if (!notebook.note(own) || !mayCarryBlock(ctx, target)) return notebook;
  return { ...notebook, note: (path) => (path === own ? null : notebook.note(path)) };
}

/** The block as it would be refreshed; held where it depends on a note that cannot be read, or may not be written. */
export const planRefresh = (
  ctx: CommandContext,
  notebook: Notebook,
  options: RefreshOptions = {},
): ContextRefresh => ctx.known<ContextRefresh>(() => planContextRefresh(ctx, notebook, options), NO_REFRESH);

/** Adds the refreshed block to a plan that removes what it shows. A block that is not there is not made. */
export function addBlockRefresh(ctx: CommandContext, plan: CommandPlan): CommandPlan {
  if (plan.changes.length === 0 || !hasBlock(ctx)) return plan;
  const { changes } = planRefresh(ctx, ctx.notebook.after(plan.changes), { whileOpen: 'leave' });
  return { ...plan, changes: [...plan.changes, ...changes] };
}

function hasBlock({ notebook, settings, query: ask }: CommandContext): boolean {
  const target = notebook.note(settings['context.target']);
  return ask('root').foreign === undefined && target?.text.includes(BLOCK_OPENING) === true;
}

/** Refuses a target that is no Markdown file; `none` is no target. */
export function refuseBadTarget(target: string): void {
  if (target === 'none' || /\.mdc?$/i.test(target)) return;
  throw new UserError(
    'bad-target',
    `the context block is kept in a Markdown file, found \`${target}\``,
    'name one that your agent reads: CLAUDE.md, AGENTS.md, .github/copilot-instructions.md',
    { path: target },
  );
}
