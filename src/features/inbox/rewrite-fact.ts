import type { Change } from '../../notes/changes/change.js';
import { editEntry, setFactCheck } from '../../notes/edit/edit-entry.js';
import type { LocatedEntry } from '../../notes/entries/read-entries.js';
import type { Note } from '../../notes/note.js';
import type { Notebook } from '../../notes/notebook.js';

/** Plans to write the new text of a fact, and what its proof prints now; without that, the proof is removed. */
export function rewriteFact(
  target: LocatedEntry,
  note: Note,
  notebook: Notebook,
  { text, says }: { readonly text: string | undefined; readonly says: string | null },
): { readonly said: string; readonly change: readonly Change[] } {
  const check = says === null || !target.check ? null : { ...target.check, says };
  const proof = setFactCheck(target, note, notebook.outline(note), check);
  const after = notebook.after(proof);
  const now = after.note(note.path) ?? note;
  const edit = (words: string) => (text === undefined ? words : words.replace(target.text, () => text));
  const why = 'its proof no longer held, as you accepted';
  const place = `${target.path}:${target.line}`;
  const done = text === undefined ? `${place} has no proof any more` : `${place} is amended`;
  return {
    said: check === null ? done : `${done}; its new proof waits: daybook trust --proofs`,
    change: [...proof, ...editEntry(target, now, after.outline(now), edit, why)],
  };
}
