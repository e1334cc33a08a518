import { type CommandContext, defineCommand } from '../../command/define-command.js';
import { defineFlag } from '../../command/params.js';
import type { Change } from '../../notes/changes/change.js';
import { isUnmerged } from '../../notes/note.js';
import { pluralize } from '../../text/pluralize.js';
import { planRefresh } from '../context-block/refresh-block.js';
import { findLintNotices, type LintNotice } from './find-notices.js';

/** Checks all notes (FEATURES F4). Status 1 where there is an error. */
export const lint = defineCommand({
  name: 'lint',
  description: 'check the notes for problems; --fix fixes those that lose nothing',
  group: 'Wiki',
  params: {
    fix: defineFlag(
      'give a repeated id a new one if nothing links to it, remove block ids that mark nothing, put reminders into columns, refresh the block',
    ),
  },
  examples: ['daybook lint', 'daybook lint --fix'],
  isTool: true,
  slow: true,
  whenUnknown: 'write',
  plan(ctx, { fix }) {
    const found = findLintNotices(ctx, ctx.notebook);
    const changes = fix ? planFixes(ctx, found) : [];
    const standing = changes.length === 0 ? found : findLintNotices(ctx, ctx.notebook.after(changes));
    const notices = standing.map(({ rule, level, path, line, message }) => ({
      rule,
      level,
      path,
      line,
      message,
    }));
    return {
      message: summary(found, standing, fix ? 'fix' : 'look'),
      items: notices.map(({ rule, path, line, message }) => ({
        group: path,
        path,
        line,
        what: `${rule} ${message}`,
      })),
      data: { notices },
      changes,
      ...(notices.some(({ level }) => level === 'error') ? { exit: 1 as const } : {}),
    };
  },
});

/** Plans the fixes that lose nothing; the edits of one note become one change, in their order. */
function planFixes(ctx: CommandContext, found: readonly LintNotice[]): Change[] {
  const isHeld = (path: string) => isUnmerged(ctx.notebook.note(path) ?? {});
  const edits = found.flatMap(({ remedy: one }) =>
    one === null || one === 'block' || isHeld(one.path) ? [] : [one],
  );
  const block = found.some(({ remedy: one }) => one === 'block')
    ? planRefresh(ctx, ctx.notebook).changes
    : [];
  return [...joined(edits), ...block];
}

function joined(edits: readonly Change[]): Change[] {
  return [...new Set(edits.map(({ path }) => path))].flatMap((path): Change[] => {
    const own = edits.flatMap((change) => (change.path === path && change.kind === 'edit' ? [change] : []));
    const [first] = own;
    if (!first) return [];
    const splices = own.flatMap((change) => change.splices).toSorted((a, b) => a.at - b.at);
    return [{ ...first, splices, why: [...new Set(own.map(({ why }) => why))].join('; ') }];
  });
}

const countFixable = (notices: readonly LintNotice[]): number =>
  notices.filter(({ remedy }) => remedy !== null).length;

/** The remaining notices, and what was or could be fixed. */
function summary(before: readonly LintNotice[], after: readonly LintNotice[], act: 'fix' | 'look'): string {
  const words = [
    ['error', 'error'],
    ['warning', 'warning'],
    ['info', 'remark'],
  ] as const;
  const parts = words.flatMap(([level, word]) => {
    const count = after.filter((one) => one.level === level).length;
    return count === 0 ? [] : [pluralize(count, word)];
  });
  const fixed = act === 'fix' ? countFixable(before) - countFixable(after) : 0;
  const did = fixed > 0 ? `Fixed ${fixed}. ` : '';
  if (parts.length === 0) return `${did}Nothing${did ? ' else' : ''} to fix.`;
  const hint =
    act === 'look' && countFixable(after) > 0
      ? ` ${countFixable(after)} can be fixed: daybook lint --fix`
      : '';
  return `${did}${parts.join(', ')}${did ? ' left' : ''}.${hint}`;
}
