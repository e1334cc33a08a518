import type { Outline } from '../../markdown/outline.js';
import type { Change } from '../changes/change.js';
import { type FactCheck, formatFactCheckLines, isFactCheckLine } from '../entries/fact-check.js';
import type { LocatedEntry } from '../entries/read-entries.js';
import { findEntryBlock, getFirstParagraph } from '../entries/statement-blocks.js';
import type { Note } from '../note.js';

/** Plans to write, replace or, with null, remove the check below the line of an entry. Nothing changes if it is no list item. */
export function setFactCheck(
  entry: LocatedEntry,
  note: Note,
  outline: Outline,
  check: FactCheck | null,
): readonly Change[] {
  const block = findEntryBlock(note.text, outline, entry);
  if (block?.kind !== 'item') return [];
  const { text } = note;
  const own = getFirstParagraph(text, block).replace(/(?<![\r\n])[\r\n]+$/, '').length;
  const from = block.start + own - 1; // with the last letter, so that the edit lies in this entry
  const old = text.slice(from, entry.end);
  const [first = '', ...below] = old.split(/(?<=\n)/);
  const others = [first, ...below.filter((line) => !isFactCheckLine(line.trimEnd()))].join('');
  const lines = check === null ? [] : formatFactCheckLines(check);
  const added = lines.map((line) => outline.eol + line).join('');
  const fresh = others.slice(0, 1) + added + others.slice(1);
  const splices = fresh === old ? [] : [{ at: from, old, new: fresh }];
  return splices.length === 0
    ? []
    : [{ kind: 'edit', path: note.path, base: note.hash, splices, why: 'change a proof' }];
}
