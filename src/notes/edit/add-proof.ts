import type { Outline } from '../../markdown/outline.js';
import type { Change } from '../changes/change.js';
import { formatProofLines, type Proof } from '../entries/proof.js';
import type { LocatedEntry } from '../entries/read-entries.js';
import { findEntryBlock, getFirstParagraph } from '../entries/statement-blocks.js';
import type { Note } from '../note.js';

/** Plans to add a proof below the line of an entry. Nothing changes if the entry is no list item, or has a proof. */
export function addProof(entry: LocatedEntry, note: Note, outline: Outline, proof: Proof): readonly Change[] {
  const block = findEntryBlock(note.text, outline, entry);
  if (block?.kind !== 'item' || entry.proof !== null) return [];
  const own = getFirstParagraph(note.text, block).replace(/(?<![\r\n])[\r\n]+$/, '');
  const last = own.slice(-1);
  const fresh = [last, ...formatProofLines(proof)].join(outline.eol);
  const splices = [{ at: block.start + own.length - 1, old: last, new: fresh }];
  return [{ kind: 'edit', path: note.path, base: note.hash, splices, why: 'add a pattern' }];
}
