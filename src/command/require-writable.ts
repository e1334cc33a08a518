import { isReadOnly } from '../notes/note.js';
import { refuseReadOnly, refuseUnknown } from '../notes/unknown-note.js';
import type { CommandContext } from './define-command.js';

/**
 * Throws UserError if the note at a path cannot be read or is read-only, before the reply could claim that something
 * was saved.
 */
export function requireWritable({ notebook }: CommandContext, path: string): void {
  const unknown = notebook.unknown(path);
  if (unknown) throw refuseUnknown(unknown);
  const note = notebook.note(path);
  if (note && isReadOnly(note)) throw refuseReadOnly(path, note.mode ?? 0);
}
