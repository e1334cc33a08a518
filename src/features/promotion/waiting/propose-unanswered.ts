import type { CommandContext } from '../../../command/define-command.js';
import type { Change } from '../../../notes/changes/change.js';
import type { Notebook } from '../../../notes/notebook.js';
import { propose, proposeWithheldText } from '../../inbox/propose.js';
import { findWaitingEntries } from './find-waiting.js';

/**
 * Plans to propose in the inbox the lines without an answer for a week. The line stays in its day. Lines that Daybook did not move
 * there itself, such as those of a cloned workspace, never waited and are left alone.
 */
export function proposeUnanswered(
  ctx: CommandContext,
  notebook: Notebook,
): { readonly changes: readonly Change[]; readonly count: number } {
  const desk = { ids: ctx.ids, template: (name: string) => ctx.query('template', name) };
  const changes: Change[] = [];
  let now = notebook;
  let count = 0;
  for (const { entry, text, isOrder } of findWaitingEntries(ctx, notebook, { isOver: true })) {
    const line = notebook.note(entry.path)?.text.slice(entry.start, entry.end) ?? '';
    if (!ctx.query('isOwnLine', entry.path, line.replace(/(?<![\r\n])[\r\n]+$/, ''))) continue;
    const found = entry.path.replace(`${notebook.content}/`, '');
    const made = isOrder
      ? proposeWithheldText(text, null, found, now, desk)
      : propose({ act: 'keep', line: text, found }, now, desk);
    changes.push(...made);
    now = now.after(made);
    count += made.length > 0 ? 1 : 0;
  }
  return { changes, count };
}
