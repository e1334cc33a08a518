import { isReadOnly } from '../wiki/note.js';
import { refuseReadOnly, refuseUnknown } from '../wiki/unknown.js';
import type { World } from './verb.js';

/** Refuses where the note at a path cannot be read, or may not be written: what was said is then told not to be kept. */
export function requireWritable({ wiki }: World, path: string): void {
  const unknown = wiki.unknown(path);
  if (unknown) throw refuseUnknown(unknown);
  const note = wiki.note(path);
  if (note && isReadOnly(note)) throw refuseReadOnly(path, note.mode ?? 0);
}
