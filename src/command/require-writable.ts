import { isReadOnly } from '../notes/note.js';
import { refuseReadOnly, refuseUnknown } from '../notes/unknown-note.js';
import type { CommandContext } from './define-command.js';

/** Refuses where the note at a path cannot be read, or may not be written: what was said is then told not to be kept. */
export function requireWritable({ notebook }: CommandContext, path: string): void {
  const unknown = notebook.unknown(path);
  if (unknown) throw refuseUnknown(unknown);
  const note = notebook.note(path);
  if (note && isReadOnly(note)) throw refuseReadOnly(path, note.mode ?? 0);
}
