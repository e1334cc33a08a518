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

/** Says that a repository shares the memory of the workspace around it; null if it does not. */
function describeSharedMemory(ctx: CommandContext): string | null {
  const top = ctx.query('innerRepository');
  const { root } = ctx.query('root');
  return (
    top &&
    `this repository shares the memory of the workspace above it, ${root}; to give it one of its own: daybook init --workspace ${top}`
  );
}

/**
 * Warns of notes that were changed in a linked worktree, and of a memory that several repositories share: the latter once
 * in a session, or in a day of a person, as the status field says.
 */
export function planUnreadNotices(ctx: CommandContext): {
  readonly notices: readonly Notice[];
  readonly statusFields: Readonly<Record<string, unknown>>;
} {
  const shared = describeSharedMemory(ctx);
  const mark = shared && `${ctx.actor.session ?? ctx.local(ctx.now).date} ${ctx.query('innerRepository')}`;
  const isNew = mark !== null && ctx.query('signal').shared_memory_shown !== mark;
  const messages = [describeUnreadNotes(ctx), isNew ? shared : null];
  return {
    notices: messages.flatMap((message) => (message === null ? [] : [{ level: 'warning', message }])),
    statusFields: isNew ? { shared_memory_shown: mark } : {},
  };
}

/** The same for `doctor`; no check where there is nothing to say. */
export function checkUnreadNotes(ctx: CommandContext): readonly HealthCheckResult[] {
  const detail = describeUnreadNotes(ctx);
  const shared = describeSharedMemory(ctx);
  return [
    ...(detail === null ? [] : [{ name: 'worktree', ok: false, detail }]),
    ...(shared === null ? [] : [{ name: 'repository', ok: true, detail: shared }]),
  ];
}
