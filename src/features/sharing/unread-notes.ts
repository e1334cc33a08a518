import type { CommandContext, Notice } from '../../command/define-command.js';
import type { HealthCheckResult } from '../../command/queries.js';

/** Further notes are only counted. */
const MOST_NAMED = 3;

/** Describes the notes of a linked worktree that are not read; null if there are none. */
function describeUnreadNotes(ctx: CommandContext): string | null {
  const paths = ctx.query('unreadNotes');
  if (paths.length === 0) return null;
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  const { root, content } = ctx.query('root');
  return `this worktree has its own changes in ${paths.slice(0, MOST_NAMED).join(', ')}${more}, which are not read: notes are those of ${root}/${content}; merge them there, or give each worktree its own with \`store: worktree\``;
}

/** Warns of notes that were changed in a linked worktree. */
export function listUnreadNotices(ctx: CommandContext): readonly Notice[] {
  const message = describeUnreadNotes(ctx);
  return message === null ? [] : [{ level: 'warning', message }];
}

/** The same for `doctor`; no check where there are none. */
export function checkUnreadNotes(ctx: CommandContext): readonly HealthCheckResult[] {
  const detail = describeUnreadNotes(ctx);
  return detail === null ? [] : [{ name: 'worktree', ok: false, detail }];
}
