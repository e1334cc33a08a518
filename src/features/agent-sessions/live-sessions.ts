import type { CommandContext } from '../../command/define-command.js';
import type { LiveSession } from '../../command/hook-records.js';
import { sanitizeLine } from '../../text/sanitize.js';

/** Sessions in one line. */
const MOST_NAMED = 3;
const SHORT_ID = 8;

/** Lists the other sessions at work in this repository. */
export const listOtherSessions = ({ query: ask, actor }: CommandContext): readonly LiveSession[] =>
  ask('liveSessions').filter(({ session }) => session !== actor.session);

/** Says in one line which other sessions are at work, and what each changed last; '' if there are none. */
export function describeWorkers(ctx: CommandContext): string {
  const others = listOtherSessions(ctx);
  const named = others.slice(0, MOST_NAMED).map((one) => {
    const [last] = one.changed;
    const what = last
      ? `changed ${last.path} ${formatMinutes(ctx, last.at)}`
      : `active ${formatMinutes(ctx, one.at)}`;
    return `${nameWorker(one)} ${what}`;
  });
  const more = others.length - named.length;
  return sanitizeLine([...named, ...(more > 0 ? [`and ${more} more`] : [])].join('; '));
}

/** Warns in one line of a file that another session changed that this one does not know of; '' if there is none. */
export function describeChangedFile(
  ctx: CommandContext,
  files: readonly string[],
  shown: readonly { readonly at: string; readonly text?: string }[],
): string {
  if (files.length === 0) return '';
  const { worktree } = ctx.query('root');
  const paths = files.map((file) =>
    file.startsWith(`${worktree}/`) ? file.slice(worktree.length + 1) : file,
  );
  for (const one of listOtherSessions(ctx))
    for (const { path, at } of one.changed) {
      const isKnown = shown.some((run) => run.at >= at && run.text?.includes(path));
      if (paths.includes(path) && !isKnown)
        return sanitizeLine(
          `At work now: ${nameWorker(one)} changed ${path} ${formatMinutes(ctx, at)}. Read it again before this edit.`,
        );
    }
  return '';
}

const nameWorker = ({ agent, session, worktree }: LiveSession): string =>
  `${agent} (session ${session.slice(0, SHORT_ID)}${worktree === null ? '' : `, worktree ${worktree.split(/[/\\]/).at(-1)}`})`;

function formatMinutes({ now }: CommandContext, at: string): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(at)) / 60_000));
  return minutes === 0 ? 'just now' : `${minutes} min ago`;
}
