import { replaceLine } from '../markdown/place.js';
import type { Change } from '../wiki/change.js';
import type { Located } from '../wiki/entries.js';
import { formatLine, parseLine } from '../wiki/line.js';
import type { Note } from '../wiki/note.js';
import type { Wiki } from '../wiki/wiki.js';

/** Plans to mark a line of our own as superseded by an entry; it stays readable where it is. */
export function supersede(old: Located, by: string, note: Note, wiki: Wiki): Change[] {
  const outline = wiki.outline(note);
  const block = outline.blocks.find(({ start }) => start === old.start);
  if (block?.kind !== 'item') return [];
  const parts = parseLine(block.text);
  const line = formatLine({ ...parts, fields: { ...parts.fields, superseded: `^${by}` } }, block.marker);
  const splices = replaceLine(note.text, outline, block, [line]);
  return splices.length === 0
    ? []
    : [{ do: 'edit', path: note.path, base: note.hash, splices, why: `superseded by ^${by}` }];
}
