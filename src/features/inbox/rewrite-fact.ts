import { composeEdits, editEntry, setFactCheck, setField } from '../../notes/edit/edit-entry.js';
import type { FactCheck } from '../../notes/entries/proof.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';

/**
 * Plans to write the new text of a fact, and what its proof prints now; without that, the proof is removed and the fact is dropped.
 * `isConfirmed` returns true for a proof that a person at a terminal confirmed: with the same command, the new one is, too.
 */
export function rewriteFact(
  target: LocatedEntry,
  note: Note,
  {
    notebook,
    isConfirmed,
  }: { readonly notebook: Notebook; readonly isConfirmed?: (check: FactCheck) => boolean },
  { text, says }: { readonly text: string | undefined; readonly says: string | null },
) {
  const check = says === null || !target.check ? null : { ...target.check, says };
  const proof = setFactCheck(target, note, notebook.outline(note), check);
  const after = notebook.after(proof);
  const now = after.note(note.path) ?? note;
  const amend = (words: string) => (text === undefined ? words : words.replace(target.text, () => text));
  const edit =
    check === null && text !== undefined ? composeEdits(amend, setField('status', 'dropped')) : amend;
  const why = 'its proof no longer held, as you accepted';
  const place = `${target.path}:${target.line}`;
  const done =
    text === undefined
      ? `${place} has no proof any more`
      : `${place} is ${check === null ? 'dropped' : 'amended'}`;
  const change = [...proof, ...editEntry(target, now, after.outline(now), edit, why)];
  if (check === null) return { said: done, change };
  return target.check && isConfirmed?.(target.check)
    ? { said: done, change, confirmed: check }
    : { said: `${done}; its new proof waits: daybook trust --proofs`, change };
}
