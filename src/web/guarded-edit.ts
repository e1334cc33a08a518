import { defineCommand, UserError } from '../command/define-command.js';
import { findEntryById } from '../command/find-entry.js';
import { planAmendment } from '../features/memory/amend-entry.js';
import { LOOK } from './look.js';
import { markEntryText } from './note-looks.js';

/** Error code of an edit whose entry changed after the form was loaded. */
export const EDIT_CONFLICT = 'entry-changed';

/** Rewords an entry as `amend --text` does; fails if its lines changed after the form was loaded. */
export const guardedEdit = defineCommand({
  ...LOOK,
  name: 'amend',
  description: 'reword an entry that has not changed since it was read',
  params: {
    id: { kind: 'text', required: true, description: 'its id or handle' },
    text: { kind: 'text', required: true, description: 'what it says now' },
    mark: { kind: 'text', required: true, description: 'the hash of its lines' },
  },
  countsAsActivity: () => true,
  plan(ctx, { id, text, mark }) {
    const { entry, note } = findEntryById(ctx, id);
    if (markEntryText(entry, note) !== mark)
      throw new UserError(
        EDIT_CONFLICT,
        'this entry changed since the form was loaded',
        'compare both, then save again',
      );
    return planAmendment(ctx, id, { text, isWhole: true });
  },
});
