import type { CommandContext } from '../../../command/define-command.js';
import type { Change } from '../../../notes/changes/change.js';
import { collectChanges, type Notebook } from '../../../notes/notebook.js';
import { propose, proposeWithheldText } from '../../inbox/propose.js';
import { findWaitingEntries } from './find-waiting.js';

/**
 * Plans to propose in the inbox the lines without an answer for a week. The line stays in its day. Lines that Daybook did not move
 * there itself, such as those of a cloned workspace, never waited and are left alone.
 */
export function proposeUnanswered(ctx: CommandContext, notebook: Notebook): readonly Change[] {
  const desk = { ids: ctx.ids, template: (name: string) => ctx.query('template', name) };
  const waiting = findWaitingEntries(ctx, notebook, { isOver: true });
  return collectChanges(waiting, notebook, ({ entry, text, isOrder }, now) => {
    const line = notebook.note(entry.path)?.text.slice(entry.start, entry.end) ?? '';
    if (!ctx.query('isOwnLine', entry.path, line.replace(/(?<![\r\n])[\r\n]+$/, ''))) return [];
    const found = entry.path.replace(`${notebook.content}/`, '');
    return isOrder
      ? proposeWithheldText(text, null, found, now, desk)
      : propose({ act: 'keep', line: text, found }, now, desk);
  });
}
