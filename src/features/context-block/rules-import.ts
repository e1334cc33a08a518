import type { CommandContext } from '../../command/define-command.js';
import { findBlock } from '../../notes/context-block-markers.js';
import { CLAUDE_FILES, CODEX } from '../../notes/kinds/agent-files.js';
import { formatRelativePath } from '../../notes/links/resolve-link.js';
import type { Notebook } from '../../notes/notebook.js';

/**
 * Returns the line by which a file of Claude Code imports the nearest AGENTS.md; '' if it needs none. Claude Code reads no
 * AGENTS.md beside or above a file of its own.
 */
export function createRulesImport(ctx: CommandContext, notebook: Notebook, target: string): string {
  const rules = findHiddenRules(ctx, notebook, target);
  return rules === null ? '' : `@${formatRelativePath(rules, target)}`;
}

/** Returns the path of the nearest AGENTS.md, from the root, if a file of Claude Code hides it without an import; else null. */
function findHiddenRules(ctx: CommandContext, notebook: Notebook, target: string): string | null {
  if (!/(?:^|\/)CLAUDE(?:\.local)?\.md$/.test(target)) return null;
  const rules = findNearestRules(ctx, notebook, target);
  return rules === null || isImported(notebook, target, rules) ? null : rules;
}

/** Returns the import that the block of the target lacks; '' if none. */
export function findMissingImport(ctx: CommandContext): string {
  const target = ctx.settings['context.target'];
  const wanted = createRulesImport(ctx, ctx.notebook, target);
  const note = ctx.notebook.note(target);
  const block = note && findBlock(ctx.notebook.outline(note), note.text);
  return block && 'body' in block && !block.body.startsWith(`${wanted}\n`) ? wanted : '';
}

/**
 * Returns the AGENTS.md that Claude Code has not read in a session that starts: its file had no import yet, or it imports from
 * above the project, which Claude Code does only after a question to the user. '' if it has read it.
 */
export function describeUnreadRules(ctx: CommandContext, client: string): string {
  const target = ctx.settings['context.target'];
  const path = findHiddenRules(ctx, ctx.notebook, target);
  if (client !== 'claude' || path === null || !ctx.notebook.note(target)) return '';
  const isAbove = path.startsWith('../');
  if (!isAbove && findMissingImport(ctx) === '') return '';
  const text = isAbove ? ctx.query('rulesAbove')?.text : ctx.notebook.note(path)?.text;
  const lines = (text ?? '').trim();
  const shown =
    lines.length > MAX_RULES_CHARS ? `${lines.slice(0, MAX_RULES_CHARS)}\n(more: ${path})` : lines;
  return lines === ''
    ? ''
    : `Rules of this project, from ${path}, which was not loaded with ${target}:\n\n${shown}`;
}

/** Most characters of rules in the answer of a hook, which has room for the brief beside. */
const MAX_RULES_CHARS = 4000;

/** Returns the path of the nearest AGENTS.md beside or above a file, from the root. */
function findNearestRules(ctx: CommandContext, notebook: Notebook, file: string): string | null {
  const folders = file.split('/').slice(0, -1);
  if (folders.at(-1) === '.claude') folders.pop();
  for (; ; folders.pop()) {
    const path = [...folders, CODEX.rules].join('/');
    if (notebook.note(path)) return path;
    if (folders.length === 0) return ctx.query('rulesAbove')?.path ?? null;
  }
}

/** Returns true if Claude Code loads these rules from its files, by an import or since one of them is a link to the rules. */
function isImported(notebook: Notebook, target: string, rules: string): boolean {
  const file = rules.startsWith('../') ? rules : notebook.note(rules)?.path;
  return [...new Set([target, ...CLAUDE_FILES])].some((path) => {
    const note = notebook.note(path);
    if (!note) return false;
    if (note.path === file) return true;
    const outline = notebook.outline(note);
    const block = findBlock(outline, note.text);
    const isOurs = (at: number) => block !== null && 'body' in block && at > block.start && at < block.end;
    return outline.blocks
      .filter(({ kind, start }) => kind !== 'code' && kind !== 'html' && !isOurs(start))
      .some(({ start, end }) =>
        [...note.text.slice(start, end).matchAll(/(?<=^|\s)@(\S+)/g)].some(
          ([, named = '']) => named.replace(/^\.\//, '') === formatRelativePath(rules, path),
        ),
      );
  });
}
