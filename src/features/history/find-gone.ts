import type { CommandContext } from '../../command/define-command.js';
import { KINDS, PRIVATE_FOLDER } from '../../notes/kinds/index.js';

/** What is said where the history was deleted: only what git tracks can be had again. */
export const LOST_HISTORY =
  'the history from before is gone: .daybook/ was deleted (git clean?); notes that git ignores, such as those in private/, may be gone with it; what git tracks: git log';

/**
 * Describes what is missing in this folder though Daybook wrote it: the history, and personal notes, which no git brings back.
 * Each with what brings it back.
 */
export function describeGone(ctx: CommandContext): readonly string[] {
  const seen = new Set<string>();
  const notes = ctx.query('history').flatMap(({ touched, at }) =>
    touched.flatMap((one) => {
      const path = one.to ?? one.path;
      const isNewest = !seen.has(one.path) && !seen.has(path);
      seen.add(one.path).add(path);
      const isThere = one.after === null || ctx.notebook.note(path) || ctx.notebook.unknown(path);
      return !isNewest || isThere || !isPersonal(path, ctx.notebook.content)
        ? []
        : [`${path} is gone: daybook restore ${path} --at ${at}`];
    }),
  );
  return [...(ctx.query('root').lostHistory ? [LOST_HISTORY] : []), ...notes];
}

/** Returns true for a note that git ignores by default. */
const isPersonal = (path: string, content: string): boolean =>
  path.startsWith(`${content}/${PRIVATE_FOLDER}`) ||
  KINDS.some((kind) => kind.isPrivate && path === `${content}/${kind.path}`);
